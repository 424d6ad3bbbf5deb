// SPDX-License-Identifier: Apache-2.0
// Versions, commit, device.
#include "environment.hpp"

#include <cstdlib>

#include <opencv2/core.hpp>
#include <opencv2/cudatiled.hpp>

#include "cudatiled_commit.hpp" // written by commit.cmake

#if CUDATILED_TEST_NPP
#include <nppcore.h>
#endif

namespace perf {

namespace {

std::string nppVersion()
{
#if CUDATILED_TEST_NPP
    const NppLibraryVersion* const version = nppGetLibVersion();
    return cv::format("%d.%d.%d", version->major, version->minor, version->build);
#else
    return "none";
#endif
}

std::string kernelChoice()
{
    const char* const value = std::getenv("CUDATILED_KERNEL");
    return value ? value : "auto";
}

} // namespace

std::string commit()
{
    return CUDATILED_COMMIT;
}

std::string deviceName()
{
    const std::string name = cv::cudatiled::getBackendName();
    return cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CUDA ? name.substr(0, name.find(" (")) : "CPU";
}

Facts softwareFacts()
{
    return {{"backend", cv::cudatiled::getBackendName()},
            {"commit", commit()},
            {"opencv", CV_VERSION},
            {"opencv_has_cuda", CUDATILED_OPENCV_HAS_CUDA ? "yes" : "no"},
            {"npp", nppVersion()},
            {"kernels", kernelChoice()},
            {"compiler", __VERSION__},
            {"cpu_threads", std::to_string(cv::getNumThreads())}};
}

} // namespace perf
