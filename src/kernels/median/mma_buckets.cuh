// SPDX-License-Identifier: Apache-2.0
// Medians of 16 bits and floats in tiles whose pixels are in order: tensor cores find the bucket of a median as they
// find medians of bytes (mma_u8.cuh); the pixels of this bucket are looked through one after the other.
#pragma once

#include "mma_u8.cuh"
#include "tile_order.cuh"

namespace cv { namespace cudatiled {

// A column of the histogram for each column of a tile.
template <int Matrices, int MinBlocks>
struct MedianBucketsTile : MedianColumnsTile<OrderTile::Width, Matrices, MinBlocks>
{};

// Tells which pixels of a bucket are in a window. Coordinates have 7 bits: bit 7 of a byte of x + addX is 1 from the
// window's first column on, that of fromX - x up to its last one; likewise of y.
struct BucketWindow
{
    std::uint32_t addX, fromX, addY, fromY;

    __device__ BucketWindow(int x, int y, int size)
        : addX(bytes(0x80 - x)), fromX(bytes(0x7f + x + size)), addY(bytes(0x80 - y)), fromY(bytes(0x7f + y + size))
    {}
    __device__ static std::uint32_t bytes(int byte) { return static_cast<std::uint32_t>(byte) * 0x01010101u; }
    __device__ void moveDown()
    {
        addY -= 0x01010101u;
        fromY += 0x01010101u;
    }
    // 0x80 in the bytes of pixels that are in the window, of the first or the other four.
    __device__ std::uint32_t inside(const Words<4>& ranks, int half) const
    {
        const std::uint32_t x = ranks.word[2 * half], y = ranks.word[2 * half + 1];
        return (x + addX) & (fromX - x) & (y + addY) & (fromY - y) & 0x80808080u;
    }

    // y << 8 | x of the pixel in the window that comes after `rest` others of its bucket.
    __device__ std::uint32_t find(const TileOrder& order, int bucket, std::uint32_t rest) const
    {
        const Words<4>* const eights = order.ranks + bucket * (OrderTile::BucketRanks / 8);
        // Numbers of pixels are multiplied by 0x80.
        rest *= 0x80u;
        std::uint32_t upTo = 0, before = 0;
        int within = 0;
#pragma unroll
        for (int i = 0; i < OrderTile::BucketRanks / 8; ++i)
        {
            const Words<4> ranks = eights[TileOrder::place(i, bucket)];
            upTo = dotBytes(inside(ranks, 1), 0x01010101u, dotBytes(inside(ranks, 0), 0x01010101u, upTo));
            if (upTo <= rest)
            {
                before = upTo;
                within = i + 1;
            }
        }
        const Words<4> ranks = eights[TileOrder::place(within, bucket)];
        const std::uint32_t first = inside(ranks, 0), ofFirst = dotBytes(first, 0x01010101u, before);
        const bool isFirst = ofFirst > rest;
        const std::uint32_t left = (rest - (isFirst ? before : ofFirst)) >> 7;
        // Bytes: how many of the four are in the window, up to each.
        const std::uint32_t counts = ((isFirst ? first : inside(ranks, 1)) >> 7) * 0x01010101u;
        const std::uint32_t behind = countBits((counts + bytes(0x7f - static_cast<int>(left))) & 0x80808080u);
        const std::uint32_t bit = 32u - 8u * behind, x = ranks.word[0], y = ranks.word[1];
        return ((isFirst ? x : ranks.word[2]) >> bit & 0xffu) | (((isFirst ? y : ranks.word[3]) >> bit & 0xffu) << 8);
    }
};

// A thread's results, one below the other. Each is stored when the next one is asked for: until then it is on its way.
template <class K> struct LateResults
{
    K* to;
    std::ptrdiff_t step; // bytes
    K last;
    bool isFirst;

    __device__ void store()
    {
        if (!isFirst)
        {
            *to = last;
            to = reinterpret_cast<K*>(reinterpret_cast<char*>(to) + step);
        }
    }
    __device__ void put(K result)
    {
        store();
        last = result;
        isFirst = false;
    }
};

// One block writes medians of some rows of a tile.
template <class Tile, class K>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    mmaMedianBucketsKernel(const MedianOrdersArguments<K> a)
{
    awaitEarlierWork();
    constexpr int Width = Tile::Threads;
    const int x = static_cast<int>(threadIdx.x), lane = x % 32, tile = static_cast<int>(blockIdx.x);
    const OrderedTilePlace place(a, tile);
    const int firstRow = static_cast<int>(blockIdx.y) * a.rows, y = place.y + firstRow;
    const int rows = min(min(a.rows, a.height - firstRow), a.target.rows - y);
    if (rows <= 0)
        return;
    auto* const counts = clearedHistogram<Tile>();
    const TileOrder& order = orderOf(a, tile);
    const std::uint8_t* const buckets = order.buckets + firstRow * Width + x;
    const MedianColumn<Tile> column{counts, x};
    column.begin(a.size, [&](int i) { return buckets[i * Width]; });

    // A lane takes its result's bucket from the lane `finder`, so that neighbouring lanes read near places.
    const int warpX = x / 32 * 32, resultX = warpX + lane, finder = lane % 8 * 4 + lane / 8 % 2 * 2 + lane / 16;
    const bool searches = warpX < Tile::Results && place.x + warpX < a.target.cols;
    const bool stores = searches && place.x + resultX < a.target.cols;
    const WindowMedians<Tile> medians(counts, warpX, a.size);
    BucketWindow window(resultX, firstRow, a.size);
    const auto source = a.source.ofBlock();
    const auto pixel = [&](std::uint32_t coordinates) {
        return OrderedTilePixels<K>(source, place, a.size, static_cast<int>(coordinates & 0xffu))
            .at(static_cast<int>(coordinates >> 8));
    };
    LateResults<K> results{a.target.row(y) + static_cast<std::ptrdiff_t>(place.x + resultX) * a.source.channels +
                               place.channel,
                           a.target.step, K{}, true};
    for (int i = 0; i < rows; ++i)
    {
        std::uint32_t leaving = 0, entering = 0;
        if (i + 1 < rows) // the tile may have no further row
        {
            leaving = buckets[i * Width];
            entering = buckets[(i + a.size) * Width];
        }
        __syncthreads();
        if (searches)
        {
            const WindowMedian bucket = medians.template find<true>();
            const std::uint32_t found = __shfl_sync(0xffffffffu, bucket.value | bucket.rest << 8, finder);
            if (stores)
                results.put(pixel(window.find(order, static_cast<int>(found & 0xffu), found >> 8)));
            window.moveDown();
        }
        __syncthreads();
        column.replace(leaving, entering);
    }
    if (stores)
        results.store();
}

}} // namespace cv::cudatiled
