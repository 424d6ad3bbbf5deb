// SPDX-License-Identifier: Apache-2.0
// Filters by name.
#include "recipe.hpp"

#include <stdexcept>

namespace samples {

const std::vector<Command>& commands()
{
    static const std::vector<Command> offered = [] {
        std::vector<Command> list;
        for (const Entry& entry : catalogue())
            if (!entry.command.name.empty())
                list.push_back(entry.command);
        return list;
    }();
    return offered;
}

const Command& findCommand(const std::string& name)
{
    std::string names;
    for (const Command& command : commands())
    {
        if (command.name == name)
            return command;
        names += (names.empty() ? "" : ", ") + command.name;
    }
    throw std::invalid_argument("there is no filter '" + name + "'; there are " + names);
}

Recipe::Recipe(const std::string& text) : Recipe(findCommand(text.substr(0, text.find(' '))))
{
    settings.setAll(text);
}

cv::Ptr<cv::cudatiled::Filter> Recipe::create(const Instance& instance, int srcType) const
{
    return instance.create(srcType, destinationType(srcType, settings), bordersOf(settings));
}

std::string Recipe::text() const
{
    const std::string options = settings.text();
    return options.empty() ? filter->name : filter->name + " " + options;
}

RecipeChain::RecipeChain(const Recipe& first, const std::vector<Recipe>& following) : recipes{first}
{
    recipes.insert(recipes.end(), following.begin(), following.end());
}

cv::Ptr<cv::cudatiled::Filter> RecipeChain::create(int srcType) const
{
    std::vector<cv::Ptr<cv::cudatiled::Filter>> filters;
    for (const Recipe& recipe : recipes)
        filters.push_back(recipe.create(filters.empty() ? srcType : filters.back()->dstType()));
    return cv::cudatiled::createChain(filters);
}

int RecipeChain::dstType(int srcType) const
{
    for (const Recipe& recipe : recipes)
        srcType = recipe.instance(srcType).dstType(srcType, CV_MAT_DEPTH(destinationType(srcType, recipe.settings)));
    return srcType;
}

const Recipe* RecipeChain::guided() const
{
    for (const Recipe& recipe : recipes)
        if (recipe.takesGuide())
            return &recipe;
    return nullptr;
}

std::string RecipeChain::text() const
{
    std::string all;
    for (const Recipe& recipe : recipes)
        all += (all.empty() ? "" : " --then ") + recipe.text();
    return all;
}

} // namespace samples
