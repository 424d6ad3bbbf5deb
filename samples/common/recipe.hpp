// SPDX-License-Identifier: Apache-2.0
// Filters by the names and parameters that the catalogue gives them: command line, lists and trackbars are made from
// it.
#pragma once

#include <string>
#include <vector>

#include "../../catalogue/catalogue.hpp"
#include "../../catalogue/parameters.hpp"

namespace samples {

using namespace cudatiled_catalogue;

// Those that programs offer.
const std::vector<Command>& commands();

// Throws std::invalid_argument that lists the names there are.
const Command& findCommand(const std::string& name);

// A filter with its settings. As text it is what filter_image takes: "gaussian --ksize 7 --sigma 1.5".
struct Recipe
{
    const Command* filter;
    Settings settings;

    explicit Recipe(const Command& command) : filter(&command), settings(command.parameters) {}
    explicit Recipe(const std::string& text);

    Instance instance(int srcType) const { return filter->instance(srcType, settings); }
    cv::Ptr<cv::cudatiled::Filter> create(int srcType) const { return create(instance(srcType), srcType); }
    cv::Ptr<cv::cudatiled::Filter> create(const Instance& instance, int srcType) const;
    std::string text() const;

    // Whether the filter reads a guide beside its source; the instance for guides of so many channels.
    bool takesGuide() const { return filter->guided != nullptr; }
    Instance guided(int guideChannels) const { return filter->guided(guideChannels, settings); }
};

// Filters one after another, at least one. As text: "gaussian --ksize 7 --then sobel --dx 1".
struct RecipeChain
{
    std::vector<Recipe> recipes;

    // `first`, then those that follow, if any.
    RecipeChain(const Recipe& first, const std::vector<Recipe>& following);

    cv::Ptr<cv::cudatiled::Filter> create(int srcType) const;
    int dstType(int srcType) const;
    std::string text() const;
    const Recipe* guided() const; // the first that takes a guide; null if none does
};

} // namespace samples
