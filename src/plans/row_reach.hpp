// SPDX-License-Identifier: Apache-2.0
// The rows that a plan needs to filter a part of an image with the results of the whole image.
#pragma once

#include <algorithm>

#include "canny_plan.hpp"
#include "corner_plan.hpp"
#include "levels_plan.hpp"
#include "local_statistics_plan.hpp"
#include "median_plan.hpp"
#include "morphology_plan.hpp"
#include "pyramid_plan.hpp"
#include "resize_plan.hpp"

namespace cv { namespace cudatiled {

struct RowReach
{
    int above, below;             // rows of the source that the window covers beside its own
    int spoiltAbove, spoiltBelow; // rows of results beside a cut through the image that differ from the whole image's
    bool wholeImage = false;      // whether any row of the source may change any row of results
};

inline RowReach rowReachOf(const ImagePlan& plan)
{
    return {plan.anchor.y, plan.ksize.height - 1 - plan.anchor.y, 0, 0};
}

// Every step after the first one filters an image that ends at the cut.
inline RowReach rowReachOf(const MorphologyPlan& plan)
{
    const RowReach reach = rowReachOf(static_cast<const ImagePlan&>(plan));
    const bool inPieces = plan.element.empty() && std::max(plan.ksize.width, plan.ksize.height) > kNeverInPieces;
    const int cut = static_cast<int>(plan.steps().size()) - (inPieces ? 0 : 1);
    return {reach.above, reach.below, cut * reach.above, cut * reach.below};
}

// The sums are of an image of products, which ends at the cut.
inline RowReach rowReachOf(const CornerPlan& plan)
{
    const RowReach reach = rowReachOf(static_cast<const ImagePlan&>(plan)), sums = rowReachOf(plan.sums);
    return {reach.above, reach.below, sums.above, sums.below};
}

inline RowReach reachOfWholeImage(const ImagePlan& plan)
{
    RowReach reach = rowReachOf(plan);
    reach.wholeImage = true;
    return reach;
}

// An edge may be as long as it likes: every row may change every other one.
inline RowReach rowReachOf(const CannyPlan& plan)
{
    return reachOfWholeImage(plan);
}

// Rows of results are no rows of the source.
inline RowReach rowReachOf(const PyramidPlan& plan)
{
    return reachOfWholeImage(plan);
}
inline RowReach rowReachOf(const ResizePlan& plan)
{
    return reachOfWholeImage(plan);
}

// A histogram counts every pixel.
inline RowReach rowReachOf(const LevelsPlan& plan)
{
    return reachOfWholeImage(plan);
}

// An estimate of the noise is a mean over every pixel.
inline RowReach rowReachOf(const LocalStatisticsPlan& plan)
{
    return plan.estimatesNoise ? reachOfWholeImage(plan) : rowReachOf(static_cast<const ImagePlan&>(plan));
}

// A window that is cut at the edge of the image is cut at the cut.
inline RowReach rowReachOf(const MedianPlan& plan)
{
    const RowReach reach = rowReachOf(static_cast<const ImagePlan&>(plan));
    return plan.cutsWindows ? RowReach{0, 0, reach.above, reach.below} : reach;
}

// The pixels that a result depends on, around it.
inline cv::Rect windowOf(const ImagePlan& plan)
{
    return cv::Rect(-plan.anchor, plan.ksize);
}

inline cv::Rect windowOf(const MorphologyPlan& plan)
{
    const int steps = static_cast<int>(plan.steps().size());
    return cv::Rect(-plan.anchor * steps, (plan.ksize - cv::Size(1, 1)) * steps + cv::Size(1, 1));
}

}} // namespace cv::cudatiled
