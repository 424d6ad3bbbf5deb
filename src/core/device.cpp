// SPDX-License-Identifier: Apache-2.0
// The CUDA device: is there one, and what is it called.
#include "device.hpp"

#if CUDATILED_WITH_CUDA
#include "cuda_error.hpp"
#endif

namespace cv { namespace cudatiled {

#if CUDATILED_WITH_CUDA

namespace {

struct Devices
{
    int count = 0;
    cudaError_t error = cudaSuccess;
};

const Devices& devices()
{
    static const Devices found = [] {
        Devices d;
        d.error = cudaGetDeviceCount(&d.count);
        if (d.error != cudaSuccess)
        {
            d.count = 0;
            cudaGetLastError();
        }
        return d;
    }();
    return found;
}

} // namespace

int cudaDeviceCount()
{
    return devices().count;
}

std::string whyNoCudaDevice()
{
    switch (devices().error)
    {
    case cudaSuccess:
    case cudaErrorNoDevice: return "CUDA found no device";
    case cudaErrorInsufficientDriver: return "there is no NVIDIA driver, or one too old for this CUDA";
    default: return cudaGetErrorString(devices().error);
    }
}

int currentCudaDevice()
{
    int device = -1;
    if (cudaDeviceCount() > 0 && cudaGetDevice(&device) != cudaSuccess)
        cudaGetLastError();
    return device;
}

void useCudaDevice(int device)
{
    if (device >= 0 && cudaSetDevice(device) != cudaSuccess)
        cudaGetLastError();
}

std::string cudaDeviceName()
{
    int device = 0;
    cudaDeviceProp properties{};
    requireCuda(cudaGetDevice(&device), "getBackendName", "cudaGetDevice");
    requireCuda(cudaGetDeviceProperties(&properties, device), "getBackendName", "cudaGetDeviceProperties");
    return cv::format("%s (compute capability %d.%d)", properties.name, properties.major, properties.minor);
}

int lowestComputeCapability()
{
    int lowest = 0;
    for (int device = 0; device < cudaDeviceCount(); ++device)
    {
        cudaDeviceProp properties{};
        requireCuda(cudaGetDeviceProperties(&properties, device), "apply", "cudaGetDeviceProperties");
        const int capability = 10 * properties.major + properties.minor;
        lowest = device == 0 || capability < lowest ? capability : lowest;
    }
    return lowest;
}

std::size_t lowestSharedMemory(const char* function)
{
    int lowest = 0;
    for (int device = 0; device < cudaDeviceCount(); ++device)
    {
        int bytes = 0;
        requireCuda(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), function,
                    "cudaDeviceGetAttribute");
        lowest = device == 0 || bytes < lowest ? bytes : lowest;
    }
    return static_cast<std::size_t>(lowest);
}

#else

std::size_t lowestSharedMemory(const char*)
{
    return 0;
}

int lowestComputeCapability()
{
    return 0;
}

int cudaDeviceCount()
{
    return 0;
}

std::string whyNoCudaDevice()
{
    return "cudatiled was built without CUDA";
}

int currentCudaDevice()
{
    return -1;
}

void useCudaDevice(int) {}

std::string cudaDeviceName()
{
    return "no CUDA device";
}

#endif

}} // namespace cv::cudatiled
