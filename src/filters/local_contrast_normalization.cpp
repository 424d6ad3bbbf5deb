// SPDX-License-Identifier: Apache-2.0
// createLocalContrastNormalizationFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "local_statistics.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createLocalContrastNormalizationFilter(int srcType, int dstType, Size ksize, double gain, double offset,
                                                   double leastDeviation, Point anchor, int borderMode,
                                                   Scalar borderVal)
{
    LocalStatisticsPlan plan =
        localStatisticsPlan(__func__, LocalStatistic::Contrast, srcType, dstType, ksize, anchor, borderMode, borderVal);
    CUDATILED_REQUIRE(finite(__func__, "leastDeviation", leastDeviation) >= FLT_MIN, __func__, StsOutOfRange,
                      "leastDeviation is %g; it must be positive, at least 1.2e-38", leastDeviation);
    plan.statistic.gain = static_cast<float>(finite(__func__, "gain", gain));
    plan.statistic.offset = static_cast<float>(finite(__func__, "offset", offset));
    plan.statistic.leastDeviation = static_cast<float>(leastDeviation);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
