// SPDX-License-Identifier: Apache-2.0
// Whether engines may take their fast kernels: CUDATILED_KERNEL=general|fast, for tests and measurements.
#pragma once

namespace cv { namespace cudatiled {

enum class KernelChoice
{
    Fast,   // a fast kernel where one fits, the general one elsewhere
    General // the general kernel always
};

// Set by the environment variable before the first use; `fast` is the default.
KernelChoice kernelChoice();
void setKernelChoice(KernelChoice choice);

}} // namespace cv::cudatiled
