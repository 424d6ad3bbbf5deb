// SPDX-License-Identifier: Apache-2.0
// Histograms of noise and of flat images, beside the time that reading the image takes.
#include <algorithm>
#include <cstdio>

#include <opencv2/cudatiled/histogram.hpp>

#include "copy_times.hpp"
#include "environment.hpp"
#include "noise.hpp"
#include "views.hpp"

namespace perf {

namespace {

using cv::cudatiled::DeviceImage;

const std::vector<cv::Size> kSizes = {{1024, 1024}, {3840, 2160}, {8192, 8192}};
const std::vector<int> kTypes = {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16UC3};
const std::vector<std::string> kTimes = {"read_us", "us"};

struct HistogramCase
{
    std::string image; // noise: all levels; smooth: neighbours of a few levels; flat: one level
    cv::Size size;
    int type, bins;

    std::string name() const
    {
        return image + "/" + typeText(type) + cv::format("/%d bins/%dx%d/histogram", bins, size.width, size.height);
    }
};

cv::Mat imageOf(const HistogramCase& c)
{
    if (c.image == "flat")
        return cv::Mat(c.size, c.type, cv::Scalar::all(100));
    cv::Mat image = randomImage(c.size, c.type);
    if (c.image == "smooth")
        image = image / (CV_MAT_DEPTH(c.type) == CV_8U ? 64 : 16384) + cv::Scalar::all(100);
    return image;
}

class HistogramView
{
public:
    explicit HistogramView(const Settings& settings)
        : pool_(settings.warm), stopwatch_(settings.effort(), settings.rest),
          csv_(settings.histogramCsv, {"image", "src", "bins", "width", "height", "read_us", "us", "device", "commit"})
    {}

    // Images take turns as those of other views do. A copy of half as many bytes moves as many as are read.
    Times measure(const HistogramCase& c)
    {
        const std::size_t bytes = static_cast<std::size_t>(c.size.area()) * CV_ELEM_SIZE(c.type);
        const cv::Mat image = imageOf(c);
        const std::size_t places = std::min<std::size_t>(1 + 4 * cacheBytes() / bytes, 64);
        std::vector<DeviceImage> images;
        for (std::size_t i = 0; i < places; ++i)
            images.emplace_back(image);
        const DeviceImage hist(CV_MAT_CN(c.type), c.bins, CV_32SC1);
        std::size_t turn = 0;
        const auto count = [&] {
            cv::cudatiled::calcHist(images[turn++ % places].gpuMat(), hist.gpuMat(), c.bins, stopwatch_.stream());
        };
        Times times;
        times["read_us"] = fastestCopy(pool_, stopwatch_, bytes / 2, false);
        times["us"] = stopwatch_.deviceMicroseconds(count, kOurs);
        addTimes(csv_, c.name(),
                 {c.image, typeText(c.type), std::to_string(c.bins), std::to_string(c.size.width),
                  std::to_string(c.size.height)},
                 kTimes, times);
        return times;
    }

private:
    ImagePool pool_;
    Stopwatch stopwatch_;
    CsvFile csv_;
};

} // namespace

void addHistogramView(const Settings& settings)
{
    const Selection& selection = settings.selection;
    const auto view = std::make_shared<HistogramView>(settings);
    for (const cv::Size size : selection.sizes.empty() ? kSizes : selection.sizes)
        for (const int type : selection.types.empty() ? kTypes : selection.types)
            for (const int bins : {256, 4096, 65536})
                for (const char* const image : {"noise", "smooth", "flat"})
                {
                    const HistogramCase c{image, size, type, bins};
                    const bool takes = CV_MAT_DEPTH(type) == CV_16U || (CV_MAT_DEPTH(type) == CV_8U && bins == 256);
                    if (takes && selection.takes(c.name()))
                        addBenchmark(c.name(), [=] { return view->measure(c); });
                }
}

} // namespace perf
