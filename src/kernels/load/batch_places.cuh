// SPDX-License-Identifier: Apache-2.0
// Writes the list of the images of a batch, from its arguments: no memory of the host has to stay until the stream
// comes to it, so that a captured graph holds its list.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"

namespace cv { namespace cudatiled {

constexpr int kPlacesAtOnce = 255; // as many as fit into 4 KB of arguments

struct BatchPlacesArguments
{
    BatchPlace* list;
    int count;
    BatchPlace place[kPlacesAtOnce];
};

struct PlacesTile
{
    static constexpr int ThreadsX = 256, ThreadsY = 1, Threads = 256;
};

template <class Tile> __global__ void __launch_bounds__(Tile::Threads) batchPlacesKernel(const BatchPlacesArguments a)
{
    awaitEarlierWork();
    const int i = static_cast<int>(threadIdx.x);
    if (i < a.count)
        a.list[i] = a.place[i];
}

}} // namespace cv::cudatiled
