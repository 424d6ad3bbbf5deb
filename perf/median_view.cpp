// SPDX-License-Identifier: Apache-2.0
// Medians of growing windows, of images whose medians differ little from pixel to pixel, and of noise.

#include <opencv2/cudatiled.hpp>
#include <opencv2/cudatiled/device_image.hpp>

#include "environment.hpp"
#include "noise.hpp"
#include "stopwatch.hpp"
#include "views.hpp"

namespace perf {

namespace {

using cv::cudatiled::DeviceImage;

const cv::Size kSize(2048, 2048);
const std::vector<int> kTypes = {CV_8UC1, CV_16UC1, CV_32FC1};
const std::vector<int> kSides = {3,  5,  7,   9,   11,  13,  15,  17,  19,   21,   31,
                                 33, 63, 101, 131, 149, 151, 201, 401, 1001, 2001, 4095};

// Rises along rows and columns, through the whole range of a depth; of float, to 1.
cv::Mat ramp(cv::Size size, int type)
{
    const int depth = CV_MAT_DEPTH(type);
    const float last = depth == CV_8U ? 255.f : depth == CV_16U ? 65535.f : depth == CV_16S ? 32767.f : 1.f;
    cv::Mat image(size, CV_32F), converted;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            image.at<float>(y, x) = static_cast<float>(x + y) / static_cast<float>(size.width + size.height - 2) * last;
    cv::merge(std::vector<cv::Mat>(static_cast<std::size_t>(CV_MAT_CN(type)), image), image);
    image.convertTo(converted, depth);
    return converted;
}

struct MedianCase
{
    int side, type;
    bool noise;

    std::string image() const { return noise ? "noise" : "ramp"; }
    std::string title() const { return cv::format("Median %dx%d", side, side); }
};

class MedianView
{
public:
    explicit MedianView(const Settings& settings)
        : size_(settings.selection.sizes.empty() ? kSize : settings.selection.sizes.front()),
          stopwatch_(settings.effort(), settings.rest),
          csv_(settings.medianCsv, {"side", "image", "width", "height", "src", "us", "device", "commit"})
    {}

    Times measure(const MedianCase& c)
    {
        const auto filter = cv::cudatiled::createMedianFilter(c.type, c.side);
        const DeviceImage src(c.noise ? randomImage(size_, c.type) : ramp(size_, c.type)), dst(size_, c.type);
        const auto apply = [&] {
            filter->apply(src.gpuMat(), dst.gpuMat(), stopwatch_.stream());
        };
        const Times times{{"us", stopwatch_.deviceMicroseconds(apply, kOurs)}};
        csv_.add({std::to_string(c.side), c.image(), std::to_string(size_.width), std::to_string(size_.height),
                  typeText(c.type), timeText(times, "us"), deviceName(), commit()});
        std::printf("%s, %s, %s: %s us\n", c.title().c_str(), typeText(c.type).c_str(), c.image().c_str(),
                    timeText(times, "us").c_str());
        std::fflush(stdout);
        return times;
    }

private:
    cv::Size size_;
    Stopwatch stopwatch_;
    CsvFile csv_;
};

} // namespace

void addMedianView(const Settings& settings)
{
    const auto view = std::make_shared<MedianView>(settings);
    for (const int type : settings.selection.types.empty() ? kTypes : settings.selection.types)
        for (const int side : kSides)
            for (const bool noise : {true, false})
            {
                const MedianCase c{side, type, noise};
                if (settings.selection.takes(c.title()))
                    addBenchmark(c.title() + "/" + typeText(type) + "/" + c.image(), [=] { return view->measure(c); });
            }
}

} // namespace perf
