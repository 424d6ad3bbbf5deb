// SPDX-License-Identifier: Apache-2.0
// createEqualizeHistFilter.
#include "../api/engine.hpp"
#include "levels.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createEqualizeHistFilter(int srcType)
{
    return makeFilter(levelsPlan(__func__, srcType, LevelsRule::Equalize));
}

}} // namespace cv::cudatiled
