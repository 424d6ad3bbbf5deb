// SPDX-License-Identifier: Apache-2.0
// Means of the pixels inside the image by mmaSeparableU8Kernel, for BORDER_INSIDE: pixels outside are 0 in its sums,
// which are divided by the sum of the taps inside.
#pragma once

#include "../../core/intrinsics.cuh"
#include "../load/block.cuh"
#include "tile.cuh"

namespace cv { namespace cudatiled {

// A finish of mmaSeparableU8Kernel. `Blur` makes the results whose windows lie inside. Sums of the first i taps of a
// row and of a column are at most 2^8.
template <class Blur> struct MmaInside : Blur
{
    std::uint16_t ofRow[kMmaSeparableTaps + 1], ofColumn[kMmaSeparableTaps + 1];
};

// Whether lanes whose windows lie inside leave quotients out. Some kernels have no registers for that.
template <class Tile, class Blur> constexpr bool kSkipsQuotients = true;

template <class Finish> constexpr bool kCountsInside = false;
template <class Blur> constexpr bool kCountsInside<MmaInside<Blur>> = true;

// The finish of a warp that has windows which stick out, for four results of a lane in a row. A weight is the sum of
// the taps of a window that lie on pixels. It is negative where the window sticks out, be it by taps that are 0.
template <class Blur, bool Skips> struct MmaWeightedMeans
{
    const Blur& blur;
    const Words<4>* ofColumn; // of the four results, floats
    float ofRow;

    __device__ std::uint32_t pack(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const
    {
        const std::uint32_t packed = blur.pack(a, b, c, d), sum[4] = {a, b, c, d};
        const Words<4> column = *ofColumn;
        std::uint32_t whole = 0;
#pragma unroll
        for (int i = 0; i < 4; ++i)
            whole |= asFloat(column.word[i]) > 0 && ofRow > 0 ? 0xffu << 8 * i : 0u;
        if (Skips && whole == 0xffffffffu)
            return packed;
        int mean[4];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            mean[i] = weightedMean(sum[i] - Blur::start(), fabsf(asFloat(column.word[i]) * ofRow));
        return (packed & whole) | (packBytes(mean[0], mean[1], mean[2], mean[3]) & ~whole);
    }

private:
    // Rounded to nearest, ties to even. The second step makes the quotient exact but for its rounding to a float. That
    // reaches no half: the weight is 2^16, or so small that quotients are more than 2^-17 apart from a half, half a
    // unit in the last place.
    __device__ static int weightedMean(std::uint32_t sum, float weight)
    {
        const float total = static_cast<float>(sum), inverse = approximateQuotient(1, weight), near = total * inverse;
        return roundToInt(fmaf(fmaf(-near, weight, total), inverse, near));
    }
};

// The weights of a block's windows: of taps of a row for each column of results, of a column for each row.
template <class Tile> struct MmaWeights
{
    alignas(16) float ofColumn[Tile::Width];
    float ofRow[Tile::Rows];

    // Whether a window of a warp's results sticks out of the image. The largest windows leave no register to ask for
    // less than the block.
    template <class Arguments>
    __device__ static bool areNeededByWarp(const Arguments& a, int tileX, int warp, int y, int rows)
    {
        return Tile::RowChunks < 5 ? areNeeded(a, tileX + warp * 32, 32, y, rows)
                                   : areNeeded(a, tileX, Tile::Width, y, rows);
    }

    // The same for `width` x `rows` results.
    template <class Arguments> __device__ static bool areNeeded(const Arguments& a, int x, int width, int y, int rows)
    {
        const int channels = a.source.channels, left = (a.source.x0 - a.anchorX) * channels + x,
                  right = left + width + (a.rowTaps - 1) * channels, top = a.source.y0 + y - a.anchorY,
                  bottom = top + rows + a.columnTaps - 1;
        return left < 0 || right > a.source.cols * channels || top < 0 || bottom > a.source.rows;
    }

    template <class Arguments> __device__ void fill(const Arguments& a, int tileX, int y, int rows)
    {
        constexpr int kPixelsBefore = 16; // a tile begins less than 16 scalars before the target
        if (!areNeeded(a, tileX, Tile::Width, y, rows))
            return;
        const int channels = a.source.channels;
#pragma unroll 1
        for (int i = static_cast<int>(threadIdx.x); i < Tile::Width; i += Tile::Threads)
        {
            const int pixel = (tileX + i + kPixelsBefore * channels) / channels - kPixelsBefore;
            ofColumn[i] = weight(a.finish.ofRow, a.rowTaps, a.source.x0 + pixel - a.anchorX, a.source.cols);
        }
#pragma unroll 1
        for (int i = static_cast<int>(threadIdx.x); i < rows; i += Tile::Threads)
            ofRow[i] = weight(a.finish.ofColumn, a.columnTaps, a.source.y0 + y + i - a.anchorY, a.source.rows);
    }

    // For results from a column on, in a row.
    template <class Blur> __device__ auto finishAt(const MmaInside<Blur>& inside, int column, int row) const
    {
        using Means = MmaWeightedMeans<Blur, kSkipsQuotients<Tile, Blur>>;
        return Means{inside, reinterpret_cast<const Words<4>*>(ofColumn + column), ofRow[row]};
    }

private:
    // Of the taps of a line inside `length` pixels, the first tap on pixel `first`. Only results that are not stored
    // have none.
    __device__ static float weight(const std::uint16_t* sums, int taps, int first, int length)
    {
        const int begin = first < 0 ? (-first < taps ? -first : taps) : 0,
                  end = length - first < taps ? (length - first > begin ? length - first : begin) : taps;
        const int sum = sums[end] - sums[begin];
        const float weight = sum > 0 ? static_cast<float>(sum) : 1;
        return begin > 0 || end < taps ? -weight : weight;
    }
};

// Of other finishes.
struct MmaNoWeights
{
    template <class Arguments> __device__ static constexpr bool areNeededByWarp(const Arguments&, int, int, int, int)
    {
        return false;
    }
    template <class Finish> __device__ const Finish& finishAt(const Finish& finish, int, int) const { return finish; }
};

}} // namespace cv::cudatiled
