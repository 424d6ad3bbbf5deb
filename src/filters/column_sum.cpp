// SPDX-License-Identifier: Apache-2.0
// createColumnSumFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/sum_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createColumnSumFilter(int srcType, int dstType, int ksize, int anchor, int borderMode, Scalar borderVal)
{
    SumPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Sum);
    CUDATILED_REQUIRE(ksize >= 1, __func__, StsBadSize, "ksize is %d; it must be at least 1", ksize);
    setAperture(plan, __func__, {1, ksize}, {0, anchor});
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
