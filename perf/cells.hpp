// SPDX-License-Identifier: Apache-2.0
// What a run measures: one cell is a filter on images of one size and type.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "../test/support/catalogue.hpp"

namespace perf {

// What the command line selects.
struct Selection
{
    std::set<std::string> views;   // names from viewNames(); rows or further columns of the record
    std::vector<cv::Size> sizes;   // empty: those of the view
    std::vector<int> types;        // empty: those of the view
    std::string filter;            // regular expression for Benchmark::title(); empty: all
    std::vector<std::string> rows; // names of cells to measure, in this order; empty: all, in the order of the view
    bool has(const std::string& view) const { return views.count(view) != 0; }
    bool takes(const std::string& title) const; // whether it matches `filter`
};

// Names and meanings, in the order in which the help lists them.
const std::vector<std::pair<std::string, std::string>>& viewNames();

struct Cell
{
    const cudatiled_test::Benchmark* benchmark;
    cv::Size size; // of the source
    int srcType, dstType;
    int border;     // of rows and columns
    bool oddRegion; // the source is a region at an odd offset in a larger image

    cv::Size dstSize() const { return benchmark ? benchmark->instance.dstSize(size) : size; }
    std::string name() const; // e.g. "Gaussian 7x7/8UC1 to 8UC1/3840x2160/replicate"
};

// Both throw std::invalid_argument for a name in Selection::rows that the rest of the selection does not have.
std::vector<Cell> deviceCells(const Selection& selection);
std::vector<Cell> hostCells(const Selection& selection);

std::string typeText(int type);                 // e.g. "8UC3"
int typeFromText(const std::string& text);      // throws std::invalid_argument
cv::Size sizeFromText(const std::string& text); // e.g. "1920x1080"; throws std::invalid_argument
std::string borderText(int border);

} // namespace perf
