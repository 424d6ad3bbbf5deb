// SPDX-License-Identifier: Apache-2.0
// Where kernels find the images of a batch.
#pragma once

#include "../core/scratch.hpp"
#include "cuda_call.hpp"

namespace cv { namespace cudatiled {

// Two lists in scratch memory, of the sources and of the targets of calls. Written by a kernel, whose arguments hold
// the pointers: a copy from host memory would have to wait, or would read memory that is gone when a graph runs it.
class BatchPointers
{
public:
    BatchPointers(const CudaCall* calls, int count);

    template <class Arguments> void set(Arguments& a) const
    {
        a.source.batch = static_cast<decltype(a.source.batch)>(lists_.data());
        a.target.batch = reinterpret_cast<decltype(a.target.batch)>(static_cast<void**>(lists_.data()) + count_);
    }

private:
    const int count_;
    const ScratchImage lists_;
};

}} // namespace cv::cudatiled
