// SPDX-License-Identifier: Apache-2.0
// Images of another size through cv::resize, which cannot align the centres of the pixels in the corners.
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "../core/dispatch.hpp"
#include "../core/rounding.hpp"
#include "../plans/resize_plan.hpp"
#include "apart.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class T> float between(T first, T second, float weight)
{
    return std::fma(static_cast<float>(second), weight, static_cast<float>(first) * (1.f - weight));
}

template <class T> void alignCorners(const Resizing& resizing, const cv::Mat& src, cv::Mat& dst)
{
    const int channels = src.channels();
    std::vector<ResizePlace> columns;
    for (int x = 0; x < dst.cols; ++x)
        columns.push_back(cornersPlace(resizing.x, x));
    cv::parallel_for_({0, dst.rows}, [&](const cv::Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
        {
            const ResizePlace row = cornersPlace(resizing.y, y);
            const T *const upper = src.ptr<T>(row.first), *const lower = src.ptr<T>(row.second);
            T* to = dst.ptr<T>(y);
            for (const ResizePlace& column : columns)
                for (int c = 0; c < channels; ++c)
                {
                    const std::ptrdiff_t left = std::ptrdiff_t(column.first) * channels + c,
                                         right = std::ptrdiff_t(column.second) * channels + c;
                    *to++ = saturateRound<T>(between(between(upper[left], upper[right], column.weight),
                                                     between(lower[left], lower[right], column.weight), row.weight));
                }
        }
    });
}

} // namespace

void runOnCpu(const ResizePlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    apart(src, dst, [&](cv::Mat& result) {
        const Resizing resizing = resizingOf(plan, src.size());
        if (resizing.method == ResizeMethod::Corners)
            withDepth(src.depth(), PyramidTypes{},
                      [&](auto depth) { alignCorners<typename decltype(depth)::type>(resizing, src, result); });
        else
            cv::resize(src, result, plan.dsize, plan.fx, plan.fy, plan.interpolation);
    });
}

}} // namespace cv::cudatiled
