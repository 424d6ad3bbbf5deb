// SPDX-License-Identifier: Apache-2.0
// Strips: the scalars of a row that one thread filters, as words in registers.
#pragma once

#include "../core/image_view.hpp"
#include "../core/intrinsics.cuh"
#include "../core/rounding.hpp"

namespace cv { namespace cudatiled {

template <int N> struct alignas(4 * N) Words
{
    std::uint32_t word[N];
};

// `Scalars` scalars of type S with at least `Halo` more on either side, in whole words.
template <class S, int Scalars, int Halo> struct StripShape
{
    static constexpr int side = (Halo * static_cast<int>(sizeof(S)) + 3) / 4; // words
    static constexpr int body = Scalars * static_cast<int>(sizeof(S)) / 4;    // words
    static constexpr int words = body + 2 * side;
    static constexpr int first = side * 4 / static_cast<int>(sizeof(S));    // index of the first scalar behind the halo
    static constexpr int scalars = words * 4 / static_cast<int>(sizeof(S)); // with both sides
};

// Scalar `i` of a strip as a float.
template <class S> __device__ inline float stripScalar(const std::uint32_t* word, int i);
template <> __device__ inline float stripScalar<std::uint8_t>(const std::uint32_t* word, int i)
{
    return byteToFloat(word[i / 4], i % 4);
}
template <> __device__ inline float stripScalar<std::uint16_t>(const std::uint32_t* word, int i)
{
    return halfWordToFloat(word[i / 2], i % 2);
}
template <> __device__ inline float stripScalar<std::int16_t>(const std::uint32_t* word, int i)
{
    return halfWordToFloat(word[i / 2] ^ 0x80008000u, i % 2) - 32768.f;
}
template <> __device__ inline float stripScalar<float>(const std::uint32_t* word, int i)
{
    return asFloat(word[i]);
}

// `from` is its first scalar behind the halo, aligned to its body.
template <class Shape, class S> __device__ void loadStrip(std::uint32_t (&strip)[Shape::words], const S* from)
{
    const std::uint32_t* words = reinterpret_cast<const std::uint32_t*>(from);
    const Words<Shape::body> body = *reinterpret_cast<const Words<Shape::body>*>(from);
#pragma unroll
    for (int i = 0; i < Shape::side; ++i)
    {
        strip[i] = words[i - Shape::side];
        strip[Shape::side + Shape::body + i] = words[Shape::body + i];
    }
#pragma unroll
    for (int i = 0; i < Shape::body; ++i)
        strip[Shape::side + i] = body.word[i];
}

// From the sums of a strip, which start at `delta`, to the words of its results.
struct RoundedStrip
{
    float delta;

    template <class D> __device__ D finish(float sum) const { return saturateRound<D>(sum); }

    template <class D, int Scalars>
    __device__ void pack(std::uint32_t (&words)[Scalars * static_cast<int>(sizeof(D)) / 4],
                         const float (&sum)[Scalars]) const
    {
        constexpr int perWord = 4 / static_cast<int>(sizeof(D));
#pragma unroll
        for (int w = 0; w < Scalars / perWord; ++w)
            words[w] = packWord(sum + w * perWord, D{});
    }

private:
    __device__ static std::uint32_t packWord(const float* sum, std::uint8_t)
    {
        return packBytes(sum[0], sum[1], sum[2], sum[3]);
    }
    __device__ static std::uint32_t packWord(const float* sum, std::uint16_t)
    {
        return packUnsigned(roundSmall(sum[1]), roundSmall(sum[0]));
    }
    __device__ static std::uint32_t packWord(const float* sum, std::int16_t)
    {
        return packSigned(roundSmall(sum[1]), roundSmall(sum[0]));
    }
    __device__ static std::uint32_t packWord(const float* sum, float)
    {
        return asBits(sum[0]);
    }
};

// 8U Gaussians: sums of fixed-point products with 16 fraction bits, exact in float, rounded half up.
struct FixedPointStrip
{
    static constexpr float delta = 0.f;

    template <class D, int Scalars>
    __device__ void pack(std::uint32_t (&words)[Scalars / 4], const float (&sum)[Scalars]) const
    {
#pragma unroll
        for (int w = 0; w < Scalars / 4; ++w)
            words[w] = gatherBytes1(fixedPointByte(sum[4 * w]), fixedPointByte(sum[4 * w + 1]),
                                    fixedPointByte(sum[4 * w + 2]), fixedPointByte(sum[4 * w + 3]));
    }
    template <class D> __device__ D finish(float sum) const
    {
        return static_cast<D>(fixedPointByte(sum) >> 8);
    }
};

}} // namespace cv::cudatiled
