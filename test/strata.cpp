// SPDX-License-Identifier: Apache-2.0
// Conformance by kernel instances.
#include "strata.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <regex>

#include "support/kernel_instances.hpp"
#include "support/launches.hpp"

namespace cudatiled_test {

namespace {

constexpr int kPhases = 3; // of the source, at least

std::string kernelOf(const std::string& instance)
{
    return instance.substr(0, instance.find('<'));
}

// The names of an instance without numbers and types of scalars, such as "slidingWindowKernel StripTile StripShape
// BoxTaps Images": what filters with the same arithmetic launch.
std::string familyOf(const std::string& instance)
{
    static const std::set<std::string> scalars = {"unsigned", "signed", "char", "short", "int",
                                                  "float",    "double", "Half", "true",  "false"};
    static const std::regex names("[A-Za-z_][A-Za-z_0-9]*");
    std::string family;
    for (std::sregex_iterator name(instance.begin(), instance.end(), names), end; name != end; ++name)
        if (!scalars.count(name->str()))
            family += name->str() + " ";
    return family;
}

// Kernels that no filter launches for one device image. suites/histogram_test.cpp and batch_test.cpp run them.
bool isOfNoCell(const std::string& instance)
{
    const std::string kernel = kernelOf(instance);
    return kernel == "wideHistogramKernel" || kernel == "thresholdLevelKernel" || kernel == "batchPlacesKernel";
}

// Some kernels have two instances that differ in their last argument, the images that they hold.
const std::string kOne = "(Images)0>", kInSteps = "(Images)1>", kAnySize = "(Images)3>";

bool endsWith(const std::string& text, const std::string& end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

Runs runsOf(const std::vector<Launched>& launches)
{
    Runs runs;
    for (const Launched& launched : launches)
        runs.emplace_back(kernelInstance(launched.kernel), launched.blocks);
    return runs;
}

// Without the tile of strips, which may be another one for batches, and the images.
std::string withoutTileAndImages(std::string instance)
{
    const std::size_t tile = instance.find("StripTile<");
    if (tile != std::string::npos)
        instance.erase(tile, instance.find('>', tile) - tile);
    return instance.substr(0, instance.size() - kAnySize.size());
}

// The same of the instances for batches, as far as they exist.
Runs forBatches(const Runs& runs)
{
    static const std::map<std::string, std::string> instances = [] {
        std::map<std::string, std::string> named;
        for (const std::string& name : kernelInstances())
            if (endsWith(name, kAnySize))
                named[withoutTileAndImages(name)] = name;
        return named;
    }();
    Runs others;
    for (const auto& [name, blocks] : runs)
    {
        if (!endsWith(name, kOne) && !endsWith(name, kInSteps))
            continue;
        const auto found = instances.find(withoutTileAndImages(name));
        if (found != instances.end())
            others.emplace_back(found->second, blocks);
    }
    return others;
}

// Those of instances for batches.
Runs ofBatches(const Runs& runs)
{
    Runs some;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(some),
                 [](const auto& run) { return endsWith(run.first, kAnySize); });
    return some;
}

// By name, so that every process has the same: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv
std::uint32_t hashOf(const std::string& name)
{
    std::uint32_t hash = 2166136261u;
    for (const unsigned char c : name)
        hash = (hash ^ c) * 16777619u;
    return hash;
}

std::set<std::string> situationsOf(const Placement& placement, long blocks)
{
    std::set<std::string> situations{blocks == 1 ? "one block" : "several blocks"};
    if (placement.windowBeyondImage)
        situations.insert("window larger than the image");
    for (const int bytes : {16, 32, 512})
    {
        const std::string unit = std::to_string(bytes);
        if (placement.srcStep % bytes == 0)
            situations.insert("source rows of " + unit +
                              (placement.srcPhase % 16 ? ", not from a chunk" : ", from a chunk"));
        if (placement.dstStep % bytes == 0)
            situations.insert("target rows of " + unit +
                              (placement.dstPhase % 16 ? ", not from a chunk" : ", from a chunk"));
    }
    return situations;
}

// How high blocks are at least: several may lie side by side.
long blockRowsOf(const Placement& placement, long blocks)
{
    return (placement.rows + blocks - 1) / blocks;
}

} // namespace

Strata::Strata(int each, int rare, int share, int shares) : each_(each), rare_(rare)
{
    for (const std::string& name : kernelInstances())
        if (hashOf(name) % shares == static_cast<unsigned>(share) && !isOfNoCell(name))
            strata_[name].family = familyOf(name);
}

bool Strata::isFull(const Stratum& stratum) const
{
    return stratum.cells >= each_ && stratum.srcPhases.size() >= kPhases;
}

int Strata::lacking() const
{
    return static_cast<int>(
        std::count_if(strata_.begin(), strata_.end(), [&](const auto& named) { return !isFull(named.second); }));
}

bool Strata::wants(const Runs& runs, const Placement& placement) const
{
    for (const auto& [name, blocks] : runs)
    {
        const auto found = strata_.find(name);
        if (found == strata_.end())
            continue;
        const Stratum& stratum = found->second;
        if (!isFull(stratum) && (stratum.cells < each_ || !stratum.srcPhases.count(placement.srcPhase)))
            return true;
        if (stratum.cells < each_ + 2)
            for (const std::string& situation : situationsOf(placement, blocks))
                if (!stratum.situations.count(situation))
                    return true;
    }
    return false;
}

bool Strata::wantsHigher(const Runs& runs, const Placement& placement) const
{
    return std::any_of(runs.begin(), runs.end(), [&](const auto& run) {
        const auto found = strata_.find(run.first);
        return found != strata_.end() && blockRowsOf(placement, run.second) >= 2 * found->second.blockRows;
    });
}

void Strata::add(const Runs& runs, const Placement& placement, bool failed)
{
    std::map<std::string, long> mostBlocks; // a filter may launch an instance several times
    for (const auto& [name, blocks] : runs)
        mostBlocks[name] = std::max(mostBlocks[name], blocks);
    for (const auto& [name, most] : mostBlocks)
    {
        const auto found = strata_.find(name);
        if (found == strata_.end())
            continue;
        Stratum& stratum = found->second;
        ++stratum.cells;
        stratum.failures += failed;
        stratum.srcPhases.insert(placement.srcPhase);
        stratum.dstPhases.insert(placement.dstPhase);
        stratum.blockRows = std::max(stratum.blockRows, blockRowsOf(placement, most));
        for (const std::string& situation : situationsOf(placement, most))
            stratum.situations.insert(situation);
    }
}

void Strata::noteFilter(const std::string& filter, const Runs& runs)
{
    static std::map<std::string, std::string> families; // by instance
    for (const auto& run : runs)
    {
        std::string& family = families[run.first];
        if (family.empty())
            family = familyOf(run.first);
        filters_[family].insert(filter);
    }
}

bool Strata::mayHelp(const std::string& filter) const
{
    return std::any_of(strata_.begin(), strata_.end(), [&](const auto& named) {
        const auto found = filters_.find(named.second.family);
        return !isFull(named.second) && (found == filters_.end() || found->second.count(filter));
    });
}

void Strata::print() const
{
    struct Kernel
    {
        int instances = 0, launched = 0, cells = 0, failures = 0, leastCells = 1 << 30, leastPhases = 1 << 30;
        std::set<int> phases;
    };
    std::map<std::string, Kernel> kernels;
    for (const auto& [name, stratum] : strata_)
    {
        Kernel& kernel = kernels[kernelOf(name)];
        ++kernel.instances;
        kernel.cells += stratum.cells;
        kernel.failures += stratum.failures;
        kernel.phases.insert(stratum.srcPhases.begin(), stratum.srcPhases.end());
        if (stratum.cells == 0)
            continue;
        ++kernel.launched;
        kernel.leastCells = std::min(kernel.leastCells, stratum.cells);
        kernel.leastPhases = std::min(kernel.leastPhases, static_cast<int>(stratum.srcPhases.size()));
    }
    std::printf("%-24s %9s %8s %7s %8s %11s %12s %7s\n", "kernel", "instances", "launched", "cells", "failures",
                "least cells", "least phases", "phases");
    for (const auto& [name, kernel] : kernels)
        std::printf("%-24s %9d %8d %7d %8d %11d %12d %7zu\n", name.c_str(), kernel.instances, kernel.launched,
                    kernel.cells, kernel.failures, kernel.launched ? kernel.leastCells : 0,
                    kernel.launched ? kernel.leastPhases : 0, kernel.phases.size());
    for (const auto& [name, stratum] : strata_)
        if (!isFull(stratum))
            std::printf("%d cells of %d, %zu phases of %d: %s\n", stratum.cells, each_, stratum.srcPhases.size(),
                        kPhases, name.c_str());
}

namespace {

// Runs the cell as one of a batch. Returns whether an instance for batches ran; others filtered the images once more,
// one by one.
bool runInBatch(const std::string& filter, std::uint64_t seed, std::uint64_t image, const Placement& placement,
                Strata& strata, Account& account)
{
    const LaunchWatch watch(false);
    const bool passed = account.run(filter, Path::Batch, seed, image);
    const Runs runs = ofBatches(runsOf(watch.launches()));
    strata.add(runs, placement, !passed);
    return !runs.empty();
}

// Runs a cell if an instance lacks one like it. Returns whether that was of use.
bool runIfWanted(const std::string& filter, std::uint64_t seed, std::uint64_t image, Strata& strata, Account& account)
{
    Choice choice;
    choice.image = image;
    Placement placement;
    Runs runs;
    try
    {
        const LaunchWatch watch(true);
        placement = traceCell(filter, seed, choice);
        runs = runsOf(watch.launches());
    }
    catch (const cv::Exception&)
    {
        account.run(filter, Path::Device, seed, image); // counts the failure and prints how to repeat it
        return true;
    }
    strata.noteFilter(filter, runs);
    const auto areWanted = [&](const Runs& some) {
        return image == kHighImage ? strata.wantsHigher(some, placement) : strata.wants(some, placement);
    };
    const bool wanted = areWanted(runs);
    if (wanted)
        strata.add(runs, placement, !account.run(filter, Path::Device, seed, image));
    const bool ofUse = areWanted(forBatches(runs)) && runInBatch(filter, seed, image, placement, strata, account);
    return wanted || ofUse;
}

// How long a round looks for cells, and how.
struct Round
{
    int patience;         // draws of a filter in a row that are of no use
    std::uint64_t images; // that are tried of a seed
    int cells;            // of a seed, at most, and the high one
    bool allFilters;      // else only those that may help
    bool forRare;         // instances that still lack cells are rare
};

// Later rounds look for rare instances: of a seed that has one they take more images.
constexpr Round kRounds[] = {{500, kHighImage, 3, true, false},
                             {2000, 512, 12, false, false},
                             {8000, 512, 12, false, true},
                             {512000, 512, 12, false, true},
                             {32000, 512, 12, true, true}};

// Runs the cells of a seed that an instance still lacks. Returns whether there were any.
bool runWantedCells(const std::string& filter, std::uint64_t seed, const Round& round, Strata& strata, Account& account)
{
    if (!runIfWanted(filter, seed, 0, strata, account))
        return false;
    int cells = 1;
    for (std::uint64_t image = 1; image < round.images && cells < round.cells; ++image)
        if (image != kHighImage)
            cells += runIfWanted(filter, seed, image, strata, account);
    runIfWanted(filter, seed, kHighImage, strata, account);
    return true;
}

} // namespace

void fillStrata(const std::vector<std::string>& filters, std::uint64_t firstSeed, Strata& strata, Account& account)
{
    // Filters take turns; one that has not found a cell for too long waits for the next round.
    std::uint64_t seed = firstSeed;
    const auto goesOn = [&] {
        return !strata.full() && account.goesOn();
    };
    for (const Round& round : kRounds)
    {
        if (round.forRare)
            strata.settleForRare();
        std::vector<int> barren(filters.size(), 0);
        for (bool any = true; any && goesOn();)
        {
            any = false;
            for (std::size_t i = 0; i < filters.size(); ++i)
            {
                if (!round.allFilters && !strata.mayHelp(filters[i]))
                    continue;
                for (int turn = 0; turn < 50 && barren[i] < round.patience && goesOn(); ++turn)
                {
                    any = true;
                    barren[i] = runWantedCells(filters[i], seed++, round, strata, account) ? 0 : barren[i] + 1;
                }
            }
            account.showProgress(strata.lacking(), "kernel instances");
        }
    }
}

} // namespace cudatiled_test
