// SPDX-License-Identifier: Apache-2.0
// Random images on the device: a block of random numbers is made on the host and repeated there, at another offset in
// each image.
#include "images.hpp"

#include <algorithm>

#include "noise.hpp"

namespace perf {

namespace {

using cv::cudatiled::DeviceImage;

constexpr int kTimesTheCache = 4; // buffers between two uses of the same one
constexpr int kMargin = 16;       // of the image around a region
const cv::Point kOddOffset(7, 5);

void repeat(char* to, std::size_t bytes, const char* block, std::size_t blockBytes)
{
    for (std::size_t done = 0; done < bytes; done += blockBytes)
        copyOnDevice(to + done, block, std::min(blockBytes, bytes - done), nullptr);
}

} // namespace

CopyRotation::CopyRotation(DeviceMemory& from, DeviceMemory& to, std::size_t bytes)
    : from_(from), to_(to), stride_((bytes + 255) / 256 * 256),
      places_(std::max<std::size_t>(from.bytes() / stride_, 1))
{}

std::size_t ImagePool::placesFor(std::size_t bytesInUse) const
{
    return warm_ ? 1 : (kTimesTheCache * cacheBytes() + bytesInUse - 1) / bytesInUse;
}

const ImagePool::Images& ImagePool::images(cv::Size size, int type, bool source, std::size_t count)
{
    Images& list = images_[{size.width, size.height, type, source}];
    const int depth = CV_MAT_DEPTH(type);
    const cv::Mat scalars = noise(depth);
    const std::size_t blockBytes = scalars.total() * scalars.elemSize();
    if (source && !noise_[depth])
    {
        noise_[depth] = std::make_unique<DeviceMemory>(blockBytes);
        upload(noise_[depth]->data(), scalars.data, blockBytes);
    }
    while (list.size() < count)
    {
        list.emplace_back(size, type);
        const cv::cuda::GpuMat& image = list.back().gpuMat();
        const std::size_t bytes = (image.rows - 1) * image.step + image.cols * image.elemSize();
        const std::size_t offset = list.size() * 4096 % (blockBytes / 2) / 16 * 16;
        if (source)
            repeat(reinterpret_cast<char*>(image.data), bytes, noise_[depth]->data() + offset, blockBytes - offset);
    }
    return list;
}

Rotation ImagePool::rotationFor(const Cell& cell)
{
    const std::pair<int, int> group(cell.size.width, cell.srcType);
    if (group != group_)
        images_.clear();
    group_ = group;
    const std::size_t pixels = static_cast<std::size_t>(cell.size.width) * cell.size.height;
    const std::size_t count = placesFor(2 * pixels * CV_ELEM_SIZE(cell.srcType));
    const cv::Size whole = cell.oddRegion ? cell.size + cv::Size(kMargin, kMargin) : cell.size;
    Images sources = images(whole, cell.srcType, true, count);
    if (cell.oddRegion)
        for (DeviceImage& image : sources)
            image = image(cv::Rect(kOddOffset, cell.size));
    synchronize();
    return {std::move(sources), images(cell.dstSize(), cell.dstType, false, count)};
}

CopyRotation ImagePool::copyOf(std::size_t bytes)
{
    const std::size_t rounded = (bytes + 255) / 256 * 256, needed = placesFor(2 * rounded) * rounded;
    if (!copySource_ || copySource_->bytes() < needed || (warm_ && copySource_->bytes() != needed))
    {
        copySource_.reset();
        copyDestination_.reset();
        copySource_ = std::make_unique<DeviceMemory>(needed);
        copyDestination_ = std::make_unique<DeviceMemory>(needed);
        const cv::Mat scalars = noise(CV_8U);
        DeviceMemory block(scalars.total());
        upload(block.data(), scalars.data, scalars.total());
        repeat(copySource_->data(), needed, block.data(), scalars.total());
        synchronize();
    }
    return {*copySource_, *copyDestination_, bytes};
}

} // namespace perf
