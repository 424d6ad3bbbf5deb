// SPDX-License-Identifier: Apache-2.0
// The gallery's list, and what is measured of each entry.
#include "exhibits.hpp"

#include <algorithm>

#include <opencv2/cudatiled.hpp>

#include "../common/comparison.hpp"
#include "../common/recipe.hpp"
#include "../common/timing.hpp"

namespace samples {
namespace {

constexpr int kHostRepeats = 5;
constexpr int kDeviceBatch = 200; // long enough that the one wait at its end does not count

// Milliseconds per call with images that stay on the device.
double deviceMilliseconds(cv::cudatiled::Filter& filter, const cv::Mat& src)
{
    const cv::cudatiled::DeviceImage image(src);
    cv::cudatiled::DeviceImage result;
    cv::Mat pixel;
    const auto batch = [&] {
        for (int i = 0; i < kDeviceBatch; ++i)
            filter.apply(image, result);
        result(cv::Rect(0, 0, 1, 1)).download(pixel); // waits for the batch
    };
    return medianMilliseconds(3, batch) / kDeviceBatch;
}

// Applies one recipe, and adds its time and its difference from OpenCV to the measurement.
cv::Mat applyAndCheck(const std::string& text, const cv::Mat& src, Measurement& measurement)
{
    const Recipe recipe(text);
    const cv::Ptr<cv::cudatiled::Filter> filter = recipe.create(src.type());
    cv::Mat result;
    measurement.hostMs += medianMilliseconds(kHostRepeats, [&] { filter->apply(src, result); });
    if (cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CUDA)
        measurement.deviceMs = std::max(measurement.deviceMs, 0.0) + deviceMilliseconds(*filter, src);
    const Comparison comparison = compareWithOpenCv(recipe, src, result);
    measurement.largest = std::max(measurement.largest, comparison.largest);
    measurement.differingPixels += comparison.differingPixels;
    measurement.contractKept = measurement.contractKept && comparison.contractKept;
    return result;
}

cv::Mat gradientLength(const cv::Mat& dx, const cv::Mat& dy)
{
    cv::Mat x, y, length, picture;
    dx.reshape(1).convertTo(x, CV_32F);
    dy.reshape(1).convertTo(y, CV_32F);
    cv::magnitude(x, y, length);
    length.reshape(dx.channels()).convertTo(picture, CV_8U);
    return picture;
}

cv::Mat aroundMidGray(const cv::Mat& derivative)
{
    cv::Mat picture;
    derivative.convertTo(picture, CV_8U, 0.5, 128);
    return picture;
}

} // namespace

const std::vector<Exhibit>& exhibits()
{
    static const std::string dx = "sobel --dx 1 --dy 0 --depth 16s", dy = "sobel --dx 0 --dy 1 --depth 16s";
    static const std::string gauss = "gaussian --ksize 7 --sigma 1.5";
    static const std::vector<Exhibit> list = {
        {"Sharpen", "sharpen_4", "4 neighbours", {"sharpen --neighbours 4"}},
        {"Sharpen", "sharpen_8", "8 neighbours", {"sharpen --neighbours 8"}},
        {"Sharpen", "sharpen_8_half", "8 neighbours, k = 0.5", {"sharpen --neighbours 8 --k 0.5"}},
        {"Emboss", "emboss_nw", "light from the north-west", {"emboss --direction nw"}},
        {"Emboss", "emboss_ne", "light from the north-east", {"emboss --direction ne"}},
        {"Emboss", "emboss_s_strong", "from the south, strength 2.5", {"emboss --direction s --strength 2.5"}},
        {"Sobel", "sobel_dx", "d/dx", {dx}, Show::Signed},
        {"Sobel", "sobel_dy", "d/dy", {dy}, Show::Signed},
        {"Sobel", "sobel_magnitude", "magnitude", {dx, dy}, Show::Magnitude},
        {"Laplacian", "laplacian_1", "4 neighbours", {"laplacian --depth 16s"}, Show::Signed},
        {"Laplacian", "laplacian_5", "5 x 5", {"laplacian --ksize 5 --scale 1/16 --depth 16s"}, Show::Signed},
        {"Box", "box_3", "3 x 3", {"box --ksize 3"}},
        {"Box", "box_9", "9 x 9", {"box --ksize 9"}},
        {"Box", "box_31x1", "31 x 1", {"box --ksize 31x1"}},
        {"Gaussian", "gaussian_7", "7 x 7, sigma 1.5", {gauss}},
        {"Gaussian", "gaussian_7_twice", "7 x 7, sigma 1.5, twice", {gauss, gauss}},
        {"Gaussian", "gaussian_31", "31 x 31, sigma 5", {"gaussian --ksize 31 --sigma 5"}},
        {"Morphology", "erode_7", "erode, 7 x 7", {"morphology --op erode --ksize 7"}},
        {"Morphology", "open_disk", "open, disk of 9", {"morphology --op open --shape ellipse --ksize 9"}},
        {"Morphology", "gradient_3", "gradient, 3 x 3", {"morphology --op gradient"}},
        {"Median", "median_5", "5 x 5", {"median --ksize 5"}},
        {"Median", "median_15", "15 x 15", {"median --ksize 15"}}};
    return list;
}

Measurement measure(const Exhibit& exhibit, const cv::Mat& src)
{
    Measurement measurement;
    std::vector<cv::Mat> results;
    for (const std::string& recipe : exhibit.recipes)
    {
        const bool first = results.empty() || exhibit.show == Show::Magnitude;
        results.push_back(applyAndCheck(recipe, first ? src : results.back(), measurement));
    }
    if (exhibit.show == Show::Magnitude)
        measurement.picture = gradientLength(results[0], results[1]);
    else
        measurement.picture = exhibit.show == Show::Signed ? aroundMidGray(results.back()) : results.back();
    return measurement;
}

} // namespace samples
