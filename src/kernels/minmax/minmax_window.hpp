// SPDX-License-Identifier: Apache-2.0
// What minmaxWindowKernel finds in a window: what its registers and its speed depend on.
#pragma once

namespace cv { namespace cudatiled {

enum class MinmaxWindow
{
    Rectangle, // the extreme of all pixels
    Mask,      // the extreme of some
    Centred,   // the same, if rows of the element are centred and alike above and below the middle
    Ellipse,   // the same, if rows of the element grow to its middle
    Gradient,  // both extremes
    Opening,   // the extreme of the other extremes
};

}} // namespace cv::cudatiled
