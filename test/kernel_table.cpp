// SPDX-License-Identifier: Apache-2.0
// Prints the table of docs/KERNELS.md: which kernels run for each benchmark and type on an H200. Given the document's
// path, compares its table with this one. Launches are withheld.
#include <cstdio>
#include <map>
#include <stdexcept>

#include "support/catalogue.hpp"
#include "support/document_part.hpp"
#include "support/kernel_instances.hpp"
#include "support/launches.hpp"

using namespace cudatiled_test;

namespace {

const char kBegin[] = "<!-- kernels: printed by build/default/test/kernel_table -->\n", kEnd[] = "<!-- /kernels -->\n";

struct Type
{
    int type;
    const char* name;
};
const Type kTypes[] = {{CV_8UC1, "8UC1"},   {CV_8UC3, "8UC3"},   {CV_8UC4, "8UC4"},
                       {CV_16UC1, "16UC1"}, {CV_16SC1, "16SC1"}, {CV_32FC1, "32FC1"}};

// Throws unless all kernels that a filter names, joined by " + ", are among those that it launched.
void requireNamed(const std::string& names, const std::string& launched)
{
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 3)
    {
        end = names.find(" + ", begin);
        if (launched.find(names.substr(begin, end - begin)) == std::string::npos)
            throw std::runtime_error("a filter that launched " + launched + " names " + names);
    }
}

// The kernels of a filter's launches, each once, e.g. "lineBufferKernel".
std::string kernelsOf(const Benchmark& row, int type, bool region)
{
    constexpr int kRows = 2160, kCols = 3840, kMargin = 3;
    if (!isTimed(row, type))
        return {};
    const int dstType = row.instance.dstType(type, row.dstDepth);
    const cv::cudatiled::DeviceImage whole(kRows + 2 * kMargin, kCols + 2 * kMargin, type), image(kRows, kCols, type);
    const cv::cudatiled::DeviceImage part = whole(cv::Rect(kMargin, kMargin, kCols, kRows)),
                                     dst(row.instance.dstSize({kCols, kRows}), dstType);
    cv::cuda::GpuMat result = dst.gpuMat();
    const int border = row.filter == "Median" ? cv::BORDER_REPLICATE : cv::BORDER_REFLECT_101;
    const cv::Ptr<cv::cudatiled::Filter> filter = row.instance.create(type, dstType, {border, border, {}});

    const cv::cuda::GpuMat src = (region ? part : image).gpuMat();
    const LaunchWatch watch(true);
    if (row.instance.applyGuided)
    {
        const cv::cudatiled::DeviceImage guide(kRows, kCols, row.instance.guideType(type));
        row.instance.applyGuided(*filter, guide.gpuMat(), src, result, nullptr);
    }
    else
        filter->apply(src, result, static_cast<CUstream_st*>(nullptr));
    std::string text;
    for (const Launched& launched : watch.launches())
    {
        const std::string instance = kernelInstance(launched.kernel), name = instance.substr(0, instance.find('<'));
        if (text.find(name) == std::string::npos)
            text += (text.empty() ? "" : ", ") + name;
    }
    if (!row.instance.applyGuided) // a filter names the kernels of one image
        requireNamed(filter->kernelName(src, result), text);
    return text;
}

std::string rowOf(const std::string& title, const std::vector<std::string>& kernels)
{
    std::string text = "| " + title + " |";
    for (const std::string& kernel : kernels)
        text += " " + kernel + (kernel.empty() ? "|" : " |");
    return text + "\n";
}

std::string table()
{
    std::string text = "| filter |", rule = "|---|";
    for (const Type& type : kTypes)
        text += std::string(" ") + type.name + " |", rule += "---|";
    text += "\n" + rule + "\n";
    for (const Benchmark& row : benchmarks())
    {
        std::vector<std::string> whole, region;
        for (const Type& type : kTypes)
        {
            whole.push_back(kernelsOf(row, type.type, false));
            region.push_back(kernelsOf(row, type.type, true));
        }
        static const std::map<int, const char*> depths = {{-1, ""},           {CV_8U, " → 8U"},   {CV_16U, " → 16U"},
                                                          {CV_16S, " → 16S"}, {CV_32S, " → 32S"}, {CV_32F, " → 32F"}};
        const std::string title = row.title() + depths.at(row.dstDepth);
        text += rowOf(title, whole);
        if (region != whole)
            text += rowOf(title + ", a region", region);
    }
    return text;
}

} // namespace

int main(int argc, char** argv)
try
{
    return printOrCompare(kBegin + table() + kEnd, argc, argv);
}
catch (const std::exception& error)
{
    std::fprintf(stderr, "kernel_table: %s\n", error.what());
    return 2;
}
