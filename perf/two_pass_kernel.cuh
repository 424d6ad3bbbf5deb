// SPDX-License-Identifier: Apache-2.0
// Separable correlation of float images in two passes through memory, what the fused kernels are compared with: through
// shared memory, and through textures. After the row and column kernels of V. Podlozhnyuk, Image Convolution with CUDA
// (NVIDIA 2007); outside the image there are zeros, as in its kernels through shared memory.
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

__device__ inline float passPixelOrZero(const PassImages& image, int x, int y)
{
    const bool inside = x >= 0 && x < image.width && y >= 0 && y < image.height;
    return inside ? image.src[static_cast<long long>(y) * image.step + x] : 0.f;
}

// One block writes 256 x 8 results: dst(x, y) = sum over i of tap[i] * src(x + i - Radius, y).
template <int Radius> __global__ void rowPassKernel(PassImages image, PassTaps taps)
{
    __shared__ float tile[kRowTileHeight][kRowTileWidth + 2 * Radius];
    const int left = static_cast<int>(blockIdx.x) * kRowTileWidth, threadX = static_cast<int>(threadIdx.x);
    const int y = static_cast<int>(blockIdx.y) * kRowTileHeight + static_cast<int>(threadIdx.y);
    for (int x = threadX; x < kRowTileWidth + 2 * Radius; x += kPassThreadsX)
        tile[threadIdx.y][x] = passPixelOrZero(image, left + x - Radius, y);
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
    for (int y = threadY; y < kColumnTileHeight + 2 * Radius; y += kPassThreadsY)
        tile[y][threadIdx.x] = passPixelOrZero(image, x, top + y - Radius);
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

// A thread writes a result of the row pass, or of the column pass. The texture has the pixels of image.src.
template <int Radius, bool Rows>
__global__ void texturePassKernel(PassImages image, PassTaps taps, cudaTextureObject_t texture)
{
    const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= image.width || y >= image.height)
        return;
    const float centreX = static_cast<float>(x) + 0.5f, centreY = static_cast<float>(y) + 0.5f;
    float sum = 0;
#pragma unroll
    for (int i = -Radius; i <= Radius; ++i)
        sum += taps.tap[Radius + i] * tex2D<float>(texture, centreX + (Rows ? static_cast<float>(i) : 0.f),
                                                   centreY + (Rows ? 0.f : static_cast<float>(i)));
    image.dst[static_cast<long long>(y) * image.step + x] = sum;
}

} // namespace perf
