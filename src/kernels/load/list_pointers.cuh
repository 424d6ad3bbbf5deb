// SPDX-License-Identifier: Apache-2.0
// Writes the pointers of a batch's images, which come as arguments, to device memory.
#pragma once

#include "../../core/earlier_work.cuh"

namespace cv { namespace cudatiled {

struct PointerList
{
    static constexpr int ThreadsX = 256, ThreadsY = 1;
    static constexpr int kMost = 508; // in 4096 bytes, which every device and toolkit pass

    void** list;
    int first, count;
    void* pointers[kMost]; // list[first] and on
};

__global__ void __launch_bounds__(PointerList::ThreadsX) listPointersKernel(const PointerList a)
{
    awaitEarlierWork();
    for (int i = static_cast<int>(threadIdx.x); i < a.count; i += PointerList::ThreadsX)
        a.list[a.first + i] = a.pointers[i];
}

}} // namespace cv::cudatiled
