// SPDX-License-Identifier: Apache-2.0
// Where kernels find their taps, and the order in which they add products.
#pragma once

#include <type_traits>

#include "../../core/host_device.hpp"

namespace cv { namespace cudatiled {

// Two numbers at the same place of two kernels.
template <class Real> struct TapPair
{
    Real first, second;
};

// In the kernel's arguments, which may take 4 KB in all; in device memory, if they are too many for that.
template <class T> struct TapList
{
    static constexpr int kCapacity = 3584 / sizeof(T);
    const T* stored; // null: the values here
    T value[kCapacity];
    CUDATILED_HOST_DEVICE T operator[](int i) const { return stored ? stored[i] : value[i]; }
};

// All equal to one.
struct UnitTaps
{
    CUDATILED_HOST_DEVICE int operator[](int) const { return 1; }
};

// Calls add(i, chain) for [begin, end), with chains 0 and 1 of a sum (FloatAccumulator) in turn.
template <class Add> __device__ void addTaps(int begin, int end, const Add& add)
{
    constexpr std::integral_constant<int, 0> first{};
    constexpr std::integral_constant<int, 1> second{};
    int i = begin;
#pragma unroll 2
    for (; i + 1 < end; i += 2)
    {
        add(i, first);
        add(i + 1, second);
    }
    if (i < end)
        add(i, first);
}

}} // namespace cv::cudatiled
