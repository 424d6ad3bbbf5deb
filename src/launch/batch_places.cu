// SPDX-License-Identifier: Apache-2.0
// Launching batchPlacesKernel.
#include "../kernels/load/batch_places.cuh"
#include "batch_places.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

bool haveSameImages(const CudaCall& a, const CudaCall& b)
{
    return a.src.data == b.src.data && a.dst.data == b.dst.data;
}

} // namespace

const BatchPlace* BatchList::placesOf(const CudaCall* calls, int count, int first)
{
    if (first + count > count_ || !std::equal(calls, calls + count, calls_ + first, haveSameImages))
        return nullptr;
    if (!memory_)
        write();
    return static_cast<const BatchPlace*>(memory_->data()) + first;
}

void BatchList::write()
{
    memory_ = std::make_unique<const ScratchImage>(count_ * sizeof(BatchPlace), 1, calls_->stream,
                                                   "cudatiled::Filter::apply");
    BatchPlacesArguments a;
    for (int first = 0; first < count_; first += a.count)
    {
        a.list = static_cast<BatchPlace*>(memory_->data()) + first;
        a.count = std::min(count_ - first, kPlacesAtOnce);
        std::transform(calls_ + first, calls_ + first + a.count, a.place, [](const CudaCall& call) {
            return BatchPlace{call.src.data, call.dst.data};
        });
        launchGrid<PlacesTile, batchPlacesKernel<PlacesTile>>("batchPlacesKernel", a, dim3(1), calls_->stream);
    }
}

}} // namespace cv::cudatiled
