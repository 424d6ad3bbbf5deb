// SPDX-License-Identifier: Apache-2.0
// Rows cut into units that begin with the first channel, of which a thread has four neighbouring scalars.
#pragma once

#include "../../core/half_scalar.hpp"
#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

// A block has a unit of a row at a time. As units begin at a multiple of 12 scalars, each of a thread's four has the
// same channel in every unit, whatever number of channels there is.
struct FoursTile
{
    static constexpr int ThreadsX = 192, ThreadsY = 1;
    static constexpr int Scalars = 4 * ThreadsX; // of a unit
    static_assert(Scalars % 12 == 0, "channels begin anew");
};

// The channel of scalar `v` of a thread's four.
__device__ inline int channelOfFour(int v, int channels)
{
    return (4 * static_cast<int>(threadIdx.x) + v) % channels;
}

// Up to four scalars.
template <class S> __device__ Words<sizeof(S)> readFour(const S* from, bool whole, int count)
{
    if (whole && count >= 4)
        return *reinterpret_cast<const Words<sizeof(S)>*>(from);
    constexpr int perWord = 4 / static_cast<int>(sizeof(S));
    Words<sizeof(S)> four{};
#pragma unroll
    for (int v = 0; v < 4; ++v)
        if (v < count)
            four.word[v / perWord] |= scalarBits(from[v]) << (v % perWord * (32 / perWord));
    return four;
}

}} // namespace cv::cudatiled
