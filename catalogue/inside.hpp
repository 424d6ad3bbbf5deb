// SPDX-License-Identifier: Apache-2.0
// Weighted means of the pixels inside the image: BORDER_INSIDE.
#pragma once

#include "entry.hpp"

namespace cudatiled_catalogue {

// Whether a situation asks for it.
bool isInside(const Situation& situation);

// Whether taps suit it: none is negative, and the one at the anchor is positive.
bool areWeights(const cv::Mat& taps, cv::Point anchor);

// Now and then taps that suit it, in the place of those that were drawn; `anchor` of -1 is the centre.
void drawWeights(cv::RNG& random, cv::Mat& taps, cv::Point anchor);

// The instance, which BORDER_INSIDE suits.
Instance takingInside(Instance instance);

// `within` is the definition where the whole window lies inside; elsewhere its taps and its delta count.
Definition inside(const Definition& within, const cv::Mat& taps);

// The parameters, of which that of borders has one choice more.
std::vector<Parameter> withInside(std::vector<Parameter> parameters);

// Borders that are not accepted together.
Refused refusedInsideAndOther(const Factory& create);

} // namespace cudatiled_catalogue
