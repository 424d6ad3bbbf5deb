// SPDX-License-Identifier: Apache-2.0
// Images, masks and the definition of the ladder.
#include "ladder_images.hpp"

#include "../noise.hpp"

namespace perf { namespace lab {

namespace {

constexpr int kTimesTheCache = 4; // images between two uses of the same one

std::size_t countOf(cv::Size size, bool floats)
{
    const std::size_t bytes = 2 * static_cast<std::size_t>(size.area()) * (floats ? sizeof(float) : 1);
    return (kTimesTheCache * cacheBytes() + bytes - 1) / bytes;
}

} // namespace

LadderImages::LadderImages(cv::Size size, bool floats, bool warm)
    : LadderImages(randomImage(size, floats ? CV_32FC1 : CV_8UC1), warm ? 1 : countOf(size, floats))
{}

LadderImages::LadderImages(const cv::Mat& src, std::size_t count) : between_(cv::Mat::zeros(src.size(), CV_32FC1))
{
    for (std::size_t i = 0; i < count; ++i)
    {
        sources_.push_back(std::make_unique<PaddedImage>(src));
        results_.push_back(std::make_unique<PaddedImage>(src));
    }
}

LadderMask::LadderMask(int radiusX, int radiusY) : taps{radiusX, radiusY, {}, nullptr}
{
    const int count = (2 * radiusX + 1) * (2 * radiusY + 1);
    float sum = 0, powerOfTwo = 1;
    for (int i = 0; i < count; ++i)
    {
        taps.taps.push_back(static_cast<float>((i * 7 + 3) % 11));
        sum += taps.taps.back();
    }
    while (powerOfTwo < sum)
        powerOfTwo *= 2;
    for (float& tap : taps.taps)
        tap /= powerOfTwo;
    kernel = cv::Mat(taps.taps, true).reshape(1, 2 * radiusY + 1);
    memory = std::make_shared<DeviceMemory>(taps.taps.size() * sizeof(float));
    upload(memory->data(), taps.taps.data(), memory->bytes());
    taps.onDevice = reinterpret_cast<const float*>(memory->data());
}

cv::Mat checkedImage(bool floats)
{
    cv::Mat image = randomImage({97, 61}, CV_8UC1);
    if (floats)
        image.convertTo(image, CV_32F);
    return image;
}

double differenceFrom(const cv::Mat& src, const cv::Mat& kernel, const cv::Mat& dst)
{
    // filter2D would take a DFT for large masks, whose sums are not exact.
    cv::Mat padded, sums(src.size(), CV_64F);
    const int marginX = kernel.cols / 2, marginY = kernel.rows / 2;
    cv::copyMakeBorder(src, padded, marginY, marginY, marginX, marginX, cv::BORDER_CONSTANT);
    padded.convertTo(padded, CV_32F);
    for (int y = 0; y < src.rows; ++y)
        for (int x = 0; x < src.cols; ++x)
            sums.at<double>(y, x) = padded(cv::Rect(cv::Point(x, y), kernel.size())).dot(kernel);
    sums.convertTo(sums, dst.type());
    return cv::norm(sums, dst, cv::NORM_INF);
}

}} // namespace perf::lab
