// SPDX-License-Identifier: Apache-2.0
// Writes the list of the images of a batch, from its arguments: no memory of
// the host has to stay until the stream comes to it, so that a captured graph
// holds its list.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"

namespace cv { namespace cudatiled {

constexpr int kBatchPlacesBytes = 4080; // that 4 KB of arguments have, beside a list's address

// Entries of a list: each is a BatchPlace or a BatchImage.
template <class Entry_> struct BatchPlacesArguments
{
    using Entry = Entry_;
    static constexpr int kEntriesAtOnce = kBatchPlacesBytes / sizeof(Entry);
    Entry* list;
    int count;
    Siblings siblings; // the launches that write one list
    Entry entry[kEntriesAtOnce];

    __device__ Entry at(int i) const { return entry[i]; }
};

// Images that differ in addresses alone: of these, four times as many fit.
struct BatchOfOneShapeArguments
{
    using Entry = BatchImage;
    static constexpr int kEntriesAtOnce = (kBatchPlacesBytes - sizeof(BatchImage)) / sizeof(BatchPlace);
    BatchImage* list;
    int count;
    Siblings siblings;
    BatchImage first;
    BatchPlace entry[kEntriesAtOnce];

    __device__ BatchImage at(int i) const
    {
        BatchImage image = first;
        image.place = entry[i];
        return image;
    }
};

struct PlacesTile
{
    static constexpr int ThreadsX = 256, ThreadsY = 1, Threads = 256;
};

template <class Tile, class Arguments>
__global__ void __launch_bounds__(Tile::Threads) batchPlacesKernel(const Arguments a)
{
    static_assert(Arguments::kEntriesAtOnce <= Tile::Threads, "a thread writes an entry");
    const EarlierWork<Images::AnySize> earlier(a.siblings);
    const int i = static_cast<int>(threadIdx.x);
    if (i < a.count)
        a.list[i] = a.at(i);
}

}} // namespace cv::cudatiled
