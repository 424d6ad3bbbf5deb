// SPDX-License-Identifier: Apache-2.0
// The thresholds of histograms of 16 bits: a block walks through the levels, kLevels at a time.
#pragma once

#include "threshold_level.cuh"

namespace cv { namespace cudatiled {

// Calls f(level, count) for all levels of this thread, from the lowest on.
template <class Function> __device__ void forOwnLevels(const std::uint32_t* counts, const Function& f)
{
#pragma unroll 4
    for (int level = ownLevel(); level < kWideLevels; level += kLevels)
        f(level, counts[level]);
}

// As OtsuThreshold. Levels between the first and the last one that occur take the time of one thread.
struct WideOtsuThreshold
{
    __device__ static int of(const std::uint32_t* counts)
    {
        __shared__ OtsuMeans::Shared shared;
        std::uint32_t own = 0;
        std::uint64_t ownSum = 0;
        forOwnLevels(counts, [&](int level, std::uint32_t count) {
            own += count;
            ownSum += static_cast<std::uint64_t>(count) * level;
        });
        const double scale = 1. / static_cast<double>(sumOfLevels(own)),
                     mean = static_cast<double>(sumOfLevels(ownSum)) * scale;
        OtsuMeans means;
        LargestLevel<double> largest{0, 0};
        for (int first = 0; first < kWideLevels; first += kLevels)
        {
            const int level = ownLevel();
            means.next(shared, first, roundedProduct(counts[first + level], scale));
            const double variance = OtsuMeans::variance(mean, shared.shareUpTo[level], shared.meanUpTo[level]);
            if (variance > largest.value)
                largest = {variance, first + level};
            const bool last =
                shared.shareUpTo[kLevels - 1] > 1. - OtsuMeans::kLeast; // the side above is too small from here on
            __syncthreads();
            if (last)
                break;
        }
        largest = largestOf(largest);
        return largest.value > 0 ? largest.level : 0;
    }
};

// As TriangleThreshold.
struct WideTriangleThreshold
{
    __device__ static int of(const std::uint32_t* counts)
    {
        constexpr int kLast = kWideLevels - 1;
        int left = kWideLevels, right = 0;
        LargestLevel<std::uint32_t> peak{0, 0};
        forOwnLevels(counts, [&](int level, std::uint32_t count) {
            left = count > 0 && level < left ? level : left;
            right = count > 0 ? level : right;
            if (count > peak.value)
                peak = {count, level};
        });
        left = lowestOfLevels(left);
        right = highestOfLevels(right);
        peak = largestOf(peak);
        left = left > 0 ? left - 1 : 0;
        right = right < kLast ? right + 1 : kLast;
        const bool turned = peak.level - left < right - peak.level;
        const std::int64_t begin = turned ? kLast - right : left, end = turned ? kLast - peak.level : peak.level;
        LargestLevel<std::int64_t> farthest{0, kWideLevels};
        forOwnLevels(counts, [&](int level, std::uint32_t count) {
            const int own = turned ? kLast - level : level;
            const std::int64_t distance =
                own > begin && own <= end ? peak.value * static_cast<std::int64_t>(own) - (end - begin) * count : 0;
            // Of equal distances the one nearest to the beginning counts.
            if (distance > farthest.value || (distance == farthest.value && distance > 0 && own < farthest.level))
                farthest = {distance, own};
        });
        farthest = largestOf(farthest);
        const int threshold = (farthest.value > 0 ? farthest.level : static_cast<int>(begin)) - 1;
        return turned ? kLast - threshold : threshold;
    }
};

// A block for each channel.
template <class Tile, class Threshold>
__global__ void __launch_bounds__(Tile::ThreadsX) wideThresholdLevelKernel(const ThresholdLevelArguments a)
{
    awaitEarlierWork();
    const int level = Threshold::of(a.counts + blockIdx.x * a.countsStep);
    if (ownLevel() == 0)
        a.levels[blockIdx.x * a.levelsStep] = level;
}

}} // namespace cv::cudatiled
