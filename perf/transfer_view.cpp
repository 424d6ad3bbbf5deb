// SPDX-License-Identifier: Apache-2.0
// From host image to host image: filters beside the time that their bytes take on the link, and OpenCV's CPU.
#include <algorithm>
#include <deque>
#include <functional>

#include <opencv2/core/utility.hpp>
#include <opencv2/cudatiled.hpp>

#include "environment.hpp"
#include "frame_rate.hpp"
#include "images.hpp"
#include "noise.hpp"
#include "views.hpp"
#include "wall_clock.hpp"

namespace perf {

namespace {

using cudatiled_test::Benchmark;
using FilterPtr = cv::Ptr<cv::cudatiled::Filter>;

const std::vector<cv::Size> kSizes = {{640, 480}, {1280, 720}, {1920, 1080}, {3840, 2160}, {8192, 8192}};
const std::vector<int> kTypes = {CV_8UC1, CV_8UC3, CV_32FC1};
const std::vector<std::string> kTitles = {"Sharpen 3x3", "Gaussian 7x7", "Sobel 3x3", "Box 15x15",
                                          "Morphology 15x15 erode"};

constexpr int kBorder = cv::BORDER_REPLICATE;
constexpr int kInFlight = 4;

struct TransferCase
{
    const Benchmark* benchmark;
    cv::Size size;
    int type;

    bool isOfVideo() const { return size.width <= 3840; }
    std::string name() const
    {
        return benchmark->title() + "/" + typeText(type) + cv::format("/%dx%d/transfers", size.width, size.height);
    }
};

class TransferView
{
public:
    explicit TransferView(const Settings& settings)
        : calls_(settings.quick ? 5 : 15),
          csv_(settings.transferCsv, {"filter", "ksize", "src", "dst", "width", "height", "bound_us", "page_locked_us",
                                      "pageable_us", "pageable_new_us", "opencv_cpu_us", "opencv_cpu_new_us",
                                      "stream_page_locked_us", "stream_pageable_us", "threads", "device", "commit"})
    {}

    Times measure(const TransferCase& c);

private:
    void measurePageable(const TransferCase& c, const FilterPtr& filter, Times& times) const;
    void measurePageLocked(const TransferCase& c, const FilterPtr& filter, Times& times);
    double boundMicroseconds(const cv::Mat& src, cv::Mat& dst);
    void record(const TransferCase& c, const Times& times);

    int calls_;
    CsvFile csv_;
    OwnStream up_, down_;
};

// The bytes of src one way and those of dst the other way at the same time, in page-locked memory.
double TransferView::boundMicroseconds(const cv::Mat& src, cv::Mat& dst)
{
    const std::size_t srcBytes = src.total() * src.elemSize(), dstBytes = dst.total() * dst.elemSize();
    const DeviceMemory uploaded(srcBytes), filtered(dstBytes);
    return wallMicroseconds(
        [&] {
            startUpload(uploaded.data(), src.data, srcBytes, up_);
            startDownload(dst.data, filtered.data(), dstBytes, down_);
            synchronize(up_);
            synchronize(down_);
        },
        calls_);
}

void TransferView::measurePageable(const TransferCase& c, const FilterPtr& filter, Times& times) const
{
    const cv::Mat src = randomImage(c.size, c.type);
    cv::Mat dst(c.size, c.type);
    const auto note = [&](const std::string& column, const std::function<void(cv::Mat&)>& function) {
        times[column + "_us"] = wallMicroseconds([&] { function(dst); }, calls_);
        times[column + "_new_us"] = wallMicroseconds(
            [&] {
                cv::Mat result;
                function(result);
            },
            calls_);
    };
    note("pageable", [&](cv::Mat& result) { filter->apply(src, result); });
    note("opencv_cpu",
         [&](cv::Mat& result) { c.benchmark->instance.opencv(src, result, CV_MAT_DEPTH(c.type), kBorder); });
    if (!c.isOfVideo())
        return;
    std::vector<cv::Mat> results;
    for (int i = 0; i < kInFlight; ++i)
        results.push_back(dst.clone());
    times["stream_pageable_us"] = streamMicroseconds(filter, src, results, calls_ * kInFlight);
}

void TransferView::measurePageLocked(const TransferCase& c, const FilterPtr& filter, Times& times)
{
    PinnedImage src(c.size, c.type), dst(c.size, c.type);
    randomImage(c.size, c.type).copyTo(src.image);
    times["page_locked_us"] = wallMicroseconds([&] { filter->apply(src.image, dst.image); }, calls_);
    times["bound_us"] = boundMicroseconds(src.image, dst.image);
    if (!c.isOfVideo())
        return;
    std::deque<PinnedImage> memory;
    std::vector<cv::Mat> results;
    for (int i = 0; i < kInFlight; ++i)
        results.push_back(memory.emplace_back(c.size, c.type).image);
    times["stream_page_locked_us"] = streamMicroseconds(filter, src.image, results, calls_ * kInFlight);
}

Times TransferView::measure(const TransferCase& c)
{
    const FilterPtr filter = c.benchmark->instance.create(c.type, c.type, {kBorder, kBorder, {}});
    Times times;
    measurePageable(c, filter, times);
    measurePageLocked(c, filter, times);
    times["us"] = times["pageable_us"];
    record(c, times);
    return times;
}

void TransferView::record(const TransferCase& c, const Times& times)
{
    std::vector<std::string> line = {c.benchmark->filter, c.benchmark->kernelText(),    typeText(c.type),
                                     typeText(c.type),    std::to_string(c.size.width), std::to_string(c.size.height)};
    for (const char* column : {"bound_us", "page_locked_us", "pageable_us", "pageable_new_us", "opencv_cpu_us",
                               "opencv_cpu_new_us", "stream_page_locked_us", "stream_pageable_us"})
        line.push_back(timeText(times, column));
    line.insert(line.end(), {std::to_string(cv::getNumThreads()), deviceName(), commit()});
    csv_.add(line);
    std::printf("%s: link %s us, page-locked %s us, pageable %s us, OpenCV's CPU %s us\n", c.name().c_str(),
                timeText(times, "bound_us").c_str(), timeText(times, "page_locked_us").c_str(),
                timeText(times, "pageable_us").c_str(), timeText(times, "opencv_cpu_us").c_str());
    std::fflush(stdout);
}

bool isListed(const Benchmark& benchmark)
{
    return benchmark.dstDepth == cudatiled_test::kSameDepth &&
           std::find(kTitles.begin(), kTitles.end(), benchmark.title()) != kTitles.end();
}

} // namespace

void addTransferView(const Settings& settings)
{
    const Selection& selection = settings.selection;
    const auto view = std::make_shared<TransferView>(settings);
    for (const cv::Size size : selection.sizes.empty() ? kSizes : selection.sizes)
        for (const int type : selection.types.empty() ? kTypes : selection.types)
            for (const Benchmark& benchmark : cudatiled_test::benchmarks())
            {
                const TransferCase c{&benchmark, size, type};
                if (isListed(benchmark) && selection.takes(benchmark.title()))
                    addBenchmark(c.name(), [=] { return view->measure(c); });
            }
}

} // namespace perf
