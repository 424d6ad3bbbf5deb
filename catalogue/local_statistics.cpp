// SPDX-License-Identifier: Apache-2.0
// What the definitions of local statistics have in common.
#include "local_statistics.hpp"

#include "parameters.hpp"
#include "parts.hpp"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

Interval WindowMoments::computedVariance() const
{
    const double error = std::ldexp(variance, -22) + varianceError;
    return {std::max(variance - error, 0.), variance + error};
}

void openCvsSquares(const cv::Mat& src, cv::Mat& dst, int ddepth, cv::Size ksize, cv::Point anchor, bool normalize,
                    int borderType)
{
    const bool isolated = (borderType & cv::BORDER_ISOLATED) != 0; // which cv::sqrBoxFilter refuses
    cv::sqrBoxFilter(isolated ? src.clone() : src, dst, ddepth, ksize, anchor, normalize,
                     borderType & ~cv::BORDER_ISOLATED);
}

namespace {

// Sums of floats are rounded w + h times in a kernel, each time by 2^-53 of the sum of magnitudes; OpenCV's running
// sums also keep the errors of larger sums before them.
void addErrors(WindowMoments& moments, cv::Size ksize, bool integers, bool openCvItself)
{
    moments.meanError = moments.varianceError = 0;
    const double roundings = ksize.width + ksize.height + 2;
    if (!integers)
    {
        moments.meanError = std::ldexp(roundings, -52) * (std::sqrt(moments.meanSquare) + std::abs(moments.pixel));
        moments.varianceError = std::ldexp(roundings, -51) * moments.meanSquare;
    }
    if (openCvItself)
    {
        moments.meanError += std::ldexp(std::sqrt(moments.largestSquare), -40);
        moments.varianceError += std::ldexp(moments.largestSquare, -40);
    }
}

WindowMoments momentsAt(const cv::Mat& values, cv::Size ksize, cv::Point anchor, int x, int y)
{
    const int channels = values.channels();
    const auto at = [&](int i, int j) {
        return values.ptr<double>(y + j)[x + i * channels];
    };
    const double area = ksize.area();
    long double sum = 0, squares = 0, distances = 0;
    for (int j = 0; j < ksize.height; ++j)
        for (int i = 0; i < ksize.width; ++i)
        {
            sum += at(i, j);
            squares += static_cast<long double>(at(i, j)) * at(i, j);
        }
    const long double mean = sum / area;
    for (int j = 0; j < ksize.height; ++j)
        for (int i = 0; i < ksize.width; ++i)
            distances += (at(i, j) - mean) * (at(i, j) - mean);
    WindowMoments moments{};
    moments.mean = static_cast<double>(mean);
    moments.meanSquare = static_cast<double>(squares / area);
    moments.variance = static_cast<double>(distances / area);
    moments.pixel = at(anchor.x, anchor.y);
    return moments;
}

// Sets the mean of the variances of each channel.
void addMeans(std::vector<WindowMoments>& moments, int channels)
{
    const double pixels = static_cast<double>(moments.size()) / channels;
    std::vector<Interval> means(channels, Interval{0, 0});
    for (std::size_t i = 0; i < moments.size(); ++i)
    {
        const Interval variance = moments[i].computedVariance();
        means[i % channels].lowest += variance.lowest / pixels;
        means[i % channels].highest += variance.highest / pixels;
    }
    for (std::size_t i = 0; i < moments.size(); ++i)
        moments[i].meanVariance = means[i % channels];
}

// Of all scalars of a region, row by row.
std::vector<WindowMoments> momentsOf(const Surroundings& image, cv::Size ksize, cv::Point anchor, bool openCvItself)
{
    const cv::Mat values = reached(ksize, anchor, image);
    const double largest = cv::norm(values.reshape(1), cv::NORM_INF);
    std::vector<WindowMoments> all;
    for (int y = 0; y < image.region.height; ++y)
        for (int x = 0; x < image.region.width * values.channels(); ++x)
        {
            WindowMoments moments = momentsAt(values, ksize, anchor, x, y);
            moments.largestSquare = largest * largest;
            addErrors(moments, ksize, image.whole.depth() < CV_32F, openCvItself);
            all.push_back(moments);
        }
    addMeans(all, values.channels());
    return all;
}

Expected resultsOf(const Surroundings& image, cv::Size ksize, cv::Point anchor, const Statistic& statistic, int depth,
                   bool openCvItself)
{
    const int channels = image.whole.channels(), scalars = image.region.width * channels;
    const std::vector<WindowMoments> moments = momentsOf(image, ksize, anchor, openCvItself);
    Expected expected;
    expected.lowest.create(image.region.size(), CV_64FC(channels));
    expected.highest.create(image.region.size(), CV_64FC(channels));
    for (int y = 0; y < image.region.height; ++y)
        for (int x = 0; x < scalars; ++x)
        {
            Interval result = statistic(moments[static_cast<std::size_t>(y) * scalars + x], openCvItself);
            if (!isFloatDepth(depth))
            {
                const double middle = (result.lowest + result.highest) / 2;
                result = {saturateRound(std::min(result.lowest, middle - 1e-3), depth),
                          saturateRound(std::max(result.highest, middle + 1e-3), depth)};
            }
            expected.lowest.ptr<double>(y)[x] = result.lowest;
            expected.highest.ptr<double>(y)[x] = result.highest;
        }
    return expected;
}

// The middle of what the statistic may be, from OpenCV's sums in double.
void byOpenCvsSums(const cv::Mat& src, cv::Mat& dst, int ddepth, cv::Size ksize, cv::Point anchor, int borderType,
                   const Statistic& statistic)
{
    inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
        cv::Mat sums, squares;
        cv::boxFilter(from, sums, CV_64F, ksize, anchor, false, borderType);
        openCvsSquares(from, squares, CV_64F, ksize, anchor, false, borderType);
        to.create(from.size(), from.type());
        const double area = ksize.area();
        std::vector<WindowMoments> moments;
        for (int y = 0; y < to.rows; ++y)
            for (int x = 0; x < to.cols * to.channels(); ++x)
            {
                const double sum = sums.ptr<double>(y)[x], square = squares.ptr<double>(y)[x];
                const double variance = std::max(0., (area * square - sum * sum) / (area * area));
                moments.push_back({sum / area, variance, square / area, 0, from.ptr<double>(y)[x], 0, 0, {}});
            }
        addMeans(moments, to.channels());
        for (std::size_t i = 0; i < moments.size(); ++i)
        {
            const Interval result = statistic(moments[i], false);
            to.ptr<double>()[i] = (result.lowest + result.highest) / 2;
        }
    });
}

} // namespace

