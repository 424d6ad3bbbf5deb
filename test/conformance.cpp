// SPDX-License-Identifier: Apache-2.0
// Runs any number of random cells of the conformance suites and prints each failing one as the command that repeats it.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <stdexcept>
#include <tuple>

#include <opencv2/cudatiled.hpp>

#include "support/catalogue.hpp"
#include "support/cell.hpp"

using namespace cudatiled_test;

namespace {

const char kKeys[] = "{help h  |          | show this}"
                     "{cells   | 10000    | cells to run in all}"
                     "{seed    | 1        | seed of the first; each cell has the next one}"
                     "{filter  |          | only this filter of the catalogue}"
                     "{path    |          | only this path: Cpu, HostOnCuda or Device}"
                     "{verbose |          | print every cell}"
                     "{alone   |          | do not run other libraries on the same images}"
                     "{record  |          | write what was compared to this CSV file}";

struct Selection
{
    std::vector<std::string> filters;
    std::vector<Path> paths;
};

Selection select(const std::string& filter, const std::string& path)
{
    Selection selection;
    for (const CatalogueRow& row : catalogue())
        if (filter.empty() || filter == row.name)
            selection.filters.push_back(row.name);
    for (const Path candidate : {Path::Cpu, Path::HostOnCuda, Path::Device})
        if ((path.empty() || path == pathName(candidate)) && pathExists(candidate))
            selection.paths.push_back(candidate);
    return selection;
}

struct Tally
{
    long cells = 0, failures = 0, exactScalars = 0;
    Difference definition, openCv, openCvFromDefinition, openCvCuda, npp;
    // Largest errors of float results in tolerances: of all cells, and of those that cv::cuda filters too.
    double error = -1, besideOpenCvCuda = -1, openCvCudaError = -1;

    void add(const Outcome& outcome)
    {
        error = std::max(error, outcome.error);
        if (outcome.openCvCudaError >= 0)
        {
            besideOpenCvCuda = std::max(besideOpenCvCuda, outcome.error);
            openCvCudaError = std::max(openCvCudaError, outcome.openCvCudaError);
        }
        ++cells;
        failures += !outcome.failure.empty();
        exactScalars += outcome.exactScalars;
        definition += outcome.definition;
        openCv += outcome.openCv;
        openCvFromDefinition += outcome.openCvFromDefinition;
        openCvCuda += outcome.openCvCuda;
        npp += outcome.npp;
    }
};

// By filter, source depth and destination depth.
using Tallies = std::map<std::tuple<std::string, int, int>, Tally>;

void writeCsv(const std::string& file, const Tallies& tallies)
{
    static const char* const depths[] = {"8U", "8S", "16U", "16S", "32S", "32F"};
    std::ofstream out(file);
    out << "filter,src,dst,cells,failures,scalars,exact_scalars";
    for (const char* column : {"wrong", "opencv", "opencv_wrong", "opencv_cuda", "npp"})
        out << "," << column << "_scalars," << column << "_differing," << column << "_largest";
    out << ",error,error_beside_opencv_cuda,opencv_cuda_error\n";
    for (const auto& [key, tally] : tallies)
    {
        out << std::get<0>(key) << "," << depths[std::get<1>(key)] << "," << depths[std::get<2>(key)] << ","
            << tally.cells << "," << tally.failures << "," << tally.definition.scalars << "," << tally.exactScalars;
        for (const Difference& d :
             {tally.definition, tally.openCv, tally.openCvFromDefinition, tally.openCvCuda, tally.npp})
            out << "," << d.scalars << "," << d.differing << "," << d.largest;
        for (const double error : {tally.error, tally.besideOpenCvCuda, tally.openCvCudaError})
            out << "," << (error < 0 ? std::string() : cv::format("%.3f", error));
        out << "\n";
    }
    if (!out.flush())
        throw std::runtime_error("cannot write " + file);
}

// Where a float filter is further from the exact sums than twice what cv::cuda's is on the same images.
int furtherThanOpenCvCuda(const Tallies& tallies)
{
    int further = 0;
    for (const auto& [key, tally] : tallies)
        if (tally.openCvCudaError >= 0 && tally.besideOpenCvCuda > 2 * tally.openCvCudaError)
        {
            ++further;
            std::printf("FAILED %s to 32F: its largest error is %.3f tolerances, cv::cuda's on the same images %.3f\n",
                        std::get<0>(key).c_str(), tally.besideOpenCvCuda, tally.openCvCudaError);
        }
    return further;
}

// Filters and paths take turns, so that any number of cells covers all of them evenly.
int run(const Selection& selection, std::uint64_t firstSeed, long cells, bool verbose, bool alone,
        const std::string& record)
{
    Tallies tallies;
    Choice choice;
    choice.peers = !alone;
    long failures = 0;
    auto reported = std::chrono::steady_clock::now();
    for (long i = 0; i < cells; ++i)
    {
        const std::string& filter = selection.filters[i % selection.filters.size()];
        const Path path = selection.paths[i / selection.filters.size() % selection.paths.size()];
        const Outcome outcome = runCell(filter, path, firstSeed + i, choice);
        tallies[{filter, outcome.srcDepth, outcome.dstDepth}].add(outcome);
        if (verbose)
            std::printf("%s\n", outcome.text.c_str());
        if (!outcome.failure.empty())
        {
            ++failures;
            std::printf("FAILED %s\n  %s\n  repeat: conformance --cells=1 --filter=%s --path=%s --seed=%llu\n",
                        outcome.text.c_str(), outcome.failure.c_str(), filter.c_str(), pathName(path),
                        static_cast<unsigned long long>(firstSeed + i));
        }
        const auto now = std::chrono::steady_clock::now();
        if (now - reported > std::chrono::seconds(10))
        {
            reported = now;
            std::fprintf(stderr, "%ld of %ld cells, %ld failed\n", i + 1, cells, failures);
        }
    }
    if (!record.empty())
        writeCsv(record, tallies);
    std::printf("%ld passed, %ld failed\n", cells - failures, failures);
    return failures + furtherThanOpenCvCuda(tallies) ? 1 : 0;
}

} // namespace

int main(int argc, char** argv)
{
    cv::CommandLineParser arguments(argc, argv, kKeys);
    arguments.about("Random filters on random images against their definition.");
    if (arguments.has("help"))
    {
        arguments.printMessage();
        return 0;
    }
    const Selection selection = select(arguments.get<std::string>("filter"), arguments.get<std::string>("path"));
    const long cells = arguments.get<int>("cells");
    const auto seed = static_cast<std::uint64_t>(arguments.get<double>("seed"));
    if (!arguments.check() || selection.filters.empty() || selection.paths.empty() || cells < 1)
    {
        arguments.printErrors();
        std::fprintf(stderr, "conformance: no such filter, or no such path on this machine; see --help\n");
        return 2;
    }
    std::printf("%s, OpenCV %s %s CUDA\n%ld cells from seed %llu\n", cv::cudatiled::getBackendName().c_str(),
                CV_VERSION, CUDATILED_OPENCV_HAS_CUDA ? "built with" : "built without", cells,
                static_cast<unsigned long long>(seed));
    return run(selection, seed, cells, arguments.has("verbose"), arguments.has("alone"),
               arguments.get<std::string>("record"));
}
