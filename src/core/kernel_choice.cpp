// SPDX-License-Identifier: Apache-2.0
// Whether engines may take their fast kernels.
#include "kernel_choice.hpp"

#include <atomic>
#include <cstdlib>
#include <string>

#include "device.hpp"
#include "require.hpp"

namespace cv { namespace cudatiled {

namespace {

std::atomic<KernelChoice>& choice()
{
    static std::atomic<KernelChoice> chosen([] {
        const char* const value = std::getenv("CUDATILED_KERNEL");
        const std::string name = value ? value : "auto";
        CUDATILED_REQUIRE(name == "auto" || name == "fast" || name == "general", "CUDATILED_KERNEL", StsBadArg,
                          "is \"%s\"; it must be auto, fast or general", name.c_str());
        return name == "auto" ? KernelChoice::Auto : name == "fast" ? KernelChoice::Fast : KernelChoice::General;
    }());
    return chosen;
}

} // namespace

KernelChoice kernelChoice()
{
    return choice();
}

bool fastKernels()
{
    static const bool automatic = isForFastKernels(lowestComputeCapability());
    const KernelChoice chosen = choice();
    return chosen == KernelChoice::Auto ? automatic : chosen == KernelChoice::Fast;
}

void setKernelChoice(KernelChoice chosen)
{
    choice() = chosen;
}

}} // namespace cv::cudatiled
