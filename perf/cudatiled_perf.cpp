// SPDX-License-Identifier: Apache-2.0
// Times the filters: on a GPU beside the copy, cv::cuda and NPP; without one, the CPU backend beside OpenCV.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <benchmark/benchmark.h>

#include <opencv2/cudatiled.hpp>

#include "environment.hpp"
#include "views.hpp"

#if CUDATILED_WITH_CUDA
#include "device.hpp"
#endif

namespace {

using namespace perf;

// The views print their own lines.
class NoReporter : public benchmark::BenchmarkReporter
{
public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>&) override {}
};

struct Arguments
{
    std::vector<std::string> views, sizes, types;
    std::string rows;
    bool list = false;
};

std::string viewHelp()
{
    std::string text = "what to measure, separated by commas (default: all):";
    for (const auto& [name, meaning] : viewNames())
        text += "\n  " + name + ": " + meaning;
    return text;
}

void addOptions(CLI::App& app, Arguments& arguments, Settings& settings)
{
    app.add_option("--views", arguments.views, viewHelp())->delimiter(',');
    app.add_option("--sizes", arguments.sizes,
                   "sizes such as 1920x1080,8192x8192; views of single sizes then take all of these")
        ->delimiter(',');
    app.add_option("--types", arguments.types, "source types such as 8UC1,32FC1")->delimiter(',');
    app.add_option("--filter", settings.selection.filter, "regular expression for filters, e.g. 'Gaussian 5x5'");
    app.add_option("--rows", arguments.rows,
                   "file with names of rows as --list prints them: measure these, in this order");
    app.add_option("--csv", settings.csv, "file for the record, a line as soon as it is measured");
    app.add_option("--radius-csv", settings.radiusCsv, "file for the record of the view radius");
    app.add_option("--median-csv", settings.medianCsv, "file for the record of the view median");
    app.add_option("--transfer-csv", settings.transferCsv, "file for the record of the view transfers");
    app.add_option("--chain-csv", settings.chainCsv, "file for the record of the view chains");
    app.add_option("--gradient-csv", settings.gradientCsv, "file for the record of the view gradients");
    app.add_option("--lab-csv", settings.labCsv, "file for the record of the view lab");
    app.add_option("--batch-csv", settings.batchCsv, "file for the record of the view batches");
    app.add_option("--histogram-csv", settings.histogramCsv, "file for the record of the view histograms");
    app.add_option("--pipeline-csv", settings.pipelineCsv, "file for the record of the view pipeline");
    app.add_option("--frame-csv", settings.frameCsv, "file for the record of the view frames");
    app.add_option("--json", settings.json,
                   "file for Google Benchmark's JSON with device, clocks, versions and commit");
    app.add_flag("--warm", settings.warm,
                 "use the same images again and again, in the cache if they fit; default: rotate them");
    app.add_option("--rest", settings.rest,
                   "how long the device rests after each batch of calls, as a multiple of the batch's time; default: 1")
        ->check(CLI::NonNegativeNumber);
    app.add_flag("--quick", settings.quick, "a quarter of the time per measurement");
    app.add_flag("--list", arguments.list, "print what would be measured");
    app.allow_extras(); // options of Google Benchmark
}

