// SPDX-License-Identifier: Apache-2.0
// Pipelines by the names of their stages: short words for a chain of filters on a command line.
#pragma once

#include <string>
#include <vector>

namespace samples {

// The command line that a list stands for: "gray,tent" is gray --then linear --kernel tent5 --border inside. Each name
// is a preset, a filter or a mask; the list may be the name of a whole pipeline. Throws std::invalid_argument.
std::vector<std::string> wordsOfPipeline(const std::string& list);

// Each name with what it stands for, a line each.
std::string presetsText();

} // namespace samples
