// SPDX-License-Identifier: Apache-2.0
// The rate of a FrameStream on the first device, on the first two, and so on.
#include <deque>
#include <functional>

#include <opencv2/core/utility.hpp>
#include <opencv2/cudatiled/frame_stream.hpp>

#include "frame_rate.hpp"
#include "noise.hpp"
#include "views.hpp"

namespace perf {

namespace {

using FilterPtr = cv::Ptr<cv::cudatiled::Filter>;

struct NamedFilter
{
    std::string title;
    FilterPtr (*create)(int type);
};

// Of the first the link binds, of the last its kernel.
const std::vector<NamedFilter> kFilters = {
    {"Gaussian 7x7",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createGaussianFilter(type, -1, {7, 7}, 1.4);
     }},
    {"Median 15x15",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createMedianFilter(type, 15);
     }},
    {"Bilateral 15x15",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createBilateralFilter(type, 15, 30, 4);
     }},
};
const std::vector<int> kTypes = {CV_8UC1, CV_8UC3};
constexpr int kFramesOfADevice = 4; // in flight

struct FrameCase
{
    const NamedFilter* filter;
    cv::Size size;
    int type;
    bool pageLocked;
    int devices, inFlight;

    std::string memory() const { return pageLocked ? "page-locked" : "pageable"; }
    std::string name() const
    {
        return filter->title + "/" + typeText(type) +
               cv::format("/%dx%d/%s, %d devices, %d frames in flight", size.width, size.height, memory().c_str(),
                          devices, inFlight);
    }
};

class FrameView
{
public:
    explicit FrameView(const Settings& settings)
        : frames_(settings.quick ? 40 : 800),
          csv_(settings.frameCsv, {"filter", "src", "width", "height", "memory", "devices", "in_flight", "threads",
                                   "us", "device", "commit"})
    {}

    Times measure(const FrameCase& c)
    {
        std::vector<int> devices = cv::cudatiled::FrameStream::allDevices();
        devices.resize(static_cast<std::size_t>(c.devices));
        std::deque<PinnedImage> pinned;
        const auto image = [&] {
            return c.pageLocked ? pinned.emplace_back(c.size, c.type).image : cv::Mat(c.size, c.type);
        };
        const cv::Mat src = image();
        randomImage(c.size, c.type).copyTo(src);
        std::vector<cv::Mat> results;
        for (int i = 0; i < c.inFlight; ++i)
            results.push_back(image());
        const Times times{{"us", streamMicroseconds(c.filter->create(c.type), src, results, frames_, devices)}};
        addTimes(csv_, c.name(),
                 {c.filter->title, typeText(c.type), std::to_string(c.size.width), std::to_string(c.size.height),
                  c.memory(), std::to_string(c.devices), std::to_string(c.inFlight),
                  std::to_string(cv::getNumThreads())},
                 {"us"}, times);
        return times;
    }

private:
    const int frames_;
    CsvFile csv_;
};

} // namespace

void addFrameView(const Settings& settings)
{
    const Selection& selection = settings.selection;
    const auto view = std::make_shared<FrameView>(settings);
    const int most = static_cast<int>(cv::cudatiled::FrameStream::allDevices().size());
    const std::vector<cv::Size> sizes = selection.sizes.empty() ? std::vector<cv::Size>{{1920, 1080}} : selection.sizes;
    for (const cv::Size size : sizes)
        for (const int type : selection.types.empty() ? kTypes : selection.types)
            for (const NamedFilter& filter : kFilters)
                for (const bool pageLocked : {true, false})
                    for (int devices = 1; devices <= most && selection.takes(filter.title); ++devices)
                        for (int inFlight = devices; inFlight <= most; ++inFlight)
                        {
                            const FrameCase c{&filter, size, type, pageLocked, devices, inFlight * kFramesOfADevice};
                            addBenchmark(c.name(), [view, c] { return view->measure(c); });
                        }
}

} // namespace perf
