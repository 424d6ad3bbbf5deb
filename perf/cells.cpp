// SPDX-License-Identifier: Apache-2.0
// Which filters, types and sizes a run measures.
#include "cells.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <stdexcept>
#include <utility>

namespace perf {

namespace {

using cudatiled_test::Benchmark;

// The most wanted first, so that a run that is cut short has them.
const std::vector<cv::Size> kDeviceSizes = {{3840, 2160}, {8192, 8192}, {1920, 1080}, {640, 480}, {16384, 16384}};
const std::vector<cv::Size> kPeerSizes = {{3840, 2160}, {8192, 8192}};
const std::vector<cv::Size> kHostSizes = {{640, 480}, {1920, 1080}};
const std::vector<int> kTypes = {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16SC1, CV_32FC1};
const std::vector<int> kRareTypes = {CV_32FC3, CV_32FC4};
const std::vector<int> kBorderTypes = {CV_8UC1, CV_8UC3, CV_32FC1};

template <class T> bool contains(const std::vector<T>& list, const T& value)
{
    return std::find(list.begin(), list.end(), value) != list.end();
}

// What was asked for, or else what the view has.
template <class T> std::vector<T> chosen(const std::vector<T>& asked, const std::vector<T>& usual)
{
    return asked.empty() ? usual : asked;
}

std::vector<const Benchmark*> benchmarksFor(const Selection& selection, int srcType, bool samplesOnly)
{
    std::vector<const Benchmark*> list;
    for (const Benchmark& b : cudatiled_test::benchmarks())
        if (cudatiled_test::isTimed(b, srcType) && (b.sample || !samplesOnly) && selection.takes(b.title()))
            list.push_back(&b);
    return list;
}

Cell cellOf(const Benchmark& benchmark, cv::Size size, int srcType, int border, bool oddRegion)
{
    return {&benchmark, size, srcType, benchmark.instance.dstType(srcType, benchmark.dstDepth), border, oddRegion};
}

void addFilterCells(const Selection& selection, const std::vector<cv::Size>& sizes, std::vector<Cell>& cells)
{
    std::vector<int> types = kTypes;
    types.insert(types.end(), kRareTypes.begin(), kRareTypes.end());
    for (const cv::Size size : chosen(selection.sizes, sizes))
        for (const int type : chosen(selection.types, types))
        {
            const bool rare = contains(kRareTypes, type);
            if (rare && selection.types.empty() && !contains(kPeerSizes, size))
                continue;
            for (const Benchmark* b : benchmarksFor(selection, type, rare && selection.types.empty()))
                cells.push_back(cellOf(*b, size, type, cv::BORDER_REPLICATE, false));
        }
}

std::vector<int> borderModesOf(const Benchmark& benchmark)
{
    if (benchmark.instance.borderModes == 0)
        return {};
    std::vector<int> modes = {cv::BORDER_REFLECT_101, cv::BORDER_CONSTANT};
    if (benchmark.instance.takesInside)
        modes.push_back(cv::cudatiled::BORDER_INSIDE);
    return modes;
}

// The default border, the constant one, the one of weighted means where it suits, and a region whose rows start at odd
// addresses and have an odd length.
void addBorderCells(const Selection& selection, std::vector<Cell>& cells)
{
    for (const cv::Size size : chosen(selection.sizes, kPeerSizes))
        for (const int type : chosen(selection.types, kBorderTypes))
        {
            const std::vector<const Benchmark*> list = benchmarksFor(selection, type, true);
            for (const Benchmark* b : list)
                for (const int border : borderModesOf(*b))
                    cells.push_back(cellOf(*b, size, type, border, false));
            for (const Benchmark* b : list)
                cells.push_back(cellOf(*b, size - cv::Size(1, 0), type, cv::BORDER_REFLECT_101, true));
        }
}

std::vector<Cell> inOrderOf(const std::vector<std::string>& names, std::vector<Cell> cells)
{
    if (names.empty())
        return cells;
    std::map<std::string, Cell> byName;
    for (const Cell& cell : cells)
        byName.emplace(cell.name(), cell);
    std::vector<Cell> list;
    for (const std::string& name : names)
    {
        const auto found = byName.find(name);
        if (found == byName.end())
            throw std::invalid_argument("'" + name + "' is not a row of this selection; --list prints its rows");
        list.push_back(found->second);
    }
    return list;
}

} // namespace

bool Selection::takes(const std::string& title) const
{
    return std::regex_search(title, std::regex(filter));
}

const std::vector<std::pair<std::string, std::string>>& viewNames()
{
    static const std::vector<std::pair<std::string, std::string>> names = {
        {"filters",
         "rows: every filter, type and size, beside the copy of the same bytes, with the host's cost per call"},
        {"borders", "rows: a sample of filters with REFLECT_101, CONSTANT and INSIDE, and on regions at odd offsets"},
        {"peers", "columns: cv::cuda and NPP, at 3840x2160, 8192x8192 and in the rows of borders"},
        {"null", "column: cv::cuda on the null stream, for a sample of filters"},
        {"cpu", "column: OpenCV's CPU function, at 1920x1080"},
        {"radius", "a table of its own: separable filters of radius 1 to 32 beside cv::cuda and two passes"},
        {"median", "a table of its own: medians of 3x3 to 4095x4095 pixels, of noise and of ramps"},
        {"transfers", "a table of its own: host images, pageable and page-locked, beside the link and OpenCV's CPU"},
        {"chains", "a table of its own: chains beside their filters one by one"},
        {"batches", "a table of its own: 256 small images beside the copy of their bytes and a loop over them"},
        {"gradients", "a table of its own: several results of a gradient from one reading"},
        {"lab", "a table of its own: the experiments of docs/EXPERIMENTS.md; --filter selects by their names"},
        {"histograms", "a table of its own: histograms of noise and of flat images beside reading the image"},
        {"pipeline", "a table of its own: gray, contrast, smoothing, by stages, beside OpenCV's CPU"},
        {"frames", "a table of its own: the rate of a FrameStream on one device, and on all of them"}};
    return names;
}

std::string Cell::name() const
{
    return benchmark->title() + "/" + typeText(srcType) + " to " + typeText(dstType) +
           cv::format("/%dx%d/", size.width, size.height) + borderText(border) + (oddRegion ? "/odd region" : "");
}

std::vector<Cell> deviceCells(const Selection& selection)
{
    std::vector<Cell> cells;
    if (selection.has("filters"))
        addFilterCells(selection, kDeviceSizes, cells);
    if (selection.has("borders"))
        addBorderCells(selection, cells);
    // The largest images last: they take longest and matter least to the other views.
    std::stable_partition(cells.begin(), cells.end(), [](const Cell& cell) { return cell.size.width < 16384; });
    return inOrderOf(selection.rows, std::move(cells));
}

std::vector<Cell> hostCells(const Selection& selection)
{
    std::vector<Cell> cells;
    Selection common = selection;
    common.types = chosen(selection.types, kTypes);
    addFilterCells(common, kHostSizes, cells);
    return inOrderOf(selection.rows, std::move(cells));
}

std::string typeText(int type)
{
    static const char* const depths[] = {"8U", "8S", "16U", "16S", "32S", "32F", "64F", "16F"};
    return std::string(depths[CV_MAT_DEPTH(type)]) + "C" + std::to_string(CV_MAT_CN(type));
}

int typeFromText(const std::string& text)
{
    for (const int depth : {CV_8U, CV_8S, CV_16U, CV_16S, CV_32F, CV_16F})
        for (int channels = 1; channels <= 4; ++channels)
            if (text == typeText(CV_MAKETYPE(depth, channels)))
                return CV_MAKETYPE(depth, channels);
    throw std::invalid_argument("'" + text + "' is not a type; types are named like 8UC3 or 32FC1");
}

cv::Size sizeFromText(const std::string& text)
{
    static const std::regex pattern("([1-9][0-9]{0,5})x([1-9][0-9]{0,5})");
    std::smatch parts;
    if (!std::regex_match(text, parts, pattern))
        throw std::invalid_argument("'" + text + "' is not a size; sizes are written like 1920x1080");
    return {std::stoi(parts[1]), std::stoi(parts[2])};
}

std::string borderText(int border)
{
    static const std::map<int, const char*> names = {{cv::BORDER_REPLICATE, "replicate"},
                                                     {cv::BORDER_REFLECT_101, "reflect101"},
                                                     {cv::BORDER_CONSTANT, "constant"},
                                                     {cv::cudatiled::BORDER_INSIDE, "inside"}};
    return names.at(border);
}

} // namespace perf
