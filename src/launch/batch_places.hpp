// SPDX-License-Identifier: Apache-2.0
// The list of the images of a batch, for images that do not lie equally far apart.
#pragma once

#include <memory>

#include "../core/image_view.hpp"
#include "../core/scratch.hpp"
#include "cuda_call.hpp"

namespace cv { namespace cudatiled {

// A list in device memory. It is written when a kernel first needs it, for all images of the batch at once. Its memory
// belongs to the work that the stream is given during the lifetime of the object.
class BatchList
{
public:
    // The calls must live as long as the list, and keep their images.
    BatchList(const CudaCall* calls, int count) : calls_(calls), count_(count) {}

    // The places of the images of `calls`, if they are those of the list from number `first` on; else null. Kernels
    // that are launched next in the stream may read them.
    const BatchPlace* placesOf(const CudaCall* calls, int count, int first);

    // Once it is, a launch that reads it has waited for it.
    bool isWritten() const { return memory_ != nullptr; }

private:
    void write();

    const CudaCall* const calls_;
    const int count_;
    std::unique_ptr<const ScratchImage> memory_;
};

}} // namespace cv::cudatiled
