// SPDX-License-Identifier: Apache-2.0
// Medians of windows that the edge of the image cuts: of their pixels inside, the one that half of the others, rounded
// up, do not exceed.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../load/block.cuh"
#include "wavelet.cuh"

namespace cv { namespace cudatiled {

template <class K> struct MedianEdgeArguments
{
    SourceView<K> source; // the image, which has the size of the target
    TargetView<K> target;
    MedianArea results;
    int size;
    std::uint32_t flip; // see MedianPart
};

struct MedianEdgeTile
{
    static constexpr int ThreadsX = 32, ThreadsY = 8, Threads = 256, Width = 32, Height = 8;
};

// The key that `rank` others of the window stand before, bit by bit: a bit is 0 if more keys than that have the same
// upper bits and a 0.
template <class K>
__device__ std::uint32_t keyOfRank(const MedianEdgeArguments<K>& a, const MedianArea& window, int channel, int rank)
{
    std::uint32_t key = 0;
#pragma unroll 1
    for (int bit = OrderedKey<K>::kBits - 1; bit >= 0; --bit)
    {
        int zeros = 0;
#pragma unroll 1
        for (int y = 0; y < window.height; ++y)
        {
            const K* const row = a.source.row(window.y + y) + channel;
#pragma unroll 1
            for (int x = 0; x < window.width; ++x)
            {
                const K value = row[static_cast<std::ptrdiff_t>(window.x + x) * a.source.channels];
                zeros += (OrderedKey<K>::of(value) ^ a.flip) >> bit == key >> bit ? 1 : 0;
            }
        }
        if (zeros > rank)
            continue;
        rank -= zeros;
        key |= 1u << bit;
    }
    return key;
}

// A thread has a result.
template <class Tile, class K>
__global__ void __launch_bounds__(Tile::Threads) medianEdgeKernel(const MedianEdgeArguments<K> a)
{
    awaitEarlierWork();
    const int scalar = static_cast<int>(blockIdx.x * Tile::Width + threadIdx.x), channels = a.source.channels;
    const int row = rowOfBlock(a.target) * Tile::Height + static_cast<int>(threadIdx.y);
    if (scalar >= a.results.width * channels || row >= a.results.height)
        return;
    const int channel = scalar % channels, x = a.results.x + scalar / channels, y = a.results.y + row;
    const WindowEnds rows = cutWindow(y - a.size / 2, a.size, a.source.rows),
                     columns = cutWindow(x - a.size / 2, a.size, a.source.cols);
    const MedianArea window{columns.begin, rows.begin, columns.size, rows.size};
    const std::uint32_t key = keyOfRank(a, window, channel, rows.size * columns.size / 2);
    a.target.row(y)[static_cast<std::ptrdiff_t>(x) * channels + channel] = OrderedKey<K>::valueOf(key ^ a.flip);
}

}} // namespace cv::cudatiled
