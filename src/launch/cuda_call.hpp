// SPDX-License-Identifier: Apache-2.0
// What engines are handed for a run on a device. Needs no CUDA header, so that the host half compiles without one.
#pragma once

#include <array>
#include <cstddef>

#include "../core/siblings.hpp"
#include "../plans/image_plan.hpp"

struct CUstream_st;

namespace cv { namespace cudatiled {

using CudaStream = CUstream_st*; // a cudaStream_t

class BatchList;

// The whole image that the source was cut from (of the source itself, if isolated), in device memory.
struct CudaSource
{
    const void* data; // first pixel of the whole image
    std::size_t step; // bytes
    Region region;
};

struct CudaTarget
{
    void* data;
    std::size_t step; // bytes
};

// An image of the target's size and type that morphology subtracts its results from, or from its results.
struct CudaOperand
{
    const void* data = nullptr;
    std::size_t step = 0; // bytes
};

inline const char* pixelAt(const void* data, std::size_t step, cv::Point p, std::size_t pixelBytes)
{
    return static_cast<const char*>(data) + p.y * step + p.x * pixelBytes;
}

// The first pixel that lies under the target.
inline const char* firstPixel(const CudaSource& src, std::size_t pixelBytes)
{
    return pixelAt(src.data, src.step, src.region.offset, pixelBytes);
}

// CUDA allows so many blocks in the second and in the third dimension of a grid.
constexpr int kMostBlocks = 65535;

// One run of a kernel.
struct CudaCall
{
    CudaSource src;
    CudaTarget dst;
    CudaStream stream;
    CudaOperand other = {};
    int images = 1;                          // of a batch, of which this is the first
    BatchList* list = nullptr;               // of the batch
    int numberInList = 0;                    // of this call
    Siblings siblings = {};                  // of the launch
    CudaTarget dx = {}, dy = {}, angle = {}; // of a gradient, whose magnitude is dst; null if not wanted, as dst then
};

// Whether views of both differ in addresses alone.
inline bool haveSameShape(const CudaCall& a, const CudaCall& b)
{
    const Region &of = a.src.region, &other = b.src.region;
    return of.size == other.size && of.whole == other.whole && of.offset == other.offset && a.src.step == b.src.step &&
           a.dst.step == b.dst.step;
}

constexpr int kMostResults = 4;

// All results, of which most filters have the first.
inline std::array<CudaTarget*, kMostResults> targetsOf(CudaCall& call)
{
    return {&call.dst, &call.dx, &call.dy, &call.angle};
}

}} // namespace cv::cudatiled
