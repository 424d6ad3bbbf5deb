// SPDX-License-Identifier: Apache-2.0
// Turns trackbar positions into a recipe.
#include "selection.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace samples {

const std::vector<Command>& liveCommands()
{
    static const std::vector<Command> offered = [] {
        std::vector<Command> list;
        std::copy_if(commands().begin(), commands().end(), std::back_inserter(list),
                     [](const Command& filter) { return !filter.guided; });
        return list;
    }();
    return offered;
}

void requireOnePicture(const Command& filter)
{
    if (filter.guided)
        throw std::invalid_argument(filter.name +
                                    " reads a second picture, which a frame does not have; filter_image " +
                                    filter.name + " takes one with --joint");
}

const char* barName(int bar)
{
    const std::array<const char*, Selection::kBars> names = {kSizeBar, kAmountBar, kVariantBar};
    return names[bar];
}

const Slider* sliderOf(int filter, int bar)
{
    for (const Slider& slider : liveCommands()[filter].sliders)
        if (slider.trackbar == barName(bar))
            return &slider;
    return nullptr;
}

Selection selectFilter(int filter)
{
    Selection selection;
    selection.filter = filter;
    for (int bar = 0; bar < Selection::kBars; ++bar)
        if (const Slider* slider = sliderOf(filter, bar))
            selection.positions[bar] = slider->start;
    return selection;
}

Selection selectFilter(const std::string& name)
{
    requireOnePicture(findCommand(name));
    const auto at = std::find_if(liveCommands().begin(), liveCommands().end(),
                                 [&](const Command& filter) { return filter.name == name; });
    return selectFilter(int(at - liveCommands().begin()));
}

Recipe recipeOf(const Selection& selection)
{
    Recipe recipe(liveCommands()[selection.filter]);
    for (int bar = 0; bar < Selection::kBars; ++bar)
        if (const Slider* slider = sliderOf(selection.filter, bar))
            recipe.settings.setAll(slider->positions.at(selection.positions[bar]));
    return recipe;
}

} // namespace samples
