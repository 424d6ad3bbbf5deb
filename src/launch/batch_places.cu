// SPDX-License-Identifier: Apache-2.0
// Launching batchPlacesKernel.
#include "../kernels/load/batch_places.cuh"
#include "batch_places.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

bool haveSameImages(const CudaCall& a, const CudaCall& b)
{
    return a.src.data == b.src.data && a.dst.data == b.dst.data && haveSameShape(a, b);
}

template <class Entry> Entry entryOf(const CudaCall& call)
{
    const BatchPlace place{call.src.data, call.dst.data};
    if constexpr (std::is_same_v<Entry, BatchPlace>)
        return place;
    else
    {
        const Region& region = call.src.region;
        return {place,
                static_cast<std::ptrdiff_t>(call.src.step),
                static_cast<std::ptrdiff_t>(call.dst.step),
                region.whole.height,
                region.whole.width,
                region.offset.x,
                region.offset.y,
                region.size.height,
                region.size.width};
    }
}

template <class Arguments>
void writeList(Arguments& a, typename Arguments::Entry* list, const CudaCall* calls, int count)
{
    using Entry = std::decay_t<decltype(*a.entry)>;
    for (int first = 0; first < count; first += a.count)
    {
        a.list = list + first;
        a.count = std::min(count - first, a.kEntriesAtOnce);
        a.siblings = Siblings::of(first > 0, first + a.count < count);
        std::transform(calls + first, calls + first + a.count, a.entry, entryOf<Entry>);
        const int blocks = (a.count + PlacesTile::Threads - 1) / PlacesTile::Threads;
        launchGrid<PlacesTile, batchPlacesKernel<PlacesTile, Arguments>>("batchPlacesKernel", a, dim3(blocks),
                                                                         calls->stream);
    }
}

} // namespace

const BatchPlace* BatchList::placesOf(const CudaCall* calls, int count, int first)
{
    return entriesOf<BatchPlace>(places_, calls, count, first);
}

const BatchImage* BatchList::imagesOf(const CudaCall* calls, int count, int first)
{
    return entriesOf<BatchImage>(images_, calls, count, first);
}

template <class Entry>
const Entry* BatchList::entriesOf(Memory& memory, const CudaCall* calls, int count, int first) const
{
    if (first + count > count_ || !std::equal(calls, calls + count, calls_ + first, haveSameImages))
        return nullptr;
    if (!memory)
        memory = written<Entry>();
    return static_cast<const Entry*>(memory->data()) + first;
}

template <class Entry> BatchList::Memory BatchList::written() const
{
    auto memory =
        std::make_unique<const ScratchImage>(count_ * sizeof(Entry), 1, calls_->stream, "cudatiled::Filter::apply");
    Entry* const list = static_cast<Entry*>(memory->data());
    if constexpr (std::is_same_v<Entry, BatchImage>)
        if (std::all_of(calls_, calls_ + count_, [&](const CudaCall& call) { return haveSameShape(call, *calls_); }))
        {
            BatchOfOneShapeArguments a;
            a.first = entryOf<BatchImage>(*calls_);
            writeList(a, list, calls_, count_);
            return memory;
        }
    BatchPlacesArguments<Entry> a;
    writeList(a, list, calls_, count_);
    return memory;
}

}} // namespace cv::cudatiled
