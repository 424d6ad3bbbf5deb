// SPDX-License-Identifier: Apache-2.0
// Batches: vectors of images are filtered as their images one after the other, in few launches.
#include <cstring>

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

// Filters a batch four times, to and fro.
void expectFourTimes(Filter& filter, Mats images)
{
    std::vector<cv::Size> sizes;
    for (const cv::Mat& image : images)
        sizes.push_back(image.size());
    DeviceBatch one(images), other(noises(sizes));
    for (int i = 0; i < 4; ++i)
        i % 2 == 0 ? filter.apply(one.headers, other.headers, kDefaultStream)
                   : filter.apply(other.headers, one.headers, kDefaultStream);
    for (std::size_t i = 0; i < images.size(); ++i)
    {
        for (int step = 0; step < 4; ++step)
            images[i] = alone(filter, images[i]);
        EXPECT_TRUE(equal(one.pixels(static_cast<int>(i)), images[i]))
            << i << filter.kernelName(one.headers[i], other.headers[i]);
    }
}

// The launches of a batch run beside each other, with lists or, for two images of a size, without; each batch reads
// what all launches of the one before have written, and writes over what they have read.
TEST_F(DeviceBatches, BehindOneAnotherWaitForAllLaunchesBefore)
{
    for (const cv::Ptr<Filter>& filter : {filter_, createGaussianFilter(CV_8UC3, -1, {7, 7}, 1.4),
                                          createMorphologyFilter(cv::MORPH_DILATE, CV_8UC3, cv::Mat::ones(5, 5, CV_8U)),
                                          createGaussianFilter(CV_8UC3, -1, {5, 5}, 1.2, 0, BORDER_INSIDE)})
        for (const int sizes : {5, 12})
        {
            Mats images;
            for (int i = 0; i < 24; ++i)
                images.push_back(noise({50 + 11 * (i % sizes), 70 - 5 * (i % sizes)}));
            expectFourTimes(*filter, images);
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

// Images of one size in one piece of memory, as a tensor of N x H x W x C has them.
struct Tensor
{
    Tensor(int count, cv::Size size) : memory(noise({size.width, count * size.height}))
    {
        const cv::cuda::GpuMat all = memory.gpuMat();
        for (int i = 0; i < count; ++i)
            headers.emplace_back(size.height, size.width, all.type(), all.data + i * size.height * all.step, all.step);
    }
    cv::Mat pixels(int i) const
    {
        cv::Mat all;
        memory.download(all);
        const int rows = headers[i].rows;
        return all.rowRange(i * rows, (i + 1) * rows).clone();
    }

    DeviceImage memory;
    GpuMats headers;
};

int launchesOf(Filter& filter, const GpuMats& batch, GpuMats& results)
{
    return callsDuring([&] { filter.apply(batch, results, kDefaultStream); })["cudaLaunchKernelEx"];
}

TEST_F(DeviceBatches, ThatAreAlikeAndEquallyFarApartTakeOneLaunchForEachStage)
{
    const Tensor tensor(20, {32, 16});
    Tensor results(20, {32, 16});
    const cv::Mat element = cv::Mat::ones(5, 5, CV_8U);
    const auto erode = createMorphologyFilter(cv::MORPH_ERODE, CV_8UC3, element);
    const auto chain = createChain({filter_, createMedianFilter(CV_8UC3, 3), filter_});
    for (const auto& [filter, launches] : {std::make_pair(filter_, 1), {erode, 1}, {chain, 3}})
    {
        EXPECT_EQ(launchesOf(*filter, tensor.headers, results.headers), launches);
        for (int i = 0; i < 20; ++i)
            EXPECT_TRUE(equal(results.pixels(i), alone(*filter, tensor.pixels(i)))) << i;
    }
}

// A list of 300 images takes two launches; a chain makes one before its first stage and one before its last, whose
// images lie anywhere. A kernel without lists, of a 3x3 opening here, takes each run of images at equal distances.
TEST_F(DeviceBatches, ThatLieAnywhereTakeAListAndOneLaunchForEachStage)
{
    const cv::Mat element = cv::Mat::ones(3, 3, CV_8U);
    const cv::Ptr<Filter> listed = createGaussianFilter(CV_8UC3, -1, {7, 7}, 1.4),
                          eroded = createMorphologyFilter(cv::MORPH_ERODE, CV_8UC3, element),
                          opened = createMorphologyFilter(cv::MORPH_OPEN, CV_8UC3, element);
    const auto chain = createChain({listed, createMedianFilter(CV_8UC3, 3), listed});
    for (const auto& [filter, count, launches] : {std::make_tuple(listed, 300, 3),
                                                  {chain, 300, 7},
                                                  {listed, 3, 2},
                                                  {listed, 2, 1},
                                                  {filter_, 8, 2},
                                                  {filter_, 2, 1},
                                                  {eroded, 8, 2},
                                                  {opened, 8, 4}})
    {
        const DeviceBatch all(noises(std::vector<cv::Size>(3 * count / 2 + 3, {32, 16})));
        DeviceBatch results(noises(std::vector<cv::Size>(count, {32, 16})));
        GpuMats sources;
        for (int i = 0; i < count; ++i)
            sources.push_back(all.headers[i + i / 2]); // at two distances
        EXPECT_EQ(launchesOf(*filter, sources, results.headers), launches) << count;
        for (int i = 0; i < count; ++i)
            EXPECT_TRUE(equal(results.pixels(i), alone(*filter, all.pixels(i + i / 2)))) << i;
    }
}

// Behind an image many times as large, small ones take a launch of their own.
TEST_F(DeviceBatches, OfAnySizesTakeAListAndOneLaunch)
{
    std::vector<cv::Size> sizes;
    for (int i = 0; i < 12; ++i)
        sizes.emplace_back(60 + 7 * (i % 5), 50 - 3 * i);
    for (const int more : {0, 1})
    {
        if (more > 0)
            sizes.insert(sizes.begin() + 5, {2000, 300});
        const Mats images = noises(sizes);
        const DeviceBatch sources(images), results(noises(sizes));
        for (const cv::Ptr<Filter>& filter :
             {filter_, createMedianFilter(CV_8UC3, 3), createGaussianFilter(CV_8UC3, -1, {5, 5}, 1.2),
              createMorphologyFilter(cv::MORPH_ERODE, CV_8UC3, cv::Mat::ones(5, 5, CV_8U))})
        {
            GpuMats written = results.headers;
            EXPECT_EQ(launchesOf(*filter, sources.headers, written), 2 + more);
            for (std::size_t i = 0; i < images.size(); ++i)
                EXPECT_TRUE(equal(results.pixels(static_cast<int>(i)), alone(*filter, images[i]))) << i;
        }
    }
}

// Entries with sizes are larger: a list of 100 takes two launches.
TEST_F(DeviceBatches, OfManySizesTakeAListOfSeveralLaunches)
{
    std::vector<cv::Size> sizes;
    for (int i = 0; i < 100; ++i)
        sizes.emplace_back(30 + i % 3, 20 + i % 4);
    const Mats images = noises(sizes);
    const DeviceBatch sources(images), results(noises(sizes));
    GpuMats written = results.headers;
    EXPECT_EQ(launchesOf(*filter_, sources.headers, written), 3);
    for (std::size_t i = 0; i < images.size(); ++i)
        EXPECT_TRUE(equal(results.pixels(static_cast<int>(i)), alone(*filter_, images[i]))) << i;
}

// Widths of which a row is one tile, several narrow ones, or several of a warp each.
TEST_F(DeviceBatches, OfAnyWidthAreFilteredAsAlone)
{
    for (const int type : {CV_8UC1, CV_8UC3, CV_32FC1, CV_32FC3})
        for (const cv::Ptr<Filter>& filter :
             {createSharpenFilter(type, -1), createGaussianFilter(type, -1, {5, 5}, 1.2),
              createMorphologyFilter(cv::MORPH_ERODE, type, cv::Mat::ones(5, 5, CV_8U))})
            for (const int width : {1, 2, 5, 8, 17, 33, 42, 64, 85, 130, 224, 350})
            {
                const Mats images = noises(std::vector<cv::Size>(3, {width, 70 - width / 6}), type);
                const DeviceBatch sources(images);
                DeviceBatch results(images);
                filter->apply(sources.headers, results.headers, kDefaultStream);
                for (int i = 0; i < 3; ++i)
                    EXPECT_TRUE(equal(results.pixels(i), alone(*filter, images[i]))) << type << ' ' << width;
            }
}

// Offsets of a multiple of 16 bytes in images of other sizes, pixels around the regions included.
TEST_F(DeviceBatches, OfRegionsOfAnySizesTakeAListAndOneLaunch)
{
    constexpr int kImages = 6;
    const cv::Ptr<Filter> filter = createBoxFilter(CV_32FC1, -1, {3, 3});
    const DeviceBatch all(noises({{90, 60}, {70, 50}}, CV_32FC1));
    GpuMats sources, written;
    Mats expected;
    std::vector<DeviceImage> results;
    for (int i = 0; i < kImages; ++i)
    {
        sources.emplace_back(all.headers[i % 2], cv::Rect(4 * i, 2 * i, 30 + i, 20 - i));
        results.emplace_back(sources[i].rows, sources[i].cols, CV_32FC1);
        written.push_back(results[i].gpuMat());
        DeviceImage single(sources[i].rows, sources[i].cols, CV_32FC1);
        cv::cuda::GpuMat header = single.gpuMat();
        filter->apply(sources[i], header, kDefaultStream);
        single.download(expected.emplace_back());
    }
    EXPECT_EQ(launchesOf(*filter, sources, written), 2);
    for (int i = 0; i < kImages; ++i)
    {
        cv::Mat pixels;
        results[i].download(pixels);
        EXPECT_TRUE(equal(pixels, expected[i])) << i;
    }
}

// Single images of 8UC1 take an instance for strips that are not aligned; it has no list.
TEST_F(DeviceBatches, OfRegionsFromAnyByteOnTakeAList)
{
    constexpr int kImages = 5;
    const DeviceBatch all(noises(std::vector<cv::Size>(2 * kImages, {90, 30}), CV_8UC1));
    const DeviceBatch results(noises(std::vector<cv::Size>(kImages, {80, 20}), CV_8UC1));
    for (const cv::Ptr<Filter>& filter :
         {createGaussianFilter(CV_8UC1, -1, {3, 3}, 1.1),
          createGaussianFilter(CV_8UC1, -1, {3, 3}, 1.1, 0, cv::BORDER_CONSTANT),
          createMorphologyFilter(cv::MORPH_DILATE, CV_8UC1, cv::Mat::ones(5, 5, CV_8U))})
    {
        GpuMats sources, written = results.headers;
        for (int i = 0; i < kImages; ++i)
            sources.emplace_back(all.headers[i + i / 2], cv::Rect(3, 4, 80, 20)); // at two distances
        EXPECT_EQ(launchesOf(*filter, sources, written), 2);
        for (int i = 0; i < kImages; ++i)
        {
            DeviceImage expected(20, 80, CV_8UC1);
            cv::cuda::GpuMat header = expected.gpuMat();
            filter->apply(sources[i], header, kDefaultStream);
            cv::Mat pixels;
            expected.download(pixels);
            EXPECT_TRUE(equal(results.pixels(i), pixels)) << i;
        }
    }
}

TEST_F(DeviceBatches, MayReadOneImageOrBeBackwards)
{
    const Tensor tensor(4, {32, 16});
    Tensor results(4, {32, 16});
    EXPECT_EQ(launchesOf(*filter_, GpuMats(4, tensor.headers[2]), results.headers), 1);
    for (int i = 0; i < 4; ++i)
        EXPECT_TRUE(equal(results.pixels(i), alone(*filter_, tensor.pixels(2)))) << i;
    EXPECT_EQ(launchesOf(*filter_, GpuMats(tensor.headers.rbegin(), tensor.headers.rend()), results.headers), 1);
    for (int i = 0; i < 4; ++i)
        EXPECT_TRUE(equal(results.pixels(i), alone(*filter_, tensor.pixels(3 - i)))) << i;
}

// Loads and stores are of 16 bytes at most, though tiles begin at multiples of more.
TEST_F(DeviceBatches, MayLieAnyMultiplesOf16BytesApart)
{
    const cv::Size size(96, 33);
    const cv::Mat element = cv::Mat::ones(15, 15, CV_8U);
    const std::vector<cv::Ptr<Filter>> filters = {createSobelFilter(CV_8UC1, CV_32FC1, 1, 0),
                                                  createSobelFilter(CV_8UC1, CV_16SC1, 1, 0),
                                                  createBoxFilter(CV_32FC1, -1, {5, 5}),
                                                  createGaussianFilter(CV_8UC1, -1, {7, 7}, 1.4),
                                                  createGaussianFilter(CV_16UC1, -1, {9, 9}, 1.4),
                                                  createLinearFilter(CV_8UC1, CV_16SC1, cv::Mat::ones(7, 7, CV_8U)),
                                                  createLinearFilter(CV_32FC1, -1, cv::Mat::ones(9, 9, CV_8U)),
                                                  createMedianFilter(CV_8UC1, 5),
                                                  createMedianFilter(CV_16UC1, 13),
                                                  createMedianFilter(CV_8UC1, 21),
                                                  createMorphologyFilter(cv::MORPH_ERODE, CV_8UC1, element),
                                                  createMorphologyFilter(cv::MORPH_OPEN, CV_8UC1, element)};
    for (int n = 0; n < 2 * static_cast<int>(filters.size()); ++n)
    {
        constexpr int kImages = 4;
        const cv::Ptr<Filter>& filter = filters[n / 2];
        const int more = n % 2 * 16; // before the last image: distances differ
        const auto bytesOf = [&](int type) {
            return size.width * CV_ELEM_SIZE(type) * size.height + 16;
        };
        const int srcBytes = bytesOf(filter->srcType()), dstBytes = bytesOf(filter->dstType());
        DeviceImage src(noise({kImages * srcBytes + more, 1}, CV_8UC1)), dst(1, kImages * dstBytes + more, CV_8UC1);
        Mats pixels;
        GpuMats sources, results;
        for (int i = 0; i < kImages; ++i)
        {
            pixels.push_back(noise(size, filter->srcType()));
            const int before = i == kImages - 1 ? more : 0;
            sources.emplace_back(size.height, size.width, filter->srcType(), src.gpuMat().data + i * srcBytes + before,
                                 size.width * pixels.back().elemSize());
            results.emplace_back(size.height, size.width, filter->dstType(), dst.gpuMat().data + i * dstBytes + before,
                                 size.width * CV_ELEM_SIZE(filter->dstType()));
            std::memcpy(sources.back().data, pixels.back().data, pixels.back().total() * pixels.back().elemSize());
        }
        const int launches = launchesOf(*filter, sources, results);
        EXPECT_EQ(launches, more > 0 ? 2 : 1) << filter->kernelName(sources[0], results[0]);
        for (int i = 0; i < kImages; ++i)
        {
            const cv::Mat result(size, filter->dstType(), results[i].data);
            EXPECT_TRUE(equal(result, alone(*filter, pixels[i]))) << i << filter->kernelName(sources[0], results[0]);
        }
    }
}

TEST_F(DeviceBatches, OfTwoTensorsTakeTwoLaunches)
{
    const Tensor large(3, {32, 16}), small(3, {30, 16});
    Tensor largeResults(3, {32, 16}), smallResults(3, {30, 16});
    GpuMats sources, results;
    for (int i = 0; i < 3; ++i)
        for (const auto& [from, to] : {std::make_pair(&large, &largeResults), {&small, &smallResults}})
            sources.push_back(from->headers[i]), results.push_back(to->headers[i]);
    EXPECT_EQ(launchesOf(*filter_, sources, results), 2);
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_TRUE(equal(largeResults.pixels(i), alone(*filter_, large.pixels(i)))) << i;
        EXPECT_TRUE(equal(smallResults.pixels(i), alone(*filter_, small.pixels(i)))) << i;
    }
}

#endif

}} // namespace cudatiled_test
