// SPDX-License-Identifier: Apache-2.0
// Launching longRowsKernel and longColumnsKernel: which plans they fit, and how the work is cut.
#pragma once

#include "../core/scratch.hpp"
#include "../kernels/long_separable/columns.cuh"
#include "fours.hpp"
#include "kept_tables.hpp"
#include "launch.cuh"
#include "scratch_bands.hpp"

namespace cv { namespace cudatiled {

// RowArithmetic makes the sums along rows that Arithmetic adds up.
template <class S, class D, class RowArithmetic, class Arithmetic> class LongSeparable final : public CudaKernel
{
    using Tap = typename Arithmetic::Tap;
    using Sum = typename Arithmetic::RowResult;
    static_assert(sizeof(Tap) == 4 && sizeof(Sum) == 4, "rows of numbers of 32 bits");

public:
    LongSeparable(const ImagePlan& plan, const Arithmetic& arithmetic, const Tap* row, const Tap* column)
        : plan_(plan), arithmetic_(arithmetic), row_(tableOf(row, plan.ksize.width)),
          column_(tableOf(column, plan.ksize.height))
    {}

    std::string name(const CudaCall&) const override { return "longRowsKernel + longColumnsKernel"; }
    bool takes(const CudaCall& call) const override { return isNarrow(call.src.region, CV_MAT_CN(plan_.srcType)); }

    void launch(const CudaCall& call) const override
    {
        const int haloRows = plan_.ksize.height - 1, rows = call.src.region.size.height;
        LongSums<Sum> sums{};
        sums.channels = CV_MAT_CN(plan_.srcType);
        sums.cols = (call.src.region.size.width + 3) / 4 * 4;
        sums.pitch = static_cast<std::ptrdiff_t>(sums.cols) * sums.channels;
        const std::size_t rowBytes = sums.pitch * sizeof(Sum);
        const int ofEach = std::min(rowsOfBand(scratchBytes_, rows, rowBytes, haloRows, LongColumnsTile::Height), rows);
        const ScratchImage memory(rowBytes, ofEach + haloRows, call.stream, "cudatiled::Filter::apply");
        sums.data = static_cast<Sum*>(memory.data());
        sums.pitch = static_cast<std::ptrdiff_t>(memory.step() / sizeof(Sum));
        forBands(rows, ofEach, [&](int first, int count) {
            sums.rows = count + haloRows;
            launchRows(sums, first, call);
            launchColumns(sums, first, count, call);
        });
    }

private:
    static std::shared_ptr<const DeviceTable> tableOf(const Tap* taps, int count)
    {
        TableWords words(count);
        std::memcpy(words.data(), taps, count * sizeof(Tap));
        return keptTable(words);
    }

    void launchRows(const LongSums<Sum>& sums, int first, const CudaCall& call) const
    {
        using Tile = LongRowsTile;
        LongRowsArguments<S, RowArithmetic> a{};
        LongColumnsArguments<D, Arithmetic> unused{};
        struct Views
        {
            SourceView<S> source;
            TargetView<D> target;
        } views{sourceView<S>(plan_), unused.target};
        setImages(views, call);
        a.source = views.source;
        a.source.y0 += first - plan_.anchor.y;
        a.sums = sums;
        a.taps = plan_.ksize.width;
        a.anchorX = plan_.anchor.x;
        a.tap = row_->template on<Tap>();
        const int lines = (sums.rows * sums.channels + Tile::Warps - 1) / Tile::Warps;
        launchGrid<Tile, longRowsKernel<Tile, S, RowArithmetic>>(
            "longRowsKernel", a, dim3((sums.cols + Tile::Width - 1) / Tile::Width, lines), call.stream,
            Tile::chunks(a.taps) * sizeof(Chunk), Tile::chunks(Tile::MostTaps) * sizeof(Chunk));
    }

    void launchColumns(const LongSums<Sum>& sums, int first, int count, const CudaCall& call) const
    {
        using Tile = LongColumnsTile;
        LongColumnsArguments<D, Arithmetic> a{};
        a.sums = sums;
        a.target = targetView<D>(plan_);
        a.target.step = static_cast<std::ptrdiff_t>(call.dst.step);
        a.target.data = reinterpret_cast<D*>(static_cast<char*>(call.dst.data) + first * a.target.step);
        a.target.rows = count;
        a.target.cols = call.src.region.size.width;
        a.taps = plan_.ksize.height;
        a.tap = column_->template on<Tap>();
        a.wholeFours = hasWholeFours(call.dst.data, call.dst.step, sizeof(D));
        a.arithmetic = arithmetic_;
        const int scalars = a.target.cols * a.target.channels;
        launchGrid<Tile, longColumnsKernel<Tile, D, Arithmetic>>(
            "longColumnsKernel", a,
            dim3((scalars + Tile::Width - 1) / Tile::Width, (count + Tile::Height - 1) / Tile::Height), call.stream);
    }

    const ImagePlan plan_;
    const Arithmetic arithmetic_;
    const std::size_t scratchBytes_ = scratchBytes();
    const std::shared_ptr<const DeviceTable> row_, column_;
};

// Null if there are more taps than a block holds.
template <class S, class D, class RowArithmetic, class Arithmetic>
CudaKernelPtr longSeparableFor(const ImagePlan& plan, const Arithmetic& arithmetic, const typename Arithmetic::Tap* row,
                               const typename Arithmetic::Tap* column)
{
    if (plan.ksize.width > LongRowsTile::MostTaps || plan.ksize.height > LongColumnsTile::MostTaps)
        return nullptr;
    return CudaKernelPtr(new LongSeparable<S, D, RowArithmetic, Arithmetic>(plan, arithmetic, row, column));
}

}} // namespace cv::cudatiled
