// SPDX-License-Identifier: Apache-2.0
// filter_image: filters a picture, or a folder of pictures, from the command line; compares with OpenCV on request.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "common/command_line.hpp"
#include "common/recipe.hpp"
#include "common/picture_format.hpp"
#include "common/progress_bar.hpp"
#include "filter_image/jobs.hpp"
#include "filter_image/picture_filter.hpp"

namespace {

namespace fs = std::filesystem;
using namespace samples;

int filterPicture(const Recipe& recipe, const Places& places, const PictureOptions& options)
{
    const Job job = jobOfPicture(places);
    Report report;
    PictureFilter(recipe, options).run(job, report);
    std::printf("%s: %s, %dx%d %s, %.3f ms on %s\n", job.output.string().c_str(), recipe.text().c_str(),
                report.written.cols, report.written.rows, cv::typeToString(report.written.type()).c_str(),
                report.milliseconds, cv::cudatiled::getBackendName().c_str());
    if (!job.compare.empty())
        std::printf("%s: %s\n", job.compare.string().c_str(), report.comparison.text().c_str());
    return report.comparison.contractKept ? 0 : 1;
}

void createFolder(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw std::runtime_error("the folder '" + folder.string() + "' cannot be created: " + error.message());
}

struct Totals
{
    int failed = 0, unequal = 0, broken = 0;
    double milliseconds = 0;
};

// One bad picture does not stop the others; it makes the exit code 1.
Totals filterJobs(const FolderJobs& folder, PictureFilter& filter)
{
    Totals totals;
    ProgressBar bar(int(folder.jobs.size()));
    const auto fail = [&](const Job& job, const std::string& message) {
        ++totals.failed;
        bar.clear();
        std::fprintf(stderr, "filter_image: %s: %s\n", job.name.c_str(), message.c_str());
    };
    for (const Job& job : folder.jobs)
    {
        try
        {
            createFolder(job.output.parent_path());
            if (!job.compare.empty())
                createFolder(job.compare.parent_path());
            Report report;
            filter.run(job, report);
            totals.milliseconds += report.milliseconds;
            totals.unequal += report.comparison.differingPixels != 0;
            totals.broken += !report.comparison.contractKept;
        }
        catch (const cv::Exception& error)
        {
            fail(job, error.err);
        }
        catch (const std::exception& error)
        {
            fail(job, error.what());
        }
        bar.advance(job.name);
    }
    return totals;
}

int filterFolder(const Recipe& recipe, const Places& places, const PictureOptions& options)
{
    const FolderJobs folder = jobsOfFolder(places);
    createFolder(places.output);
    if (!places.compare.empty())
        createFolder(places.compare);
    for (const std::string& message : folder.unreadable)
        std::fprintf(stderr, "filter_image: %s\n", message.c_str());
    PictureFilter filter(recipe, options);
    const Totals totals = filterJobs(folder, filter);
    std::printf("%s: %s, %zu pictures, %d failed, %.3f ms on %s\n", places.output.c_str(), recipe.text().c_str(),
                folder.jobs.size(), totals.failed, totals.milliseconds, cv::cudatiled::getBackendName().c_str());
    if (!places.compare.empty())
        std::printf("%s: %d differ from OpenCV's CPU, %d break the accuracy contract\n", places.compare.c_str(),
                    totals.unequal, totals.broken);
    if (!folder.leftOut.empty())
        std::printf("%s\n", folder.leftOut.c_str());
    return totals.failed + totals.broken == 0 && folder.unreadable.empty() ? 0 : 1;
}

// Taps may be in a file: one row of a matrix per line; the taps of a vector on any number of lines.
std::string textOrFile(const Parameter& parameter, const std::string& value)
{
    const bool taps = parameter.kind == Kind::Matrix || parameter.kind == Kind::Vector;
    std::error_code notAName;
    if (!taps || !fs::is_regular_file(value, notAName))
        return value;
    std::ifstream file(value);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (parameter.kind == Kind::Vector)
        std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

// The message for a value that is no extension of a picture.
std::string unknownFormat(const std::string& format)
{
    return isPictureName("picture." + format) ? "" : "OpenCV writes no pictures named ." + format + "; try png or tiff";
}

void addPlaces(CLI::App& sub, Places& places)
{
    sub.add_option("--compare", places.compare,
                   "write the difference from OpenCV's CPU, brightened, to this picture, or PNGs to this folder")
        ->type_name("FILE");
    sub.add_flag("--recursive", places.recursive, "filter folders in the folder, too; links to folders are left out");
    sub.add_option("--format", places.format,
                   "kind of pictures in an output folder, such as tiff; default: as the input")
        ->type_name("EXTENSION")
        ->check(unknownFormat);
    sub.add_option("input", places.input, "picture, or folder of pictures")->required();
    sub.add_option("output", places.output, "picture, or folder")->required();
}

void addSubcommand(CLI::App& app, Recipe& recipe, Places& places, PictureOptions& options)
{
    CLI::App* sub = app.add_subcommand(recipe.filter->name, recipe.filter->help);
    for (const Parameter& parameter : recipe.filter->parameters)
        sub->add_option_function<std::string>(
               "--" + parameter.name,
               [&](const std::string& value) { recipe.settings.set(parameter.name, textOrFile(parameter, value)); },
               parameter.help + " (" + accepted(parameter) + ")")
            ->type_name("=" + parameter.defaultText);
    sub->add_flag("--gray", options.gray, "convert to gray first; drops alpha");
    CLI::Option* filterAlpha =
        sub->add_flag("--filter-alpha", options.filterAlpha, "filter alpha too, instead of keeping it as it is");
    sub->add_flag("--drop-alpha", options.dropAlpha, "leave alpha out")->excludes(filterAlpha);
    addBackendOption(*sub);
    addPlaces(*sub, places);
}

void printCatalogue()
{
    for (const Command& filter : commands())
    {
        std::printf("%s: %s\n", filter.name.c_str(), filter.help.c_str());
        for (const Parameter& parameter : filter.parameters)
            std::printf("  --%-13s %s\n  %-15s %s; default %s\n", parameter.name.c_str(), parameter.help.c_str(), "",
                        accepted(parameter).c_str(), parameter.defaultText.c_str());
    }
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Filters a picture, or every picture of a folder. E.g.\n"
                 "  filter_image gaussian --ksize 7 --sigma 1.5 in.png out.png\n"
                 "  filter_image linear --kernel \"0 -1 0; -1 5 -1; 0 -1 0\" --compare difference.png in.png out.png\n"
                 "filter_image FILTER --help describes the options of one filter.",
                 "filter_image");
    Places places;
    PictureOptions options;
    bool list = false;
    std::vector<Recipe> recipes(commands().begin(), commands().end());
    for (Recipe& recipe : recipes)
        addSubcommand(app, recipe, places, options);
    app.add_flag("--list", list, "list all filters with their parameters, ranges and defaults");
    app.allow_extras(); // a word that is no filter gets a better message below
    return runProgram(app, argc, argv, [&] {
        if (list)
        {
            printCatalogue();
            return 0;
        }
        for (const Recipe& recipe : recipes)
            if (app.got_subcommand(recipe.filter->name))
                return fs::is_directory(places.input) ? filterFolder(recipe, places, options)
                                                      : filterPicture(recipe, places, options);
        if (app.remaining_size() == 0)
            throw std::invalid_argument("which filter? See --help and --list");
        findCommand(app.remaining().front());
        return 1;
    });
}
