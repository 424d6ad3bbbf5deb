// SPDX-License-Identifier: Apache-2.0
// Statistics of the pixels in a window from sums in double: cv::boxFilter and cv::sqrBoxFilter of integers, which are
// exact, and cv::sepFilter2D of floats, whose running sums would keep the rounding errors of other windows.
#include <opencv2/imgproc.hpp>

#include "../core/dispatch.hpp"
#include "../core/rounding.hpp"
#include "../plans/local_statistics_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

struct Sums
{
    cv::Mat pixels, squares; // CV_64F
};

Sums sumsOf(const LocalStatisticsPlan& plan, const cv::Mat& src)
{
    const bool exact = src.depth() != CV_32F;
    const cv::Mat row = cv::Mat::ones(1, plan.ksize.width, CV_64F),
                  column = cv::Mat::ones(1, plan.ksize.height, CV_64F);
    Sums sums;
    sums.pixels = sumsInDouble(plan, src, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        if (exact)
            cv::boxFilter(from, to, CV_64F, plan.ksize, plan.anchor, false, borderType);
        else
            cv::sepFilter2D(from, to, CV_64F, row, column, plan.anchor, 0, borderType);
    });
    sums.squares = sumsInDouble(plan, src, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        if (exact)
            return cv::sqrBoxFilter(from, to, CV_64F, plan.ksize, plan.anchor, false, borderType);
        const cv::Rect inside = insidePadding(plan, from.size());
        cv::Mat whole = from;
        whole.adjustROI(inside.y, plan.ksize.height - 1 - inside.y, inside.x, plan.ksize.width - 1 - inside.x);
        const cv::Mat squares = whole.mul(whole);
        cv::sepFilter2D(squares(inside), to, CV_64F, row, column, plan.anchor, 0, borderType);
    });
    return sums;
}

template <class S, class D>
void finishRow(const LocalStatistics& statistic, const S* pixel, const double* sum, const double* squares, D* dst,
               int scalars)
{
    using Of = MomentsOf<S>;
    for (int x = 0; x < scalars; ++x)
    {
        Of moments;
        moments.sum = static_cast<decltype(moments.sum)>(sum[x]);
        moments.squares = static_cast<decltype(moments.squares)>(squares[x]);
        dst[x] = saturateRound<D>(dependsOnPixel(statistic.kind) ? statistic.onPixel(moments, pixel[x])
                                                                 : statistic.ofWindow(moments));
    }
}

} // namespace

void runOnCpu(const LocalStatisticsPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const Sums sums = sumsOf(plan, src);
    const int scalars = src.cols * src.channels();
    withDepthPair<SameOrFloatTargets>(src.depth(), dst.depth(), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        cv::parallel_for_({0, dst.rows}, [&](const cv::Range& rows) {
            for (int y = rows.start; y < rows.end; ++y)
                finishRow(plan.statistic, src.ptr<S>(y), sums.pixels.ptr<double>(y), sums.squares.ptr<double>(y),
                          dst.ptr<D>(y), scalars);
        });
    });
}

}} // namespace cv::cudatiled
