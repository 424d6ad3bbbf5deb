// SPDX-License-Identifier: Apache-2.0
// Whether engines may take their fast kernels: CUDATILED_KERNEL=auto|fast|general.
#pragma once

namespace cv { namespace cudatiled {

enum class KernelChoice
{
    Auto,   // fast kernels from compute capability 8.0 on: the default
    Fast,   // a fast kernel where one fits, the general one elsewhere
    General // the general kernel always
};

// Set by the environment variable before the first use.
KernelChoice kernelChoice();
void setKernelChoice(KernelChoice choice);

// What Auto means for a compute capability, e.g. 86: fast kernels rest on the asynchronous copies of 8.0.
constexpr bool isForFastKernels(int computeCapability)
{
    return computeCapability >= 80;
}

// By the choice and, for Auto, by the device of the lowest compute capability, which is asked for once.
bool fastKernels();

}} // namespace cv::cudatiled
