// SPDX-License-Identifier: Apache-2.0
// Functions of the sum of a window's pixels, of the sum of their squares, and of the pixel at the window's anchor.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "half_scalar.hpp"
#include "intrinsics.cuh"

namespace cv { namespace cudatiled {

// Sums over a window, or a part of it: of pixels and of their squares. Integers are exact.
template <class Sum, class Square> struct Moments
{
    Sum sum;
    Square squares;

    CUDATILED_HOST_DEVICE Moments& operator+=(const Moments& other)
    {
        sum += other.sum;
        squares += other.squares;
        return *this;
    }
    CUDATILED_HOST_DEVICE Moments& operator-=(const Moments& other)
    {
        sum -= other.sum;
        squares -= other.squares;
        return *this;
    }
};

// Of windows of any size, and of windows of few pixels: at most kSmallArea<S>.
template <class S>
using MomentsOf = std::conditional_t<kIsFloat<S>, Moments<double, double>, Moments<std::int64_t, std::uint64_t>>;
template <class S>
using SmallMomentsOf = std::conditional_t<
    kIsFloat<S>, Moments<double, double>,
    std::conditional_t<sizeof(S) == 1, Moments<std::int32_t, std::uint32_t>, Moments<std::int32_t, std::uint64_t>>>;

// area * squares, at most (area * largest pixel)^2, fits into the type of squares; area * pixel fits into 32 bits.
template <class S> constexpr int kSmallArea = sizeof(S) == 1 ? 256 : 32768;

// Pixel `i` of some that are packed into words.
template <class S> CUDATILED_HOST_DEVICE S pixelOfWords(const std::uint32_t* word, int i)
{
    constexpr int perWord = 4 / static_cast<int>(sizeof(S));
    return scalarOfBits<S>(word[i / perWord] >> (i % perWord * 8 * static_cast<int>(sizeof(S))));
}

// The moments of one pixel.
template <class M, class S> CUDATILED_HOST_DEVICE M momentsOfPixel(S pixel)
{
    if constexpr (kIsFloat<S>)
    {
        const auto wide = static_cast<double>(pixel);
        return {wide, wide * wide};
    }
    else
    {
        const std::uint32_t number = static_cast<std::uint32_t>(static_cast<std::int32_t>(pixel));
        const auto sum = static_cast<decltype(M::sum)>(static_cast<std::int32_t>(pixel));
        return {sum, number * number}; // below 2^32, also of negative pixels
    }
}

enum class LocalStatistic
{
    SquareMean, // of squares, or their sum
    Variance,
    Deviation, // its root
    Wiener,    // pixel - min(1, noise / variance) * (pixel - mean)
    Contrast   // gain * (pixel - mean) / max(deviation, leastDeviation) + offset
};

// Whether a result depends on the pixel at the window's anchor, beside the sums.
constexpr bool dependsOnPixel(LocalStatistic kind)
{
    return kind >= LocalStatistic::Wiener;
}

struct LocalStatistics
{
    LocalStatistic kind = LocalStatistic::Variance;
    int area = 1; // of the window, in pixels
    double inverseArea = 1;
    float scale = 1;                                // of SquareMean
    float noise = 0;                                // of Wiener: a variance
    float gain = 1, offset = 0, leastDeviation = 1; // of Contrast

    // The variance is (area * squares - sum^2) / area^2; integers lose nothing in that difference.
    CUDATILED_HOST_DEVICE float variance(const Moments<std::int32_t, std::uint32_t>& m) const
    {
        const std::uint32_t sum = static_cast<std::uint32_t>(m.sum);
        return static_cast<float>(static_cast<std::uint32_t>(area) * m.squares - sum * sum) * inverseSquaredArea();
    }
    CUDATILED_HOST_DEVICE float variance(const Moments<std::int32_t, std::uint64_t>& m) const
    {
        const std::int64_t sum = m.sum;
        return static_cast<float>(static_cast<std::uint32_t>(area) * m.squares -
                                  static_cast<std::uint64_t>(sum * sum)) *
               inverseSquaredArea();
    }
    // For larger areas from the squares of the distances from the integer nearest to the mean, so that numbers have 64
    // bits. Where all pixels are equal, that is their value, and the variance is 0.
    CUDATILED_HOST_DEVICE float variance(const Moments<std::int64_t, std::uint64_t>& m) const
    {
        const std::int64_t near = static_cast<std::int64_t>(std::floor(static_cast<double>(m.sum) * inverseArea + .5));
        const std::int64_t rest = m.sum - near * area; // the sum of the distances
        const std::int64_t squares = static_cast<std::int64_t>(m.squares) - near * (m.sum + rest);
        return notNegative((squares - static_cast<double>(rest) * rest * inverseArea) * inverseArea);
    }
    CUDATILED_HOST_DEVICE float variance(const Moments<double, double>& m) const
    {
        return notNegative((m.squares - m.sum * (m.sum * inverseArea)) * inverseArea);
    }

    // pixel - mean
    template <class Sum, class Square, class S>
    CUDATILED_HOST_DEVICE float aboveMean(const Moments<Sum, Square>& m, S pixel) const
    {
        if constexpr (kIsFloat<S>)
            return static_cast<float>(static_cast<double>(pixel) - m.sum * inverseArea);
        else
            return static_cast<float>(static_cast<Sum>(area * static_cast<Sum>(pixel) - m.sum)) *
                   static_cast<float>(inverseArea);
    }

    // Of the kinds that depend on the sums alone.
    template <class Sum, class Square> CUDATILED_HOST_DEVICE float ofWindow(const Moments<Sum, Square>& m) const
    {
        if (kind == LocalStatistic::SquareMean)
            return static_cast<float>(m.squares) * scale;
        const float spread = variance(m);
        return kind == LocalStatistic::Variance ? spread : approximateRoot(spread);
    }

    // Of the kinds that also depend on the pixel.
    template <class Sum, class Square, class S>
    CUDATILED_HOST_DEVICE float onPixel(const Moments<Sum, Square>& m, S pixel) const
    {
        const float spread = variance(m), above = aboveMean(m, pixel);
        if (kind == LocalStatistic::Wiener)
        {
            const float share = spread > noise ? approximateQuotient(noise, spread) : 1.f;
            return fmaf(-share, above, static_cast<float>(pixel));
        }
        return fmaf(gain, approximateQuotient(above, fmaxf(approximateRoot(spread), leastDeviation)), offset);
    }

private:
    CUDATILED_HOST_DEVICE float inverseSquaredArea() const { return static_cast<float>(inverseArea * inverseArea); }
    CUDATILED_HOST_DEVICE static float notNegative(double variance)
    {
        return static_cast<float>(variance > 0 ? variance : 0);
    }
};

}} // namespace cv::cudatiled
