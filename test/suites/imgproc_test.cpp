// SPDX-License-Identifier: Apache-2.0
// The functions with imgproc's signatures: device images, errors, and the filters that they keep.
#include <gtest/gtest.h>

#include <thread>

#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#include "../../src/api/filter_cache.hpp"
#include "../support/error_of.hpp"
#include "../support/filtered.hpp"

namespace cudatiled_test { namespace {

namespace tiled = cv::cudatiled;

cv::Mat noise(int type)
{
    cv::Mat image(40, 50, type);
    cv::randu(image, 0, 256);
    return image;
}

TEST(Imgproc, FiltersDeviceImages)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const cv::Mat image = noise(CV_8UC3);
    const tiled::DeviceImage src(image), dst(image.size(), image.type());
    cv::cuda::GpuMat result = dst.gpuMat();
    tiled::medianBlur(src.gpuMat(), result, 3);
    cv::Mat downloaded, expected;
    dst.download(downloaded);
    cv::medianBlur(image, expected, 3);
    EXPECT_TRUE(equal(downloaded, expected));
}

TEST(Imgproc, RefusesWhatTheFilterBehindRefuses)
{
    cv::Mat dst(3, 3, CV_8U, cv::Scalar(7));
    const cv::Mat before = dst.clone();
    EXPECT_THROW(tiled::GaussianBlur(noise(CV_8U), dst, {4, 4}, 1), cv::Exception);
    EXPECT_THROW(tiled::GaussianBlur(cv::Mat(), dst, {3, 3}, 1), cv::Exception);
    EXPECT_THROW(tiled::erode(noise(CV_32S), dst, {}), cv::Exception);
    EXPECT_THROW(tiled::medianBlur(cv::noArray(), dst, 3), cv::Exception);
    EXPECT_THROW(tiled::filter2D(noise(CV_8U), dst, CV_64F, cv::Mat::ones(3, 3, CV_32F)), cv::Exception);
    EXPECT_TRUE(equal(dst, before));
}

TEST(Imgproc, ConvertsColoursToGrayOnly)
{
    cv::Mat dst;
    EXPECT_NE(errorOf([&] { tiled::cvtColor(noise(CV_8UC3), dst, cv::COLOR_BGR2HSV); }).find("COLOR_BGR2GRAY (6)"),
              std::string::npos);
    EXPECT_NE(errorOf([&] { tiled::cvtColor(noise(CV_8UC3), dst, cv::COLOR_BGR2GRAY, 3); }).find("dstCn is 3"),
              std::string::npos);
    EXPECT_TRUE(dst.empty());
    tiled::cvtColor(noise(CV_8UC4), dst, cv::COLOR_BGR2GRAY, 1);
    EXPECT_EQ(dst.type(), CV_8UC1);
}

TEST(Imgproc, ReturnsTheThreshold)
{
    cv::Mat dst, expected;
    for (const int type : {CV_8UC3, CV_16UC1, CV_16SC1, CV_32FC1})
        for (const double thresh : {99.5, -0.5, 70000.25})
        {
            const cv::Mat image = noise(type);
            EXPECT_EQ(tiled::threshold(image, dst, thresh, 200, cv::THRESH_BINARY_INV),
                      cv::threshold(image, expected, thresh, 200, cv::THRESH_BINARY_INV));
            EXPECT_TRUE(equal(dst, expected)) << type << ' ' << thresh;
        }
    EXPECT_THROW(tiled::threshold(noise(CV_8UC3), dst, 0, 255, cv::THRESH_OTSU), cv::Exception);
}

tiled::FilterKey keyOf(int size)
{
    return tiled::FilterKey("test") << size;
}

cv::Ptr<tiled::Filter> kept(int size)
{
    return tiled::cachedFilter(keyOf(size), [=] { return tiled::createBoxFilter(CV_8UC1, -1, {size, 1}); });
}

TEST(FilterCache, KeepsTheFiltersThatWereUsedLast)
{
    const int last = 1 + static_cast<int>(tiled::kFiltersKept);
    const tiled::Filter* const first = kept(1).get();
    const cv::Ptr<tiled::Filter> second = kept(2);
    for (int size = 3; size <= last; ++size)
    {
        kept(size);
        EXPECT_EQ(kept(1).get(), first);
    }
    EXPECT_NE(kept(2).get(), second.get()) << "it was not used for " << tiled::kFiltersKept << " filters";
}

TEST(FilterCache, TellsArgumentsApart)
{
    const cv::Mat element = cv::Mat::ones(3, 3, CV_8U), other = cv::Mat::eye(3, 3, CV_8U);
    const auto key = [](const cv::Mat& m, cv::Point anchor) {
        return (tiled::FilterKey("test") << m << anchor).bytes();
    };
    EXPECT_EQ(key(element, {1, 1}), key(element.clone(), {1, 1}));
    EXPECT_EQ(key(cv::Mat::ones(5, 5, CV_8U)(cv::Rect(1, 1, 3, 3)), {1, 1}), key(element, {1, 1}));
    EXPECT_NE(key(element, {1, 1}), key(other, {1, 1}));
    EXPECT_NE(key(element, {1, 1}), key(element, {1, 0}));
    EXPECT_NE(key(element, {1, 1}), key(element.reshape(1, 1), {1, 1}));
}

TEST(FilterCache, KeepsNothingThatCouldNotBeMade)
{
    const auto fails = []() -> cv::Ptr<tiled::Filter> {
        throw std::runtime_error("no filter");
    };
    EXPECT_THROW(tiled::cachedFilter(keyOf(-1), fails), std::runtime_error);
    EXPECT_THROW(tiled::cachedFilter(keyOf(-1), fails), std::runtime_error);
}

#ifndef CUDATILED_EMULATED // the emulator is not for several host threads

TEST(FilterCache, ServesEightThreadsAtOnce)
{
    const cv::Mat image = noise(CV_8UC1);
    bool right[8] = {};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&, i] {
            right[i] = true;
            for (int run = 0; run < 200; ++run)
            {
                const int size = 1 + (i + run) % 90;
                cv::Mat result, expected;
                tiled::boxFilter(image, result, CV_32F, {size, 1}, {-1, -1}, false);
                cv::boxFilter(image, expected, CV_32F, {size, 1}, {-1, -1}, false);
                right[i] = right[i] && equal(result, expected);
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const bool mine : right)
        EXPECT_TRUE(mine);
}

#endif

}} // namespace cudatiled_test
