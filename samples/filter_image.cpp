// SPDX-License-Identifier: Apache-2.0
// filter_image: filters a picture, or a folder of pictures, from the command line; compares with OpenCV on request.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "common/command_line.hpp"
#include "common/comparison.hpp"
#include "common/filter_catalogue.hpp"
#include "common/picture_file.hpp"
#include "common/progress_bar.hpp"
#include "common/timing.hpp"

namespace {

namespace fs = std::filesystem;
using namespace samples;

struct Options
{
    std::string input, output, compare;
    bool gray = false, filterAlpha = false;
};

struct Job
{
    fs::path input, output, compare; // `compare` is empty when nothing is compared
};

struct Report
{
    cv::Mat result;
    double milliseconds = 0;
    Comparison comparison;
};

// A recipe, and the filter that was made from it for the last type of picture.
class PictureFilter
{
public:
    PictureFilter(const Recipe& recipe, const Options& options) : recipe_(recipe), options_(options) {}

    void run(const Job& job, Report& report);

private:
    void prepare(int type);
    void filterColours(const cv::Mat& colours, Report& report);

    const Recipe& recipe_;
    const Options& options_;
    cv::Ptr<cv::cudatiled::Filter> filter_;
};

void PictureFilter::prepare(int type)
{
    if (filter_ && filter_->srcType() == type)
        return;
    filter_ = recipe_.create(type);
    cv::Mat pixel = cv::Mat::zeros(1, 1, type), ignored;
    filter_->apply(pixel, ignored); // starts the device up, which the times are not to show
}

void PictureFilter::filterColours(const cv::Mat& colours, Report& report)
{
    prepare(colours.type());
    report.milliseconds = milliseconds([&] { filter_->apply(colours, report.result); });
}

void PictureFilter::run(const Job& job, Report& report)
{
    cv::Mat picture = readPicture(job.input.string()), alpha;
    if (picture.channels() == 4 && (options_.gray || !options_.filterAlpha))
    {
        cv::extractChannel(picture, alpha, 3);
        cv::cvtColor(picture, picture, cv::COLOR_BGRA2BGR);
    }
    if (options_.gray && picture.channels() == 3)
        cv::cvtColor(picture, picture, cv::COLOR_BGR2GRAY);
    const int type = destinationType(picture.type(), recipe_.settings);
    const int channels = !alpha.empty() && !options_.gray ? 4 : picture.channels();
    requireWritable(job.output.string(), CV_MAKETYPE(CV_MAT_DEPTH(type), channels));
    if (!job.compare.empty())
        requireWritable(job.compare.string(), CV_8UC(picture.channels()));
    filterColours(picture, report);
    if (!job.compare.empty())
    {
        report.comparison = compareWithOpenCv(recipe_, picture, report.result);
        writePicture(job.compare.string(), differencePicture(report.result, report.comparison.reference));
    }
    cv::Mat complete = report.result;
    if (!alpha.empty() && !options_.gray)
    {
        alpha.convertTo(alpha, report.result.depth());
        cv::merge(std::vector<cv::Mat>{report.result, alpha}, complete);
    }
    writePicture(job.output.string(), complete);
}

int filterPicture(const Recipe& recipe, const Options& options)
{
    Job job = {options.input, options.output, options.compare};
    if (fs::is_directory(job.output))
        job.output /= job.input.filename();
    Report report;
    PictureFilter(recipe, options).run(job, report);
    std::printf("%s: %s, %dx%d %s, %.3f ms on %s\n", job.output.string().c_str(), recipe.text().c_str(),
                report.result.cols, report.result.rows, cv::typeToString(report.result.type()).c_str(),
                report.milliseconds, cv::cudatiled::getBackendName().c_str());
    if (!job.compare.empty())
        std::printf("%s: %s\n", job.compare.string().c_str(), report.comparison.text().c_str());
    return report.comparison.contractKept ? 0 : 1;
}

std::vector<Job> jobsOfFolder(const Options& options)
{
    if (fs::exists(options.output) && !fs::is_directory(options.output))
        throw std::invalid_argument("'" + options.input + "' is a folder, but '" + options.output + "' is not");
    std::vector<Job> jobs;
    for (const auto& entry : fs::directory_iterator(options.input))
    {
        const fs::path name = entry.path().filename();
        if (isPicture(entry.path().string()))
            jobs.push_back(
                {entry.path(), options.output / name, options.compare.empty() ? "" : options.compare / name});
    }
    if (jobs.empty())
        throw std::runtime_error("there are no pictures in '" + options.input + "'");
    std::sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.input < b.input; });
    fs::create_directories(options.output);
    if (!options.compare.empty())
        fs::create_directories(options.compare);
    return jobs;
}

