// SPDX-License-Identifier: Apache-2.0
// The list of the images of a batch, for images that do not lie equally far apart.
#pragma once

#include <memory>

#include "../core/image_view.hpp"
#include "../core/scratch.hpp"
#include "cuda_call.hpp"

namespace cv { namespace cudatiled {

// Lists in device memory: of addresses, and of addresses and sizes. Each is written when a kernel first needs it, for
// all images of the batch at once. Their memory belongs to the work that the stream is given during the lifetime of the
// object.
class BatchList
{
public:
    // The calls must live as long as the list, and keep their images.
    BatchList(const CudaCall* calls, int count) : calls_(calls), count_(count) {}

    // The places of the images of `calls`, if they are those of the list from number `first` on; else null. Kernels
    // that are launched next in the stream may read them.
    const BatchPlace* placesOf(const CudaCall* calls, int count, int first);
    const BatchImage* imagesOf(const CudaCall* calls, int count, int first);

    // Once they are, a launch that reads them has waited for them.
    bool hasPlaces() const { return places_ != nullptr; }
    bool hasImages() const { return images_ != nullptr; }

private:
    using Memory = std::unique_ptr<const ScratchImage>;

    template <class Entry> const Entry* entriesOf(Memory& memory, const CudaCall* calls, int count, int first) const;
    template <class Entry> Memory written() const;

    const CudaCall* const calls_;
    const int count_;
    Memory places_, images_;
};

}} // namespace cv::cudatiled
