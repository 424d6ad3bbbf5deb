// SPDX-License-Identifier: Apache-2.0
// createLocalVarianceFilter.
#include "../api/engine.hpp"
#include "local_statistics.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createLocalVarianceFilter(int srcType, int dstType, Size ksize, bool deviation, Point anchor,
                                      int borderMode, Scalar borderVal)
{
    const LocalStatistic kind = deviation ? LocalStatistic::Deviation : LocalStatistic::Variance;
    return makeFilter(localStatisticsPlan(__func__, kind, srcType, dstType, ksize, anchor, borderMode, borderVal));
}

}} // namespace cv::cudatiled
