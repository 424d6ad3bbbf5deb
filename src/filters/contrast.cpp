// SPDX-License-Identifier: Apache-2.0
// createContrastFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/contrast_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createContrastFilter(int srcType, int lowest, int highest)
{
    ContrastPlan plan;
    setTypes(plan, __func__, srcType, -1, DepthPairs::Bytes);
    setPointwise(plan);
    for (const auto& [name, level] : {std::pair("lowest", lowest), std::pair("highest", highest)})
        CUDATILED_REQUIRE(level >= 0 && level <= 255, __func__, StsOutOfRange, "%s is %d; it must be from 0 to 255",
                          name, level);
    CUDATILED_REQUIRE(lowest <= highest, __func__, StsBadArg, "lowest is %d and highest %d; lowest must not be above",
                      lowest, highest);
    if (lowest < highest) // else all levels stay
    {
        plan.lowest = lowest;
        plan.range = highest - lowest;
    }
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
