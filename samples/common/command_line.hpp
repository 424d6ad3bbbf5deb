// SPDX-License-Identifier: Apache-2.0
// What the programs' command lines have in common: the backend option, and errors that end a program with one line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "recipe.hpp"

namespace samples {

// --backend auto | cuda | cpu; takes effect in `runProgram`, before the body.
void addBackendOption(CLI::App& app);

// An option for each parameter of the recipe's filter. The recipe must outlive the app.
void addParameters(CLI::App& app, Recipe& recipe);

// A parameter's text, or what is in the file of that name. Taps may be in a file: one row of a matrix per line; the
// taps of a vector on any number of lines.
std::string textOrFile(const Parameter& parameter, const std::string& value);

// Parses the command line, runs the body and returns its exit code. Exceptions become a line on stderr and a code other
// than 0: bad options CLI11's own, everything else 1.
int runProgram(CLI::App& app, int argc, char** argv, const std::function<int()>& body);

// The same for a command line that goes on with further filters, "--then FILTER [ITS PARAMETERS]" for each. The
// program's own options and pictures may stand behind any of them. A first "--pipeline NAMES" stands for several.
int runProgram(CLI::App& app, int argc, char** argv, std::vector<Recipe>& following, const std::function<int()>& body);

// Says so in the help of such programs.
extern const char* const kThenHelp;

// The backend in use, short: the GPU's name, or "CPU".
std::string shortBackendName();

} // namespace samples
