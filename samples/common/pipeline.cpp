// SPDX-License-Identifier: Apache-2.0
// Pipelines by the names of their stages.
#include "pipeline.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "../../catalogue/masks.hpp"
#include "recipe.hpp"

namespace samples {
namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

const Names kStages = {{"gray", "gray"},
                       {"histogram-contrast", "auto-contrast --share 0"},
                       {"tent", "linear --kernel tent5 --border inside"}};
const Names kPipelines = {{"gray-contrast-tent", "gray,histogram-contrast,tent"}};

// What the name stands for; nothing if it is not there.
std::string found(const Names& names, const std::string& name)
{
    const auto at = std::find_if(names.begin(), names.end(), [&](const auto& entry) { return entry.first == name; });
    return at == names.end() ? "" : at->second;
}

bool isFilter(const std::string& name)
{
    return std::any_of(commands().begin(), commands().end(), [&](const Command& c) { return c.name == name; });
}

std::string stageText(const std::string& name)
{
    const std::string preset = found(kStages, name);
    if (!preset.empty() || isFilter(name))
        return preset.empty() ? name : preset;
    std::string known;
    for (const auto& stage : kStages)
        known += stage.first + ", ";
    for (const auto& mask : maskParameter("mask", "box3").names)
    {
        if (mask.first == name)
            return "convolution --mask " + name;
        known += mask.first + ", ";
    }
    throw std::invalid_argument("--pipeline has no stage '" + name + "'; there are " + known +
                                "and the filters that --list prints");
}

} // namespace

std::vector<std::string> wordsOfPipeline(const std::string& list)
{
    const std::string whole = found(kPipelines, list);
    std::istringstream stages(whole.empty() ? list : whole);
    std::string name, text;
    while (std::getline(stages, name, ','))
        text += (text.empty() ? "" : " --then ") + stageText(name);
    if (text.empty())
        throw std::invalid_argument("--pipeline needs the names of its stages, such as gray,tent");
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), {}};
}

std::string presetsText()
{
    std::string text;
    for (const Names* names : {&kStages, &kPipelines})
        for (const auto& [name, meaning] : *names)
            text += "  " + name + ": " + meaning + "\n";
    return text;
}

} // namespace samples
