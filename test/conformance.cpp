// SPDX-License-Identifier: Apache-2.0
// Runs random cells of the conformance suites: a number of them (--cells), or as many as give each kernel instance a
// number of them (--each); or random chains (--chains). Prints each that fails as the command that repeats it.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include <opencv2/cudatiled.hpp>

#include "account.hpp"
#include "support/catalogue.hpp"
#include "support/chain_cell.hpp"
#if CUDATILED_TEST_STRATA
#include "strata.hpp"
#endif

using namespace cudatiled_test;

namespace {

const char kKeys[] =
    "{help h  |          | show this}"
    "{cells   | 10000    | cells to run in all}"
    "{seed    | 1        | seed of the first; each cell has the next one}"
    "{image   | 0        | which image of those for the seed's filter and types}"
    "{chains  |          | instead of cells: so many random chains, against their filters one after another}"
#if CUDATILED_TEST_STRATA
    "{each    |          | instead of cells: so many of each kernel instance, on Device, of those for batches on Batch}"
    "{rare    |          | with each: so many are enough of an instance that few cells run; default: each}"
    "{share   | 0/1      | with each: only every so manieth instance, e.g. 2/6: the third of six shares}"
#endif
    "{stop    |          | stop at the first failure}"
    "{filter  |          | only this filter of the catalogue}"
    "{path    |          | only this path: Cpu, HostOnCuda, Device or Batch}"
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
    for (const Entry& row : catalogue())
        if (filter.empty() || filter == row.name)
            selection.filters.push_back(row.name);
    for (const Path candidate : {Path::Cpu, Path::HostOnCuda, Path::Device, Path::Batch})
        if ((path.empty() || path == pathName(candidate)) && pathExists(candidate))
            selection.paths.push_back(candidate);
    return selection;
}

// Filters and paths take turns, so that any number of cells covers all of them evenly.
void runRandomCells(const Selection& selection, std::uint64_t firstSeed, std::uint64_t image, long cells,
                    Account& account)
{
    for (long i = 0; i < cells && account.goesOn(); ++i)
    {
        const std::string& filter = selection.filters[i % selection.filters.size()];
        const Path path = selection.paths[i / selection.filters.size() % selection.paths.size()];
        account.run(filter, path, firstSeed + i, image);
        account.showProgress(cells - i - 1, "cells");
    }
}

// Prints each chain that fails as the command that repeats it. Returns whether none does.
bool runRandomChains(std::vector<Path> paths, std::uint64_t firstSeed, long chains, bool verbose, bool stop)
{
    paths.erase(std::remove(paths.begin(), paths.end(), Path::Batch), paths.end()); // chains of one image
    long failures = 0;
    for (long i = 0; i < chains && (failures == 0 || !stop); ++i)
    {
        const Path path = paths[i % paths.size()];
        const std::uint64_t seed = firstSeed + i;
        const ChainOutcome outcome = runChainCell(path, seed);
        if (verbose)
            std::printf("%s\n", outcome.text.c_str());
        if (outcome.failure.empty())
            continue;
        ++failures;
        std::printf("FAILED %s\n  %s\n  repeat: conformance --chains=1 --path=%s --seed=%llu\n", outcome.text.c_str(),
                    outcome.failure.c_str(), pathName(path), static_cast<unsigned long long>(seed));
    }
    std::printf("%ld chains, %ld failed\n", chains, failures);
    return failures == 0;
}

#if CUDATILED_TEST_STRATA

// Runs `each` cells of each kernel instance in a share of the instances, or `rare` of those that few cells run; share
// "2/6" is the third of six. Returns whether all emulated instances have theirs. A GPU may lack the shared memory for
// some, so there it returns true.
bool runStrata(const Selection& selection, std::uint64_t seed, int each, int rare, const std::string& share,
               Account& account)
{
    int number = 0, shares = 0;
    if (std::sscanf(share.c_str(), "%d/%d", &number, &shares) != 2 || number < 0 || number >= shares || each < 1 ||
        rare < 1)
        throw std::runtime_error(
            "--each and --rare must be positive, and --share a number and how many there are, such as 0/6");
    if (!pathExists(Path::Device))
        throw std::runtime_error("--each: there is no CUDA device");
    Strata strata(each, rare, number, shares);
    fillStrata(selection.filters, seed, strata, account);
    strata.print();
#ifdef CUDATILED_EMULATED
    return strata.full() || !account.goesOn();
#else
    return true; // some instances are for other devices
#endif
}

#endif

} // namespace

int main(int argc, char** argv)
try
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
    std::printf("%s, OpenCV %s %s CUDA\n", cv::cudatiled::getBackendName().c_str(), CV_VERSION,
                CUDATILED_OPENCV_HAS_CUDA ? "built with" : "built without");
    if (arguments.has("chains"))
    {
        const int chains = arguments.get<int>("chains");
        std::printf("%d chains from seed %llu\n", chains, static_cast<unsigned long long>(seed));
        return runRandomChains(selection.paths, seed, chains, arguments.has("verbose"), arguments.has("stop")) ? 0 : 1;
    }
    Account account(!arguments.has("alone"), arguments.has("verbose"), arguments.has("stop"));
    bool complete = true;
#if CUDATILED_TEST_STRATA
    if (arguments.has("each"))
    {
        const int each = arguments.get<int>("each"), rare = arguments.has("rare") ? arguments.get<int>("rare") : each;
        complete = runStrata(selection, seed, each, rare, arguments.get<std::string>("share"), account);
    }
    else
#endif
    {
        std::printf("%ld cells from seed %llu\n", cells, static_cast<unsigned long long>(seed));
        runRandomCells(selection, seed, static_cast<std::uint64_t>(arguments.get<double>("image")), cells, account);
    }
    return account.finish(arguments.get<std::string>("record")) && complete ? 0 : 1;
}
catch (const std::exception& error)
{
    std::fprintf(stderr, "conformance: %s\n", error.what());
    return 2;
}
