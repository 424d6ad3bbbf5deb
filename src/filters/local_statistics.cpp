// SPDX-License-Identifier: Apache-2.0
// What the factories of local statistics have in common.
#include "local_statistics.hpp"

#include "../core/require.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kLargestArea = 1 << 21; // sums of squares of 16 bits are then exact in double

DepthPairs depthPairsOf(LocalStatistic kind)
{
    if (kind == LocalStatistic::SquareMean)
        return DepthPairs::Squares;
    return dependsOnPixel(kind) ? DepthPairs::SameOrFloat : DepthPairs::Statistic;
}

} // namespace

LocalStatisticsPlan localStatisticsPlan(const char* function, LocalStatistic kind, int srcType, int dstType,
                                        cv::Size ksize, cv::Point anchor, int borderMode, const cv::Scalar& borderVal)
{
    LocalStatisticsPlan plan;
    setTypes(plan, function, srcType, dstType, depthPairsOf(kind));
    setAperture(plan, function, ksize, anchor);
    CUDATILED_REQUIRE(static_cast<std::int64_t>(ksize.width) * ksize.height <= kLargestArea, function, StsBadSize,
                      "ksize is %d x %d; the window must have at most 2^21 pixels", ksize.width, ksize.height);
    setBorder(plan, function, borderMode, borderMode, borderVal);
    plan.statistic.kind = kind;
    plan.statistic.area = ksize.width * ksize.height;
    plan.statistic.inverseArea = 1. / plan.statistic.area;
    return plan;
}

}} // namespace cv::cudatiled
