// SPDX-License-Identifier: Apache-2.0
// Where kernels find their taps, and in which order they add products.
#pragma once

#include "../../core/host_device.hpp"

namespace cv { namespace cudatiled {

// Two numbers at the same place of two kernels.
template <class Real> struct TapPair
{
    Real first, second;
};

// In the kernel's arguments, which may take 4 KB in all.
template <class T> struct InlineTaps
{
    static constexpr int kCapacity = 3600 / sizeof(T);
    T value[kCapacity];
    CUDATILED_HOST_DEVICE T operator[](int i) const { return value[i]; }
};

// In device memory, if they are too many for the arguments.
template <class T> struct StoredTaps
{
    const T* value;
    CUDATILED_HOST_DEVICE T operator[](int i) const { return value[i]; }
};

// All equal to one.
struct UnitTaps
{
    CUDATILED_HOST_DEVICE int operator[](int) const { return 1; }
};

// Calls first(begin), second(begin + 1), first(begin + 2), … up to end - 1.
template <class First, class Second>
__device__ void addInTurn(int begin, int end, const First& first, const Second& second)
{
    int i = begin;
#pragma unroll 1
    for (; i + 1 < end; i += 2)
    {
        first(i);
        second(i + 1);
    }
    if (i < end)
        first(i);
}

}} // namespace cv::cudatiled
