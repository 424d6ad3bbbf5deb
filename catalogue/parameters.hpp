// SPDX-License-Identifier: Apache-2.0
// Parameters and trackbars that several filters have.
#pragma once

#include "entry.hpp"

namespace cudatiled_catalogue {

constexpr const char* kSizeBar = "size";
constexpr const char* kAmountBar = "amount";
constexpr const char* kVariantBar = "variant";

// Functions, because test programs ask for the catalogue before all of their constants are there.
using Choices = std::vector<std::pair<std::string, int>>;
Choices borderModes();
Choices onOff();

Parameter choice(const char* name, const char* defaultName, const char* help, const Choices& choices);
Parameter anchorParameter();
Parameter depthParameter();
Parameter borderParameter();
Parameter columnBorderParameter();
Parameter borderValueParameter();

// `own` parameters, then those of all filters with 2-D kernels (with separable ones).
std::vector<Parameter> with2d(std::vector<Parameter> own);
std::vector<Parameter> withSeparable(std::vector<Parameter> own);

// Trackbar positions "--name first", "--name first + step", …
Slider numbers(const char* trackbar, const std::string& name, double first, double last, double step, double start);
Slider everyChoice(const char* trackbar, const Parameter& parameter);

// The type of the destination for a source of `srcType`.
int destinationType(int srcType, const Settings& settings);

// How images continue outside, by the parameters border, border-y and border-value. A filter without them has
// BORDER_REPLICATE. Of morphology's "never" it is BORDER_CONSTANT, for which the filter has a value of its own.
Borders bordersOf(const Settings& settings);

} // namespace cudatiled_catalogue
