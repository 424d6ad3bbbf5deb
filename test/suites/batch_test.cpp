// SPDX-License-Identifier: Apache-2.0
// Batches: vectors of images are filtered as their images one after the other, in few launches.
#include <opencv2/cudatiled.hpp>

#include "../support/error_of.hpp"
#include "../support/filtered.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;
using Mats = std::vector<cv::Mat>;
using GpuMats = std::vector<cv::cuda::GpuMat>;

const auto kDefaultStream = static_cast<CUstream_st*>(nullptr);

cv::Mat noise(cv::Size size, int type = CV_8UC3)
{
    cv::Mat image(size, type);
    cv::theRNG().fill(image, cv::RNG::UNIFORM, 0, 200);
    return image;
}

Mats noises(const std::vector<cv::Size>& sizes, int type = CV_8UC3)
{
    Mats images;
    for (const cv::Size size : sizes)
        images.push_back(noise(size, type));
    return images;
}

bool says(const std::string& error, const std::string& words)
{
    return error.find(words) != std::string::npos;
}

cv::Mat alone(Filter& filter, const cv::Mat& image)
{
    return filtered(filter, image, pathExists(Path::Device) ? Path::Device : Path::Cpu);
}

TEST(HostBatches, AreFilteredOneByOne)
{
    const cv::Ptr<Filter> filter = createGaussianFilter(CV_8UC3, -1, {5, 5}, 1.2);
    const Mats images = noises({{20, 10}, {20, 10}, {31, 7}});
    Mats results(5);
    filter->apply(images, results);
    ASSERT_EQ(results.size(), 3u);
    for (int i = 0; i < 3; ++i)
    {
        cv::Mat expected;
        filter->apply(images[i], expected);
        EXPECT_TRUE(equal(results[i], expected)) << i;
    }
}

// Images on the device, and the batch of their headers.
struct DeviceBatch
{
    explicit DeviceBatch(const Mats& images)
    {
        for (const cv::Mat& image : images)
        {
            memory.emplace_back(image);
            headers.push_back(memory.back().gpuMat());
        }
    }
    cv::Mat pixels(int i) const
    {
        cv::Mat image;
        memory[i].download(image);
        return image;
    }

    std::vector<DeviceImage> memory;
    GpuMats headers;
};

class DeviceBatches : public testing::Test
{
protected:
    void SetUp() override
    {
        if (!pathExists(Path::Device))
            GTEST_SKIP() << "there is no CUDA device";
    }

    const cv::Ptr<Filter> filter_ = createSharpenFilter(CV_8UC3, -1);
};

TEST_F(DeviceBatches, AreMadeOfDeviceImagesOfAnySizes)
{
    const Mats images = noises({{20, 10}, {9, 40}, {20, 10}, {1, 1}});
    const std::vector<DeviceImage> sources(images.begin(), images.end());
    std::vector<DeviceImage> results(7);
    filter_->apply(sources, results);
    ASSERT_EQ(results.size(), images.size());
    for (std::size_t i = 0; i < images.size(); ++i)
    {
        cv::Mat result;
        results[i].download(result);
        EXPECT_TRUE(equal(result, alone(*filter_, images[i]))) << i;
    }
}

TEST_F(DeviceBatches, MayBeEmpty)
{
    GpuMats results(3);
    filter_->apply(GpuMats(), results, kDefaultStream);
    EXPECT_TRUE(results.empty());
    std::vector<DeviceImage> images(3);
    filter_->apply(std::vector<DeviceImage>(), images);
    EXPECT_TRUE(images.empty());
    EXPECT_THROW(filter_->apply(std::vector<DeviceImage>(2), images), cv::Exception);
}

TEST_F(DeviceBatches, MayBeFilteredInPlace)
{
    const Mats images = noises({{20, 10}, {20, 10}, {20, 10}});
    DeviceBatch batch(images);
    filter_->apply(batch.headers, batch.headers, kDefaultStream);
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(equal(batch.pixels(i), alone(*filter_, images[i]))) << i;
}

