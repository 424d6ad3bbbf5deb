// SPDX-License-Identifier: Apache-2.0
// Prints the README's table of filters from the catalogue; with the README's path, tells whether the table there is the
// same.
#include <map>

#include "support/catalogue.hpp"
#include "support/document_part.hpp"

using namespace cudatiled_test;

namespace {

const char kBegin[] = "<!-- filters: printed by build/default/test/filter_table -->\n", kEnd[] = "<!-- /filters -->\n";

std::string depthPairs(const Entry& row)
{
    static const std::map<int, const char*> names = {{CV_8U, "8U"},   {CV_8S, "8S"},   {CV_16U, "16U"},
                                                     {CV_16S, "16S"}, {CV_32S, "32S"}, {CV_32F, "32F"}};
    if (row.depths == Depths::Same)
        return "8U 8S 16U 16S 32F, the depth of the source";
    if (row.depths == Depths::Sum)
        return "8U 8S 16U 16S 32F → 32S 32F";
    if (row.depths == Depths::Separable)
        return "8U 16U 16S 32S 32F → any of these; 8S → 8S 16S 32F";
    std::string text;
    for (const int src : srcDepths(row))
    {
        text += (text.empty() ? "" : "; ") + std::string(names.at(src)) + " →";
        for (const int dst : dstDepths(row, src))
            text += std::string(" ") + names.at(dst);
    }
    return text;
}

std::string table()
{
    std::string text = "| `create…Filter` | as | depths, 1 to 4 channels | equal to OpenCV's CPU in every pixel |\n"
                       "|---|---|---|---|\n";
    for (const Entry& row : catalogue())
        text += "| " + row.name + " | `" + row.peer + "` | " + depthPairs(row) + " | " + row.exact + " |\n";
    return text;
}

} // namespace

int main(int argc, char** argv)
{
    return printOrCompare(kBegin + table() + kEnd, argc, argv);
}
