// SPDX-License-Identifier: Apache-2.0
// calcHist and thresholdLevel beside cv::calcHist and cv::threshold.
#include <gtest/gtest.h>

#include <opencv2/cudatiled/histogram.hpp>
#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/error_of.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

namespace tiled = cv::cudatiled;

class HistogramOn : public OnPath
{};

INSTANTIATE_TEST_SUITE_P(, HistogramOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

cv::Mat1i countsOf(const cv::Mat& image, const cv::Rect& region, int bins, Path path)
{
    cv::Mat1i hist;
    if (path == Path::Device)
    {
        tiled::DeviceImage onDevice;
        tiled::calcHist(tiled::DeviceImage(image)(region), onDevice, bins);
        onDevice.download(hist);
    }
    else
        tiled::calcHist(image(region), hist, bins);
    return hist;
}

cv::Mat1i countsOf(const cv::Mat& image, int bins, Path path)
{
    return countsOf(image, {{0, 0}, image.size()}, bins, path);
}

cv::Mat1i expectedCounts(const cv::Mat& image, int bins)
{
    cv::Mat1i all(image.channels(), bins);
    const float range[] = {0, image.depth() == CV_8U ? 256.f : 65536.f};
    const float* ranges[] = {range};
    for (int c = 0; c < image.channels(); ++c)
    {
        cv::Mat counts;
        cv::calcHist(&image, 1, &c, cv::Mat(), counts, 1, &bins, ranges);
        counts.reshape(1, 1).convertTo(all.row(c), CV_32S);
    }
    return all;
}

cv::Mat noise(cv::Size size, int type)
{
    cv::Mat image(size, type);
    cv::randu(image, cv::Scalar::all(0), cv::Scalar::all(CV_MAT_DEPTH(type) == CV_8U ? 256 : 65536));
    return image;
}

void expectEqual(const cv::Mat1i& counts, const cv::Mat1i& expected)
{
    ASSERT_EQ(counts.size(), expected.size());
    EXPECT_EQ(cv::countNonZero(counts != expected), 0);
}

TEST_P(HistogramOn, CountsAreOpenCvs)
{
    for (int channels = 1; channels <= 4; ++channels)
    {
        const cv::Mat bytes = noise({131, 77}, CV_8UC(channels)), words = noise({131, 77}, CV_16UC(channels));
        expectEqual(countsOf(bytes, 256, GetParam()), expectedCounts(bytes, 256));
        for (const int bins : {256, 4096, 65536})
            expectEqual(countsOf(words, bins, GetParam()), expectedCounts(words, bins));
    }
}

TEST_P(HistogramOn, ARegionIsAnImageOfItsOwn)
{
    for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16UC3})
    {
        const cv::Mat image = noise({61, 40}, type);
        for (const cv::Rect region : {cv::Rect(7, 5, 37, 20), cv::Rect(60, 39, 1, 1), cv::Rect(1, 0, 7, 40)})
            expectEqual(countsOf(image, region, 256, GetParam()), expectedCounts(image(region), 256));
    }
}

TEST_P(HistogramOn, FlatImagesHaveOneBin)
{
    const cv::Mat flat(600, 800, CV_16UC1, cv::Scalar(0xffff)), colours(300, 400, CV_16UC3, cv::Scalar(1, 2, 40000));
    for (const int bins : {256, 65536})
    {
        cv::Mat1i counts = countsOf(flat, bins, GetParam());
        EXPECT_EQ(counts(0, bins - 1), 480000);
        EXPECT_EQ(cv::countNonZero(counts), 1);
        counts = countsOf(colours, bins, GetParam());
        EXPECT_EQ(counts(2, 40000 / (65536 / bins)), 120000);
        EXPECT_EQ(cv::countNonZero(counts), 3);
    }
    cv::Mat alternating = flat.clone();
    for (int x = 0; x < alternating.cols; x += 2)
        alternating.col(x) = cv::Scalar(7);
    expectEqual(countsOf(alternating, 65536, GetParam()), expectedCounts(alternating, 65536));
}

