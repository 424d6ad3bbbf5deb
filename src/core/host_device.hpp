// SPDX-License-Identifier: Apache-2.0
// Marks functions that run on the host and on the device, or on the device.
#pragma once

#ifdef __CUDACC__
#define CUDATILED_HOST_DEVICE __host__ __device__
#define CUDATILED_DEVICE __device__
#else
#define CUDATILED_HOST_DEVICE
#define CUDATILED_DEVICE
#endif
