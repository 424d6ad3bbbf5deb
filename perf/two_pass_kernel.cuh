// SPDX-License-Identifier: Apache-2.0
// Separable correlation of float images in two passes through memory, without textures: what the fused kernels are
// compared with. After the row and column kernels of V. Podlozhnyuk, Image Convolution with CUDA (NVIDIA 2007); the
// border replicates.
#pragma once

namespace perf {

constexpr int kLargestRadius = 32;

// Kernel arguments: every thread reads the same tap at the same time, which the constant bank serves at once.
struct PassTaps
{
    float tap[2 * kLargestRadius + 1];
};

struct PassImages
{
    float* dst;
    const float* src;
    int width, height, step; // step: floats between rows
};

constexpr int kPassThreadsX = 32, kPassThreadsY = 8,
              kPassResults = 8; // results of a thread, a block's width or height apart
constexpr int kRowTileWidth = kPassThreadsX * kPassResults, kRowTileHeight = kPassThreadsY;
constexpr int kColumnTileWidth = kPassThreadsX, kColumnTileHeight = kPassThreadsY * kPassResults;

__device__ inline int clampIndex(int i, int count)
{
    return i < 0 ? 0 : i < count ? i : count - 1;
}

// One block writes 256 x 8 results: dst(x, y) = sum over i of tap[i] * src(x + i - Radius, y).
template <int Radius> __global__ void rowPassKernel(PassImages image, PassTaps taps)
{
    __shared__ float tile[kRowTileHeight][kRowTileWidth + 2 * Radius];
    const int left = static_cast<int>(blockIdx.x) * kRowTileWidth, threadX = static_cast<int>(threadIdx.x);
    const int y = static_cast<int>(blockIdx.y) * kRowTileHeight + static_cast<int>(threadIdx.y);
    const float* from = image.src + static_cast<long long>(clampIndex(y, image.height)) * image.step;
    for (int x = threadX; x < kRowTileWidth + 2 * Radius; x += kPassThreadsX)
        tile[threadIdx.y][x] = from[clampIndex(left + x - Radius, image.width)];
    __syncthreads();
#pragma unroll
    for (int result = 0; result < kPassResults; ++result)
    {
        const int x = threadX + result * kPassThreadsX;
        float sum = 0;
#pragma unroll
        for (int i = 0; i <= 2 * Radius; ++i)
            sum += taps.tap[i] * tile[threadIdx.y][x + i];
        if (left + x < image.width && y < image.height)
            image.dst[static_cast<long long>(y) * image.step + left + x] = sum;
    }
}

// One block writes 32 x 64 results: dst(x, y) = sum over j of tap[j] * src(x, y + j - Radius).
template <int Radius> __global__ void columnPassKernel(PassImages image, PassTaps taps)
{
    __shared__ float tile[kColumnTileHeight + 2 * Radius][kColumnTileWidth];
    const int x = static_cast<int>(blockIdx.x) * kColumnTileWidth + static_cast<int>(threadIdx.x);
    const int top = static_cast<int>(blockIdx.y) * kColumnTileHeight, threadY = static_cast<int>(threadIdx.y);
    const float* from = image.src + clampIndex(x, image.width);
    for (int y = threadY; y < kColumnTileHeight + 2 * Radius; y += kPassThreadsY)
        tile[y][threadIdx.x] = from[static_cast<long long>(clampIndex(top + y - Radius, image.height)) * image.step];
    __syncthreads();
#pragma unroll
    for (int result = 0; result < kPassResults; ++result)
    {
        const int y = threadY + result * kPassThreadsY;
        float sum = 0;
#pragma unroll
        for (int j = 0; j <= 2 * Radius; ++j)
            sum += taps.tap[j] * tile[y + j][threadIdx.x];
        if (x < image.width && top + y < image.height)
            image.dst[static_cast<long long>(top + y) * image.step + x] = sum;
    }
}

} // namespace perf
