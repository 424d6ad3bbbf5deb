// SPDX-License-Identifier: Apache-2.0
// Launching listPointersKernel.
#include "batch_pointers.hpp"

#include "../kernels/load/list_pointers.cuh"
#include "launch.cuh"

namespace cv { namespace cudatiled {

BatchPointers::BatchPointers(const CudaCall* calls, int count)
    : count_(count), lists_(2 * count * sizeof(void*), 1, calls->stream, "cudatiled::Filter::apply")
{
    PointerList a;
    a.list = static_cast<void**>(lists_.data());
    for (int first = 0; first < 2 * count; first += PointerList::kMost)
    {
        a.first = first;
        a.count = std::min(2 * count - first, PointerList::kMost);
        for (int i = 0; i < a.count; ++i)
        {
            const int at = first + i;
            a.pointers[i] = at < count ? const_cast<void*>(calls[at].src.data) : calls[at - count].dst.data;
        }
        launchGrid<PointerList, listPointersKernel>("listPointersKernel", a, dim3(1), calls->stream);
    }
}

}} // namespace cv::cudatiled
