// SPDX-License-Identifier: Apache-2.0
// createGreyWorldFilter.
#include "../api/engine.hpp"
#include "levels.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createGreyWorldFilter(int srcType)
{
    return makeFilter(levelsPlan(__func__, srcType, LevelsRule::GreyWorld));
}

}} // namespace cv::cudatiled
