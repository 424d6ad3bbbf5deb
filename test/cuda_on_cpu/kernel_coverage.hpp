// SPDX-License-Identifier: Apache-2.0
// Proves that a test program has run every kernel there is.
#pragma once

#include <cstdlib>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace cuda_on_cpu {

// Names of the __global__ functions in all .cuh files of a folder and of those below it.
std::set<std::string> kernelNamesIn(const std::string& folder);

// The same for the text of one file.
std::set<std::string> kernelNamesInText(const std::string& source);

// Fails the test program at its end if it has not launched every kernel in `folder`, or has launched one by a wrong
// name. Says nothing when only some of the tests have run.
//     const auto* const coverage =
//         testing::AddGlobalTestEnvironment(new EveryShippedKernelHasBeenExecuted(KERNEL_FOLDER));
class EveryShippedKernelHasBeenExecuted : public testing::Environment
{
public:
    explicit EveryShippedKernelHasBeenExecuted(std::string folder) : folder_(std::move(folder)) {}

    void TearDown() override
    {
        const bool allTests = testing::GTEST_FLAG(filter) == "*" && !std::getenv("GTEST_TOTAL_SHARDS");
        if (allTests)
            check();
    }

    void check() const;

private:
    std::string folder_;
};

} // namespace cuda_on_cpu
