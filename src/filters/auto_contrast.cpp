// SPDX-License-Identifier: Apache-2.0
// createAutoContrastFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "levels.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createAutoContrastFilter(int srcType, double share, bool together)
{
    LevelsPlan plan = levelsPlan(__func__, srcType, LevelsRule::Contrast);
    CUDATILED_REQUIRE(share >= 0 && share < 0.5, __func__, StsOutOfRange,
                      "share is %g; it must be at least 0 and below 0.5", share);
    plan.contrast = {share, together};
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
