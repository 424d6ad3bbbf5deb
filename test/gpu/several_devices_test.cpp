// SPDX-License-Identifier: Apache-2.0
// Filters of images in the memory of several devices: tables, scratch memory, graphs and small results are there where
// the image is. Where there is one device these tests are skipped; host_image_test.cpp has those of host images.
#include <opencv2/cudatiled/histogram.hpp>
#include <opencv2/imgproc.hpp>

#include "graph.hpp"
#include "random_filters.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class SeveralDevices : public SeveralDevicesTest
{};

cv::Mat filteredOn(int device, Filter& filter, const cv::Mat& pixels, bool inPlace)
{
    require(cudaSetDevice(device));
    const DeviceImage src(pixels), dst = inPlace ? src : DeviceImage(filter.dstSize(pixels.size()), filter.dstType());
    filter.apply(src.gpuMat(), dst.gpuMat());
    return downloaded(dst);
}

// Filters are made on the first device. Every second one filters on the last one before.
void expectSamePixelsOnTheLast(const std::string& name, cv::RNG& random)
{
    const int last = cudaDeviceCount() - 1;
    int count = 0;
    forRandomFilters(name, 10, random, [&](const cv::Ptr<Filter>& filter, cv::Size size, bool inPlace) {
        const cv::Mat pixels = randomImage(size, filter->srcType(), random);
        const bool firstComesFirst = count++ % 2 == 0;
        const cv::Mat one = filteredOn(firstComesFirst ? 0 : last, *filter, pixels, inPlace),
                      other = filteredOn(firstComesFirst ? last : 0, *filter, pixels, inPlace);
        EXPECT_TRUE(equal(one, other));
        require(cudaSetDevice(last));
        expectReplay(filter, size, inPlace, random);
        require(cudaSetDevice(0));
    });
}

TEST_F(SeveralDevices, HaveThePixelsOfTheFirstWithEveryFilterAndInGraphs)
{
    cv::RNG random(11);
    for (const std::string& name : filterNames())
        EXPECT_NO_THROW(expectSamePixelsOnTheLast(name, random)) << name;
}

TEST_F(SeveralDevices, HaveTapsOfTheirOwn)
{
    cv::RNG random(12);
    const cv::Ptr<Filter> filter = createLinearFilter(CV_8UC3, -1, integerTaps(31, 31)); // too many for arguments
    const cv::Mat pixels = randomImage({61, 47}, filter->srcType(), random), expected = filteredOnCpu(*filter, pixels);
    for (const int device : {1, 1, 0, 1})
        EXPECT_TRUE(equal(filteredOn(device, *filter, pixels, false), expected)) << "device " << device;
}

TEST_F(SeveralDevices, LendScratchMemoryOfTheirOwn)
{
    cv::RNG random(13);
    const cv::Ptr<Filter> filter = createLinearFilter(CV_8UC3, -1, integerTaps(5, 5));
    const cv::Mat pixels = randomImage({61, 47}, filter->srcType(), random), expected = filteredOnCpu(*filter, pixels);
    for (const int device : {1, 0, 1})
    {
        EXPECT_TRUE(equal(filteredOn(device, *filter, pixels, true), expected)) << "device " << device;
        releaseTransferMemory();
    }
}

TEST_F(SeveralDevices, HaveStreamsAndTimesOfTheirOwn)
{
    cv::RNG random(14);
    const cv::Ptr<Filter> filter = createChain(
        {createMedianFilter(CV_8UC1, 5), createMorphologyFilter(cv::MORPH_CLOSE, CV_8UC1, cv::Mat::ones(9, 9, CV_8U)),
         createLinearFilter(CV_8UC1, -1, integerTaps(5, 5))});
    const cv::Mat pixels = randomImage({640, 480}, CV_8UC1, random), expected = filteredOnCpu(*filter, pixels);
    for (int device = cudaDeviceCount() - 1; device >= 0; --device)
    {
        require(cudaSetDevice(device));
        const Stream stream;
        const DeviceImage src(pixels), dst(pixels.size(), CV_8UC1);
        filter->apply(src.gpuMat(), dst.gpuMat(), stream);
        cv::Mat result;
        dst.download(result, stream);
        EXPECT_TRUE(equal(result, expected)) << "device " << device;
        EXPECT_GT(timeStages(*filter, src.gpuMat(), dst.gpuMat(), stream).whole, 0) << "device " << device;
    }
}

TEST_F(SeveralDevices, CountLevelsWhereTheImageIs)
{
    cv::RNG random(15);
    const cv::Mat pixels = randomImage({640, 480}, CV_8UC1, random);
    std::vector<cv::Mat> counts, levels;
    for (const int device : {0, 1})
    {
        require(cudaSetDevice(device));
        const DeviceImage src(pixels), hist(1, 256, CV_32SC1), level(1, 1, CV_32SC1);
        calcHist(src.gpuMat(), hist.gpuMat());
        thresholdLevel(hist.gpuMat(), level.gpuMat(), cv::THRESH_OTSU);
        counts.push_back(downloaded(hist));
        levels.push_back(downloaded(level));
    }
    EXPECT_EQ(cv::sum(counts[0])[0], pixels.total());
    EXPECT_TRUE(equal(counts[0], counts[1]));
    EXPECT_TRUE(equal(levels[0], levels[1]));
}

}} // namespace cudatiled_test
