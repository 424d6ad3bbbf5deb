// SPDX-License-Identifier: Apache-2.0
// Writes the list of the images of a batch, from its arguments: no memory of
// the host has to stay until the stream comes to it, so that a captured graph
// holds its list.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"
#include "../../core/launch_limits.hpp"

namespace cv { namespace cudatiled {

constexpr int kBatchPlacesBytes = kMostArgumentBytes - 16; // beside a list's address

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

// One warp: its lanes read different arguments, one after the other.
struct PlacesTile
{
    static constexpr int ThreadsX = 32, ThreadsY = 1, Threads = 32;
};

template <class Tile, class Arguments>
__global__ void __launch_bounds__(Tile::Threads) batchPlacesKernel(const Arguments a)
{
    const EarlierWork<Images::AnySize> earlier(a.siblings);
    const int i = static_cast<int>(blockIdx.x * Tile::Threads + threadIdx.x);
    if (i < a.count)
        a.list[i] = a.at(i);
}

}} // namespace cv::cudatiled
