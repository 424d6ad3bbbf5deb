// SPDX-License-Identifier: Apache-2.0
// The mean of an image of variances, of each channel by itself: sums in double whose order depends on the image's size
// alone.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../strip/fours.cuh"

namespace cv { namespace cudatiled {

constexpr int kMostChannels = 4;

// The sum of those numbers whose place is `own` modulo `classes`, which divides 12. All threads call it; `Count` halves
// down to 12.
template <class Tile, int Count> __device__ double sumOfClass(double (&numbers)[Count], int classes, int own)
{
    __syncthreads();
    for (int half = Count / 2; half >= 12; half /= 2)
    {
        for (int i = threadIdx.x; i < half; i += Tile::ThreadsX)
            numbers[i] += numbers[i + half];
        __syncthreads();
    }
    double sum = 0;
    for (int i = own; i < 12; i += classes)
        sum += numbers[i];
    return sum;
}

// Rows of floats that begin at a multiple of 16 bytes.
struct VarianceRows
{
    const float* data;
    std::ptrdiff_t step;       // bytes
    std::ptrdiff_t scalars;    // of a row
    int rows, unitsInRow;      // units of a row, the last of which may lie beyond it in part
    int rowsApart, unitsApart; // from a unit of a block to its next one
    int channels;

    // Those from `x` on, a multiple of 4; zeros beyond the row.
    __device__ Words<4> four(int y, std::ptrdiff_t x) const
    {
        const char* const row = reinterpret_cast<const char*>(data) + y * step;
        return readFour(reinterpret_cast<const float*>(row) + x, true,
                        scalars - x < 4 ? static_cast<int>(scalars - x) : 4);
    }
};

struct SumVariancesArguments
{
    VarianceRows variances;
    double* sums; // kMostChannels for each block
};

template <class Tile>
__global__ void __launch_bounds__(Tile::ThreadsX) sumVariancesKernel(const SumVariancesArguments a)
{
    awaitEarlierWork();
    __shared__ double numbers[Tile::Scalars];
    const VarianceRows& rows = a.variances;
    double sums[4] = {};
    int unit = static_cast<int>(blockIdx.x) % rows.unitsInRow, y = static_cast<int>(blockIdx.x) / rows.unitsInRow;
#pragma unroll 4
    while (y < rows.rows)
    {
        const std::ptrdiff_t x = static_cast<std::ptrdiff_t>(unit) * Tile::Scalars + 4 * threadIdx.x;
        if (x < rows.scalars)
        {
            const Words<4> four = rows.four(y, x);
#pragma unroll
            for (int v = 0; v < 4; ++v)
                sums[v] += static_cast<double>(asFloat(four.word[v]));
        }
        unit += rows.unitsApart;
        y += rows.rowsApart + (unit >= rows.unitsInRow ? 1 : 0);
        unit -= unit >= rows.unitsInRow ? rows.unitsInRow : 0;
    }
#pragma unroll
    for (int v = 0; v < 4; ++v)
        numbers[4 * threadIdx.x + v] = sums[v];
    const int channel = static_cast<int>(threadIdx.x);
    const double sum = sumOfClass<Tile>(numbers, rows.channels, channel);
    if (channel < kMostChannels)
        a.sums[blockIdx.x * kMostChannels + channel] = channel < rows.channels ? sum : 0;
}

struct MeanVariancesArguments
{
    const double* sums; // kMostChannels for each block
    int blocks;
    double pixels;
    float* means; // kMostChannels
};

// Of one block.
template <class Tile>
__global__ void __launch_bounds__(Tile::ThreadsX) meanVariancesKernel(const MeanVariancesArguments a)
{
    awaitEarlierWork();
    static_assert(Tile::ThreadsX % kMostChannels == 0, "each thread adds up sums of one channel");
    __shared__ double numbers[Tile::ThreadsX];
    double sum = 0;
    for (int i = threadIdx.x; i < a.blocks * kMostChannels; i += Tile::ThreadsX)
        sum += a.sums[i];
    numbers[threadIdx.x] = sum;
    const int channel = static_cast<int>(threadIdx.x);
    const double all = sumOfClass<Tile>(numbers, kMostChannels, channel);
    if (channel < kMostChannels)
        a.means[channel] = static_cast<float>(all / a.pixels);
}

}} // namespace cv::cudatiled
