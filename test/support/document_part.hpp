// SPDX-License-Identifier: Apache-2.0
// Parts of documents that programs print.
#pragma once

#include <string>

namespace cudatiled_test {

// Without arguments, prints the part. With a document's path as the argument, fails unless the document contains the
// part word for word. Returns the program's exit code.
int printOrCompare(const std::string& part, int argc, char** argv);

} // namespace cudatiled_test
