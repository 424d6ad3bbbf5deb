// SPDX-License-Identifier: Apache-2.0
// Streams, events and memory for host images, and the links that are not in use.
#include "host_link.hpp"

#include <map>
#include <mutex>
#include <vector>

#include <opencv2/cudatiled.hpp>

#include "../core/cuda_error.hpp"
#include "../core/scratch_pool.hpp"
#include "band_sizes.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr std::size_t kDeviceBytesKept = 64 << 20;
constexpr std::size_t kLinksKept = 8; // for each device

struct UnusedLinks
{
    std::mutex mutex;
    std::map<int, std::vector<std::unique_ptr<HostLink>>> perDevice;
};

UnusedLinks& unusedLinks()
{
    static UnusedLinks links;
    return links;
}

} // namespace

Piece::Piece(std::size_t bytes, const char* function) : copied(function), bytes_(bytes)
{
    void* memory = nullptr;
    requireCuda(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable), function,
                cv::format("cudaHostAlloc of %zu bytes", bytes).c_str());
    data_ = static_cast<char*>(memory);
}

HostLink::HostLink(const char* function)
    : upload(function), compute(function), download(function), begun(function), function_(function)
{
    for (int i = 0; i < kSlots; ++i)
        slots.emplace_back(function);
}

HostLink::Pieces& HostLink::withBytes(Pieces& pieces, std::size_t bytes)
{
    pieces.resize(kPieces);
    for (std::unique_ptr<Piece>& piece : pieces)
        if (!piece || piece->bytes() < bytes)
        {
            piece.reset(); // first, so that old and new memory never exist together
            piece.reset(new Piece(bytes, function_));
        }
    return pieces;
}

char* HostLink::deviceMemory(std::size_t bytes)
{
    if (bytes <= deviceBytes_)
        return device_;
    cudaFree(device_);
    device_ = nullptr;
    deviceBytes_ = 0;
    void* memory = nullptr;
    requireCuda(cudaMalloc(&memory, bytes), function_, cv::format("cudaMalloc of %zu bytes", bytes).c_str());
    device_ = static_cast<char*>(memory);
    deviceBytes_ = bytes;
    return device_;
}

void HostLink::shrink(std::size_t usualPiece)
{
    if (deviceBytes_ > kDeviceBytesKept)
    {
        cudaFree(device_);
        device_ = nullptr;
        deviceBytes_ = 0;
    }
    for (Pieces* pieces : {&uploads_, &downloads_})
        for (std::unique_ptr<Piece>& piece : *pieces)
            if (piece && piece->bytes() > usualPiece)
                piece.reset();
}

BorrowedLink::BorrowedLink(const char* function)
{
    requireCuda(cudaGetDevice(&device_), function, "cudaGetDevice");
    UnusedLinks& unused = unusedLinks();
    {
        const std::lock_guard<std::mutex> lock(unused.mutex);
        auto& links = unused.perDevice[device_];
        if (!links.empty())
        {
            link_ = std::move(links.back());
            links.pop_back();
        }
    }
    if (!link_)
        link_.reset(new HostLink(function));
}

BorrowedLink::~BorrowedLink()
{
    link_->shrink(pieceBytes());
    UnusedLinks& unused = unusedLinks();
    const std::lock_guard<std::mutex> lock(unused.mutex);
    auto& links = unused.perDevice[device_];
    if (links.size() < kLinksKept)
        links.push_back(std::move(link_));
}

void releaseTransferMemory()
{
    scratchPools().trim();
    std::map<int, std::vector<std::unique_ptr<HostLink>>> links;
    UnusedLinks& unused = unusedLinks();
    const std::lock_guard<std::mutex> lock(unused.mutex);
    links.swap(unused.perDevice);
}

}} // namespace cv::cudatiled
