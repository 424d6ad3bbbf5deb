// SPDX-License-Identifier: Apache-2.0
// Images of more than 2^31 bytes, and images of one very long row or column.
#include <opencv2/imgproc.hpp>

#include "device_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

struct Large
{
    const char* name;
    cv::Size size;
    int type;
};

void PrintTo(const Large& large, std::ostream* out)
{
    *out << large.name;
}

std::vector<cv::Ptr<Filter>> exactFilters(int type)
{
    return {createLinearFilter(type, -1, integerTaps(5, 5), {-1, -1}, cv::BORDER_REPLICATE),
            createSobelFilter(type, -1, 1, 0, 5),
            createLaplacianFilter(type, -1, 5),
            createBoxMaxFilter(type, {7, 5}),
            createMorphologyFilter(cv::MORPH_ERODE, type, cv::getStructuringElement(cv::MORPH_CROSS, {5, 5})),
            createMedianFilter(type, 5),
            createMedianFilter(type, 9),
            createMedianFilter(type, 23)};
}

class LargeImage : public DeviceTest, public testing::WithParamInterface<Large>
{
protected:
    static constexpr int kCrop = 256, kReach = 16;

    // Where results are compared: all corners, the middle.
    static std::vector<cv::Point> crops(cv::Size size)
    {
        const int right = size.width - kCrop, bottom = size.height - kCrop;
        return {{0, 0}, {right, 0}, {0, bottom}, {right, bottom}, {right / 2, bottom / 2}};
    }

    // The part of a crop whose results do not depend on pixels around it; the image's own edges belong to it.
    static cv::Rect inner(cv::Point crop, cv::Size size)
    {
        const int left = crop.x == 0 ? 0 : kReach, top = crop.y == 0 ? 0 : kReach;
        const int right = crop.x + kCrop == size.width ? kCrop : kCrop - kReach;
        const int bottom = crop.y + kCrop == size.height ? kCrop : kCrop - kReach;
        return {left, top, right - left, bottom - top};
    }
};

void fill(const DeviceImage& image, int byte)
{
    const cv::cuda::GpuMat& header = image.gpuMat();
    require(cudaMemset2D(header.data, header.step, byte, header.cols * header.elemSize(), header.rows));
}

TEST_P(LargeImage, IsFilteredRightAtItsFarEnd)
{
    const auto [name, size, type] = GetParam();
    const std::size_t bytes = static_cast<std::size_t>(size.width) * size.height * CV_ELEM_SIZE(type);
    ASSERT_GT(bytes, std::size_t{1} << 31);
    std::size_t free = 0, total = 0;
    require(cudaMemGetInfo(&free, &total));
    const std::size_t needed = 2 * bytes + (std::size_t{1} << 30);
    if (free < needed)
        GTEST_SKIP() << "takes " << (needed >> 20) << " MB of device memory; " << (free >> 20) << " MB are free";

    const DeviceImage src(size, type), dst(size, type);
    fill(src, 0);
    cv::RNG random(3);
    std::vector<cv::Mat> pixels;
    for (const cv::Point crop : crops(size))
    {
        pixels.push_back(randomImage({kCrop, kCrop}, type, random));
        src({crop, cv::Size(kCrop, kCrop)}).upload(pixels.back());
    }
    for (const cv::Ptr<Filter>& filter : exactFilters(type))
    {
        fill(dst, 0x5a);
        filter->apply(src.gpuMat(), dst.gpuMat());
        for (std::size_t i = 0; i < pixels.size(); ++i)
        {
            const cv::Point crop = crops(size)[i];
            const cv::Rect part = inner(crop, size);
            EXPECT_TRUE(equal(downloaded(dst(part + crop)), filteredOnCpu(*filter, pixels[i])(part)))
                << "around the crop at " << crop;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, LargeImage,
                         testing::Values(Large{"8UC1", {65536, 40000}, CV_8UC1}, Large{"8UC3", {30000, 30000}, CV_8UC3},
                                         Large{"16SC4", {20000, 16000}, CV_16SC4},
                                         Large{"32FC1", {32768, 20000}, CV_32FC1}),
                         [](const auto& parameter) { return parameter.param.name; });

class LongImage : public DeviceTest
{
protected:
    static constexpr int kLength = 3000000;
};

TEST_F(LongImage, OfOneRowIsFilteredRight)
{
    cv::RNG random(1);
    const cv::Mat row = randomImage({kLength, 1}, CV_8UC1, random);
    const DeviceImage src(row), dst(1, kLength, CV_8UC1);
    for (const cv::Ptr<Filter>& filter : exactFilters(CV_8UC1))
    {
        filter->apply(src.gpuMat(), dst.gpuMat());
        EXPECT_TRUE(equal(downloaded(dst), filteredOnCpu(*filter, row)));
    }
}

TEST_F(LongImage, OfOneColumnIsFilteredRight)
{
    cv::RNG random(2);
    const cv::Mat row = randomImage({kLength, 1}, CV_8UC1, random);
    const DeviceImage src(row), dst(1, kLength, CV_8UC1); // as columns: rows of one byte, one byte apart
    const cv::cuda::GpuMat srcColumn(kLength, 1, CV_8UC1, src.gpuMat().data, 1);
    const cv::cuda::GpuMat dstColumn(kLength, 1, CV_8UC1, dst.gpuMat().data, 1);
    for (const cv::Ptr<Filter>& filter : exactFilters(CV_8UC1))
    {
        filter->apply(srcColumn, dstColumn);
        EXPECT_TRUE(equal(downloaded(dst).reshape(1, kLength), filteredOnCpu(*filter, row.reshape(1, kLength))));
    }
}

}} // namespace cudatiled_test
