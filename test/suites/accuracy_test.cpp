// SPDX-License-Identifier: Apache-2.0
// Every filter of the catalogue gives the pixels of its definition, on every path an image can take.
#include <gtest/gtest.h>

#include "../support/catalogue.hpp"
#include "../support/cell.hpp"

namespace cudatiled_test { namespace {

class Accuracy : public testing::TestWithParam<std::tuple<std::string, Path>>
{};

#ifdef CUDATILED_EMULATED
constexpr int kCells = 60; // per filter and path; an emulated kernel takes its time
#else
constexpr int kCells = 400;
#endif

TEST_P(Accuracy, GivesThePixelsOfTheDefinition)
{
    const auto [filter, path] = GetParam();
    if (!pathExists(path))
        GTEST_SKIP() << "there is no CUDA device";
    int failures = 0;
    for (std::uint64_t seed = 1; seed <= kCells && failures < 3; ++seed)
    {
        const Outcome outcome = runCell(filter, path, seed);
        if (outcome.failure.empty())
            continue;
        ++failures;
        ADD_FAILURE() << outcome.text << "\n  " << outcome.failure << "\n  repeat: conformance --filter " << filter
                      << " --path " << pathName(path) << " --seed " << seed << " --cells 1";
    }
}

std::vector<std::string> filterNames()
{
    std::vector<std::string> names;
    for (const CatalogueRow& row : catalogue())
        names.push_back(row.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(, Accuracy,
                         testing::Combine(testing::ValuesIn(filterNames()),
                                          testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device)),
                         [](const auto& parameters) {
                             return std::get<0>(parameters.param) + "_" + pathName(std::get<1>(parameters.param));
                         });

}} // namespace cudatiled_test
