// SPDX-License-Identifier: Apache-2.0
// The CUDA device, asked without CUDA headers and without OpenCV.
#pragma once

#include <cstddef>
#include <string>

namespace cv { namespace cudatiled {

// Devices that CUDA can use, counted once; 0 where the library was built without CUDA.
int cudaDeviceCount();

// Why cudaDeviceCount() is 0, for people.
std::string whyNoCudaDevice();

// The number of the calling thread's current device, -1 where there is none; and setting it for this thread. The work
// that needs a device reports one that cannot be used.
int currentCudaDevice();
void useCudaDevice(int device);

// E.g. "NVIDIA H200 (compute capability 9.0)": the current device.
std::string cudaDeviceName();

// The lowest compute capability of all devices, e.g. 86 for 8.6; 0 without a device.
int lowestComputeCapability();

// Bytes of shared memory that a block may ask for, on the device where it is least; 0 without a device. Errors name
// `function`.
std::size_t lowestSharedMemory(const char* function);

}} // namespace cv::cudatiled
