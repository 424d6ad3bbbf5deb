// SPDX-License-Identifier: Apache-2.0
// Parts of documents that programs print.
#pragma once

#include <string>

namespace cudatiled_test {

// What a program does whose arguments are none, to print the part, or a document's path, to tell whether the document has it as it is.
// Returns the exit code.
int printOrCompare(const std::string& part, int argc, char** argv);

} // namespace cudatiled_test