// One bad picture does not stop the others; it makes the exit code 1.
int filterFolder(const Recipe& recipe, const Options& options)
{
    const std::vector<Job> jobs = jobsOfFolder(options);
    PictureFilter filter(recipe, options);
    ProgressBar bar(int(jobs.size()));
    int failed = 0, unequal = 0, broken = 0;
    double total = 0;
    for (const Job& job : jobs)
    {
        try
        {
            Report report;
            filter.run(job, report);
            total += report.milliseconds;
            unequal += report.comparison.differingPixels != 0;
            broken += !report.comparison.contractKept;
        }
        catch (const cv::Exception& error)
        {
            ++failed;
            bar.clear();
            std::fprintf(stderr, "filter_image: %s: %s\n", job.input.string().c_str(), error.err.c_str());
        }
        catch (const std::exception& error)
        {
            ++failed;
            bar.clear();
            std::fprintf(stderr, "filter_image: %s\n", error.what());
        }
        bar.advance(job.input.filename().string());
    }
    bar.clear();
    std::printf("%s: %s, %zu pictures, %d failed, %.3f ms on %s\n", options.output.c_str(), recipe.text().c_str(),
                jobs.size(), failed, total, cv::cudatiled::getBackendName().c_str());
    if (!options.compare.empty())
        std::printf("%s: %d differ from OpenCV's CPU, %d break the accuracy contract\n", options.compare.c_str(),
                    unequal, broken);
    return failed + broken == 0 ? 0 : 1;
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

void addSubcommand(CLI::App& app, Recipe& recipe, Options& options)
{
    CLI::App* sub = app.add_subcommand(recipe.filter->name, recipe.filter->help);
    for (const Parameter& parameter : recipe.filter->parameters)
        sub->add_option_function<std::string>(
               "--" + parameter.name,
               [&](const std::string& value) { recipe.settings.set(parameter.name, textOrFile(parameter, value)); },
               parameter.help + " (" + accepted(parameter) + ")")
            ->type_name("=" + parameter.defaultText);
    sub->add_flag("--gray", options.gray, "convert to gray first; drops alpha");
    sub->add_flag("--filter-alpha", options.filterAlpha, "filter alpha too, instead of keeping it as it is");
    sub->add_option("--compare", options.compare, "write the difference from OpenCV's CPU, brightened, to this picture")
        ->type_name("FILE");
    addBackendOption(*sub);
    sub->add_option("input", options.input, "picture, or folder of pictures")->required();
    sub->add_option("output", options.output, "picture, or folder")->required();
}

void printCatalogue()
{
    for (const CatalogueFilter& filter : filterCatalogue())
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
    Options options;
    bool list = false;
    std::vector<Recipe> recipes(filterCatalogue().begin(), filterCatalogue().end());
    for (Recipe& recipe : recipes)
        addSubcommand(app, recipe, options);
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
                return fs::is_directory(options.input) ? filterFolder(recipe, options) : filterPicture(recipe, options);
        if (app.remaining_size() == 0)
            throw std::invalid_argument("which filter? See --help and --list");
        findFilter(app.remaining().front());
        return 1;
    });
}