TEST_P(HistogramOn, ThresholdsAreOpenCvs)
{
    cv::Mat dark = noise({50, 30}, CV_8UC1) / 4, bright = 255 - dark, one(9, 9, CV_8UC1, cv::Scalar(99)),
            two = one.clone();
    two.at<uchar>(3, 3) = 200;
    for (const cv::Mat& image : {noise({64, 48}, CV_8UC1), dark, bright, one, two})
        for (const int method : {cv::THRESH_OTSU, cv::THRESH_TRIANGLE})
        {
            cv::Mat expected, result;
            const double level = cv::threshold(image, expected, 0, 200, method | cv::THRESH_TOZERO_INV);
            cv::Mat1i levels;
            const cv::Mat1i hist = countsOf(image, 256, GetParam());
            if (GetParam() == Path::Device)
            {
                tiled::DeviceImage found;
                tiled::thresholdLevel(tiled::DeviceImage(hist), found, method);
                found.download(levels);
                const tiled::DeviceImage src(image), dst(image.size(), CV_8UC1);
                EXPECT_EQ(tiled::threshold(src.gpuMat(), dst.gpuMat(), 0, 200, method | cv::THRESH_TOZERO_INV), level);
                dst.download(result);
            }
            else
            {
                tiled::thresholdLevel(hist, levels, method);
                EXPECT_EQ(tiled::threshold(image, result, 0, 200, method | cv::THRESH_TOZERO_INV), level);
            }
            ASSERT_EQ(levels.size(), cv::Size(1, 1));
            EXPECT_EQ(levels(0), level);
            EXPECT_EQ(cv::norm(result, expected, cv::NORM_INF), 0);
        }
}

// Images of 16 bits whose levels lie close together or apart, at either end, or are few.
std::vector<cv::Mat> wideImages()
{
    cv::Mat full = noise({130, 90}, CV_16UC1), dark = full / 300, bright = 65535 - dark, apart, two, one;
    cv::Mat(full / 16).convertTo(apart, CV_16U, 16);
    one = cv::Mat(9, 9, CV_16UC1, cv::Scalar(40000));
    two = one.clone();
    two.at<ushort>(3, 3) = 65535;
    return {full, dark, bright, apart, one, two, cv::Mat::zeros(5, 7, CV_16UC1)};
}

// What it returns, from counts and from the image; the image becomes what is equal or below.
double wideThreshold(const cv::Mat& image, int method, cv::Mat& result, Path path)
{
    cv::Mat1i levels;
    const cv::Mat1i hist = countsOf(image, 65536, path);
    double level = 0;
    if (path == Path::Device)
    {
        tiled::DeviceImage found;
        tiled::thresholdLevel(tiled::DeviceImage(hist), found, method);
        found.download(levels);
        const tiled::DeviceImage src(image), dst(image.size(), CV_16UC1);
        level = tiled::threshold(src.gpuMat(), dst.gpuMat(), 0, 200, method | cv::THRESH_TOZERO_INV);
        dst.download(result);
    }
    else
    {
        tiled::thresholdLevel(hist, levels, method);
        level = tiled::threshold(image, result, 0, 200, method | cv::THRESH_TOZERO_INV);
    }
    EXPECT_EQ(levels(0), level);
    return level;
}

TEST_P(HistogramOn, OtsusThresholdsOf16BitsAreOpenCvs)
{
    for (const cv::Mat& image : wideImages())
    {
        cv::Mat expected, result;
        const double level = cv::threshold(image, expected, 0, 200, cv::THRESH_OTSU | cv::THRESH_TOZERO_INV);
        EXPECT_EQ(wideThreshold(image, cv::THRESH_OTSU, result, GetParam()), level);
        EXPECT_EQ(cv::norm(result, expected, cv::NORM_INF), 0);
    }
}

// OpenCV has it of 8U alone: bytes have the same distances, and the same number of steps to the farthest.
TEST_P(HistogramOn, TrianglesOf16BitsAreThoseOfBytesAtTheLowEnd)
{
    for (const int highest : {40, 120, 200})
    {
        cv::Mat bytes(60, 50, CV_8UC1), words, expected, result;
        cv::randu(bytes, 20, highest);
        bytes.rowRange(0, 20).setTo(highest + 1); // the peak lies above: the farther end is the low one
        bytes.convertTo(words, CV_16U);
        const double level = cv::threshold(bytes, expected, 0, 200, cv::THRESH_TRIANGLE | cv::THRESH_TOZERO_INV);
        EXPECT_EQ(wideThreshold(words, cv::THRESH_TRIANGLE, result, GetParam()), level);
        result.convertTo(result, CV_8U);
        EXPECT_EQ(cv::norm(result, expected, cv::NORM_INF), 0);
        const cv::Mat mirrored = 65535 - words; // and its threshold mirrored: levels up to it lie above now
        EXPECT_EQ(wideThreshold(mirrored, cv::THRESH_TRIANGLE, result, GetParam()), 65535 - level);
    }
}

