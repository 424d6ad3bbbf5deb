// SPDX-License-Identifier: Apache-2.0
// The list of filters by name, as data: command line, lists and trackbars of all programs are made from it.
#pragma once

#include <string>
#include <vector>

#include <opencv2/cudatiled.hpp>

#include "settings.hpp"

namespace samples {

// A trackbar of the live window: each position is a piece of command line, "--ksize 7".
struct Slider
{
    std::string trackbar; // kSizeBar, kAmountBar or kVariantBar
    std::vector<std::string> positions;
    int start;
};

extern const char* const kSizeBar;
extern const char* const kAmountBar;
extern const char* const kVariantBar;

struct CatalogueFilter
{
    std::string name;
    std::string help;
    std::vector<Parameter> parameters;
    std::vector<Slider> sliders;
    cv::Ptr<cv::cudatiled::Filter> (*create)(int srcType, const Settings& settings);
};

const std::vector<CatalogueFilter>& filterCatalogue();

// Throws std::invalid_argument that lists the names there are.
const CatalogueFilter& findFilter(const std::string& name);

// A filter with its settings. As text it is what filter_image takes: "gaussian --ksize 7 --sigma 1.5".
struct Recipe
{
    const CatalogueFilter* filter;
    Settings settings;

    explicit Recipe(const CatalogueFilter& entry) : filter(&entry), settings(entry.parameters) {}
    explicit Recipe(const std::string& text);

    cv::Ptr<cv::cudatiled::Filter> create(int srcType) const { return filter->create(srcType, settings); }
    std::string text() const;
};

// The type of the destination for a source of `srcType`.
int destinationType(int srcType, const Settings& settings);

// How columns continue at the top and bottom: as rows, unless --border-y says otherwise.
int columnBorder(const Settings& settings);

} // namespace samples
