// SPDX-License-Identifier: Apache-2.0
// Images inside guarded memory.
#include "buffer.hpp"

namespace cudatiled_test {

Buffer::Buffer(const Layout& layout, cv::RNG& random) : layout_(layout), bytes_(layout.total())
{
    cv::Mat all(1, static_cast<int>(bytes_.size()), CV_8U, bytes_.data());
    random.fill(all, cv::RNG::UNIFORM, 0, 256);
}

cv::Mat Buffer::image()
{
    return cv::Mat(layout_.rows, layout_.cols, layout_.type, bytes_.data() + layout_.guardBytes + layout_.offsetBytes,
                   layout_.step());
}

cv::cuda::GpuMat Buffer::upload()
{
    device_.upload(cv::Mat(1, static_cast<int>(bytes_.size()), CV_8U, bytes_.data()));
    return cv::cuda::GpuMat(layout_.rows, layout_.cols, layout_.type,
                            device_.gpuMat().data + layout_.guardBytes + layout_.offsetBytes, layout_.step());
}

void Buffer::download()
{
    cv::Mat all(1, static_cast<int>(bytes_.size()), CV_8U, bytes_.data());
    device_.download(all);
}

std::string Buffer::firstChangeOutside(const Buffer& before, cv::Rect written) const
{
    const std::size_t pixel = CV_ELEM_SIZE(layout_.type), first = layout_.guardBytes + layout_.offsetBytes;
    for (std::size_t i = 0; i < bytes_.size(); ++i)
    {
        if (bytes_[i] == before.bytes_[i])
            continue;
        if (i >= first)
        {
            const std::size_t y = (i - first) / layout_.step(), x = (i - first) % layout_.step() / pixel;
            if (written.contains(cv::Point(static_cast<int>(x), static_cast<int>(y))))
                continue;
        }
        return cv::format("byte %zu of the destination's memory was changed, outside the image", i);
    }
    return {};
}

} // namespace cudatiled_test
