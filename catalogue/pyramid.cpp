// SPDX-License-Identifier: Apache-2.0
// The levels of pyramids.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

// What a result is made of along one axis: places in the image and their weights.
struct Tap
{
    int place;
    double weight;
};
using Window = std::vector<Tap>;

std::vector<Window> windowsDown(int length, int border)
{
    static const double weights[] = {1, 4, 6, 4, 1};
    std::vector<Window> windows((length + 1) / 2);
    for (int i = 0; i < static_cast<int>(windows.size()); ++i)
        for (int t = -2; t <= 2; ++t)
            windows[i].push_back({cv::borderInterpolate(2 * i + t, length, border), weights[t + 2] / 16});
    return windows;
}

// Zeros lie between the pixels, which continue with the second one before the first and with the last behind it.
std::vector<Window> windowsUp(int length)
{
    std::vector<Window> windows;
    for (int i = 0; i < length; ++i)
    {
        const int before = i > 0 ? i - 1 : std::min(1, length - 1), behind = std::min(i + 1, length - 1);
        windows.push_back({{before, 1. / 8}, {i, 6. / 8}, {behind, 1. / 8}});
        windows.push_back({{i, 4. / 8}, {behind, 4. / 8}});
    }
    return windows;
}

// Exactly rounded integers, halves up; floats within the tolerance of so many additions after each other.
Expected levelOf(const cv::Mat& image, const std::vector<Window>& columns, const std::vector<Window>& rows, int chain,
                 int dstDepth)
{
    cv::Mat pixels;
    image.convertTo(pixels, CV_64F);
    const int channels = image.channels();
    Expected expected;
    expected.lowest =
        cv::Mat::zeros(static_cast<int>(rows.size()), static_cast<int>(columns.size()), CV_64FC(channels));
    expected.highest = expected.lowest.clone();
    const double tolerance = std::min(chain + 1., 2.5 * std::sqrt(chain + 1.)) / (1 << 24);
    for (int y = 0; y < expected.lowest.rows; ++y)
        for (int i = 0; i < expected.lowest.cols * channels; ++i)
        {
            double sum = 0, magnitudes = 0;
            for (const Tap& row : rows[y])
                for (const Tap& column : columns[i / channels])
                {
                    const double product = row.weight * column.weight *
                                           pixels.ptr<double>(row.place)[column.place * channels + i % channels];
                    sum += product;
                    magnitudes += std::abs(product);
                }
            const bool isFloat = isFloatDepth(dstDepth);
            expected.lowest.ptr<double>(y)[i] = isFloat ? sum - tolerance * magnitudes : std::floor(sum + 0.5);
            expected.highest.ptr<double>(y)[i] = isFloat ? sum + tolerance * magnitudes : std::floor(sum + 0.5);
        }
    return expected;
}

// BORDER_CONSTANT, which is refused, stands for the default where borders are drawn.
int usable(int borderType)
{
    const int mode = borderType & ~cv::BORDER_ISOLATED;
    return mode == cv::BORDER_CONSTANT ? static_cast<int>(cv::BORDER_DEFAULT) : mode;
}

Instance level(const char* text)
{
    Instance instance;
    instance.text = text;
    instance.parameters.ksize = {5, 5};
    return instance;
}

Factory pyrDownFactory(cv::Size dsize)
{
    return [=](int srcType, int, const Borders& b) {
        return createPyrDownFilter(srcType, dsize, b.row);
    };
}

Factory pyrUpFactory(cv::Size dsize)
{
    return [=](int srcType, int, const Borders&) {
        return createPyrUpFilter(srcType, dsize);
    };
}

} // namespace

