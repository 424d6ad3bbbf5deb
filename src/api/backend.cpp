// SPDX-License-Identifier: Apache-2.0
// Which backend filters host images: setBackend, getBackend, getBackendName and CUDATILED_BACKEND.
#include "backend.hpp"

#include <atomic>
#include <cstdlib>

#include <opencv2/cudatiled.hpp>

#include "../core/device.hpp"
#include "../core/require.hpp"

namespace cv { namespace cudatiled {

namespace {

int backendOfEnvironment()
{
    const char* value = std::getenv("CUDATILED_BACKEND");
    const std::string name = value ? value : "";
    if (name.empty() || name == "auto")
        return BACKEND_AUTO;
    if (name == "cpu")
        return BACKEND_CPU;
    CUDATILED_REQUIRE(name == "cuda", "CUDATILED_BACKEND", StsBadArg, "is \"%s\"; it must be auto, cuda or cpu", value);
    return BACKEND_CUDA;
}

std::atomic<int>& chosenBackend()
{
    static std::atomic<int> backend(backendOfEnvironment());
    return backend;
}

} // namespace

void requireCudaDevice(const char* function)
{
    CUDATILED_REQUIRE(cudaDeviceCount() > 0, function, GpuNotSupported,
                      "there is no CUDA device (%s); without one, only host images can be filtered",
                      whyNoCudaDevice().c_str());
}

void setBackend(int backend)
{
    CUDATILED_REQUIRE(backend >= BACKEND_AUTO && backend <= BACKEND_CPU, __func__, StsBadArg,
                      "backend is %d; it must be BACKEND_AUTO (0), BACKEND_CUDA (1) or BACKEND_CPU (2)", backend);
    if (backend == BACKEND_CUDA)
        requireCudaDevice(__func__);
    chosenBackend() = backend;
}

int getBackend()
{
    const int chosen = chosenBackend();
    if (chosen == BACKEND_CUDA)
        requireCudaDevice("CUDATILED_BACKEND=cuda");
    if (chosen == BACKEND_AUTO)
        return cudaDeviceCount() > 0 ? BACKEND_CUDA : BACKEND_CPU;
    return chosen;
}

String getBackendName()
{
    if (getBackend() == BACKEND_CUDA)
        return cudaDeviceName();
    const std::string why = chosenBackend() == BACKEND_CPU ? "chosen" : whyNoCudaDevice();
    return std::string("CPU, OpenCV ") + CV_VERSION + " (" + why + ")";
}

}} // namespace cv::cudatiled
