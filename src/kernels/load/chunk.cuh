// SPDX-License-Identifier: Apache-2.0
// Reading chunks.
#pragma once

#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

// 16 bytes from any scalar on; `aligned` promises a multiple of 16.
template <class T> __device__ Words<4> readChunk(const T* from, bool aligned)
{
    if (aligned)
        return *reinterpret_cast<const Words<4>*>(from);
    Words<4> words;
#pragma unroll
    for (int i = 0; i < 16 / static_cast<int>(sizeof(T)); ++i)
        reinterpret_cast<T*>(words.word)[i] = from[i];
    return words;
}

}} // namespace cv::cudatiled
