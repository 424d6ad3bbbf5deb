// SPDX-License-Identifier: Apache-2.0
// Launching batchPlacesKernel.
#include "../kernels/load/batch_places.cuh"
#include "batch_places.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

BatchPlace placeOf(const CudaCall& call)
{
    return {call.src.data, call.dst.data};
}

bool isAt(const CudaCall& call, const BatchPlace& place)
{
    return call.src.data == place.source && call.dst.data == place.target;
}

} // namespace

BatchList::BatchList(const CudaCall* calls, int count) : stream_(calls->stream)
{
    places_.reserve(count);
    std::transform(calls, calls + count, std::back_inserter(places_), placeOf);
}

const BatchPlace* BatchList::placesOf(const CudaCall* calls, int count, int first)
{
    if (first + count > static_cast<int>(places_.size()) ||
        !std::equal(calls, calls + count, places_.begin() + first, isAt))
        return nullptr;
    if (!memory_)
        write();
    return static_cast<const BatchPlace*>(memory_->data()) + first;
}

void BatchList::write()
{
    const int count = static_cast<int>(places_.size());
    memory_ = std::make_unique<const ScratchImage>(count * sizeof(BatchPlace), 1, stream_, "cudatiled::Filter::apply");
    BatchPlacesArguments a;
    for (int first = 0; first < count; first += a.count)
    {
        a.list = static_cast<BatchPlace*>(memory_->data()) + first;
        a.count = std::min(count - first, kPlacesAtOnce);
        std::copy_n(places_.begin() + first, a.count, a.place);
        launchGrid<PlacesTile, batchPlacesKernel<PlacesTile>>("batchPlacesKernel", a, dim3(1), stream_);
    }
}

}} // namespace cv::cudatiled
