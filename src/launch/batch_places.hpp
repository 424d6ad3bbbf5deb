// SPDX-License-Identifier: Apache-2.0
// The list of the images of a batch, for images that do not lie equally far apart.
#pragma once

#include <memory>
#include <vector>

#include "../core/image_view.hpp"
#include "../core/scratch.hpp"
#include "cuda_call.hpp"

namespace cv { namespace cudatiled {

// A list in device memory. It is written when a kernel first needs it, for all images of the batch at once. Its memory
// belongs to the work that the stream is given during the lifetime of the object.
class BatchList
{
public:
    BatchList(const CudaCall* calls, int count);

    // The places of the images of `calls`, which are those of the list from number `first` on; null if they are not.
    // Kernels that are launched next in the stream may read it.
    const BatchPlace* placesOf(const CudaCall* calls, int count, int first);

private:
    void write();

    std::vector<BatchPlace> places_;
    CudaStream stream_;
    std::unique_ptr<const ScratchImage> memory_;
};

}} // namespace cv::cudatiled
