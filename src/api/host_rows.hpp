// SPDX-License-Identifier: Apache-2.0
// Rows of host images on their way to the device and back: directly where the memory is page-locked, else by pieces of
// page-locked memory, which the threads of cv::parallel_for_ fill and empty.
#pragma once

#include <deque>
#include <vector>

#include "../core/copy_rows.hpp"
#include "host_link.hpp"
#include "row_bands.hpp"

namespace cv { namespace cudatiled {

// Rows in host memory, or in device memory.
struct RowsView
{
    char* data; // of row 0
    std::size_t step, rowBytes;

    char* row(int y) const { return data + static_cast<std::ptrdiff_t>(y) * static_cast<std::ptrdiff_t>(step); }
    RowsView from(int y) const { return {row(y), step, rowBytes}; }
};

// Whether the device reaches these rows of host memory by itself.
bool isPageLocked(const RowsView& image, const Rows& rows);

// Enqueues a copy of the first `rows` rows. `what` names it in errors.
void enqueueCopy(const RowsView& to, const RowsView& from, int rows, cudaMemcpyKind kind, cudaStream_t stream,
                 const char* function, const char* what);

// Pieces, by turns.
class PieceRing
{
public:
    PieceRing(HostLink::Pieces& pieces, std::size_t rowBytes);

    int rowsOfPiece() const { return rowsOfPiece_; }
    int count() const { return static_cast<int>(pieces_.size()); }
    Piece& next() { return *pieces_[next_++ % pieces_.size()]; }

private:
    HostLink::Pieces& pieces_;
    std::size_t next_ = 0;
    const int rowsOfPiece_;
};

// An image on the host, and whether it is page-locked.
struct HostRows
{
    RowsView rows;
    bool pageLocked;
};

// Rows of the results, one or several images, in the order in which they are enqueued.
class Downloads
{
public:
    Downloads(const std::vector<HostRows>& images, HostLink& link, cudaStream_t stream, const char* function);

    void enqueue(const Rows& rows, std::size_t image, const RowsView& from);
    bool begun() const { return begun_; }

    // The copies from pieces to dst that are due, but for the last pieces, on which the device may still work. Whoever
    // makes them calls made().
    std::vector<RowsCopy> due(int lastPieces) const;
    void made(std::size_t copies) { waiting_.erase(waiting_.begin(), waiting_.begin() + copies); }

    // Returns when all rows are in dst.
    void finish();

private:
    struct Waiting
    {
        Piece* piece;
        Rows rows;
        const RowsView* to;
    };

    void enqueuePieces(const Rows& rows, const RowsView& to, const RowsView& from);
    void copyAllBut(int lastPieces);

    const std::vector<HostRows> images_;
    const cudaStream_t stream_;
    const char* const function_;
    PieceRing pieces_;
    std::deque<Waiting> waiting_;
    bool begun_ = false;
};

// Rows of the source, and of the guide if there is one. Whoever fills a piece also empties those that were downloaded
// meanwhile.
class Uploads
{
public:
    Uploads(const std::vector<HostRows>& images, HostLink& link, cudaStream_t stream, const char* function,
            Downloads& downloads);

    void enqueue(const Rows& rows, std::size_t image, const RowsView& to);

private:
    void enqueuePieces(const Rows& rows, const RowsView& from, const RowsView& to, const char* what);

    const std::vector<HostRows> images_;
    const cudaStream_t stream_;
    const char* const function_;
    PieceRing pieces_;
    Downloads& downloads_;
};

}} // namespace cv::cudatiled
