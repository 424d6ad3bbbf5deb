// SPDX-License-Identifier: Apache-2.0
// The chunks of an image that a thread counts, one after another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

constexpr int kChunkBytes = 16;

// The chunks of a row lie at multiples of 16 bytes; all rows have so many that each is covered, wherever it begins.
struct ChunkedRows
{
    const std::uint8_t* pixels;
    std::ptrdiff_t step, rowBytes;
    std::uint32_t rows, chunksInRow;
    std::uint32_t rowsApart, chunksApart; // from a chunk of a thread to its next one
};

// A chunk in its row.
struct ChunkPlace
{
    const std::uint8_t* row;
    std::uint32_t skew;   // by so many bytes the row begins beyond a multiple of 16
    std::ptrdiff_t begin; // in bytes from the beginning of the row, negative before it

    __device__ bool isWhole(std::ptrdiff_t rowBytes) const { return begin >= 0 && begin + kChunkBytes <= rowBytes; }
    __device__ Words<4> words() const { return *reinterpret_cast<const Words<4>*>(row + begin); }
};

// The places of a thread's chunks. Behind the last one `isThere` is false.
class ChunkWalk
{
public:
    __device__ ChunkWalk(const ChunkedRows& rows, int threads) : rows_(rows)
    {
        const std::uint64_t first = static_cast<std::uint64_t>(blockIdx.x) * threads + threadIdx.x;
        y_ = static_cast<std::uint32_t>(first / rows.chunksInRow);
        x_ = static_cast<std::uint32_t>(first % rows.chunksInRow);
    }

    __device__ bool isThere() const { return y_ < rows_.rows; }
    __device__ std::uint32_t x() const { return x_; }

    __device__ ChunkPlace place() const
    {
        const std::uint8_t* const row = rows_.pixels + static_cast<std::ptrdiff_t>(y_) * rows_.step;
        const auto skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(row) % kChunkBytes);
        return {row, skew, static_cast<std::ptrdiff_t>(x_) * kChunkBytes - skew};
    }

    __device__ void next()
    {
        x_ += rows_.chunksApart;
        y_ += rows_.rowsApart;
        if (x_ >= rows_.chunksInRow)
        {
            x_ -= rows_.chunksInRow;
            ++y_;
        }
    }

private:
    const ChunkedRows& rows_;
    std::uint32_t y_, x_;
};

}} // namespace cv::cudatiled
