// SPDX-License-Identifier: Apache-2.0
// Statistics of the pixels in a window from sums in double: cv::boxFilter and cv::sqrBoxFilter of integers, which are
// exact, and cv::sepFilter2D of floats, whose running sums would keep the rounding errors of other windows.
#include <vector>

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

template <class S> MomentsOf<S> momentsOf(const Sums& sums, int y, int x)
{
    MomentsOf<S> moments;
    moments.sum = static_cast<decltype(moments.sum)>(sums.pixels.ptr<double>(y)[x]);
    moments.squares = static_cast<decltype(moments.squares)>(sums.squares.ptr<double>(y)[x]);
    return moments;
}

// One for each channel.
using Statistics = std::vector<LocalStatistics>;

// Those of a plan; with an estimate of the noise, the mean of the variances, in an order that no threads change.
template <class S> Statistics statisticsOf(const LocalStatisticsPlan& plan, const Sums& sums)
{
    const int rows = sums.pixels.rows, channels = sums.pixels.channels(), scalars = sums.pixels.cols * channels;
    Statistics statistics(channels, plan.statistic);
    if (!plan.estimatesNoise)
        return statistics;
    cv::Mat1d ofRows = cv::Mat1d::zeros(rows, channels);
    cv::parallel_for_({0, rows}, [&](const cv::Range& range) {
        for (int y = range.start; y < range.end; ++y)
            for (int x = 0; x < scalars; ++x)
                ofRows(y, x % channels) += plan.statistic.variance(momentsOf<S>(sums, y, x));
    });
    for (int c = 0; c < channels; ++c)
    {
        double all = 0;
        for (int y = 0; y < rows; ++y)
            all += ofRows(y, c);
        statistics[c].noise = static_cast<float>(all / static_cast<double>(sums.pixels.total()));
    }
    return statistics;
}

template <class S, class D>
void finishRow(const Statistics& statistics, const Sums& sums, int y, const S* pixel, D* dst)
{
    const int channels = static_cast<int>(statistics.size()), scalars = sums.pixels.cols * channels;
    for (int x = 0; x < scalars; ++x)
    {
        const MomentsOf<S> moments = momentsOf<S>(sums, y, x);
        const LocalStatistics& statistic = statistics[x % channels];
        dst[x] = saturateRound<D>(dependsOnPixel(statistic.kind) ? statistic.onPixel(moments, pixel[x])
                                                                 : statistic.ofWindow(moments));
    }
}

// All that a statistic makes; each factory offers some of them.
template <class S> struct Targets : StatisticTargets<S>
{};
template <> struct Targets<Half> // is float here: see any_depth.hpp
{
    using list = Types<>;
};
template <> struct Targets<std::uint8_t>
{
    using list = Types<std::uint8_t, std::uint16_t, std::int16_t, float>;
};
template <> struct Targets<std::uint16_t> : Targets<std::uint8_t>
{};
template <> struct Targets<std::int16_t> : Targets<std::uint8_t>
{};
template <> struct Targets<float> : Targets<std::uint8_t>
{};

} // namespace

void runOnCpu(const LocalStatisticsPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const Sums sums = sumsOf(plan, src);
    withDepthPair<Targets>(src.depth(), dst.depth(), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        const Statistics statistics = statisticsOf<S>(plan, sums);
        cv::parallel_for_({0, dst.rows}, [&](const cv::Range& rows) {
            for (int y = rows.start; y < rows.end; ++y)
                finishRow(statistics, sums, y, src.ptr<S>(y), dst.ptr<D>(y));
        });
    });
}

}} // namespace cv::cudatiled
