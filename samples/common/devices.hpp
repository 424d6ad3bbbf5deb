// SPDX-License-Identifier: Apache-2.0
// --devices: the CUDA devices that take turns with pictures or frames.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace samples {

// --devices all | 0,1,...; `text` stays empty without it. Only the form is checked before the body of the program.
CLI::Option* addDevicesOption(CLI::App& app, std::string& text);

// What a FrameStream is given: the numbers of the devices, or none for the current device or the CPU. Where the CPU
// filters, "all" means the CPU, and a line on stderr says so. Throws std::invalid_argument for a device that is not
// there.
std::vector<int> devicesOf(const std::string& text);

// For people: the devices that were chosen, or the backend in use.
std::string whereFiltered(const std::vector<int>& devices);

} // namespace samples
