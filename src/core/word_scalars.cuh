// SPDX-License-Identifier: Apache-2.0
// Scalars that share a word, as floats.
#pragma once

#include "half_scalar.hpp"
#include "intrinsics.cuh"

namespace cv { namespace cudatiled {

template <class S> constexpr int kScalarsOfWord = 4 / static_cast<int>(sizeof(S));

// Scalar `index` of a word.
template <class S> __device__ inline float floatOfWord(std::uint32_t word, int index);
template <> __device__ inline float floatOfWord<std::uint8_t>(std::uint32_t word, int index)
{
    return byteToFloat(word, index);
}
template <> __device__ inline float floatOfWord<std::int8_t>(std::uint32_t word, int index)
{
    return byteToFloat<true>(word, index);
}
template <> __device__ inline float floatOfWord<std::uint16_t>(std::uint32_t word, int index)
{
    return halfWordToFloat(word, index);
}
template <> __device__ inline float floatOfWord<std::int16_t>(std::uint32_t word, int index)
{
    return halfWordToFloat<true>(word, index);
}
template <> __device__ inline float floatOfWord<float>(std::uint32_t word, int)
{
    return asFloat(word);
}
template <> __device__ inline float floatOfWord<Half>(std::uint32_t word, int index)
{
    return halfToFloat(word, index);
}

}} // namespace cv::cudatiled
