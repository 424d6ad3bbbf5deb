// SPDX-License-Identifier: Apache-2.0
// Rows of host images on their way to the device and back.
#include "host_rows.hpp"

#include <algorithm>

#include "../core/cuda_error.hpp"
#include "band_sizes.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kUnderWay = 2; // pieces that the device writes while the host fills and empties others
const char* const kUploads[] = {"the upload of src", "the upload of joint"};
const char kDownload[] = "the download of dst";

HostLink::Pieces& noPieces()
{
    static HostLink::Pieces none;
    return none;
}

std::size_t widestRow(const std::vector<HostRows>& images)
{
    std::size_t widest = 1;
    for (const HostRows& image : images)
        widest = std::max(widest, image.rows.rowBytes);
    return widest;
}

// `ofLink` is the function that has them.
HostLink::Pieces& piecesFor(const std::vector<HostRows>& images, HostLink& link,
                            HostLink::Pieces& (HostLink::*ofLink)(std::size_t))
{
    const bool direct =
        std::all_of(images.begin(), images.end(), [](const HostRows& image) { return image.pageLocked; });
    return direct ? noPieces() : (link.*ofLink)(std::max(pieceBytes(), widestRow(images)));
}

bool isPageLocked(const char* address)
{
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, address) == cudaSuccess)
        return attributes.type != cudaMemoryTypeUnregistered;
    cudaGetLastError(); // of memory that CUDA knows nothing about, before CUDA 11
    return false;
}

} // namespace

bool isPageLocked(const RowsView& image, const Rows& rows)
{
    return isPageLocked(image.row(rows.begin)) && isPageLocked(image.row(rows.end - 1) + image.rowBytes - 1);
}

void enqueueCopy(const RowsView& to, const RowsView& from, int rows, cudaMemcpyKind kind, cudaStream_t stream,
                 const char* function, const char* what)
{
    requireCuda(cudaMemcpy2DAsync(to.data, to.step, from.data, from.step, to.rowBytes, rows, kind, stream), function,
                what);
}

PieceRing::PieceRing(HostLink::Pieces& pieces, std::size_t rowBytes)
    : pieces_(pieces), rowsOfPiece_(static_cast<int>(std::max<std::size_t>(pieceBytes() / rowBytes, 1)))
{}

Downloads::Downloads(const std::vector<HostRows>& images, HostLink& link, cudaStream_t stream, const char* function)
    : images_(images), stream_(stream), function_(function),
      pieces_(piecesFor(images, link, &HostLink::downloadPieces), widestRow(images))
{}

void Downloads::enqueue(const Rows& rows, std::size_t image, const RowsView& from)
{
    if (rows.count() == 0) // the first band may be too low for a result
        return;
    const HostRows& to = images_[image];
    if (to.pageLocked)
        enqueueCopy(to.rows.from(rows.begin), from, rows.count(), cudaMemcpyDeviceToHost, stream_, function_,
                    kDownload);
    else
        enqueuePieces(rows, to.rows, from);
    begun_ = true;
}

void Downloads::enqueuePieces(const Rows& rows, const RowsView& to, const RowsView& from)
{
    for (int y = rows.begin; y < rows.end; y += pieces_.rowsOfPiece())
    {
        if (static_cast<int>(waiting_.size()) == pieces_.count())
            copyAllBut(pieces_.count() - 1);
        const Rows some{y, std::min(y + pieces_.rowsOfPiece(), rows.end)};
        Piece& piece = pieces_.next();
        enqueueCopy({piece.data(), to.rowBytes, to.rowBytes}, from.from(y - rows.begin), some.count(),
                    cudaMemcpyDeviceToHost, stream_, function_, kDownload);
        piece.copied.record(stream_, function_);
        waiting_.push_back({&piece, some, &to});
    }
}

std::vector<RowsCopy> Downloads::due(int lastPieces) const
{
    std::vector<RowsCopy> copies;
    const int count = static_cast<int>(waiting_.size()) - lastPieces;
    for (int i = 0; i < count; ++i)
    {
        const Waiting& one = waiting_[static_cast<std::size_t>(i)];
        one.piece->copied.wait(function_);
        const RowsView& to = *one.to;
        copies.push_back(
            {to.row(one.rows.begin), to.step, one.piece->data(), to.rowBytes, to.rowBytes, one.rows.count()});
    }
    return copies;
}

void Downloads::copyAllBut(int lastPieces)
{
    const std::vector<RowsCopy> copies = due(lastPieces);
    copyRows(copies);
    made(copies.size());
}

void Downloads::finish()
{
    for (int left = static_cast<int>(waiting_.size()) - 1; left >= 0; --left) // each as soon as it has come
        copyAllBut(left);
    requireCuda(cudaStreamSynchronize(stream_), function_, "cudaStreamSynchronize");
}

Uploads::Uploads(const std::vector<HostRows>& images, HostLink& link, cudaStream_t stream, const char* function,
                 Downloads& downloads)
    : images_(images), stream_(stream), function_(function),
      pieces_(piecesFor(images, link, &HostLink::uploadPieces), widestRow(images)), downloads_(downloads)
{}

void Uploads::enqueue(const Rows& rows, std::size_t image, const RowsView& to)
{
    if (rows.count() == 0) // of a guide, the first band may need none
        return;
    const HostRows& from = images_[image];
    if (from.pageLocked)
        enqueueCopy(to, from.rows.from(rows.begin), rows.count(), cudaMemcpyHostToDevice, stream_, function_,
                    kUploads[image]);
    else
        enqueuePieces(rows, from.rows, to, kUploads[image]);
}

void Uploads::enqueuePieces(const Rows& rows, const RowsView& from, const RowsView& to, const char* what)
{
    for (int y = rows.begin; y < rows.end; y += pieces_.rowsOfPiece())
    {
        const int count = std::min(pieces_.rowsOfPiece(), rows.end - y);
        Piece& piece = pieces_.next();
        piece.copied.wait(function_);
        std::vector<RowsCopy> copies = downloads_.due(kUnderWay);
        const std::size_t downloaded = copies.size();
        copies.push_back({piece.data(), from.rowBytes, from.row(y), from.step, from.rowBytes, count});
        copyRows(copies);
        downloads_.made(downloaded);
        enqueueCopy(to.from(y - rows.begin), {piece.data(), from.rowBytes, from.rowBytes}, count,
                    cudaMemcpyHostToDevice, stream_, function_, what);
        piece.copied.record(stream_, function_);
    }
}

}} // namespace cv::cudatiled