std::vector<std::string> linesOf(const std::string& file)
{
    std::ifstream in(file);
    if (!in)
        throw std::runtime_error("cannot read " + file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    if (lines.empty())
        throw std::runtime_error(file + " names no rows");
    return lines;
}

void select(const Arguments& arguments, Selection& selection)
{
    std::set<std::string> known;
    for (const auto& [name, meaning] : viewNames())
        known.insert(name);
    for (const std::string& view : arguments.views)
        if (known.count(view) == 0)
            throw std::invalid_argument("'" + view + "' is not a view; --help lists them");
    selection.views =
        arguments.views.empty() ? known : std::set<std::string>(arguments.views.begin(), arguments.views.end());
    if (!selection.has("filters") && !selection.has("borders") && !selection.has("radius") &&
        !selection.has("median") && !selection.has("transfers") && !selection.has("chains") &&
        !selection.has("batches") && !selection.has("gradients") && !selection.has("lab") &&
        !selection.has("histograms") && !selection.has("pipeline") && !selection.has("frames"))
        selection.views.insert("filters"); // the rows that further columns belong to
    for (const std::string& text : arguments.sizes)
        selection.sizes.push_back(sizeFromText(text));
    for (const std::string& text : arguments.types)
        selection.types.push_back(typeFromText(text));
    if (!arguments.rows.empty())
        selection.rows = linesOf(arguments.rows);
}

#if CUDATILED_WITH_CUDA

void addDeviceViews(const Settings& settings)
{
    for (const auto& [name, value] : deviceFacts())
        benchmark::AddCustomContext(name, value);
    if (settings.selection.has("filters") || settings.selection.has("borders"))
        addDeviceView(settings, std::make_shared<Record>(settings.csv, deviceName(), commit()));
    if (settings.selection.has("radius"))
        addRadiusView(settings);
    if (settings.selection.has("median"))
        addMedianView(settings);
    if (settings.selection.has("transfers"))
        addTransferView(settings);
    if (settings.selection.has("chains"))
        addChainView(settings);
    if (settings.selection.has("batches"))
        addBatchView(settings);
    if (settings.selection.has("gradients"))
        addGradientView(settings);
    if (settings.selection.has("lab"))
        addLabView(settings);
    if (settings.selection.has("histograms"))
        addHistogramView(settings);
    if (settings.selection.has("pipeline"))
        addPipelineView(settings);
    if (settings.selection.has("frames"))
        addFrameView(settings);
}

#else

void addDeviceViews(const Settings&)
{}

#endif

void addViews(const Settings& settings)
{
    const bool onDevice = cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CUDA;
    for (const auto& [name, value] : softwareFacts())
        benchmark::AddCustomContext(name, value);
    std::printf("cudatiled %s, OpenCV %s, on %s\n", commit().c_str(), CV_VERSION,
                cv::cudatiled::getBackendName().c_str());
    if (!onDevice)
        std::printf("No GPU is used: these are times of the CPU backend beside OpenCV's own functions, not of CUDA "
                    "kernels.\n");
    printTableHeader(onDevice);
    if (onDevice)
        addDeviceViews(settings);
    else
        addHostView(settings, std::make_shared<Record>(settings.csv, deviceName(), commit()));
}

int runBenchmarks(const Settings& settings, std::vector<std::string> rest)
{
    if (!settings.json.empty())
        rest.insert(rest.end(), {"--benchmark_out=" + settings.json, "--benchmark_out_format=json"});
    std::string program = "cudatiled_perf";
    std::vector<char*> pointers{program.data()};
    for (std::string& argument : rest)
        pointers.push_back(argument.data());
    int count = static_cast<int>(pointers.size());
    benchmark::Initialize(&count, pointers.data());
    if (benchmark::ReportUnrecognizedArguments(count, pointers.data()))
        return 2;
    NoReporter reporter;
    if (benchmark::RunSpecifiedBenchmarks(&reporter) > 0)
        return failures() == 0 ? 0 : 1;
    std::fprintf(stderr, "cudatiled_perf: the selection is empty\n");
    return 1;
}

int list(const Selection& selection)
{
    const bool onDevice = cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CUDA;
    for (const Cell& cell : onDevice ? deviceCells(selection) : hostCells(selection))
        std::puts(cell.name().c_str());
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Times cudatiled's filters beside the copy of the same bytes, cv::cuda, NPP and OpenCV's CPU.",
                 "cudatiled_perf");
    Arguments arguments;
    Settings settings;
    addOptions(app, arguments, settings);
    try
    {
        app.parse(argc, argv);
        select(arguments, settings.selection);
        if (arguments.list)
            return list(settings.selection);
        addViews(settings);
        return runBenchmarks(settings, app.remaining());
    }
    catch (const CLI::ParseError& error)
    {
        return app.exit(error);
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "cudatiled_perf: %s\n", error.what());
        return 1;
    }
}
