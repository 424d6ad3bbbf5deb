// SPDX-License-Identifier: Apache-2.0
// createMedianFilter.
#include "median.hpp"

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

MedianPlan medianPlan(const char* function, int srcType, int windowSize)
{
    constexpr int kLargest = 4095;
    MedianPlan plan;
    setTypes(plan, function, srcType, srcType, DepthPairs::Same);
    CUDATILED_REQUIRE(windowSize >= 3 && windowSize <= kLargest && windowSize % 2 == 1, function, StsBadSize,
                      "windowSize is %d; it must be odd and from 3 to %d", windowSize, kLargest);
    setAperture(plan, function, {windowSize, windowSize}, {-1, -1});
    setBorder(plan, function, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED, -1, {});
    return plan;
}

Ptr<Filter> createMedianFilter(int srcType, int windowSize, int partition)
{
    (void)partition; // how cv::cuda divides its work
    return makeFilter(medianPlan(__func__, srcType, windowSize));
}

}} // namespace cv::cudatiled
