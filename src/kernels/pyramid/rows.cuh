// SPDX-License-Identifier: Apache-2.0
// Rows of an image and their sums, as a block of a pyramid's kernel has them: each thread has a chunk of every row.
#pragma once

#include <cstdint>
#include <type_traits>

#include "../../core/rounding.hpp"
#include "../load/block.cuh"
#include "../load/chunk.cuh"

namespace cv { namespace cudatiled {

constexpr int kPyramidThreads = 128;

// A lane is a register of sums down a column: two sums of bytes in 16 bits each, or one sum. All sums of integers are
// exact: 16 bits hold 256 bytes, and 32 bits hold 256 values of 16 bits.
template <class T> struct PyramidSums
{
    using Lane = std::conditional_t<sizeof(T) == 1, std::uint32_t, std::conditional_t<kIsFloat<T>, float, int>>;
    using Sum = std::conditional_t<sizeof(T) == 1, std::uint16_t, Lane>; // as in shared memory
    using Total = std::conditional_t<kIsFloat<T>, float, int>;           // of a row of sums
    static constexpr int Scalars = 16 / static_cast<int>(sizeof(T));     // of a chunk
    static constexpr int Lanes = Scalars * static_cast<int>(sizeof(Sum) < 4 ? 1 : 2) / 2;
};

__device__ inline float timesPlus(int tap, float value, float sum)
{
    return fmaf(static_cast<float>(tap), value, sum);
}
template <class Integer> __device__ Integer timesPlus(int tap, Integer value, Integer sum)
{
    return static_cast<Integer>(tap) * value + sum;
}

// The sum with its weight 1 / 2^Bits: halves of integers are rounded up.
template <class T, int Bits> __device__ T scaledSum(typename PyramidSums<T>::Total sum)
{
    if constexpr (kIsFloat<T>)
        return static_cast<T>(sum * (1.f / (1 << Bits)));
    else
        return static_cast<T>((sum + (1 << (Bits - 1))) >> Bits);
}

template <class T> struct PyramidLanes
{
    using Lane = typename PyramidSums<T>::Lane;
    static constexpr int Lanes = PyramidSums<T>::Lanes;
    Lane lane[Lanes];

    PyramidLanes() = default;
    __device__ explicit PyramidLanes(const Words<4>& chunk)
    {
#pragma unroll
        for (int i = 0; i < Lanes; ++i)
            if constexpr (sizeof(T) == 1)
                lane[i] = bytePair(chunk.word[i / 2], 0, i % 2 * 2);
            else if constexpr (std::is_same_v<T, Half>)
                lane[i] = halfToFloat(chunk.word[i / 2], i % 2);
            else if constexpr (sizeof(T) == 2)
                lane[i] = static_cast<T>(chunk.word[i / 2] >> (16 * (i % 2)));
            else
                lane[i] = asFloat(chunk.word[i]);
    }

    // To shared memory, aligned: one sum for each scalar of the chunk.
    __device__ void store(typename PyramidSums<T>::Sum* to) const
    {
#pragma unroll
        for (int i = 0; i < Lanes; i += 4)
        {
            Words<4> words;
#pragma unroll
            for (int w = 0; w < 4; ++w)
                if constexpr (kIsFloat<T>)
                    words.word[w] = asBits(lane[i + w]);
                else
                    words.word[w] = static_cast<std::uint32_t>(lane[i + w]);
            reinterpret_cast<Words<4>*>(to)[i / 4] = words;
        }
    }
};

// The chunk of a thread, in each row of the source. `Outside` gives a column of the image for one beside it, and a row
// for one above or below.
template <class T, int Channels, class Outside> struct PyramidChunk
{
    const BatchSource<T>& source;
    Outside outside;
    std::ptrdiff_t first; // scalar of a row, maybe outside
    bool aligned;         // to 16 bytes, in all rows

    // What lies further outside is never used.
    static constexpr int Reach = 4 * Channels;

    __device__ __forceinline__ Words<4> load(int y) const
    {
        constexpr int N = PyramidSums<T>::Scalars;
        const T* const row = source.row(outside(y, source.rows));
        const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(source.cols) * Channels;
        if (first >= 0 && first + N <= end)
            return readChunk(row + first, aligned);
        if (first >= end + Reach || first + N <= -Reach)
            return {};
        return loadEdge(row);
    }

private:
    // Rolled up, for it is code for edges. Inlined, because functions that are called have stack frames.
    __device__ __forceinline__ Words<4> loadEdge(const T* row) const
    {
        constexpr int perWord = 4 / static_cast<int>(sizeof(T));
        Words<4> chunk{};
#pragma unroll 1
        for (int w = 0; w < 4; ++w)
        {
            std::uint32_t word = 0;
#pragma unroll 1
            for (int i = perWord - 1; i >= 0; --i)
            {
                const std::ptrdiff_t scalar = first + w * perWord + i + Channels * std::ptrdiff_t(Before);
                const int x = static_cast<int>(scalar / Channels) - Before,
                          channel = static_cast<int>(scalar % Channels);
                const T value = row[std::ptrdiff_t(outside(x, source.cols)) * Channels + channel];
                if constexpr (sizeof(T) == 4)
                    word = scalarBits(value);
                else
                    word = word << (8 * sizeof(T)) | scalarBits(value);
            }
            chunk = {{chunk.word[1], chunk.word[2], chunk.word[3], word}};
        }
        return chunk;
    }

    static constexpr int Before = 64; // pixels, more than a chunk sticks out: so that nothing negative is divided
};

}} // namespace cv::cudatiled
