// SPDX-License-Identifier: Apache-2.0
// Which filter is chosen, and where its trackbars stand.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "../common/recipe.hpp"

namespace samples {

// Those of one picture: a frame comes alone.
const std::vector<Command>& liveCommands();

// Throws std::invalid_argument for a filter that reads a second picture.
void requireOnePicture(const Command& filter);

struct Selection
{
    static constexpr int kBars = 3;

    int filter = 0;                     // index into liveCommands()
    std::array<int, kBars> positions{}; // of the trackbars named by barName()

    bool operator==(const Selection& other) const { return filter == other.filter && positions == other.positions; }
    bool operator!=(const Selection& other) const { return !(*this == other); }
};

const char* barName(int bar);

// The slider of a filter that moves with a trackbar; null if the filter has none.
const Slider* sliderOf(int filter, int bar);

// A filter with its trackbars where they start. Throws std::invalid_argument for a name that is none of theirs.
Selection selectFilter(int filter);
Selection selectFilter(const std::string& name);

Recipe recipeOf(const Selection& selection);

} // namespace samples
