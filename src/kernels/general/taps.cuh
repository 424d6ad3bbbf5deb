// SPDX-License-Identifier: Apache-2.0
// Where kernels find their taps.
#pragma once

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

}} // namespace cv::cudatiled
