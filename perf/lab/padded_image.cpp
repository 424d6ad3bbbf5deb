// SPDX-License-Identifier: Apache-2.0
// Images with margins.
#include "padded_image.hpp"

namespace perf { namespace lab {

namespace {

constexpr int kMarginX = 512, kMarginY = 16; // rows of textures begin at multiples of 512 bytes

std::size_t stepOf(const cv::Mat& host)
{
    return static_cast<std::size_t>((host.cols + kMarginX - 1) / kMarginX * kMarginX + 2 * kMarginX) * host.elemSize();
}

} // namespace

PaddedImage::PaddedImage(const cv::Mat& host)
    : size_(host.size()), type_(host.type()), stepBytes_(stepOf(host)),
      memory_(stepBytes_ * static_cast<std::size_t>(host.rows + 2 * kMarginY)),
      texture_(memory_.data() + offset(), host.cols, host.rows, stepBytes_, host.depth() == CV_32F)
{
    const int columns = static_cast<int>(stepBytes_ / host.elemSize());
    cv::Mat padded;
    cv::copyMakeBorder(host, padded, kMarginY, kMarginY, kMarginX, columns - host.cols - kMarginX, cv::BORDER_CONSTANT);
    upload(memory_.data(), padded.data, memory_.bytes());
}

std::size_t PaddedImage::offset() const
{
    return kMarginY * stepBytes_ + kMarginX * CV_ELEM_SIZE(type_);
}

View PaddedImage::view() const
{
    return {memory_.data() + offset(),
            type_ == CV_32FC1,
            size_.width,
            size_.height,
            static_cast<int>(stepBytes_ / CV_ELEM_SIZE(type_)),
            texture_.object()};
}

cv::cuda::GpuMat PaddedImage::gpuMat() const
{
    return {size_, type_, memory_.data() + offset(), stepBytes_};
}

cv::Mat PaddedImage::download() const
{
    cv::Mat whole(size_.height + 2 * kMarginY, static_cast<int>(stepBytes_ / CV_ELEM_SIZE(type_)), type_);
    synchronize();
    startDownload(whole.data, memory_.data(), memory_.bytes(), nullptr);
    synchronize();
    return whole(cv::Rect(cv::Point(kMarginX, kMarginY), size_)).clone();
}

}} // namespace perf::lab
