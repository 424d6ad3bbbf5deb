// SPDX-License-Identifier: Apache-2.0
// Source rows for morphology whose borders never win.
#pragma once

#include <numeric>

#include "../sliding_window/shape.cuh"

namespace cv { namespace cudatiled {

// The rows of a warp straight from memory, read Period rows ahead, by next() or, if Late, by refill(): see DirectRows.
// Pixels outside the image are `identity`. For images whose rows, and what lies left and right of them in their image,
// are whole strips.
template <class Shape_, int Period_, bool Late> class IdentityRows
{
public:
    using Shape = Shape_;
    static constexpr int Period = Period_;
    static constexpr bool whole = true, inner = false;
    using S = typename Shape::S;

    // `count` rows from scalar `x` of row `y` of the source on.
    __device__ IdentityRows(const BatchSource<S>& source, int x, int y, int count, std::uint32_t identity)
        : step_(source.step), identity_(identity), count_(count), left_(count),
          end_(y + count < source.rows ? y + count : source.rows), y_(y)
    {
        const int end = source.cols * Shape::channels;
        const auto has = [&](int scalar) {
            return scalar >= 0 && scalar < end;
        };
        inside_ = has(x);
#pragma unroll
        for (int p = 0; p < pieces; ++p)
        {
            before_[p] = has(x + (p - pieces) * scalarsOfPiece);
            behind_[p] = has(x + Shape::scalars + p * scalarsOfPiece);
        }
        next_ = reinterpret_cast<const char*>(source.row(y) + x);
#pragma unroll
        for (int slot = 0; slot < Period; ++slot)
            fetch(slot);
    }

    __device__ bool has(int row) const
    {
        return Late ? left_ > 0 : row < count_;
    }
    __device__ bool completes(int row) const
    {
        return Late ? left_ + Shape::size <= count_ : row >= Shape::size - 1;
    }

    __device__ void next(std::uint32_t (&strip)[Shape::words], int slot)
    {
#pragma unroll
        for (int w = 0; w < Shape::words; ++w)
            strip[w] = ahead_[slot][w];
        if (Late)
            --left_;
        else
            fetch(slot);
    }

    __device__ void refill(int slot)
    {
        if (Late && left_ >= Period)
            fetch(slot);
    }

private:
    static constexpr int together = std::gcd(Shape::side, 4), pieces = Shape::side / together; // words of a side
    static constexpr int scalarsOfPiece = together * 4 / static_cast<int>(sizeof(S));

    __device__ void fetch(int slot)
    {
        const bool row = y_ >= 0 && y_ < end_;
        std::uint32_t* const words = ahead_[slot];
        read<Shape::body>(words + Shape::side, next_, row && inside_);
#pragma unroll
        for (int p = 0; p < pieces; ++p)
        {
            const int w = p * together;
            read<together>(words + w, next_ + (w - Shape::side) * 4, row && before_[p]);
            read<together>(words + Shape::side + Shape::body + w, next_ + (Shape::body + w) * 4, row && behind_[p]);
        }
        ++y_;
        next_ += step_;
    }

    template <int N> __device__ void read(std::uint32_t* to, const char* from, bool inside) const
    {
        Words<N> words;
#pragma unroll
        for (std::uint32_t& word : words.word)
            word = identity_;
        if (inside)
            words = *reinterpret_cast<const Words<N>*>(from);
#pragma unroll
        for (int w = 0; w < N; ++w)
            to[w] = words.word[w];
    }

    const std::ptrdiff_t step_;
    const std::uint32_t identity_;
    const int count_;
    int left_;      // rows that were not taken yet, if Late
    const int end_; // of the rows that are read
    int y_;         // the next one
    bool inside_, before_[pieces], behind_[pieces];
    const char* next_;
    std::uint32_t ahead_[Period][Shape::words];
};

}} // namespace cv::cudatiled
