// SPDX-License-Identifier: Apache-2.0
// The Wiener filter of pixels whose distances from the mean and variances are there, and whose noise is on the device.
#pragma once

#include "../../core/local_statistics.hpp"
#include "../sliding_window/shape.cuh"
#include "variances.cuh"

namespace cv { namespace cudatiled {

template <class S, class D> struct WienerArguments
{
    const S* source; // the first pixel under the target
    std::ptrdiff_t sourceStep;
    VarianceRows distances, variances;
    const float* noise; // of each channel
    D* target;
    std::ptrdiff_t targetStep;
    bool wholeSource, wholeTarget; // whether each four scalars of a row can be read, or written, at once
};

template <class D> __device__ void writeFour(D* to, const float (&result)[4], bool whole, int count)
{
    Words<sizeof(D)> four;
#pragma unroll
    for (int w = 0; w < static_cast<int>(sizeof(D)); ++w)
        four.word[w] = packedWord<D>(result + w * 4 / static_cast<int>(sizeof(D)));
    if (whole && count >= 4)
        storeWords(to, four);
    else
        storeScalars(to, four, 0, count);
}

// Blocks have a unit of a row, and every so many rows.
template <class Tile, class S, class D>
__global__ void __launch_bounds__(Tile::ThreadsX) wienerKernel(const WienerArguments<S, D> a)
{
    awaitEarlierWork();
    const std::ptrdiff_t x = static_cast<std::ptrdiff_t>(blockIdx.x) * Tile::Scalars + 4 * threadIdx.x,
                         left = a.variances.scalars - x;
    if (left <= 0)
        return;
    const int count = left < 4 ? static_cast<int>(left) : 4;
    float noise[4];
#pragma unroll
    for (int v = 0; v < 4; ++v)
        noise[v] = a.noise[channelOfFour(v, a.variances.channels)];
    for (std::ptrdiff_t y = blockIdx.y; y < a.variances.rows; y += gridDim.y)
    {
        const auto* const from =
            reinterpret_cast<const S*>(reinterpret_cast<const char*>(a.source) + y * a.sourceStep) + x;
        const Words<sizeof(S)> pixels = readFour(from, a.wholeSource, count);
        const Words<4> distance = a.distances.four(static_cast<int>(y), x),
                       variance = a.variances.four(static_cast<int>(y), x);
        float result[4];
#pragma unroll
        for (int v = 0; v < 4; ++v)
        {
            const float spread = asFloat(variance.word[v]);
            const float share = spread > noise[v] ? approximateQuotient(noise[v], spread) : 1.f;
            result[v] = fmaf(-share, asFloat(distance.word[v]), static_cast<float>(pixelOfWords<S>(pixels.word, v)));
        }
        writeFour(reinterpret_cast<D*>(reinterpret_cast<char*>(a.target) + y * a.targetStep) + x, result, a.wholeTarget,
                  count);
    }
}

}} // namespace cv::cudatiled
