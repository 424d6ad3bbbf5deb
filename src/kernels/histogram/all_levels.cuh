// SPDX-License-Identifier: Apache-2.0
// A block with a thread for each level: its counts, and functions of all of them.
#pragma once

#include "../../core/levels.hpp"

namespace cv { namespace cudatiled {

struct LevelTile
{
    static constexpr int ThreadsX = kLevels, ThreadsY = 1;
};

// The level of this thread.
__device__ inline int ownLevel()
{
    return static_cast<int>(threadIdx.x);
}

// The histogram of an image.
struct LevelCounts
{
    const std::uint32_t* counts; // kLevels for each channel
    int channels;
    std::uint32_t pixels;

    __device__ std::uint32_t of(int channel) const { return counts[channel * kLevels + ownLevel()]; }
};

// The values of all threads joined, in any order. All threads call it.
template <class T, class Join> __device__ T joinLevels(T value, Join join)
{
    __shared__ T values[kLevels];
    const int level = ownLevel();
    values[level] = value;
    __syncthreads();
    for (int half = kLevels / 2; half > 0; half /= 2)
    {
        if (level < half)
            values[level] = join(values[level], values[level + half]);
        __syncthreads();
    }
    const T joined = values[0];
    __syncthreads();
    return joined;
}

template <class T> __device__ T sumOfLevels(T value)
{
    return joinLevels(value, [](T a, T b) { return a + b; });
}
template <class T> __device__ T highestOfLevels(T value)
{
    return joinLevels(value, [](T a, T b) { return a < b ? b : a; });
}
template <class T> __device__ T lowestOfLevels(T value)
{
    return joinLevels(value, [](T a, T b) { return b < a ? b : a; });
}

// The sum of the values of this level and all below it. All threads call it.
template <class T> __device__ T sumUpToLevel(T value)
{
    __shared__ T sums[kLevels];
    const int level = ownLevel();
    sums[level] = value;
    __syncthreads();
    for (int width = 1; width < kLevels; width *= 2)
    {
        const T below = level >= width ? sums[level - width] : T(0);
        __syncthreads();
        sums[level] += below;
        __syncthreads();
    }
    const T sum = sums[level];
    __syncthreads();
    return sum;
}

// The lowest of the levels with the largest value.
template <class T> struct LargestLevel
{
    T value;
    int level;
};

template <class T> __device__ LargestLevel<T> largestOf(const LargestLevel<T>& own)
{
    using Largest = LargestLevel<T>;
    return joinLevels(own, [](const Largest& a, const Largest& b) {
        const bool second = b.value > a.value || (b.value == a.value && b.level < a.level);
        return second ? b : a;
    });
}
template <class T> __device__ LargestLevel<T> largestLevel(T value)
{
    return largestOf(LargestLevel<T>{value, ownLevel()});
}

}} // namespace cv::cudatiled
