// SPDX-License-Identifier: Apache-2.0
// createContrastFilter: a look-up table.
#include "../api/engine.hpp"
#include "../core/levels.hpp"
#include "../core/require.hpp"
#include "../plans/look_up_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createContrastFilter(int srcType, int lowest, int highest)
{
    LookUpPlan plan;
    setTypes(plan, __func__, srcType, srcType, DepthPairs::Bytes);
    setPointwise(plan);
    for (const auto& [name, level] : {std::pair("lowest", lowest), std::pair("highest", highest)})
        CUDATILED_REQUIRE(level >= 0 && level <= 255, __func__, StsOutOfRange, "%s is %d; it must be from 0 to 255",
                          name, level);
    CUDATILED_REQUIRE(lowest <= highest, __func__, StsBadArg, "lowest is %d and highest %d; lowest must not be above",
                      lowest, highest);
    for (int level = 0; level < kLevels; ++level)
        plan.levels.push_back(stretchedLevel(level, lowest, highest));
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
