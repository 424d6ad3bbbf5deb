// SPDX-License-Identifier: Apache-2.0
// Proves that a test program has run every kernel there is.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace cuda_on_cpu {

// Names of the __global__ functions in all .cuh files of a folder and of those below it.
std::set<std::string> kernelNamesIn(const std::string& folder);

// The same for the text of one file.
std::set<std::string> kernelNamesInText(const std::string& source);

// A line for every kernel of `folder` that is not among the executed ones, and for every executed one that is not in
// it.
std::vector<std::string> coverageFaults(const std::string& folder, const std::set<std::string>& executed);

// Names of the kernels that this program has launched.
std::set<std::string> executedKernelNames();

// Fails the test program at its end if it has not launched every kernel in `folder`, or has launched one by a wrong
// name. Says nothing when only some of the tests have run; but where they were run as a shard, writes the names of its
// kernels, a line each, to the file that the environment variable CUDATILED_EXECUTED_KERNELS names.
//     const auto* const coverage =
//         testing::AddGlobalTestEnvironment(new EveryShippedKernelHasBeenExecuted(KERNEL_FOLDER));
class EveryShippedKernelHasBeenExecuted : public testing::Environment
{
public:
    explicit EveryShippedKernelHasBeenExecuted(std::string folder) : folder_(std::move(folder)) {}

    void TearDown() override;
    void check() const;

private:
    std::string folder_;
};

} // namespace cuda_on_cpu
