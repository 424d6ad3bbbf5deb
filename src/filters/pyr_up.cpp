// SPDX-License-Identifier: Apache-2.0
// createPyrUpFilter.
#include "../api/engine.hpp"
#include "../plans/pyramid_plan.hpp"
#include "pyramid.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createPyrUpFilter(int srcType, Size dsize)
{
    PyrUpPlan plan;
    setLevel(plan, __func__, srcType, dsize, cv::BORDER_DEFAULT);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
