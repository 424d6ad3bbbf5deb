// SPDX-License-Identifier: Apache-2.0
// createSqrBoxFilter.
#include "../api/engine.hpp"
#include "local_statistics.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createSqrBoxFilter(int srcType, int dstType, Size ksize, Point anchor, int borderMode, Scalar borderVal,
                               bool normalize)
{
    const int resultType = dstType < 0 ? CV_32F : dstType; // as cv::sqrBoxFilter
    LocalStatisticsPlan plan = localStatisticsPlan(__func__, LocalStatistic::SquareMean, srcType, resultType, ksize,
                                                   anchor, borderMode, borderVal);
    plan.statistic.scale = normalize ? static_cast<float>(plan.statistic.inverseArea) : 1.f;
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
