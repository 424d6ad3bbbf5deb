// SPDX-License-Identifier: Apache-2.0
// createUnsharpMaskFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/unsharp_plan.hpp"
#include "gaussian.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createUnsharpMaskFilter(int srcType, Size ksize, double sigma1, double sigma2, double amount,
                                    double threshold, int rowBorderMode, int columnBorderMode, Scalar borderVal)
{
    UnsharpPlan plan;
    setTypes(plan.blur, __func__, srcType, srcType, DepthPairs::Same);
    setBorder(plan.blur, __func__, rowBorderMode, columnBorderMode, borderVal);
    setBlur(plan.blur, __func__, ksize, sigma1, sigma2);
    static_cast<ImagePlan&>(plan) = plan.blur;
    plan.mask.amount = static_cast<float>(finite(__func__, "amount", amount));
    CUDATILED_REQUIRE(finite(__func__, "threshold", threshold) >= 0, __func__, StsBadArg,
                      "threshold is %g; it must not be negative", threshold);
    plan.mask.threshold = static_cast<float>(threshold);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
