// SPDX-License-Identifier: Apache-2.0
// Corner measures by a register sliding window: derivatives of 3x3, the sums of their products and the formula in one
// reading of the source.
#pragma once

#include <climits>

#include "../../core/corner.hpp"
#include "../../core/earlier_work.cuh"
#include "rows.cuh"

namespace cv { namespace cudatiled {

// Four results in a row, the products that they sum up, and the pixels that these are made of.
template <class S_, int Block_> struct CornerStrip
{
    using S = S_;
    static constexpr int block = Block_, scalars = 4, products = scalars + Block_ - 1, pixels = products + 2;
    static constexpr int productsBefore = Block_ / 2, pixelsBefore = productsBefore + 1;
};

// Warps one below the other, each a row of 32 strips.
template <int Warps_, int MaxRows_> struct CornerTile
{
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = 32 * Warps_;
    static constexpr int Warps = Warps_, MaxRows = MaxRows_;
};

template <class S> struct CornerArguments
{
    BatchSource<S> source;
    BatchTarget<float> target;
    Alignment alignment;
    WarpLayout layout;
    float side, centre; // taps of the smoothing; those of the derivative are -1, 0, 1
    float squaredScale; // of the derivatives
    CornerFormula formula;
};

// N neighbouring pixels, which may begin at any scalar. As many as `beside` on either side may be read as well.
template <class S, int N> class PixelRun
{
    static constexpr int perWord = 4 / static_cast<int>(sizeof(S));
    static constexpr int words = (N + 2 * (perWord - 1)) / perWord;

public:
    static constexpr int beside = perWord * words - N;

    __device__ void clear()
    {
        shift_ = 0;
#pragma unroll
        for (std::uint32_t& word : word_)
            word = 0;
    }
    __device__ void fetch(const S* from)
    {
        const int before = static_cast<int>(reinterpret_cast<std::uintptr_t>(from) % 4);
        const auto* const aligned =
            reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const char*>(from) - before);
        shift_ = 8 * before;
#pragma unroll
        for (int w = 0; w < words; ++w)
            word_[w] = aligned[w];
    }
    __device__ void unpack(float (&pixel)[N]) const
    {
        std::uint32_t shifted[words];
#pragma unroll
        for (int w = 0; w < words; ++w)
            shifted[w] = shiftedWord(word_[w], word_[w + 1 < words ? w + 1 : w], shift_);
#pragma unroll
        for (int i = 0; i < N; ++i)
            pixel[i] = stripScalar<S>(shifted, i);
    }

private:
    std::uint32_t word_[words];
    int shift_;
};

template <int N> class PixelRun<float, N>
{
public:
    static constexpr int beside = 0;

    __device__ void clear()
    {
#pragma unroll
        for (float& pixel : pixel_)
            pixel = 0.f;
    }
    __device__ void fetch(const float* from)
    {
#pragma unroll
        for (int i = 0; i < N; ++i)
            pixel_[i] = from[i];
    }
    __device__ void unpack(float (&pixel)[N]) const
    {
#pragma unroll
        for (int i = 0; i < N; ++i)
            pixel[i] = pixel_[i];
    }

private:
    float pixel_[N];
};

// What the rows of the source contribute to the derivatives at the products of a strip.
template <class Strip> struct CornerRow
{
    float difference[Strip::products], smoothed[Strip::products];
};

// Rows of a strip whose products and pixels lie inside; each row is read before it is needed.
template <class Strip, class Arguments> class InnerCornerRows
{
    using Run = PixelRun<typename Strip::S, Strip::pixels>;

public:
    // Whether all that the warp reads lies in the image.
    __device__ static bool fit(const Arguments& a, BlockPlace warp)
    {
        const int first = warp.x - Strip::pixelsBefore - Run::beside,
                  end = warp.x + 31 * Strip::scalars - Strip::pixelsBefore + Strip::pixels + Run::beside;
        return warp.x >= Strip::productsBefore && a.source.x0 + first >= 0 && end <= a.target.cols;
    }

    __device__ InnerCornerRows(const Arguments& a, int x) : a_(a), x_(a.source.x0 + x - Strip::pixelsBefore) {}

    __device__ void take(CornerRow<Strip>& sums, int row)
    {
        if (row != fetched_)
            fetch(row);
        float pixel[Strip::pixels];
        run_.unpack(pixel);
        fetch(row + 1);
#pragma unroll
        for (int i = 0; i < Strip::products; ++i)
        {
            sums.difference[i] = pixel[i + 2] - pixel[i];
            sums.smoothed[i] = a_.side * (pixel[i] + pixel[i + 2]) + a_.centre * pixel[i + 1];
        }
    }

private:
    __device__ void fetch(int row)
    {
        const int y = borderIndex(a_.source.y0 + row, a_.source.rows, a_.source.columnBorder);
        if (y < 0)
            run_.clear();
        else
            run_.fetch(a_.source.row(y) + x_);
        fetched_ = row;
    }

    const Arguments& a_;
    const int x_; // of the first pixel
    int fetched_ = INT_MIN;
    Run run_;
};

// Rows of any strip. Products outside are those of the pixels that the border mode puts in their place, or 0. Columns
// are resolved once for all rows, so that the pixels of a row are loaded at once.
template <class Strip, class Arguments> class OuterCornerRows
{
    using S = typename Strip::S;

public:
    __device__ OuterCornerRows(const Arguments& a, int x)
        : a_(a), beforeFirst_(borderIndex(a.source.x0 - 1, a.source.cols, a.source.rowBorder)),
          afterLast_(borderIndex(a.source.x0 + a.target.cols, a.source.cols, a.source.rowBorder))
    {
#pragma unroll
        for (int i = 0; i < Strip::products; ++i)
            column_[i] = borderIndex(x - Strip::productsBefore + i, a.target.cols, a.source.rowBorder);
    }

    __device__ void take(CornerRow<Strip>& sums, int row)
    {
        const int y = borderIndex(a_.source.y0 + row, a_.source.rows, a_.source.columnBorder);
        const S* const from = a_.source.row(y < 0 ? 0 : y);
        const auto pixelAt = [&](int column) {
            return static_cast<float>(y < 0 || column < 0 ? a_.source.outside[0] : from[column]);
        };
#pragma unroll
        for (int i = 0; i < Strip::products; ++i)
        {
            const int column = column_[i], middle = a_.source.x0 + column;
            const float left = pixelAt(column == 0 ? beforeFirst_ : middle - 1),
                        right = pixelAt(column == a_.target.cols - 1 ? afterLast_ : middle + 1);
            const bool exists = column >= 0;
            sums.difference[i] = exists ? right - left : 0.f;
            sums.smoothed[i] = exists ? a_.side * (left + right) + a_.centre * pixelAt(middle) : 0.f;
        }
    }

private:
    const Arguments& a_;
    const int beforeFirst_, afterLast_; // columns of the source beside the target; -1: the constant value
    int column_[Strip::products];       // of the target; -1: a product that is 0
};

// Both derivatives of a row, from the rows around it in their order.
template <class Strip> class SlidingDerivatives
{
public:
    __device__ void add(const CornerRow<Strip>& row, float side, float centre)
    {
#pragma unroll
        for (int i = 0; i < Strip::products; ++i)
        {
            dx_[i] = fmaf(side, row.difference[i], twoRows_[i]);
            twoRows_[i] = fmaf(centre, row.difference[i], oneRow_[i]);
            oneRow_[i] = side * row.difference[i];
            dy_[i] = row.smoothed[i] - before_[i];
            before_[i] = last_[i];
            last_[i] = row.smoothed[i];
        }
    }

    // Those of the row before the last.
    __device__ GradientProducts products(int i) const
    {
        return GradientProducts(GradientPair{dx_[i], dy_[i]});
    }

private:
    float oneRow_[Strip::products] = {}, twoRows_[Strip::products] = {}; // parts of sums that are to be dx
    float last_[Strip::products] = {}, before_[Strip::products] = {};    // smoothed rows
    float dx_[Strip::products], dy_[Strip::products];
};

// The sums of a strip: j holds those of product rows 0 to j of a window.
template <class Strip> class SlidingSums
{
public:
    __device__ void add(const GradientProducts (&product)[Strip::products])
    {
#pragma unroll
        for (int v = 0; v < Strip::scalars; ++v)
        {
            GradientProducts row = product[v];
#pragma unroll
            for (int i = 1; i < Strip::block; ++i)
                row = sum(row, product[v + i]);
#pragma unroll
            for (int j = Strip::block - 1; j > 0; --j)
                sums_[j][v] = sum(sums_[j - 1][v], row);
            sums_[0][v] = row;
        }
    }
    __device__ const GradientProducts& whole(int v) const
    {
        return sums_[Strip::block - 1][v];
    }

private:
    __device__ static GradientProducts sum(const GradientProducts& a, const GradientProducts& b)
    {
        return {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy};
    }

    GradientProducts sums_[Strip::block][Strip::scalars] = {};
};

// Takes the product rows of a strip from the top down, and calls finish(sums) for each row of results. A row outside
// the image is made anew of the row that the border mode puts in its place.
template <class Strip, class Arguments, class Rows, class Finish>
__device__ void slideCorners(const Arguments& a, Rows& rows, BlockPlace warp, Finish finish)
{
    SlidingDerivatives<Strip> derivatives;
    SlidingSums<Strip> sums;
    const int firstRow = warp.y - Strip::block / 2;
    int last = INT_MIN; // source row that was taken
#pragma unroll 1
    for (int i = 0; i < warp.rows + Strip::block - 1; ++i)
    {
        const int y = borderIndex(firstRow + i, a.target.rows, a.source.columnBorder);
        GradientProducts product[Strip::products] = {};
        if (y >= 0)
        {
#pragma unroll 1
            for (int row = y == last ? y + 1 : y - 1; row <= y + 1; ++row)
            {
                CornerRow<Strip> taken;
                rows.take(taken, row);
                derivatives.add(taken, a.side, a.centre);
            }
            last = y + 1;
#pragma unroll
            for (int p = 0; p < Strip::products; ++p)
                product[p] = derivatives.products(p);
        }
        sums.add(product);
        if (i >= Strip::block - 1)
            finish(sums);
    }
}

template <class Strip, class Arguments, class Rows>
__device__ void measureCorners(const Arguments& a, Rows&& rows, BlockPlace warp)
{
    const int x = warp.x + static_cast<int>(threadIdx.x % 32) * Strip::scalars, end = a.target.cols - x;
    const bool whole = a.alignment.wholeTarget && x >= 0 && end >= Strip::scalars;
    float* to = a.target.row(warp.y) + x;
    slideCorners<Strip>(a, rows, warp, [&](const SlidingSums<Strip>& sums) {
        Words<Strip::scalars> packed;
#pragma unroll
        for (int v = 0; v < Strip::scalars; ++v)
        {
            const GradientProducts& sum = sums.whole(v);
            packed.word[v] =
                asBits(a.formula({sum.xx * a.squaredScale, sum.xy * a.squaredScale, sum.yy * a.squaredScale}));
        }
        if (whole)
            storeWords(to, packed);
        else
            storeScalars(to, packed, -x, end);
        to = reinterpret_cast<float*>(reinterpret_cast<char*>(to) + a.target.step);
    });
}

template <class Tile, class Strip>
__global__ void __launch_bounds__(Tile::Threads) cornerKernel(const CornerArguments<typename Strip::S> a)
{
    awaitEarlierWork();
    using Arguments = CornerArguments<typename Strip::S>;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const BlockPlace block = placeBlock<Tile::Warps>(a, 32 * Strip::scalars, a.layout.rowsPerThread),
                     warp = placeStrip(a, block, block.x, static_cast<int>(threadIdx.x / 32));
    const int x = warp.x + lane * Strip::scalars;
    if (warp.rows <= 0 || x >= a.target.cols)
        return;
    if (InnerCornerRows<Strip, Arguments>::fit(a, warp))
        measureCorners<Strip>(a, InnerCornerRows<Strip, Arguments>(a, x), warp);
    else
        measureCorners<Strip>(a, OuterCornerRows<Strip, Arguments>(a, x), warp);
}

}} // namespace cv::cudatiled
