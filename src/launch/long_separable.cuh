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
        Views views{sourceView<S>(plan_), targetView<D>(plan_)};
        setImages(views, call);
        const int haloRows = plan_.ksize.height - 1, rows = views.target.rows;
        LongSums<Sum> sums{};
        sums.channels = views.source.channels;
        sums.cols = (views.target.cols + 3) / 4 * 4;
        const std::size_t rowBytes = static_cast<std::size_t>(sums.cols) * sums.channels * sizeof(Sum);
        const int mostLines = kMostBlocks * LongRowsTile::Warps; // of a grid
        const int ofEach = std::min({rowsOfBand(scratchBytes_, rows, rowBytes, haloRows, LongColumnsTile::Height), rows,
                                     mostLines / sums.channels - haloRows});
        const ScratchImage memory(rowBytes, ofEach + haloRows, call.stream, "cudatiled::Filter::apply");
        sums.data = static_cast<Sum*>(memory.data());
        sums.pitch = static_cast<std::ptrdiff_t>(memory.step() / sizeof(Sum));
        forBands(rows, ofEach, [&](int first, int count) {
            Views band = views;
            band.source.y0 += first - plan_.anchor.y;
            band.target.data = reinterpret_cast<D*>(static_cast<char*>(call.dst.data) + first * views.target.step);
            band.target.rows = count;
            sums.rows = count + haloRows;
            launchRows(sums, band.source, call.stream);
            launchColumns(sums, band.target, call.stream);
        });
    }

private:
    struct Views
    {
        SourceView<S> source;
        TargetView<D> target;
    };

    static std::shared_ptr<const DeviceTable> tableOf(const Tap* taps, int count)
    {
        TableWords words(count);
        std::memcpy(words.data(), taps, count * sizeof(Tap));
        return keptTable(words);
    }

    void launchRows(const LongSums<Sum>& sums, const SourceView<S>& source, CudaStream stream) const
    {
        using Tile = LongRowsTile;
        const LongRowsArguments<S, RowArithmetic> a{
            source, sums, plan_.ksize.width, plan_.anchor.x, row_->template on<Tap>(), {}};
        const int lines = (sums.rows * sums.channels + Tile::Warps - 1) / Tile::Warps;
        launchGrid<Tile, longRowsKernel<Tile, S, RowArithmetic>>(
            "longRowsKernel", a, dim3((sums.cols + Tile::Width - 1) / Tile::Width, lines), stream,
            Tile::chunks(a.taps) * sizeof(Chunk), Tile::chunks(Tile::MostTaps) * sizeof(Chunk));
    }

    void launchColumns(const LongSums<Sum>& sums, const TargetView<D>& target, CudaStream stream) const
    {
        using Tile = LongColumnsTile;
        const LongColumnsArguments<D, Arithmetic> a{sums,
                                                    target,
                                                    plan_.ksize.height,
                                                    column_->template on<Tap>(),
                                                    hasWholeFours(target.data, target.step, sizeof(D)),
                                                    arithmetic_};
        const int scalars = target.cols * target.channels;
        launchGrid<Tile, longColumnsKernel<Tile, D, Arithmetic>>(
            "longColumnsKernel", a,
            dim3((scalars + Tile::Width - 1) / Tile::Width, (target.rows + Tile::Height - 1) / Tile::Height), stream);
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
