// SPDX-License-Identifier: Apache-2.0
// Every filter of the catalogue gives the pixels of its definition, on every path an image can take.
#include <gtest/gtest.h>

#include "../support/catalogue.hpp"
#include "../support/cell.hpp"

namespace cudatiled_test { namespace {

using FilterAndPath = std::tuple<std::string, Path>;

// Emulated kernels are slow and have fewer seeds, for conformance_on_cpu runs each of their instances as well. Images
// from the host reach the same kernels, and one general kernel serves most pairs with 32S: these have fewest.
int seedsOf(Path path, bool has32S = false)
{
#ifdef CUDATILED_EMULATED
    return path == Path::Device && !has32S ? 5 : path == Path::Cpu ? 2 : 1;
#else
    (void)has32S;
    return path == Path::Batch ? 2 : 10; // whose cells filter several images, several times
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
    for (int seed = 1; seed <= 50 * seedsOf(std::get<Path>(GetParam())); ++seed)
        if (!run(seed, {}))
            return;
}

TEST_P(Accuracy, HoldsForEveryDepthPairChannelCountAndBorder)
{
    const auto seeds = [](int srcDepth, int dstDepth) {
        return seedsOf(std::get<Path>(GetParam()), srcDepth == CV_32S || dstDepth == CV_32S);
    };
    for (const Entry& row : catalogue())
        for (const int srcDepth : srcDepths(row))
            for (const int dstDepth : dstDepths(row, srcDepth))
                for (const int channels : row.channels)
                    for (int border = cv::BORDER_CONSTANT; border <= cv::BORDER_REFLECT_101; ++border)
                        for (int seed = 1, last = seeds(srcDepth, dstDepth); seed <= last; ++seed)
                            if (row.name == std::get<std::string>(GetParam()) &&
                                !run(1000 * border + 10 * channels + seed, {srcDepth, dstDepth, channels, border}))
                                return;
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