Instance pyrDown()
{
    Instance instance = level("PyrDown");
    instance.borderModes = 0; // it has one, but no value for BORDER_CONSTANT
    instance.resized = [](cv::Size size) {
        return cv::Size((size.width + 1) / 2, (size.height + 1) / 2);
    };
    instance.create = pyrDownFactory({});
    instance.definition = [](int, int dstDepth, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            const cv::Size size = image.region.size();
            return levelOf(image.whole(image.region), windowsDown(size.width, usable(image.rowBorder)),
                           windowsDown(size.height, usable(image.rowBorder)), 10, dstDepth);
        };
        return definition;
    };
    instance.opencv = [](const cv::Mat& src, cv::Mat& dst, int, int borderType) {
        cv::pyrDown(src, dst, {}, usable(borderType));
    };
    return instance;
}

Instance pyrUp()
{
    Instance instance = level("PyrUp");
    instance.borderModes = 0;
    instance.resized = [](cv::Size size) {
        return cv::Size(size.width * 2, size.height * 2);
    };
    instance.create = pyrUpFactory({});
    instance.definition = [](int, int dstDepth, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            const cv::Size size = image.region.size();
            return levelOf(image.whole(image.region), windowsUp(size.width), windowsUp(size.height), 6, dstDepth);
        };
        return definition;
    };
    instance.opencv = [](const cv::Mat& src, cv::Mat& dst, int, int) {
        cv::pyrUp(src, dst);
    };
    return instance;
}

namespace {

Instance drawPyrDown(cv::RNG&)
{
    Instance instance = pyrDown();
    instance.create = [](int srcType, int, const Borders& b) {
        return createPyrDownFilter(srcType, {}, usable(b.row) | (b.row & cv::BORDER_ISOLATED));
    };
    return instance;
}

Instance drawPyrUp(cv::RNG&)
{
    return pyrUp();
}

Parameter levelBorderParameter()
{
    Choices modes;
    for (const auto& mode : borderModes())
        if (mode.second != cv::BORDER_CONSTANT)
            modes.push_back(mode);
    return choice("border", "reflect101", "how the image continues outside", modes);
}

std::vector<Refused> refusedSizes(Factory (*factory)(cv::Size dsize))
{
    const char* const least = "must be at least 1, or both 0";
    return {{factory({-1, 5}), "dsize is -1 x 5", least},
            {factory({5, 0}), "dsize is 5 x 0", least},
            {factory({0, -7}), "dsize is 0 x -7", least}};
}

std::vector<Refused> refusedByPyrDown()
{
    std::vector<Refused> refused = refusedSizes(pyrDownFactory);
    const auto border = [](int mode) {
        return [=](int srcType, int, const Borders&) {
            return createPyrDownFilter(srcType, {}, mode);
        };
    };
    refused.push_back({border(cv::BORDER_CONSTANT), "borderMode is BORDER_CONSTANT", "must be BORDER_REPLICATE (1)"});
    refused.push_back({border(7), "borderMode is 7", "REFLECT_101 (4)"});
    refused.push_back({border(-1), "borderMode is -1", "REFLECT_101 (4)"});
    return refused;
}

} // namespace

Entry pyrDownEntry()
{
    return {"PyrDown",
            "cv::pyrDown",
            "8U, 16U, 16S",
            Depths::Pyramid,
            drawPyrDown,
            {"pyrdown",
             "half the size, by a pyramid's filter",
             {levelBorderParameter()},
             {},
             [](int, const Settings&) {
                 return pyrDown();
             }},
            {"chelsea", kCat, CV_8UC3, kSameDepth, pyrDown()},
            {{"", kSameDepth, true, pyrDown()}},
            refusedByPyrDown()};
}

Entry pyrUpEntry()
{
    return {"PyrUp",
            "cv::pyrUp",
            "8U, 16U, 16S",
            Depths::Pyramid,
            drawPyrUp,
            {"pyrup",
             "twice the size, by a pyramid's filter",
             {},
             {},
             [](int, const Settings&) {
                 return pyrUp();
             }},
            {"chelsea", kCat, CV_8UC3, kSameDepth, pyrUp()},
            {{"", kSameDepth, true, pyrUp()}},
            refusedSizes(pyrUpFactory)};
}

} // namespace cudatiled_catalogue
