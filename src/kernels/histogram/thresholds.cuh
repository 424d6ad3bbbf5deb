// SPDX-License-Identifier: Apache-2.0
// Tables of Otsu's and the triangle's threshold, as cv::threshold: a block has a thread for each level.
#pragma once

#include "../../core/intrinsics.cuh"
#include "../../core/quotient.hpp"
#include "all_levels.cuh"

namespace cv { namespace cudatiled {

// Shares and means of the pixels up to each of kLevels levels, in OpenCV's doubles. Each comes from that of the level
// below, so one thread adds them up. All threads compute before what does not depend on the level below.
struct OtsuMeans
{
    static constexpr double kLeast = 1.1920928955078125e-7; // FLT_EPSILON: smaller sides are left out

    double below = 0, mean = 0; // up to the level below the next ones; of the first thread

    struct Shared
    {
        double share[kLevels], shareUpTo[kLevels], meanUpTo[kLevels];
        double moment[kLevels];     // share * level
        double reciprocal[kLevels]; // of shareUpTo; 0 if a side has too few pixels
    };

    // Those up to levels `first` to first + kLevels - 1. All threads call it, each with the share of its own level.
    __device__ void next(Shared& shared, int first, double own)
    {
        const int level = ownLevel();
        shared.share[level] = own;
        __syncthreads();
        const double before = below;
        if (level == 0)
            addShares(shared);
        __syncthreads();
        const double upTo = shared.shareUpTo[level];
        shared.moment[level] = roundedProduct(first + level, own);
        shared.reciprocal[level] = hasBothSides(upTo) ? 1. / upTo : 0.;
        __syncthreads();
        if (level == 0)
            addMeans(shared, before);
        __syncthreads();
    }

    // The variance between both sides of a level, from the mean of all pixels.
    __device__ static double variance(double mean, double below, double lower)
    {
        if (!hasBothSides(below))
            return 0;
        const double above = 1. - below, higher = (mean - roundedProduct(below, lower)) / above, apart = lower - higher;
        return roundedProduct(roundedProduct(roundedProduct(below, above), apart), apart);
    }

private:
    __device__ static bool hasBothSides(double below)
    {
        const double above = 1. - below;
        return (below < above ? below : above) >= kLeast && (below < above ? above : below) <= 1. - kLeast;
    }

    __device__ void addShares(Shared& shared)
    {
#pragma unroll 8
        for (int i = 0; i < kLevels; ++i)
            shared.shareUpTo[i] = below += shared.share[i];
    }

    // A level without pixels leaves the mean as it is where another one has done so.
    __device__ void addMeans(Shared& shared, double before)
    {
#pragma unroll 4
        for (int i = 0; i < kLevels; ++i)
        {
            const double moment = shared.moment[i], upTo = shared.shareUpTo[i], reciprocal = shared.reciprocal[i];
            if (!settled_ || moment != 0)
            {
                const double product = roundedProduct(mean, before);
                const double next = reciprocal == 0 ? product : quotient(product + moment, upTo, reciprocal);
                settled_ = moment == 0 && next == mean;
                mean = next;
            }
            shared.meanUpTo[i] = mean;
            before = upTo;
        }
    }

    bool settled_ = true;
};

// The threshold with the largest variance between both sides (N. Otsu, 1979).
struct OtsuThreshold
{
    __device__ static int of(const LevelCounts& counts, int channel)
    {
        __shared__ OtsuMeans::Shared shared;
        const int level = ownLevel();
        const std::uint32_t count = counts.of(channel);
        const double scale = 1. / static_cast<double>(counts.pixels);
        const double mean = static_cast<double>(sumOfLevels(static_cast<std::uint64_t>(count) * level)) * scale;
        OtsuMeans().next(shared, 0, roundedProduct(count, scale));
        const LargestLevel<double> largest =
            largestLevel(OtsuMeans::variance(mean, shared.shareUpTo[level], shared.meanUpTo[level]));
        return largest.value > 0 ? largest.level : 0;
    }
};

// The level farthest below the line from the peak of the histogram to its farther end (G. Zack, W. Rogers and S. Latt,
// 1977), in OpenCV's words. All numbers are integers.
struct TriangleThreshold
{
    __device__ static int of(const LevelCounts& counts, int channel)
    {
        constexpr int kLast = kLevels - 1;
        const int level = ownLevel();
        const std::uint32_t count = counts.of(channel);
        int left = lowestOfLevels(count > 0 ? level : kLevels), right = highestOfLevels(count > 0 ? level : 0);
        left = left > 0 ? left - 1 : 0;
        right = right < kLast ? right + 1 : kLast;
        const LargestLevel<std::uint32_t> peak = largestLevel(count);
        const bool turned = peak.level - left < right - peak.level;
        const std::int64_t begin = turned ? kLast - right : left, end = turned ? kLast - peak.level : peak.level,
                           own = turned ? kLast - level : level;
        const bool between = own > begin && own <= end;
        const std::int64_t distance = between ? peak.value * own - (end - begin) * static_cast<std::int64_t>(count) : 0;
        // Of equal distances the one nearest to the beginning counts.
        const std::int64_t farthest = highestOfLevels(distance);
        const int nearest = lowestOfLevels(between && distance == farthest ? static_cast<int>(own) : kLevels);
        const int threshold = (farthest > 0 ? nearest : static_cast<int>(begin)) - 1;
        return turned ? kLast - threshold : threshold;
    }
};

template <class Threshold> struct ThresholdTable
{
    ThresholdRule rule;

    __device__ std::uint8_t operator()(const LevelCounts& counts, int channel) const
    {
        return rule(ownLevel(), Threshold::of(counts, channel));
    }
};

}} // namespace cv::cudatiled
