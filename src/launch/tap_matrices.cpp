// SPDX-License-Identifier: Apache-2.0
// Makes the matrices of mmaDenseU8Kernel and mmaMarchU8Kernel.
#include "tap_matrices.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

namespace cv { namespace cudatiled {

namespace {

constexpr int kMostLimbs = 4, kLanes = 32;

// What so many signed bytes hold, with some room for carries.
double largestOf(int limbs)
{
    return std::exp2(8 * limbs - 1) - std::exp2(8 * limbs - 8);
}

// Signed bytes of an integer, the lowest first.
void split(std::int64_t value, std::int8_t (&bytes)[kMostLimbs])
{
    for (std::int8_t& byte : bytes)
    {
        byte = static_cast<std::int8_t>(value & 0xff);
        value = (value - byte) / 256;
    }
}

struct Taps
{
    int rows, cols, channels;
    std::vector<std::int8_t> limb[kMostLimbs]; // row-major

    // The tap for the scalar that is `scalar` behind the first one under the kernel, 0 where there is none.
    std::uint32_t at(int l, int row, int scalar) const
    {
        if (row < 0 || row >= rows || scalar < 0 || scalar % channels != 0 || scalar / channels >= cols)
            return 0;
        return static_cast<std::uint8_t>(limb[l][row * cols + scalar / channels]);
    }
};

// A lane's part of the matrix for a pair of source rows and 16 scalars of them, see multiplyAdd: row m of the matrix is
// column m % 8 of result row m / 8, its column k is scalar k % 16 of source row k / 16.
void appendMatrix(std::vector<std::uint32_t>& table, const Taps& taps, int limb, int pair, int chunk, int sourceSkew)
{
    for (int lane = 0; lane < kLanes; ++lane)
        for (int part = 0; part < 4; ++part)
        {
            const int resultColumn = lane / 4, resultRow = part % 2, sourceRow = 2 * pair + part / 2;
            const int scalar = 16 * chunk + lane % 4 * 4 - sourceSkew - resultColumn;
            std::uint32_t word = 0;
            for (int i = 0; i < 4; ++i)
                word |= taps.at(limb, sourceRow - resultRow, scalar + i) << (8 * i);
            table.push_back(word);
        }
}

// The largest power of two that taps may be multiplied with, or 0 if there is none. Rounding three limbs would be felt
// in sums of bytes if taps were larger.
double scaleOf(const cv::Mat& kernel, int limbs)
{
    const double largest = cv::norm(kernel, cv::NORM_INF);
    if (!(largest > 0) || (limbs == 3 && !(largest * static_cast<double>(kernel.total()) <= 16)))
        return 0;
    return std::exp2(std::min(std::floor(std::log2(largestOf(limbs) / largest)), 60.));
}

// The kernel's taps as signed bytes, or none. Those that are no bytes have `limbs`.
std::optional<Taps> splitTaps(TapMatrices& matrices, const cv::Mat& kernel, int channels, int limbs)
{
    if (haveByteTaps(kernel))
        limbs = 1;
    const double scale = limbs == 1 ? 1 : scaleOf(kernel, limbs);
    if (scale == 0)
        return std::nullopt;
    matrices.limbs = limbs;
    matrices.scale = static_cast<float>(1 / scale);
    Taps taps{kernel.rows, kernel.cols, channels, {}};
    for (int i = 0; i < static_cast<int>(kernel.total()); ++i)
    {
        std::int8_t limb[kMostLimbs];
        split(std::llround(kernel.at<float>(i / kernel.cols, i % kernel.cols) * scale), limb);
        for (int l = 0; l < limbs; ++l)
            taps.limb[l].push_back(limb[l]);
    }
    return taps;
}

// How far sums of 16-bit scalars by four limbs may be from the exact ones, with the mean of the lowest bytes' products
// in place of these. A rounding error of a tap that is below two roundings of a float is within the contract's
// tolerance.
double errorOfFourLimbs(const Taps& taps, const cv::Mat& kernel, double scale)
{
    double error = 0;
    for (int i = 0; i < static_cast<int>(kernel.total()); ++i)
    {
        const double tap = kernel.at<float>(i / kernel.cols, i % kernel.cols) * scale;
        const double rounding = std::abs(tap - std::round(tap)), low = std::abs(taps.limb[0][i]);
        error += (rounding > std::abs(tap) * std::exp2(-23) ? rounding * 65535 : 0) + low * 127.5;
    }
    return error / scale;
}

// A lane's part of the matrix for pair `pair` of source rows: its row m stands for the column c and the row r of the
// results that march_u8.cuh says, its column k is column k % 16 of source row k / 16.
void appendMarchMatrix(std::vector<std::uint32_t>& table, const Taps& taps, const MarchShape& shape, int left, int limb,
                       int pair)
{
    for (int lane = 0; lane < kLanes; ++lane)
        for (int part = 0; part < 4; ++part)
        {
            const int g = lane / 4, pairsOfRow = shape.columns / 2;
            const int resultColumn = g % pairsOfRow * 2 + part % 2, resultRow = g / pairsOfRow;
            const int column = lane % 4 * 4 - (shape.before - shape.size / 2) - left - resultColumn;
            std::uint32_t word = 0;
            for (int i = 0; i < 4; ++i)
                word |= taps.at(limb, 2 * pair + part / 2 - resultRow, column + i) << (8 * i);
            table.push_back(word);
        }
}

} // namespace

bool haveByteTaps(const cv::Mat& kernel)
{
    return std::all_of(kernel.begin<float>(), kernel.end<float>(),
                       [](float tap) { return tap == std::floor(tap) && tap >= -128 && tap <= 127; });
}

TapMatrices makeTapMatrices(const cv::Mat& kernel, int channels)
{
    TapMatrices bands;
    if (kernel.rows > kMmaDenseSize || kernel.cols > kMmaDenseSize)
        return bands;
    const auto taps = splitTaps(bands, kernel, channels, 3);
    if (!taps)
        return bands;
    bands.rowPairs = kernel.rows / 2 + 1;
    std::vector<std::uint32_t> table;
    for (int sourceSkew = 0; sourceSkew < 4; ++sourceSkew)
    {
        bands.chunks[sourceSkew] = (sourceSkew + 8 + (kernel.cols - 1) * channels + 15) / 16;
        bands.first[sourceSkew] = table.size();
        for (int pair = 0; pair < bands.rowPairs; ++pair)
            for (int chunk = 0; chunk < bands.chunks[sourceSkew]; ++chunk)
                for (int limb = 0; limb < bands.limbs; ++limb)
                    appendMatrix(table, *taps, limb, pair, chunk, sourceSkew);
    }
    bands.table = std::make_shared<DeviceTable>(table);
    return bands;
}

TapMatrices makeMarchMatrices(const cv::Mat& kernel, const MarchShape& shape, int bytes, int left, std::uint32_t start)
{
    TapMatrices bands;
    const auto taps = splitTaps(bands, kernel, 1, bytes + 2);
    if (!taps)
        return bands;
    if (bands.limbs == 4)
    {
        if (errorOfFourLimbs(*taps, kernel, 1. / bands.scale) > 0.0005)
            return bands;
        bands.offset =
            127.5f * bands.scale * static_cast<float>(std::accumulate(taps->limb[0].begin(), taps->limb[0].end(), 0));
    }
    bands.rowPairs = shape.pairs;
    std::vector<std::uint32_t> table;
    for (int pair = 0; pair < shape.pairs; ++pair)
        for (int limb = 0; limb < bands.limbs; ++limb)
            appendMarchMatrix(table, *taps, shape, left, limb, pair);
    table.insert(table.end(), 4, start);
    bands.table = std::make_shared<DeviceTable>(table);
    return bands;
}

}} // namespace cv::cudatiled
