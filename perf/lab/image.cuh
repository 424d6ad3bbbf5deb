// SPDX-License-Identifier: Apache-2.0
// What the kernels of the ladder share: images of one channel, masks, the zero border, rounding. All compute
//     dst(x, y) = sum over j, i of tap(j, i) * src(x + i - radiusX, y + j - radiusY),  with src = 0 outside the image.
// A mask of one row or of one column is a pass of a separable filter.
#pragma once

#include <cmath>

namespace perf { namespace lab {

using Byte = unsigned char;

constexpr int kThreads = 16;       // a block of the ladder has 16 x 16 threads
constexpr int kLargestRadius = 16; // along each axis
constexpr int kMostTaps = 81;

template <class Src, class Dst> struct Images
{
    const Src* src;
    Dst* dst;
    int width, height;
    int srcStep, dstStep; // from row to row, in pixels
};

struct Mask
{
    int radiusX, radiusY;
};

// As an argument of a kernel it lies in constant memory.
struct Taps
{
    float tap[kMostTaps];
};

template <class Src, class Dst> __device__ inline float pixelOrZero(const Images<Src, Dst>& image, int x, int y)
{
    const bool inside = x >= 0 && x < image.width && y >= 0 && y < image.height;
    return inside ? static_cast<float>(image.src[y * image.srcStep + x]) : 0.f;
}

__device__ inline void store(float* dst, float sum)
{
    *dst = sum;
}

// Rounds to the nearest, halves to even, and saturates.
__device__ inline void store(Byte* dst, float sum)
{
    *dst = static_cast<Byte>(rintf(fminf(fmaxf(sum, 0.f), 255.f)));
}

// Where this thread is in the grid, or in its block.
__device__ inline int gridX()
{
    return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}
__device__ inline int gridY()
{
    return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
}

}} // namespace perf::lab
