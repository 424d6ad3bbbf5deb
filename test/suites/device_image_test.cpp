// SPDX-License-Identifier: Apache-2.0
// DeviceImage: ownership, copies to and from the host, regions, and filters between them.
#include <gtest/gtest.h>

#include <opencv2/cudatiled.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/filtered.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class ADeviceImage : public testing::Test
{
protected:
    void SetUp() override
    {
        if (!pathExists(Path::Device))
            GTEST_SKIP() << "there is no CUDA device";
    }

    static cv::Mat randomImage(int rows, int cols, int type)
    {
        cv::Mat image(rows, cols, type);
        cv::randu(image, 0, 120);
        return image;
    }

    static cv::Mat downloaded(const DeviceImage& image)
    {
        cv::Mat host;
        image.download(host);
        return host;
    }
};

TEST_F(ADeviceImage, ComesBackAsItWasUploaded)
{
    for (const int depth : {CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_32F, CV_64F})
        for (int channels = 1; channels <= 4; ++channels)
            for (const cv::Size size : {cv::Size(1, 1), cv::Size(1, 9), cv::Size(33, 1), cv::Size(37, 21)})
            {
                const cv::Mat host = randomImage(size.height, size.width, CV_MAKETYPE(depth, channels));
                const DeviceImage image(host);
                EXPECT_FALSE(image.empty());
                EXPECT_EQ(image.size(), size);
                EXPECT_EQ(image.type(), host.type());
                EXPECT_TRUE(equal(downloaded(image), host)) << "depth " << depth << ", " << channels << " channels";
            }
}

TEST_F(ADeviceImage, TakesRegionsAndFillsRegionsOfHostImages)
{
    const cv::Mat host = randomImage(20, 30, CV_16UC3);
    const cv::Rect part(3, 4, 11, 7);
    const DeviceImage image(host(part));
    cv::Mat frame = cv::Mat::zeros(20, 30, CV_16UC3), target = frame(part);
    image.download(target);
    EXPECT_TRUE(equal(frame(part), host(part)));
    EXPECT_EQ(cv::countNonZero(frame.reshape(1) != 0), cv::countNonZero(host(part).clone().reshape(1) != 0));
}

TEST_F(ADeviceImage, KeepsItsMemoryWhereSizeAndTypeStay)
{
    DeviceImage image(20, 30, CV_8UC3);
    const uchar* const data = image.gpuMat().data;
    image.create(20, 30, CV_8UC3);
    image.create(cv::Size(30, 20), CV_8UC3);
    image.upload(randomImage(20, 30, CV_8UC3));
    EXPECT_EQ(image.gpuMat().data, data);
    image.create(30, 20, CV_8UC3);
    EXPECT_EQ(image.size(), cv::Size(20, 30));
    image.create(30, 20, CV_32FC1);
    EXPECT_EQ(image.type(), CV_32FC1);
}

TEST_F(ADeviceImage, SharesItsMemoryWithCopiesUntilTheLastIsGone)
{
    const cv::Mat first = randomImage(9, 12, CV_8UC1), second = randomImage(9, 12, CV_8UC1);
    DeviceImage image(first), copy = image;
    EXPECT_EQ(copy.gpuMat().data, image.gpuMat().data);
    image.upload(second);
    EXPECT_TRUE(equal(downloaded(copy), second));
    image.release();
    EXPECT_TRUE(image.empty());
    EXPECT_TRUE(equal(downloaded(copy), second)) << "the copy owns the memory now";
    image.create(1, 1, CV_8U);
    EXPECT_TRUE(equal(downloaded(copy), second));
}

TEST_F(ADeviceImage, OutlivesTheWholeInItsPart)
{
    const cv::Mat host = randomImage(16, 24, CV_8UC2);
    const cv::Rect outer(2, 3, 15, 10), inner(4, 1, 6, 5);
    DeviceImage part;
    {
        const DeviceImage image(host);
        part = image(outer)(inner);
        EXPECT_EQ(image(outer).gpuMat().step, image.gpuMat().step);
    }
    EXPECT_TRUE(equal(downloaded(part), host(outer)(inner)));
}

TEST_F(ADeviceImage, ReadsTheNeighboursOfItsPartUnlessIsolated)
{
    const cv::Mat host = randomImage(20, 30, CV_8UC1);
    const cv::Rect part(5, 6, 13, 9);
    const DeviceImage image(host);
    for (const int isolated : {0, static_cast<int>(cv::BORDER_ISOLATED)})
    {
        DeviceImage dst;
        createBoxFilter(CV_8UC1, -1, {5, 5}, {-1, -1}, cv::BORDER_REPLICATE | isolated)->apply(image(part), dst);
        cv::Mat expected;
        cv::boxFilter(host(part), expected, -1, {5, 5}, {-1, -1}, true, cv::BORDER_REPLICATE | isolated);
        EXPECT_TRUE(equal(downloaded(dst), expected)) << (isolated ? "isolated" : "with neighbours");
    }
}

TEST_F(ADeviceImage, IsCreatedByTheFilter)
{
    const cv::Mat host = randomImage(20, 30, CV_8UC3);
    cv::Mat expected;
    cv::Sobel(host, expected, CV_16S, 1, 0);
    const cv::Ptr<Filter> sobel = createSobelFilter(CV_8UC3, CV_16SC3, 1, 0);
    DeviceImage dst;
    sobel->apply(DeviceImage(host), dst);
    EXPECT_TRUE(equal(downloaded(dst), expected));
    const uchar* const data = dst.gpuMat().data;
    sobel->apply(DeviceImage(host), dst);
    EXPECT_EQ(dst.gpuMat().data, data) << "memory of the right size and type is reused";
}

TEST_F(ADeviceImage, CanBeSourceAndDestinationAlsoWhereTheTypeChanges)
{
    const cv::Mat host = randomImage(20, 30, CV_8UC1);
    DeviceImage image(host);
    cv::Mat expected;
    createBoxFilter(CV_8UC1, -1, {3, 3})->apply(image, image);
    cv::blur(host, expected, {3, 3});
    EXPECT_TRUE(equal(downloaded(image), expected));
    createSobelFilter(CV_8UC1, CV_32FC1, 0, 1)->apply(image, image);
    cv::Mat derivative;
    cv::Sobel(expected, derivative, CV_32F, 0, 1);
    EXPECT_TRUE(equal(downloaded(image), derivative));
}

TEST_F(ADeviceImage, IsAGpuMatForFilters)
{
    const cv::Mat host = randomImage(20, 30, CV_8UC1);
    const DeviceImage src(host), dst(20, 30, CV_8UC1);
    createBoxFilter(CV_8UC1, -1, {3, 3})->apply(src.gpuMat(), dst.gpuMat());
    cv::Mat expected;
    cv::blur(host, expected, {3, 3});
    EXPECT_TRUE(equal(downloaded(dst), expected));
}

TEST(ADeviceImageThatIsEmpty, NeedsNoDevice)
{
    DeviceImage image;
    const DeviceImage copy = image;
    image.release();
    EXPECT_TRUE(image.empty() && copy.empty());
    EXPECT_EQ(image.size(), cv::Size());
}

}} // namespace cudatiled_test
