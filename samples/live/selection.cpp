// SPDX-License-Identifier: Apache-2.0
// Turns trackbar positions into a recipe.
#include "selection.hpp"

namespace samples {

const char* barName(int bar)
{
    const std::array<const char*, Selection::kBars> names = {kSizeBar, kAmountBar, kVariantBar};
    return names[bar];
}

const Slider* sliderOf(int filter, int bar)
{
    for (const Slider& slider : commands()[filter].sliders)
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
    return selectFilter(int(&findCommand(name) - commands().data()));
}

Recipe recipeOf(const Selection& selection)
{
    Recipe recipe(commands()[selection.filter]);
    for (int bar = 0; bar < Selection::kBars; ++bar)
        if (const Slider* slider = sliderOf(selection.filter, bar))
            recipe.settings.setAll(slider->positions.at(selection.positions[bar]));
    return recipe;
}

} // namespace samples
