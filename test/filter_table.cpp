// SPDX-License-Identifier: Apache-2.0
// Prints the README's table of filters from the catalogue; with the README's path, tells whether the table there is the
// same. With --factories and a header, tells whether the catalogue has exactly the filters whose factories are there.
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "support/catalogue.hpp"
#include "support/document_part.hpp"

using namespace cudatiled_test;

namespace {

const char kBegin[] = "<!-- filters: printed by build/default/test/filter_table -->\n", kEnd[] = "<!-- /filters -->\n";

std::string depthPairs(const Entry& row)
{
    static const std::map<int, const char*> names = {{CV_8U, "8U"},   {CV_8S, "8S"},   {CV_16U, "16U"}, {CV_16S, "16S"},
                                                     {CV_32S, "32S"}, {CV_32F, "32F"}, {CV_16F, "16F"}};
    if (row.depths == Depths::Same)
        return "8U 8S 16U 16S 32F 16F, the depth of the source";
    if (row.depths == Depths::Levels)
        return "8U 16U, the depth of the source";
    if (row.depths == Depths::Color)
        return "8U 16U 32F 16F of 3 or 4 channels, the same depth of 1";
    if (row.depths == Depths::Threshold || row.depths == Depths::Pyramid)
        return "8U 16U 16S 32F 16F, the depth of the source";
    if (row.depths == Depths::ByteOrFloat)
        return "8U 32F 16F of 1 or 3 channels, the depth of the source";
    if (row.depths == Depths::Corner)
        return "8U 32F 16F of 1 channel → 32F";
    if (row.depths == Depths::Statistic)
        return "8U 16U 16S 32F 16F → 32F; 8U 32F 16F → 16F";
    if (row.depths == Depths::Squares)
        return "8U 16U 16S 32F → 8U 16U 16S 32F; 8U 32F 16F → 16F; 16F → 32F";
    if (row.depths == Depths::SameOrFloat)
        return "8U 16U 16S 32F 16F → the depth of the source, 32F; 8U 32F → 16F";
    if (row.depths == Depths::Sum)
        return "8U 8S 16U 16S 32F → 32S 32F; 16F → 32F";
    if (row.depths == Depths::Gradient)
        return "8U 8S 16U 16S 32S 32F → 16S 32F; 8U → 8U; 16F → 32F";
    if (row.depths == Depths::Separable)
        return "8U 16U 16S 32S 32F → any of these; 8U 32F → 16F; 16F → 32F 16F; 8S → 8S 16S 32F";
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

// Reports the filters that only one of both has; returns how many.
int differencesFrom(const char* header)
{
    std::ifstream file(header);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::regex factory("Ptr<\\w*Filter> create(\\w+)Filter\\(");
    std::set<std::string> declared, described;
    for (std::sregex_iterator i(text.begin(), text.end(), factory), end; i != end; ++i)
        declared.insert((*i)[1]);
    for (const Entry& row : catalogue())
        described.insert(row.name);
    int differences = declared.empty();
    for (const auto& [ofOne, ofOther, where] :
         {std::tuple(declared, described, "the catalogue"), std::tuple(described, declared, header)})
        for (const std::string& name : ofOne)
            if (ofOther.count(name) == 0)
                std::fprintf(stderr, "create%sFilter: %s lacks it\n", name.c_str(), where), ++differences;
    return differences;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc == 3 && argv[1] == std::string("--factories"))
        return differencesFrom(argv[2]) == 0 ? 0 : 1;
    return printOrCompare(kBegin + table() + kEnd, argc, argv);
}
