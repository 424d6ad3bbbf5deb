// SPDX-License-Identifier: Apache-2.0
// filter_image: filters a picture, or a folder of pictures, from the command line; compares with OpenCV on request.
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "../catalogue/masks.hpp"
#include "common/command_line.hpp"
#include "common/devices.hpp"
#include "common/picture_format.hpp"
#include "common/pipeline.hpp"
#include "common/progress_bar.hpp"
#include "common/recipe.hpp"
#include "common/timing.hpp"
#include "filter_image/folder_run.hpp"
#include "filter_image/interruption.hpp"
#include "filter_image/jobs.hpp"
#include "filter_image/picture_filter.hpp"

namespace {

namespace fs = std::filesystem;
using namespace samples;

struct CommandLine
{
    Places places;
    PictureOptions options;
    std::string devices; // empty: not given
    int threads = 0;     // 0: not given
};

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

void requireNoOptionOfFolders(const CommandLine& line)
{
    const auto refuse = [&](const std::string& option, bool given) {
        if (given)
            throw std::invalid_argument(option + " is for a folder of pictures; '" + line.places.input + "' is none");
    };
    refuse("--resume", line.places.resume);
    refuse("--devices", !line.devices.empty());
    refuse("--threads", line.threads != 0);
}

// A filter of two pictures and the second one come together. What needs OpenCV's function, or the library's own chain,
// is for filters of one picture.
void requireJointIfGuided(const RecipeChain& chain, const CommandLine& line)
{
    const Recipe* const guided = chain.guided();
    const std::string& joint = line.places.joint;
    if (!guided && !joint.empty())
        throw std::invalid_argument("--joint is '" + joint + "', but '" + chain.text() +
                                    "' takes one picture; joint-bilateral takes a second one");
    if (!guided)
        return;
    const std::string& name = guided->filter->name;
    if (joint.empty())
        throw std::invalid_argument(name + " needs --joint FILE, the picture whose edges are kept");
    if (!fs::exists(joint))
        throw std::invalid_argument("--joint is '" + joint +
                                    "', which does not exist; it must be a picture or a folder");
    const auto refuse = [&](const std::string& option, bool given) {
        if (given)
            throw std::invalid_argument(option + " is for filters of one picture; " + name + " takes two");
    };
    refuse("--times", line.options.times);
    refuse("--compare", !line.places.compare.empty());
}

int filterPicture(const RecipeChain& chain, const CommandLine& line)
{
    requireNoOptionOfFolders(line);
    const Job job = jobOfPicture(line.places);
    Report report;
    PictureFilter(chain, line.options).run(job, report);
    std::printf("%s: %s, %dx%d %s, %.3f ms on %s\n", job.output.string().c_str(), chain.text().c_str(),
                report.written.cols, report.written.rows, cv::typeToString(report.written.type()).c_str(),
                report.milliseconds, cv::cudatiled::getBackendName().c_str());
    if (line.options.times)
        printTimes(chain, report.times);
    if (!job.compare.empty())
        std::printf("%s: %s; %s\n", job.compare.string().c_str(), report.comparison.text().c_str(),
                    report.difference.c_str());
    return report.comparison.contractKept ? 0 : 1;
}

struct Totals
{
    int failed = 0, unequal = 0, broken = 0;
    std::size_t left = 0;    // that a signal kept from being begun
    double milliseconds = 0; // of all pictures, several of which are filtered at a time
    double seconds = 0;      // of the run
};

// One bad picture does not stop the others; it makes the exit code 1.
Totals filterJobs(const std::vector<Job>& jobs, PictureFilter& filter, const FolderOptions& options)
{
    Totals totals;
    ProgressBar bar(int(jobs.size()));
    FolderRun run(filter, options, [&](const JobResult& done) {
        totals.milliseconds += done.report.milliseconds;
        totals.failed += !done.error.empty();
        totals.unequal += done.report.comparison.differingPixels != 0;
        totals.broken += !done.report.comparison.contractKept;
        if (!done.error.empty())
        {
            bar.clear();
            std::fprintf(stderr, "filter_image: %s: %s\n", done.job.name.c_str(), done.error.c_str());
        }
        bar.advance(done.job.name);
    });
    totals.seconds = milliseconds([&] { totals.left = jobs.size() - run.run(jobs); }) / 1000;
    return totals;
}

void printTotals(const RecipeChain& chain, const Places& places, const FolderJobs& folder, const Totals& totals,
                 const std::string& where)
{
    std::printf("%s: %s, %zu pictures, %d failed, ", places.output.c_str(), chain.text().c_str(),
                folder.jobs.size() + folder.complete.size(), totals.failed);
    if (places.resume)
        std::printf("%zu complete before, ", folder.complete.size());
    std::printf("%.3f ms of filtering, %.3f s in all, on %s\n", totals.milliseconds, totals.seconds, where.c_str());
    if (!places.compare.empty())
        std::printf("%s: %d differ from OpenCV's CPU, %d break the accuracy contract\n", places.compare.c_str(),
                    totals.unequal, totals.broken);
    if (!folder.leftOut.empty())
        std::printf("%s\n", folder.leftOut.c_str());
    const char* const hint = fs::equivalent(places.input, places.output) ? "" : ", which --resume filters";
    if (totals.left != 0)
        std::fprintf(stderr, "filter_image: interrupted; %zu pictures are left%s\n", totals.left, hint);
}

int filterFolder(const RecipeChain& chain, const CommandLine& line)
{
    const Places& places = line.places;
    if (line.options.times)
        throw std::invalid_argument("--times is for one picture; '" + places.input + "' is a folder");
    const Interruption interruption;
    const FolderOptions options = {devicesOf(line.devices), line.threads};
    const FolderJobs folder = jobsOfFolder(places);
    createFolder(places.output);
    if (!places.compare.empty())
        createFolder(places.compare);
    removeUnfinishedResults(folder);
    for (const std::string& message : folder.unreadable)
        std::fprintf(stderr, "filter_image: %s\n", message.c_str());
    PictureFilter filter(chain, line.options);
    const Totals totals = filterJobs(folder.jobs, filter, options);
    printTotals(chain, places, folder, totals, whereFiltered(options.devices));
    if (totals.left != 0)
        return 128 + Interruption::signal(); // what a shell reports of a program that a signal ended
    return totals.failed + totals.broken == 0 && folder.unreadable.empty() ? 0 : 1;
}

// The message for a value that is no extension of a picture.
std::string unknownFormat(const std::string& format)
{
    return isPictureName("picture." + format) ? "" : "OpenCV writes no pictures named ." + format + "; try png or tiff";
}

void addPlaces(CLI::App& sub, Places& places, double& differenceScale)
{
    CLI::Option* compare =
        sub.add_option("--compare", places.compare,
                       "write the difference from OpenCV's CPU to this picture, or PNGs to this folder: as signed "
                       "floats where the format holds them, such as tiff; else |difference| so that the largest is "
                       "white")
            ->type_name("FILE");
    sub.add_option("--difference-scale", differenceScale,
                   "write |difference| times this number, saturated to 8 bits, whatever the format")
        ->needs(compare)
        ->check(CLI::PositiveNumber)
        ->type_name("NUMBER");
    sub.add_option("--joint", places.joint,
                   "the second picture of joint-bilateral, of the same size, in gray or in colours, whose edges are "
                   "kept; or a folder of such pictures, with the names of the pictures that are filtered")
        ->type_name("FILE");
    sub.add_flag("--recursive", places.recursive, "filter folders in the folder, too; links to folders are left out");
    sub.add_flag("--resume", places.resume,
                 "leave out pictures in the folder that have a result, by any filter, which is no older");
    sub.add_option("--format", places.format,
                   "kind of pictures in an output folder, such as tiff; default: as the input")
        ->type_name("EXTENSION")
        ->check(unknownFormat);
    sub.add_option("input", places.input, "picture, or folder of pictures")->required();
    sub.add_option("output", places.output, "picture, or folder")->required();
}

void addSubcommand(CLI::App& app, Recipe& recipe, CommandLine& line)
{
    PictureOptions& options = line.options;
    CLI::App* sub = app.add_subcommand(recipe.filter->name, recipe.filter->help);
    addParameters(*sub, recipe);
    sub->footer(kThenHelp);
    sub->add_flag("--gray", options.gray, "convert to gray first; drops alpha");
    CLI::Option* filterAlpha =
        sub->add_flag("--filter-alpha", options.filterAlpha, "filter alpha too, instead of keeping it as it is");
    sub->add_flag("--drop-alpha", options.dropAlpha, "leave alpha out")->excludes(filterAlpha);
    sub->add_flag("--times", options.times, "filter the picture twice, and print what each part took the second time");
    addBackendOption(*sub);
    addDevicesOption(*sub, line.devices);
    sub->add_option("--threads", line.threads,
                    "threads that read and write the pictures of a folder, 1 to 256; default: one for each core. Twice "
                    "as many pictures are in memory, and up to four for each device")
        ->check(CLI::Range(1, 256))
        ->type_name("N");
    addPlaces(*sub, line.places, options.differenceScale);
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
    std::printf("presets of --pipeline:\n%s", presetsText().c_str());
}

std::string textOfTaps(const cv::Mat& taps)
{
    std::string text;
    for (const double tap : cv::Mat1d(taps))
        text += cv::format("%s%.6g", text.empty() ? "" : " ", tap);
    return text;
}

// The factors are printed as options of `separable-convolution`.
int printSeparation(const std::string& mask, double tolerance)
{
    const Parameter parameter = maskParameter("separate", "box3");
    const cv::cudatiled::Separation found =
        cv::cudatiled::separate(parseValue(parameter, textOrFile(parameter, mask)), tolerance);
    std::printf("--row \"%s\" --column \"%s\"\nresidual %.6g, second singular value over first %.4g: %s\n",
                textOfTaps(found.row).c_str(), textOfTaps(found.column).c_str(), found.residual, found.sigmaRatio,
                found.isSeparable ? "separable" : "not separable");
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Filters a picture, or every picture of a folder. E.g.\n"
                 "  filter_image gaussian --ksize 7 --sigma 1.5 in.png out.png\n"
                 "  filter_image linear --kernel \"0 -1 0; -1 5 -1; 0 -1 0\" --compare difference.png in.png out.png\n"
                 "  filter_image gaussian --sigma 1.5 --then sobel --dx 1 --dy 0 in.png out.png\n"
                 "  filter_image --pipeline gray,histogram-contrast,tent --times in.png out.png\n"
                 "  filter_image joint-bilateral --joint flash.png in.png out.png\n"
                 "filter_image FILTER --help describes the options of one filter.",
                 "filter_image");
    CommandLine line;
    bool list = false;
    std::string mask; // empty: not given
    double tolerance = 1e-6;
    std::vector<Recipe> recipes(commands().begin(), commands().end()), following;
    for (Recipe& recipe : recipes)
        addSubcommand(app, recipe, line);
    app.add_flag("--list", list, "list all filters with their parameters, ranges and defaults");
    app.add_option("--separate", mask,
                   "print the row and the column whose product is a mask, or nearest to it: its taps, "
                   "name or file, see filter_image convolution --help")
        ->type_name("MASK");
    app.add_option("--tolerance", tolerance, "with --separate: residual that counts as separable, over the largest tap")
        ->type_name("=1e-6");
    app.allow_extras(); // a word that is no filter gets a better message below
    app.footer(kThenHelp);
    return runProgram(app, argc, argv, following, [&] {
        if (list)
        {
            printCatalogue();
            return 0;
        }
        if (!mask.empty())
            return printSeparation(mask, tolerance);
        for (const Recipe& recipe : recipes)
            if (app.got_subcommand(recipe.filter->name))
            {
                const RecipeChain chain(recipe, following);
                requireJointIfGuided(chain, line);
                return fs::is_directory(line.places.input) ? filterFolder(chain, line) : filterPicture(chain, line);
            }
        if (app.remaining_size() == 0)
            throw std::invalid_argument("which filter? See --help and --list");
        findCommand(app.remaining().front());
        return 1;
    });
}