// Each image is the source of the next one's result.
TEST_F(DeviceBatches, ThatOverlapThemselvesAreFilteredInTheirOrder)
{
    DeviceBatch batch(noises({{20, 10}, {20, 10}, {20, 10}, {20, 10}}));
    const cv::Mat first = batch.pixels(0);
    GpuMats results(batch.headers.begin() + 1, batch.headers.end());
    filter_->apply(GpuMats(batch.headers.begin(), batch.headers.end() - 1), results, kDefaultStream);
    cv::Mat expected = first;
    for (int i = 1; i < 4; ++i)
    {
        expected = alone(*filter_, expected);
        EXPECT_TRUE(equal(batch.pixels(i), expected)) << i;
    }
}

TEST_F(DeviceBatches, AreCheckedBeforeAnyImageIsWritten)
{
    const DeviceBatch batch(noises({{20, 10}, {20, 10}}));
    DeviceBatch results(noises({{20, 10}, {20, 10}}));
    const cv::Mat before = results.pixels(0);
    const DeviceImage other(noise({20, 10}, CV_16UC3));
    const GpuMats mixed{batch.headers[0], other.gpuMat()};
    EXPECT_TRUE(says(errorOf([&] { filter_->apply(mixed, results.headers, kDefaultStream); }), "16UC3"));
    GpuMats wrong{results.headers[0], cv::cuda::GpuMat(3, 3, CV_8UC3, results.headers[1].data, 64)};
#if !CUDATILED_OPENCV_HAS_CUDA // which would make another
    EXPECT_TRUE(says(errorOf([&] { filter_->apply(batch.headers, wrong, kDefaultStream); }), "3 x 3"));
#endif
    EXPECT_TRUE(equal(results.pixels(0), before));
    cv::cuda::GpuMat one = results.headers[0];
    EXPECT_TRUE(says(errorOf([&] { filter_->apply(batch.headers, one, kDefaultStream); }), "different kinds"));
    EXPECT_TRUE(says(errorOf([&] { timeStages(*filter_, batch.headers, results.headers, kDefaultStream); }), "vector"));
}

#ifdef CUDATILED_EMULATED

int launchesOf(Filter& filter, const DeviceBatch& batch, DeviceBatch& results)
{
    return callsDuring([&] { filter.apply(batch.headers, results.headers, kDefaultStream); })["cudaLaunchKernelEx"];
}

TEST_F(DeviceBatches, ThatAreAlikeTakeOneLaunchForEachStage)
{
    constexpr int kLists = 1; // a launch that writes the addresses
    const Mats many(20, noise({32, 20}));
    DeviceBatch batch(many), results(many);
    EXPECT_EQ(launchesOf(*filter_, batch, results), kLists + 1);
    const cv::Ptr<Filter> chain = createChain({filter_, createMedianFilter(CV_8UC3, 3), filter_});
    EXPECT_EQ(launchesOf(*chain, batch, results), 3 * (kLists + 1));
    const cv::Mat expected = alone(*chain, many[0]);
    for (int i = 0; i < 20; ++i)
        EXPECT_TRUE(equal(results.pixels(i), expected)) << i;
    const cv::Mat element = cv::Mat::ones(5, 5, CV_8U);
    EXPECT_EQ(launchesOf(*createMorphologyFilter(cv::MORPH_ERODE, CV_8UC3, element), batch, results), kLists + 1);
}

TEST_F(DeviceBatches, OfTwoSizesTakeTwoLaunches)
{
    const Mats images = noises({{32, 20}, {30, 20}, {32, 20}, {30, 20}});
    DeviceBatch batch(images), results(images);
    EXPECT_EQ(launchesOf(*filter_, batch, results), 4);
    for (int i = 0; i < 4; ++i)
        EXPECT_TRUE(equal(results.pixels(i), alone(*filter_, images[i]))) << i;
}

// More than the arguments of one launch hold.
TEST_F(DeviceBatches, OfManyImagesListTheirAddressesInSeveralLaunches)
{
    const Mats images = noises(std::vector<cv::Size>(300, {5, 3}));
    DeviceBatch batch(images), results(images);
    EXPECT_EQ(launchesOf(*filter_, batch, results), 2 + 1);
    for (int i = 0; i < 300; ++i)
        ASSERT_TRUE(equal(results.pixels(i), alone(*filter_, images[i]))) << i;
}

#endif

}} // namespace cudatiled_test
