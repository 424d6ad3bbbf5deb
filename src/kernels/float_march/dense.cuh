// SPDX-License-Identifier: Apache-2.0
// Correlation of floats with dense squares of medium size, by marching warps.
#pragma once

#include "strip.cuh"

namespace cv { namespace cudatiled {

template <int Taps> struct DenseMarchArguments
{
    BatchSource<float> source;
    BatchTarget<float> target;
    Alignment alignment;
    int tileRows, anchorY;
    float tap[Taps][Taps];
};

// The rows of a step. Their products with the taps over an open sum are added up by themselves, so that no sum is a
// long chain.
template <class Tile> struct DenseMarchStep
{
    static constexpr int Group = Tile::Taps > 9 ? 3 : 2;
    float scalar[Tile::StepRows][4 * Tile::LaneChunks];

    template <class Arguments> __device__ DenseMarchStep(const Arguments&, const Chunk* chunks)
    {
#pragma unroll
        for (int row = 0; row < Tile::StepRows; ++row)
#pragma unroll
            for (int chunk = 0; chunk < Tile::LaneChunks; ++chunk)
            {
                const Chunk four = chunks[row * Tile::Chunks + chunk];
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    scalar[row][4 * chunk + i] = asFloat(four.word[i]);
            }
    }
    template <class Arguments> __device__ float add(float sum, const Arguments& a, int more, int v) const
    {
        float products = 0;
#pragma unroll
        for (int row = 0; row < Tile::StepRows; ++row)
        {
            const int j = Tile::Taps - 1 - more + row;
            if (j >= 0 && j < Tile::Taps)
#pragma unroll
                for (int i = 0; i < Tile::Taps; ++i)
                    products = fmaf(a.tap[j][i], scalar[row][Tile::Skew + v + i * Tile::Channels], products);
        }
        return sum + products;
    }
};

// Writes the sum over j and i of tap[j][i] * source(x + i - Taps / 2, y + j - anchorY).
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::Blocks) denseMarchKernel(const DenseMarchArguments<Tile::Taps> a)
{
    filterFloatStrip<Tile, DenseMarchStep<Tile>>(a);
}

}} // namespace cv::cudatiled
