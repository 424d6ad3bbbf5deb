// SPDX-License-Identifier: Apache-2.0
// Without a GPU: the CPU backend beside the OpenCV function that computes the same.
#include <opencv2/core.hpp>

#include "noise.hpp"
#include "views.hpp"
#include "wall_clock.hpp"

namespace perf {

namespace {

constexpr int kCalls = 5;

Times measure(const Cell& cell)
{
    const cudatiled_test::Instance& instance = cell.benchmark->instance;
    const cv::Mat src = randomImage(cell.size, cell.srcType);
    const auto filter = instance.create(cell.srcType, cell.dstType, {cell.border, cell.border, {}});
    cv::Mat dst, copied;
    Times times;
    times["copy_us"] = wallMicroseconds([&] { src.copyTo(copied); }, kCalls);
    times["us"] = wallMicroseconds([&] { filter->apply(src, dst); }, kCalls);
    times["opencv_cpu_us"] =
        wallMicroseconds([&] { instance.opencv(src, dst, CV_MAT_DEPTH(cell.dstType), cell.border); }, kCalls);
    return times;
}

} // namespace

void addHostView(const Settings& settings, std::shared_ptr<Record> record)
{
    for (const Cell& cell : hostCells(settings.selection))
        addBenchmark(cell.name(), [cell, record] {
            const Times times = measure(cell);
            record->add(cell, times);
            printTableLine(false, cell, times);
            return times;
        });
}

} // namespace perf
