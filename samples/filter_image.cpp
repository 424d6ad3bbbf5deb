// SPDX-License-Identifier: Apache-2.0
// filter_image: filters a picture, or a folder of pictures, from the command line; compares with OpenCV on request.
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "common/command_line.hpp"
#include "common/picture_format.hpp"
#include "common/progress_bar.hpp"
#include "common/recipe.hpp"
#include "filter_image/jobs.hpp"
#include "filter_image/picture_filter.hpp"

namespace {

namespace fs = std::filesystem;
using namespace samples;

void printTimes(const RecipeChain& chain, const cv::cudatiled::FilterTimes& times)
{
    const auto print = [](const std::string& part, double milliseconds, const std::string& kernels = "") {
        std::printf("  %-40s %9.3f ms%s%s\n", part.c_str(), milliseconds, kernels.empty() ? "" : "  ", kernels.c_str());
    };
    print("upload", times.upload);
    for (std::size_t i = 0; i < times.stages.size(); ++i)
        print(chain.recipes[i].text(), times.stages[i].milliseconds, times.stages[i].name);
    print("download", times.download);
    print("whole", times.whole);
}

int filterPicture(const RecipeChain& chain, const Places& places, const PictureOptions& options)
{
    const Job job = jobOfPicture(places);
    Report report;
    PictureFilter(chain, options).run(job, report);
    std::printf("%s: %s, %dx%d %s, %.3f ms on %s\n", job.output.string().c_str(), chain.text().c_str(),
                report.written.cols, report.written.rows, cv::typeToString(report.written.type()).c_str(),
                report.milliseconds, cv::cudatiled::getBackendName().c_str());
    if (options.times)
        printTimes(chain, report.times);
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

int filterFolder(const RecipeChain& chain, const Places& places, const PictureOptions& options)
{
    if (options.times)
        throw std::invalid_argument("--times is for one picture; '" + places.input + "' is a folder");
    const FolderJobs folder = jobsOfFolder(places);
    createFolder(places.output);
    if (!places.compare.empty())
        createFolder(places.compare);
    for (const std::string& message : folder.unreadable)
        std::fprintf(stderr, "filter_image: %s\n", message.c_str());
    PictureFilter filter(chain, options);
    const Totals totals = filterJobs(folder, filter);
    std::printf("%s: %s, %zu pictures, %d failed, %.3f ms on %s\n", places.output.c_str(), chain.text().c_str(),
                folder.jobs.size(), totals.failed, totals.milliseconds, cv::cudatiled::getBackendName().c_str());
    if (!places.compare.empty())
        std::printf("%s: %d differ from OpenCV's CPU, %d break the accuracy contract\n", places.compare.c_str(),
                    totals.unequal, totals.broken);
    if (!folder.leftOut.empty())
        std::printf("%s\n", folder.leftOut.c_str());
    return totals.failed + totals.broken == 0 && folder.unreadable.empty() ? 0 : 1;
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
    addParameters(*sub, recipe);
    sub->footer(kThenHelp);
    sub->add_flag("--gray", options.gray, "convert to gray first; drops alpha");
    CLI::Option* filterAlpha =
        sub->add_flag("--filter-alpha", options.filterAlpha, "filter alpha too, instead of keeping it as it is");
    sub->add_flag("--drop-alpha", options.dropAlpha, "leave alpha out")->excludes(filterAlpha);
    sub->add_flag("--times", options.times, "filter the picture twice, and print what each part took the second time");
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
                 "  filter_image gaussian --sigma 1.5 --then sobel --dx 1 --dy 0 in.png out.png\n"
                 "filter_image FILTER --help describes the options of one filter.",
                 "filter_image");
    Places places;
    PictureOptions options;
    bool list = false;
    std::vector<Recipe> recipes(commands().begin(), commands().end()), following;
    for (Recipe& recipe : recipes)
        addSubcommand(app, recipe, places, options);
    app.add_flag("--list", list, "list all filters with their parameters, ranges and defaults");
    app.allow_extras(); // a word that is no filter gets a better message below
    app.footer(kThenHelp);
    return runProgram(app, argc, argv, following, [&] {
        if (list)
        {
            printCatalogue();
            return 0;
        }
        for (const Recipe& recipe : recipes)
            if (app.got_subcommand(recipe.filter->name))
            {
                const RecipeChain chain(recipe, following);
                return fs::is_directory(places.input) ? filterFolder(chain, places, options)
                                                      : filterPicture(chain, places, options);
            }
        if (app.remaining_size() == 0)
            throw std::invalid_argument("which filter? See --help and --list");
        findCommand(app.remaining().front());
        return 1;
    });
}
