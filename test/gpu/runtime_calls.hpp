// SPDX-License-Identifier: Apache-2.0
// Counts this program's calls of the CUDA runtime, the library's among them: those that allocate, wait, copy or launch.
#pragma once

#include <map>
#include <string>

namespace cudatiled_test {

// How often each function was called since the last reset, by name; those that were not called are left out.
std::map<std::string, int> runtimeCalls();
void resetRuntimeCalls();

} // namespace cudatiled_test
