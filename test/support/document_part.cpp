// SPDX-License-Identifier: Apache-2.0
// Parts of documents that programs print.
#include "document_part.hpp"

#include <cstdio>
#include <fstream>
#include <iterator>

namespace cudatiled_test {

int printOrCompare(const std::string& part, int argc, char** argv)
{
    if (argc < 2)
    {
        std::fputs(part.c_str(), stdout);
        return 0;
    }
    std::ifstream file(argv[1]);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (text.find(part) != std::string::npos)
        return 0;
    std::fprintf(stderr, "%s has something else; it should be\n%s", argv[1], part.c_str());
    return 1;
}

} // namespace cudatiled_test
