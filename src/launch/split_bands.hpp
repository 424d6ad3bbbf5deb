// SPDX-License-Identifier: Apache-2.0
// The taps of a row and of a column as banded matrices, for mmaSplitKernel.
#pragma once

#include <vector>

#include <opencv2/core.hpp>

#include "../kernels/mma/split_f16.cuh"
#include "../kernels/mma/split_tf32.cuh"
#include "../kernels/mma/split_u8.cuh"
#include "kept_tables.hpp"

namespace cv { namespace cudatiled {

// Taps as the factors split them, and the rest of the factors, without their table.
template <class Factors> struct SplitTaps;

template <bool UnitTaps> struct SplitTaps<F16Factors<UnitTaps>>
{
    F16Factors<UnitTaps> factors;
    std::uint16_t row[F16Factors<UnitTaps>::limbs][kMmaSplitTaps], column[F16Factors<UnitTaps>::limbs][kMmaSplitTaps];
};
template <bool UnitTaps> struct SplitTaps<Tf32Factors<UnitTaps>>
{
    Tf32Factors<UnitTaps> factors; // have the taps
};
template <> struct SplitTaps<U8Factors>
{
    U8Factors factors;
    std::uint16_t row[kMmaSplitTaps], column[kMmaSplitTaps];
};

// Tap `i` of `count`, zeros before and after them.
template <class T> T tapAt(const T* taps, int count, int i)
{
    return i >= 0 && i < count ? taps[i] : T{};
}

// Of each matrix, four words for each lane of a warp: see multiplyAddTf32.
struct SplitTable
{
    std::vector<std::uint32_t> words;

    // Appends word(g, t, part) for lanes 4 g + t.
    template <class Word> void append(Word word)
    {
        for (int lane = 0; lane < 32; ++lane)
            for (int part = 0; part < 4; ++part)
                words.push_back(word(lane / 4, lane % 4, part));
    }
};

// Rows of a product along a row are results, 2 g and 2 g + 1; its columns are source columns, those of the lane's
// pixels. Calls pairOf(first tap, second tap) for each word.
template <class Tile, class PairOf> void appendRowBands(SplitTable& table, PairOf pairOf)
{
    using Words = PixelWords<Tile>;
    for (int group = 0; group < Tile::Groups; ++group)
        table.append([&](int g, int t, int part) {
            const int from = group * 16 - 2 * g - part % 2, e = part / 2 * 2;
            return pairOf(from + Words::column(t, e), from + Words::column(t, e + 1));
        });
}

// Columns of a product down a column are results g; its rows are 2 t and 2 t + 1 of every 8.
template <class Tile, bool UnitTaps>
std::vector<std::uint32_t> splitTableOf(const SplitTaps<F16Factors<UnitTaps>>& taps, cv::Size size)
{
    SplitTable table;
    for (const auto& limb : taps.row)
        appendRowBands<Tile>(table, [&](int first, int second) {
            return tapAt(limb, size.width, first) | static_cast<std::uint32_t>(tapAt(limb, size.width, second)) << 16;
        });
    for (const auto& limb : taps.column)
        for (int four = 0; four < Tile::Slots; four += 4)
            table.append([&](int g, int t, int part) {
                const int row = 8 * (four + part) + 2 * t - g;
                return tapAt(limb, size.height, row) | static_cast<std::uint32_t>(tapAt(limb, size.height, row + 1))
                                                           << 16;
            });
    return table.words;
}

template <class Tile> std::vector<std::uint32_t> splitTableOf(const SplitTaps<U8Factors>& taps, cv::Size size)
{
    const auto swapped = [](std::uint32_t tap) {
        return tap >> 8 | (tap & 0xffu) << 8;
    };
    SplitTable table;
    appendRowBands<Tile>(table, [&](int first, int second) {
        return swapped(tapAt(taps.row, size.width, first)) | swapped(tapAt(taps.row, size.width, second)) << 16;
    });
    for (int two = 0; two < Tile::Slots; two += 2)
        table.append([&](int g, int t, int part) {
            const int row = 8 * (two + part / 2) + 2 * t + part % 2 - g;
            return swapped(tapAt(taps.column, size.height, row));
        });
    return table.words;
}

// Row: 16 results a product, results 2 g and 2 g + 1, columns 2 t and 2 t + 1 of every 8. Column: 8 results a product,
// result g, rows 2 t and 2 t + 1 of every 8. High parts first.
template <class Tile, bool UnitTaps>
std::vector<std::uint32_t> splitTableOf(const SplitTaps<Tf32Factors<UnitTaps>>& taps, cv::Size size)
{
    const auto partOf = [](float tap, bool low) {
        const SplitNumber number(tap);
        return low ? number.low + 0x1000u : number.high; // rounded
    };
    const Tf32Factors<UnitTaps>& factors = taps.factors;
    SplitTable table;
    for (const bool low : {false, true})
        for (int step = 0; step < factors.template rowSteps<Tile::Halo>(); ++step)
            table.append([&](int g, int t, int part) {
                return partOf(tapAt(factors.row, size.width, 8 * step + 2 * t + part / 2 - 2 * g - part % 2), low);
            });
    for (int slot = 0; slot < Tile::Slots; ++slot)
        table.append([&](int g, int t, int part) {
            return partOf(tapAt(factors.column, size.height, 8 * slot + 2 * t + part % 2 - g), part / 2 != 0);
        });
    return table.words;
}

}} // namespace cv::cudatiled
