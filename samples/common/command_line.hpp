// SPDX-License-Identifier: Apache-2.0
// What the programs' command lines have in common: the backend option, and errors that end a program with one line.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

namespace samples {

// --backend auto | cuda | cpu; takes effect in `runProgram`, before the body.
void addBackendOption(CLI::App& app);

// Parses the command line, runs the body and returns its exit code. Exceptions become a line on stderr and a code other
// than 0: bad options CLI11's own, everything else 1.
int runProgram(CLI::App& app, int argc, char** argv, const std::function<int()>& body);

// The backend in use, short: the GPU's name, or "CPU".
std::string shortBackendName();

} // namespace samples
