// SPDX-License-Identifier: Apache-2.0
// Streams, events and memory that carry host images to a device and back. Kept from call to call.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "../core/stream_event.hpp"

namespace cv { namespace cudatiled {

// Page-locked memory, and the event after which its last copy from or to the device is done.
class Piece
{
public:
    Piece(std::size_t bytes, const char* function);
    ~Piece() { cudaFreeHost(data_); }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;

    char* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }
    OwnedEvent copied;

private:
    char* data_ = nullptr;
    std::size_t bytes_;
};

// One of the bands that are on the device at a time.
struct Slot
{
    explicit Slot(const char* function) : uploaded(function), computed(function), downloaded(function) {}

    OwnedEvent uploaded;
    OwnedEvent computed; // and the rows of the slot before that it needs are copied
    OwnedEvent downloaded;
};

// Streams, events and memory for one host image at a time. They belong to the device that is current when it is made.
class HostLink
{
public:
    static constexpr int kSlots = 4;
    static constexpr int kPieces = 4; // for each direction

    explicit HostLink(const char* function);
    ~HostLink() { cudaFree(device_); }

    // At least `bytes` bytes each; no copy to or from them is under way.
    using Pieces = std::vector<std::unique_ptr<Piece>>;
    Pieces& uploadPieces(std::size_t bytes) { return withBytes(uploads_, bytes); }
    Pieces& downloadPieces(std::size_t bytes) { return withBytes(downloads_, bytes); }

    // At least so many bytes; no work uses them.
    char* deviceMemory(std::size_t bytes);

    // Frees memory beyond the needs of most images: pieces of more than these bytes, and much device memory.
    void shrink(std::size_t usualPiece);

    OwnedStream upload, compute, download;
    OwnedEvent begun; // what the caller's stream was given before
    std::deque<Slot> slots;

private:
    Pieces& withBytes(Pieces& pieces, std::size_t bytes);

    const char* const function_;
    Pieces uploads_, downloads_;
    char* device_ = nullptr;
    std::size_t deviceBytes_ = 0;
};

// A link of the current device that no other call uses: one of an earlier call, or a new one.
class BorrowedLink
{
public:
    explicit BorrowedLink(const char* function);
    ~BorrowedLink();
    BorrowedLink(const BorrowedLink&) = delete;
    BorrowedLink& operator=(const BorrowedLink&) = delete;

    HostLink& operator*() const { return *link_; }

private:
    int device_ = 0;
    std::unique_ptr<HostLink> link_;
};

}} // namespace cv::cudatiled