void describeStatistic(Instance& instance, cv::Size ksize, cv::Point anchor, const Statistic& statistic)
{
    instance.text += " " + text(ksize) + text(anchor);
    instance.parameters.ksize = ksize;
    instance.parameters.anchor = anchor;
    const cv::Point place = centred(anchor, ksize);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int depth, bool openCvItself) {
            return resultsOf(image, ksize, place, statistic, depth, openCvItself);
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        byOpenCvsSums(src, dst, ddepth, ksize, anchor, borderType, statistic);
    };
}

cv::Size drawWindow(cv::RNG& random)
{
    const int side = oneOf(random, {3, 5, 7, 9, 0, 0});
    if (side != 0)
        return {side, side};
    return random.uniform(0, 4) ? drawKernelSize(random) : cv::Size(random.uniform(9, 80), random.uniform(9, 40));
}

Parameter floatParameter()
{
    return choice("depth", "32F", "depth of the result", {{"32F", CV_32F}, {"16F", CV_16F}});
}

std::vector<Parameter> withWindow(const char* ksize, std::vector<Parameter> own)
{
    std::vector<Parameter> all = {{"ksize", Kind::Size, ksize, "width and height of the window", 1, 1e4}};
    all.insert(all.end(), own.begin(), own.end());
    for (const Parameter& parameter : {anchorParameter(), borderParameter(), borderValueParameter()})
        all.push_back(parameter);
    return all;
}

std::vector<Refused> withWindows(const std::function<Factory(cv::Size, cv::Point)>& factory, std::vector<Refused> own)
{
    const std::vector<Refused> windows = {
        {factory({0, 3}, {-1, -1}), "ksize is 0 x 3", "at least 1"},
        {factory({3, -1}, {-1, -1}), "ksize is 3 x -1", "at least 1"},
        {factory({2048, 1025}, {-1, -1}), "ksize is 2048 x 1025", "at most 2^21 pixels"},
        {factory({70000, 70000}, {-1, -1}), "ksize is 70000 x 70000", "at most 2^21 pixels"},
        {factory({3, 3}, {3, 1}), "anchor is (3, 1)", "inside the kernel of 3 x 3"}};
    own.insert(own.end(), windows.begin(), windows.end());
    return own;
}

} // namespace cudatiled_catalogue
