// SPDX-License-Identifier: Apache-2.0
// Options that the programs share, command lines of several filters, and errors.
#include "command_line.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <system_error>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/cudatiled.hpp>

#include "pipeline.hpp"

namespace samples {

void addBackendOption(CLI::App& app)
{
    app.add_option_function<std::string>(
           "--backend",
           [](const std::string& name) {
               static const std::map<std::string, int> backends = {{"auto", cv::cudatiled::BACKEND_AUTO},
                                                                   {"cuda", cv::cudatiled::BACKEND_CUDA},
                                                                   {"cpu", cv::cudatiled::BACKEND_CPU}};
               cv::cudatiled::setBackend(backends.at(name));
           },
           "where images are filtered: auto, cuda or cpu")
        ->check(CLI::IsMember({"auto", "cuda", "cpu"}))
        ->type_name("NAME");
}

std::string textOrFile(const Parameter& parameter, const std::string& value)
{
    const bool taps = parameter.kind == Kind::Matrix || parameter.kind == Kind::Vector;
    std::error_code notAName;
    if (!taps || !std::filesystem::is_regular_file(value, notAName))
        return value;
    std::ifstream file(value);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (parameter.kind == Kind::Vector)
        std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

namespace {

using Words = std::vector<std::string>;

// CLI11 takes words from the end of a vector.
void parse(CLI::App& app, const Words& words)
{
    app.parse(Words(words.rbegin(), words.rend()));
}

bool isParameterOfAnyFilter(const std::string& option)
{
    for (const Command& filter : commands())
        for (const Parameter& parameter : filter.parameters)
            if (option.substr(0, option.find('=')) == "--" + parameter.name)
                return true;
    return false;
}

// The recipe that follows a --then. The words that are none of its parameters are added to `rest`.
Recipe parseFollowing(const Words& words, Words& rest)
{
    if (words.empty())
        throw std::invalid_argument("--then is the last word; the name of a filter must follow");
    Recipe recipe(findCommand(words.front()));
    CLI::App app;
    app.set_help_flag(); // the program's
    app.allow_extras();
    addParameters(app, recipe);
    parse(app, Words(words.begin() + 1, words.end()));
    for (const std::string& word : app.remaining())
    {
        if (isParameterOfAnyFilter(word))
            throw std::invalid_argument(recipe.filter->name + " has no parameter " + word + "; see --list");
        rest.push_back(word);
    }
    return recipe;
}

// A pipeline in the place of the first filter becomes the filters that it stands for.
Words expanded(const Words& words)
{
    const std::string option = "--pipeline";
    if (words.empty() || words[0].compare(0, option.size(), option) != 0)
        return words;
    const bool hasOwnWord = words[0] == option;
    if (hasOwnWord ? words.size() < 2 : words[0][option.size()] != '=')
        throw std::invalid_argument(words[0] + " needs the names of its stages, such as --pipeline gray,tent");
    Words all = wordsOfPipeline(hasOwnWord ? words[1] : words[0].substr(option.size() + 1));
    all.insert(all.end(), words.begin() + (hasOwnWord ? 2 : 1), words.end());
    return all;
}

// Cuts the command line at each --then. Returns the words for the program itself.
Words cutAtThen(int argc, char** argv, std::vector<Recipe>& following)
{
    const Words words = expanded(Words(argv + 1, argv + argc));
    const auto nextThen = [&](Words::const_iterator from) {
        return std::find(from, words.end(), "--then");
    };
    auto then = nextThen(words.begin());
    Words own(words.begin(), then);
    while (then != words.end())
    {
        const auto next = nextThen(then + 1);
        following.push_back(parseFollowing(Words(then + 1, next), own));
        then = next;
    }
    return own;
}

int runBody(CLI::App& app, const std::function<void()>& parseWords, const std::function<int()>& body)
{
    // The codecs' and cameras' own warnings would stand before our message and say the same.
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    std::string message;
    try
    {
        parseWords();
        return body();
    }
    catch (const CLI::ParseError& error)
    {
        return app.exit(error);
    }
    catch (const cv::Exception& error)
    {
        message = error.err;
    }
    catch (const std::exception& error)
    {
        message = error.what();
    }
    std::fprintf(stderr, "%s: %s\n", app.get_name().c_str(), message.c_str());
    return 1;
}

} // namespace

const char* const kThenHelp =
    "--then FILTER [ITS PARAMETERS] applies another filter to the result, any number of times.\n"
    "--pipeline NAME,NAME,..., in the place of the first filter, is short for several: names are filters, masks and "
    "the\n"
    "presets that --list prints.";

void addParameters(CLI::App& app, Recipe& recipe)
{
    for (const Parameter& parameter : recipe.filter->parameters)
        app.add_option_function<std::string>(
               "--" + parameter.name,
               [&](const std::string& value) { recipe.settings.set(parameter.name, textOrFile(parameter, value)); },
               parameter.help + " (" + accepted(parameter) + ")")
            ->type_name("=" + parameter.defaultText);
}

int runProgram(CLI::App& app, int argc, char** argv, const std::function<int()>& body)
{
    return runBody(
        app, [&] { app.parse(argc, argv); }, body);
}

int runProgram(CLI::App& app, int argc, char** argv, std::vector<Recipe>& following, const std::function<int()>& body)
{
    return runBody(
        app, [&] { parse(app, cutAtThen(argc, argv, following)); }, body);
}

std::string shortBackendName()
{
    const std::string name = cv::cudatiled::getBackendName();
    return cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CUDA ? name.substr(0, name.find_first_of("(,"))
                                                                      : "CPU";
}

} // namespace samples
