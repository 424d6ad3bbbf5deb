// SPDX-License-Identifier: Apache-2.0
// Writes the list of the images of a batch, from its arguments: no memory of the host has to stay until the stream
// comes to it, so that a captured graph holds its list.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"

namespace cv { namespace cudatiled {

// BatchPlace or BatchImage.
template <class Entry> struct BatchPlacesArguments
{
    static constexpr int kEntriesAtOnce = 4080 / sizeof(Entry); // as many as fit into 4 KB of arguments
    Entry* list;
    int count;
    Siblings siblings; // the launches that write one list
    Entry entry[kEntriesAtOnce];
};

struct PlacesTile
{
    static constexpr int ThreadsX = 256, ThreadsY = 1, Threads = 256;
};

template <class Tile, class Entry>
__global__ void __launch_bounds__(Tile::Threads) batchPlacesKernel(const BatchPlacesArguments<Entry> a)
{
    const EarlierWork<Images::AnySize> earlier(a.siblings);
    const int i = static_cast<int>(threadIdx.x);
    if (i < a.count)
        a.list[i] = a.entry[i];
}

}} // namespace cv::cudatiled
