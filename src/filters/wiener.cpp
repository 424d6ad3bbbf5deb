// SPDX-License-Identifier: Apache-2.0
// createWienerFilter.
#include "../api/engine.hpp"
#include "local_statistics.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createWienerFilter(int srcType, int dstType, Size ksize, double noise, Point anchor, int borderMode,
                               Scalar borderVal)
{
    LocalStatisticsPlan plan =
        localStatisticsPlan(__func__, LocalStatistic::Wiener, srcType, dstType, ksize, anchor, borderMode, borderVal);
    plan.estimatesNoise = finite(__func__, "noise", noise) < 0;
    plan.statistic.noise = plan.estimatesNoise ? 0.f : static_cast<float>(noise);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
