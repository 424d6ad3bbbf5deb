// SPDX-License-Identifier: Apache-2.0
// What the factories of filters by histograms share. Errors name `function`.
#pragma once

#include "../plans/levels_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

// All but the rule's parameters.
inline LevelsPlan levelsPlan(const char* function, int srcType, LevelsRule rule, DepthPairs pairs = DepthPairs::Bytes)
{
    LevelsPlan plan;
    setTypes(plan, function, srcType, srcType, pairs);
    setPointwise(plan);
    plan.rule = rule;
    return plan;
}

}} // namespace cv::cudatiled
