// SPDX-License-Identifier: Apache-2.0
// createPyrDownFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/pyramid_plan.hpp"
#include "pyramid.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createPyrDownFilter(int srcType, Size dsize, int borderMode)
{
    PyrDownPlan plan;
    setLevel(plan, __func__, srcType, dsize, borderMode);
    CUDATILED_REQUIRE(plan.border.row != Border::Constant, __func__, StsBadArg,
                      "borderMode is BORDER_CONSTANT; it must be BORDER_REPLICATE (1), REFLECT (2), WRAP (3) or "
                      "REFLECT_101 (4), to which BORDER_ISOLATED (16) may be added");
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
