// SPDX-License-Identifier: Apache-2.0
// Every filter of the catalogue gives the pixels of its definition, on every path an image can take.
#include <gtest/gtest.h>

#include "../support/catalogue.hpp"
#include "../support/cell.hpp"

namespace cudatiled_test { namespace {

using FilterAndPath = std::tuple<std::string, Path>;

// Emulated kernels are slow: conformance_on_cpu draws cells of each of their instances as well. The CPU backend is the
// same in both programs, and `conformance` runs 20,000 cells of it.
#ifdef CUDATILED_EMULATED
constexpr int kRandomCells = 25;
#else
constexpr int kRandomCells = 50;
#endif

int seedsOf([[maybe_unused]] Path path)
{
#ifdef CUDATILED_EMULATED
    return 1;
#else
    return path == Path::Batch ? 2 // whose cells filter several images, several times
           : path == Path::Cpu ? 4
                               : 10;
#endif
}

// On emulated kernels, batches and images from the host take one border for each depth pair and channel count, in turn:
// images on the device take all borders through the same code for borders.
bool hasEveryBorder([[maybe_unused]] Path path)
{
#ifdef CUDATILED_EMULATED
    return path == Path::Device || path == Path::Cpu;
#else
    return true;
#endif
}

class Accuracy : public testing::TestWithParam<FilterAndPath>
{
protected:
    void SetUp() override
    {
        if (!pathExists(std::get<Path>(GetParam())))
            GTEST_SKIP() << "there is no CUDA device";
    }

    // Runs a cell; false when there have been failures enough.
    bool run(std::uint64_t seed, const Choice& choice)
    {
        const auto& [filter, path] = GetParam();
        const Outcome outcome = runCell(filter, path, seed, choice);
        if (outcome.failure.empty())
            return true;
        ADD_FAILURE() << outcome.text << "\n  " << outcome.failure << "\n  seed " << seed;
        return ++failures_ < 3;
    }

private:
    int failures_ = 0;
};

TEST_P(Accuracy, GivesThePixelsOfTheDefinition)
{
    for (int seed = 1; seed <= kRandomCells * seedsOf(std::get<Path>(GetParam())); ++seed)
        if (!run(seed, {}))
            return;
}

TEST_P(Accuracy, HoldsForEveryDepthPairChannelCountAndBorder)
{
    const auto& [filter, path] = GetParam();
    const Entry& row = entryOf(filter);
    constexpr int kBorders = cv::BORDER_REFLECT_101 + 1; // from BORDER_CONSTANT, 0, on
    int turn = 0;
    for (const int srcDepth : srcDepths(row))
        for (const int dstDepth : dstDepths(row, srcDepth))
            for (const int channels : row.channels)
            {
                const int first = hasEveryBorder(path) ? 0 : turn++ % kBorders;
                const int last = hasEveryBorder(path) ? kBorders - 1 : first;
                for (int border = first; border <= last; ++border)
                    for (int seed = 1; seed <= seedsOf(path); ++seed)
                        if (!run(1000 * border + 10 * channels + seed, {srcDepth, dstDepth, channels, border}))
                            return;
            }
}

std::vector<std::string> filterNames()
{
    std::vector<std::string> names;
    for (const Entry& row : catalogue())
        names.push_back(row.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(, Accuracy,
                         testing::Combine(testing::ValuesIn(filterNames()),
                                          testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device, Path::Batch)),
                         [](const auto& parameters) {
                             return std::get<0>(parameters.param) + "_" + pathName(std::get<1>(parameters.param));
                         });

}} // namespace cudatiled_test
