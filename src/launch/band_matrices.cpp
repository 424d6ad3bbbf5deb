// SPDX-License-Identifier: Apache-2.0
// Makes the matrices of mmaSeparableU8Kernel, mmaLongRowsU8Kernel and mmaLongColumnsU8Kernel.
#include "band_matrices.hpp"

#include <string>

#include "kept_tables.hpp"

namespace cv { namespace cudatiled {

namespace {

// The taps of a line, `apart` scalars from one to the next.
struct Taps
{
    const std::vector<std::uint8_t>& values;
    int apart;

    // The tap for the scalar that is so many behind the first one, 0 where there is none.
    std::uint32_t at(int scalar) const
    {
        const bool isThere = scalar >= 0 && scalar % apart == 0 && scalar / apart < static_cast<int>(values.size());
        return isThere ? values[scalar / apart] : 0;
    }
    std::uint32_t pairAt(int scalar) const { return at(scalar) | at(scalar + 1) << 8; }
};

// The k dimension of a product may be permuted if both factors agree: along a row a lane takes 8 neighbouring scalars,
// down a column the rows that it holds (0, 1, 8, 9 of 16). Row m of the row product is scalar
// 4 ((m % 8) / 2) + 2 (m / 8) + m % 2, so a lane ends with four neighbours.

// Word `part` of a lane, for the scalars from 32 * chunk on.
std::uint32_t rowWord(const Taps& taps, int sourceSkew, int chunk, int lane, int part)
{
    const int inGroup = lane % 4, group = lane / 4, result = group / 2 * 4 + group % 2 + part % 2 * 2;
    const int scalar = 32 * chunk + 8 * inGroup + part / 2 * 4 - sourceSkew - result;
    return taps.pairAt(scalar) | taps.pairAt(scalar + 2) << 16;
}

// For the 16 rows from 16 * slot on and those after them; after the last slot comes the first.
std::uint32_t columnWord(const Taps& taps, int slot, int slots, int lane, int part)
{
    const int inGroup = lane % 4, group = lane / 4;
    const int row = 16 * ((slot + part / 2) % slots) + 2 * inGroup - group - part % 2 * 8;
    return taps.pairAt(row) | taps.pairAt(row + 8) << 16;
}

template <class Word> void appendMatrix(std::vector<std::uint32_t>& table, Word word)
{
    for (int lane = 0; lane < BandMatrices::kLanes; ++lane)
        for (int part = 0; part < 4; ++part)
            table.push_back(word(lane, part));
}

void appendRows(std::vector<std::uint32_t>& table, const Taps& row, int rowChunks)
{
    for (int skew = 0; skew < BandMatrices::kSkews; ++skew)
        for (int chunk = 0; chunk < rowChunks; ++chunk)
            appendMatrix(table, [&](int lane, int part) { return rowWord(row, skew, chunk, lane, part); });
}

std::vector<std::uint32_t> tableOf(const Taps& row, const Taps& column, int rowChunks)
{
    std::vector<std::uint32_t> table;
    appendRows(table, row, rowChunks);
    for (const int slots : {2, 4}) // of one and of two chunks of a column
        for (int slot = 0; slot < slots; ++slot)
            appendMatrix(table, [&](int lane, int part) { return columnWord(column, slot, slots, lane, part); });
    return table;
}

std::vector<std::uint32_t> longTableOf(const Taps& row, const Taps& column, int rowChunks, int columnChunks)
{
    std::vector<std::uint32_t> table;
    appendRows(table, row, rowChunks);
    const int slots = 2 * columnChunks;
    for (int slot = 0; slot < slots; slot += 2)
        appendMatrix(table, [&](int lane, int part) { return columnWord(column, slot, slots, lane, part); });
    return table;
}

std::string textOf(const std::vector<std::uint8_t>& taps)
{
    return std::to_string(taps.size()) + ':' + std::string(taps.begin(), taps.end());
}

} // namespace

BandMatrices::BandMatrices(const std::vector<std::uint8_t>& row, const std::vector<std::uint8_t>& column, int channels,
                           int rowChunks)
    : rowChunks_(rowChunks)
{
    const std::string key =
        std::to_string(channels) + ' ' + std::to_string(rowChunks) + ' ' + textOf(row) + ' ' + textOf(column);
    table_ = keptTable(key, [&] { return tableOf({row, channels}, {column, 1}, rowChunks); });
}

LongBandMatrices::LongBandMatrices(const std::vector<std::uint8_t>& row, const std::vector<std::uint8_t>& column,
                                   int channels)
    : rowChunks_((BandMatrices::kSkews - 1 + 16 + (static_cast<int>(row.size()) - 1) * channels + 31) / 32),
      columnChunks_((16 + static_cast<int>(column.size()) - 1 + 31) / 32)
{
    const std::string taps = textOf(row) + ' ' + textOf(column);
    table_ = keptTable("long " + std::to_string(channels) + ' ' + taps, [&] {
        return longTableOf({row, channels}, {column, 1}, rowChunks_, columnChunks_);
    });
}

}} // namespace cv::cudatiled
