// SPDX-License-Identifier: Apache-2.0
// Separable correlation of floats with squares of medium size, by marching warps. Each source row is added up along the
// row once, and this sum is added to the open sums of all results whose windows hold the row.
#pragma once

#include "strip.cuh"

namespace cv { namespace cudatiled {

template <int Taps> struct SeparableMarchArguments
{
    BatchSource<float> source;
    BatchTarget<float> target;
    Alignment alignment;
    int tileRows, anchorY;
    float row[Taps], column[Taps];
};

// Sums along the rows of a step, each for the lane's four scalars, and what they add to open sums.
template <class Tile> struct SeparableMarchStep
{
    static constexpr int Group = Tile::Taps - 1 + Tile::StepRows; // all: tests for fewer took as long as they saved
    float along[Tile::StepRows][Tile::Columns];

    // A tap is loaded once for all sums.
    template <class Arguments> __device__ SeparableMarchStep(const Arguments& a, const Chunk* chunks)
    {
#pragma unroll
        for (int chunk = 0; chunk < Tile::LaneChunks; ++chunk)
#pragma unroll
            for (int row = 0; row < Tile::StepRows; ++row)
            {
                const Chunk four = chunks[row * Tile::Chunks + chunk];
#pragma unroll
                for (int v = 0; v < Tile::Columns; ++v)
                {
                    // Result v has taps for every Channels-th scalar. `before` scalars lie from the first one to the
                    // chunk, and `first` is the first tap whose scalar does not lie before the chunk.
                    const int before = 4 * chunk - Tile::Skew - v;
                    const int first = (before + 9 * Tile::Channels - 1) / Tile::Channels - 8;
#pragma unroll
                    for (int tap = first; tap < first + 4; ++tap)
                    {
                        const int at = tap * Tile::Channels - before;
                        if (at >= 4 || tap < 0 || tap >= Tile::Taps)
                            continue;
                        const float scalar = asFloat(four.word[at]);
                        along[row][v] = tap == 0 ? a.row[0] * scalar : fmaf(a.row[tap], scalar, along[row][v]);
                    }
                }
            }
    }
    template <class Arguments> __device__ float add(float sum, const Arguments& a, int more, int v) const
    {
#pragma unroll
        for (int row = 0; row < Tile::StepRows; ++row)
        {
            const int tap = Tile::Taps - 1 - more + row;
            if (tap >= 0 && tap < Tile::Taps)
                sum = fmaf(a.column[tap], along[row][v], sum);
        }
        return sum;
    }
};

// Writes the sum over j and i of column[j] * row[i] * source(x + i - Taps / 2, y + j - anchorY).
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::Blocks)
    separableMarchKernel(const SeparableMarchArguments<Tile::Taps> a)
{
    filterFloatStrip<Tile, SeparableMarchStep<Tile>>(a);
}

}} // namespace cv::cudatiled
