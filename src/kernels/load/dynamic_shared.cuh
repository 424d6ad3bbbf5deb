// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory, of which a block may have more than 48 KB: the launch sets its size.
#pragma once

namespace cv { namespace cudatiled {

template <class T, int Count> __device__ T* dynamicShared()
{
#ifdef __CUDACC__
    extern __shared__ T dynamicSharedMemory[];
    return dynamicSharedMemory;
#else
    static T memory[Count]; // where kernels are emulated, its end is guarded
    return memory;
#endif
}

}} // namespace cv::cudatiled