TEST_P(HistogramOn, EachChannelHasItsThreshold)
{
    cv::Mat image(40, 60, CV_8UC3), channel;
    cv::randu(image, cv::Scalar(0, 50, 100), cv::Scalar(90, 250, 130));
    cv::Mat1i levels;
    tiled::thresholdLevel(countsOf(image, 256, Path::Cpu), levels, cv::THRESH_OTSU);
    for (int c = 0; c < 3; ++c)
    {
        cv::extractChannel(image, channel, c);
        EXPECT_EQ(levels(c), cv::threshold(channel, channel, 0, 255, cv::THRESH_OTSU));
    }
}

// Each of at most 132 blocks counts more pixels than a counter of 16 bits holds.
TEST(Histogram, LargeFlatImagesDoNotOverflow)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const cv::Mat image(3000, 3100, CV_16UC1, cv::Scalar(40000));
    const cv::Mat1i counts = countsOf(image, 65536, Path::Device);
    EXPECT_EQ(counts(0, 40000), 9300000);
    EXPECT_EQ(cv::countNonZero(counts), 1);
}

TEST(Histogram, StaysInsideARegionOfADeviceArray)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    for (const int type : {CV_8UC3, CV_16UC3})
    {
        const cv::Mat image = noise({50, 40}, type);
        const tiled::DeviceImage all(cv::Mat1i(5, 300, 7)), part = all(cv::Rect(20, 1, 256, 3));
        cv::Mat1i expected(5, 300, 7), result;
        expectedCounts(image, 256).copyTo(expected(cv::Rect(20, 1, 256, 3)));
        tiled::calcHist(tiled::DeviceImage(image).gpuMat(), part.gpuMat());
        all.download(result);
        expectEqual(result, expected);
        const tiled::DeviceImage levels(cv::Mat1i(5, 2, 7));
        tiled::thresholdLevel(part.gpuMat(), levels(cv::Rect(1, 1, 1, 3)).gpuMat(), cv::THRESH_TRIANGLE);
        cv::Mat1i found(5, 2, 7), ofPart;
        tiled::thresholdLevel(expected(cv::Rect(20, 1, 256, 3)), ofPart, cv::THRESH_TRIANGLE);
        ofPart.copyTo(found(cv::Rect(1, 1, 1, 3)));
        levels.download(result);
        expectEqual(result, found);
    }
}

#ifdef CUDATILED_EMULATED

TEST(Histogram, OfADeviceImageIsEnqueuedAlone)
{
    const tiled::DeviceImage bytes(noise({50, 40}, CV_8UC1)), words(noise({50, 40}, CV_16UC1)), hist(1, 256, CV_32SC1),
        level(1, 1, CV_32SC1);
    const auto count = [&] {
        tiled::calcHist(words.gpuMat(), hist.gpuMat());
        tiled::calcHist(bytes.gpuMat(), hist.gpuMat());
        tiled::thresholdLevel(hist.gpuMat(), level.gpuMat(), cv::THRESH_OTSU);
    };
    count(); // the first time it asks for the device's shared memory
    Calls calls = callsDuring(count);
    calls.erase("cudaGetDevice"); // which has been allowed more shared memory
    EXPECT_EQ(calls, (Calls{{"cudaLaunchKernelEx", 5}}));
}

#endif

TEST(Histogram, RefusesWhatItCannotCount)
{
    const cv::Mat bytes = noise({9, 9}, CV_8UC1), words = noise({9, 9}, CV_16UC1);
    cv::Mat hist = cv::Mat::ones(1, 5, CV_32S), level;
    const auto error = [&](const cv::Mat& image, int bins) {
        return errorOf([&] { tiled::calcHist(image, hist, bins); });
    };
    EXPECT_NE(error(cv::Mat(), 256).find("src is empty (0 x 0)"), std::string::npos);
    EXPECT_NE(error(cv::Mat1f(3, 3), 256).find("it must be of 8U or 16U"), std::string::npos);
    EXPECT_NE(error(bytes, 128).find("bins is 128; images of 8U have 256"), std::string::npos);
    EXPECT_NE(error(words, 1000).find("a power of two from 256 to 65536"), std::string::npos);
    EXPECT_NE(error(words, 131072).find("bins is 131072"), std::string::npos);
    EXPECT_EQ(hist.cols, 5);
    EXPECT_NE(errorOf([&] { tiled::thresholdLevel(bytes, level, cv::THRESH_OTSU); }).find("256 columns"),
              std::string::npos);
    EXPECT_NE(errorOf([&] {
                  tiled::thresholdLevel(cv::Mat1i::zeros(1, 256), level, cv::THRESH_BINARY);
              }).find("THRESH_TRIANGLE (16)"),
              std::string::npos);
    EXPECT_TRUE(level.empty());
}

}} // namespace cudatiled_test
