// SPDX-License-Identifier: Apache-2.0
// createMedianFilter.
#include "../engines/median.hpp"

#include "../core/require.hpp"
#include "arguments.hpp"
#include "operation.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createMedianFilter(int srcType, int windowSize, int partition)
{
    (void)partition; // how cv::cuda divides its work
    constexpr int kLargest = 4095;
    MedianPlan plan;
    setTypes(plan, __func__, srcType, srcType, DepthPairs::Same);
    CUDATILED_REQUIRE(windowSize >= 3 && windowSize <= kLargest && windowSize % 2 == 1, __func__, StsBadSize,
                      "windowSize is %d; it must be odd and from 3 to %d", windowSize, kLargest);
    setAperture(plan, __func__, {windowSize, windowSize}, {-1, -1});
    setBorder(plan, __func__, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED, -1, {});
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
