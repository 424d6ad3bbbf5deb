// SPDX-License-Identifier: Apache-2.0
// Extremes, morphology and medians by definition: every pixel of every window is looked at.
#include "rank_definition.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

cv::Mat extremeOf(const Surroundings& image, const cv::Mat& element, cv::Point anchor, bool highest)
{
    const cv::Mat values = reached(element.size(), anchor, image);
    const int channels = values.channels();
    cv::Mat result(image.region.size(), values.type());
    for (int y = 0; y < result.rows; ++y)
        for (int x = 0; x < result.cols * channels; ++x)
        {
            double extreme = highest ? -HUGE_VAL : HUGE_VAL;
            for (int j = 0; j < element.rows; ++j)
                for (int i = 0; i < element.cols; ++i)
                    if (element.at<uchar>(j, i))
                    {
                        const double value = values.ptr<double>(y + j)[x + i * channels];
                        extreme = highest ? std::max(extreme, value) : std::min(extreme, value);
                    }
            result.ptr<double>(y)[x] = extreme;
        }
    return result;
}

namespace {

// A rectangle that is applied several times is a larger one; the first erosion or dilation sees the whole image, others
// what the one before made.
cv::Mat eroded(MorphologyCase morphology, Surroundings image, bool dilates)
{
    cv::Mat& element = morphology.element;
    cv::Point& anchor = morphology.anchor;
    anchor = {anchor.x < 0 ? element.cols / 2 : anchor.x, anchor.y < 0 ? element.rows / 2 : anchor.y};
    const int depth = image.whole.depth();
    static const double lowest[] = {0, -128, 0, -32768, 0, -FLT_MAX, 0, -65504},
                        highest[] = {255, 127, 65535, 32767, 0, FLT_MAX, 0, 65504};
    if (morphology.defaultOutside)
        image.outside = cv::Scalar::all(dilates ? lowest[depth] : highest[depth]);
    int& left = morphology.iterations;
    if (left > 1 && cv::countNonZero(element) == static_cast<int>(element.total()))
    {
        anchor *= left;
        element = cv::Mat::ones(1 + left * (element.rows - 1), 1 + left * (element.cols - 1), CV_8U);
        left = 1;
    }
    cv::Mat result = image.whole(image.region).clone();
    for (; left > 0; --left)
    {
        extremeOf(image, element, anchor, dilates).convertTo(result, depth);
        image.whole = result.clone();
        image.region = {{0, 0}, result.size()};
    }
    return result;
}

// Of 16F as well, of which OpenCV has no differences: those in float, rounded once more, are the nearest ones.
cv::Mat difference(const cv::Mat& a, const cv::Mat& b)
{
    if (a.depth() != CV_16F)
        return a - b;
    cv::Mat first, second, result;
    a.convertTo(first, CV_32F);
    b.convertTo(second, CV_32F);
    cv::Mat(first - second).convertTo(result, CV_16F);
    return result;
}

cv::Mat eroded(const MorphologyCase& morphology, const Surroundings& image, const cv::Mat& src, bool dilates)
{
    Surroundings again = image;
    again.whole = src;
    again.region = {{0, 0}, src.size()};
    return eroded(morphology, again, dilates);
}

} // namespace

cv::Mat morphologyOf(const MorphologyCase& morphology, const Surroundings& image)
{
    const cv::Mat src = image.whole(image.region);
    const bool erodesFirst =
        morphology.op == cv::MORPH_ERODE || morphology.op == cv::MORPH_OPEN || morphology.op == cv::MORPH_TOPHAT;
    cv::Mat result = eroded(morphology, image, !erodesFirst);
    if (morphology.op > cv::MORPH_DILATE && morphology.op != cv::MORPH_GRADIENT)
        result = eroded(morphology, image, result, erodesFirst);
    if (morphology.op == cv::MORPH_GRADIENT)
        result = difference(result, eroded(morphology, image, false));
    else if (morphology.op == cv::MORPH_TOPHAT)
        result = difference(src, result);
    else if (morphology.op == cv::MORPH_BLACKHAT)
        result = difference(result, src);
    result.convertTo(result, CV_64F);
    return result;
}

cv::Mat medianOf(int size, Surroundings image)
{
    image.whole = image.whole(image.region).clone();
    image.region = {{0, 0}, image.region.size()};
    image.rowBorder = image.columnBorder = cv::BORDER_REPLICATE;
    const cv::Mat values = reached({size, size}, {size / 2, size / 2}, image);
    const int channels = values.channels();
    cv::Mat result(image.region.size(), values.type());
    std::vector<double> window(static_cast<std::size_t>(size) * size);
    for (int y = 0; y < result.rows; ++y)
        for (int x = 0; x < result.cols * channels; ++x)
        {
            for (int i = 0; i < size * size; ++i)
                window[i] = values.ptr<double>(y + i / size)[x + i % size * channels];
            std::nth_element(window.begin(), window.begin() + size * size / 2, window.end());
            result.ptr<double>(y)[x] = window[size * size / 2];
        }
    return result;
}

cv::Mat cutMedianOf(int size, const Surroundings& image)
{
    cv::Mat values;
    image.whole(image.region).convertTo(values, CV_64F);
    const int channels = values.channels();
    cv::Mat result(values.size(), values.type());
    for (int y = 0; y < values.rows; ++y)
        for (int x = 0; x < values.cols; ++x)
            for (int c = 0; c < channels; ++c)
            {
                const cv::Rect window =
                    cv::Rect(x - size / 2, y - size / 2, size, size) & cv::Rect({0, 0}, values.size());
                std::vector<double> pixels;
                for (int j = window.y; j < window.br().y; ++j)
                    for (int i = window.x; i < window.br().x; ++i)
                        pixels.push_back(values.ptr<double>(j)[i * channels + c]);
                const auto middle = pixels.begin() + pixels.size() / 2;
                std::nth_element(pixels.begin(), middle, pixels.end());
                result.ptr<double>(y)[x * channels + c] = *middle;
            }
    return result;
}

} // namespace cudatiled_catalogue
