// SPDX-License-Identifier: Apache-2.0
// Whether engines may take their fast kernels.
#include "kernel_choice.hpp"

#include <atomic>
#include <cstdlib>
#include <string>

#include "require.hpp"

namespace cv { namespace cudatiled {

namespace {

std::atomic<KernelChoice>& choice()
{
    static std::atomic<KernelChoice> chosen([] {
        const char* const value = std::getenv("CUDATILED_KERNEL");
        const std::string name = value ? value : "fast";
        CUDATILED_REQUIRE(name == "fast" || name == "general", "CUDATILED_KERNEL", StsBadArg,
                          "is \"%s\"; it must be fast or general", name.c_str());
        return name == "general" ? KernelChoice::General : KernelChoice::Fast;
    }());
    return chosen;
}

} // namespace

KernelChoice kernelChoice()
{
    return choice();
}

void setKernelChoice(KernelChoice chosen)
{
    choice() = chosen;
}

}} // namespace cv::cudatiled
