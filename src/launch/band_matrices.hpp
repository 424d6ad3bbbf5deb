// SPDX-License-Identifier: Apache-2.0
// The taps of a row and of a column as banded matrices, for mmaSeparableU8Kernel and for the kernels of long ones.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../core/device_table.hpp"

namespace cv { namespace cudatiled {

// In device memory: four words of each matrix for each lane.
class BandMatrices
{
public:
    static constexpr int kLanes = 32, kSkews = 8;

    // For images with `channels` channels, and tiles with at most `rowChunks` matrices of a row.
    BandMatrices(const std::vector<std::uint8_t>& row, const std::vector<std::uint8_t>& column, int channels,
                 int rowChunks);

    template <class Fragment> struct Tables
    {
        const Fragment *ofRow, *ofColumn;
    };
    // On the current device, for tiles that begin `sourceSkew` bytes, at most 7, before the first window, and whose
    // windows of 16 rows of results have at most 32 * columnChunks rows.
    template <class Fragment> Tables<Fragment> onDevice(int sourceSkew, int columnChunks) const
    {
        const Fragment* const first = table_->on<Fragment>();
        return {first + sourceSkew * rowChunks_ * kLanes,
                first + (kSkews * rowChunks_ + slotsBefore(columnChunks)) * kLanes};
    }

private:
    static constexpr int slotsBefore(int columnChunks) { return columnChunks == 1 ? 0 : 2; }

    const int rowChunks_;
    std::shared_ptr<const DeviceTable> table_;
};

// The same for mmaLongRowsU8Kernel, for any number of taps, and for mmaLongColumnsU8Kernel.
class LongBandMatrices
{
public:
    LongBandMatrices(const std::vector<std::uint8_t>& row, const std::vector<std::uint8_t>& column, int channels);

    int rowChunks() const { return rowChunks_; }       // matrices of a row
    int columnChunks() const { return columnChunks_; } // matrices of a column, each for 32 rows

    template <class Fragment> BandMatrices::Tables<Fragment> onDevice(int sourceSkew) const
    {
        const Fragment* const first = table_->on<Fragment>();
        return {first + sourceSkew * rowChunks_ * BandMatrices::kLanes,
                first + BandMatrices::kSkews * rowChunks_ * BandMatrices::kLanes};
    }

private:
    const int rowChunks_, columnChunks_;
    std::shared_ptr<const DeviceTable> table_;
};

}} // namespace cv::cudatiled
