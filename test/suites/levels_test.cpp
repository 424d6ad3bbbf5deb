// SPDX-License-Identifier: Apache-2.0
// Filters by histograms: images that random cells do not draw, and the functions of imgproc.
#include <gtest/gtest.h>

#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class LevelsOn : public OnPath
{};

INSTANTIATE_TEST_SUITE_P(, LevelsOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

cv::Mat filtered(const cv::Ptr<Filter>& filter, const cv::Mat& image, Path path)
{
    cv::Mat result;
    if (path == Path::Device)
    {
        DeviceImage onDevice;
        filter->apply(DeviceImage(image), onDevice);
        onDevice.download(result);
    }
    else
        filter->apply(image, result);
    return result;
}

// Of one level, of two, of many pixels of one level, and with a peak at either end.
std::vector<cv::Mat> unusualImages()
{
    std::vector<cv::Mat> images;
    for (const int level : {0, 1, 97, 128, 254, 255})
        images.push_back(cv::Mat(37, 53, CV_8UC1, cv::Scalar(level)));
    for (const int rows : {1, 20, 36})
    {
        images.push_back(cv::Mat(37, 53, CV_8UC1, cv::Scalar(12)));
        images.back().rowRange(0, rows) = cv::Scalar(200);
    }
    images.push_back(cv::Mat(700, 1000, CV_8UC1, cv::Scalar(128)));
    images.back().at<uchar>(699, 999) = 127;
    for (const int a : {0, 255})
    {
        cv::Mat noise(211, 307, CV_8UC1);
        cv::RNG random(5);
        random.fill(noise, cv::RNG::NORMAL, 255 - a, 40);
        images.push_back(noise);
    }
    return images;
}

TEST_P(LevelsOn, UnusualImagesAreEqualized)
{
    for (const cv::Mat& image : unusualImages())
    {
        cv::Mat expected;
        cv::equalizeHist(image, expected);
        const cv::Mat result = filtered(createEqualizeHistFilter(CV_8UC1), image, GetParam());
        EXPECT_EQ(cv::norm(result, expected, cv::NORM_INF), 0);
    }
}

TEST_P(LevelsOn, UnusualImagesHaveTheThresholdOfOpenCv)
{
    for (const cv::Mat& image : unusualImages())
        for (const int method : {cv::THRESH_OTSU, cv::THRESH_TRIANGLE})
            for (const int type : {cv::THRESH_BINARY, cv::THRESH_TRUNC, cv::THRESH_TOZERO_INV})
            {
                cv::Mat expected;
                const double threshold = cv::threshold(image, expected, 0, 200, type | method);
                const cv::Mat result =
                    filtered(createAutoThresholdFilter(CV_8UC1, 200, type | method), image, GetParam());
                EXPECT_EQ(cv::norm(result, expected, cv::NORM_INF), 0) << "threshold " << threshold;
            }
}

TEST_P(LevelsOn, ContrastReachesBothEnds)
{
    cv::Mat image(101, 99, CV_8UC3);
    cv::randu(image, cv::Scalar(50, 60, 70), cv::Scalar(180, 161, 151));
    cv::Mat own = filtered(createAutoContrastFilter(CV_8UC3), image, GetParam());
    cv::Mat together = filtered(createAutoContrastFilter(CV_8UC3, 0, true), image, GetParam()), channel;
    double lowest, highest;
    for (int c = 0; c < 3; ++c)
    {
        cv::extractChannel(own, channel, c);
        cv::minMaxLoc(channel, &lowest, &highest);
        EXPECT_EQ(lowest, 0);
        EXPECT_EQ(highest, 255);
    }
    cv::extractChannel(together, channel, 2);
    cv::minMaxLoc(channel, &lowest, &highest);
    EXPECT_EQ(lowest, 40);   // 255 * 20 / 129, rounded to nearest
    EXPECT_EQ(highest, 198); // 255 * 100 / 129
}

TEST_P(LevelsOn, ColoursGetOneMeanAndOpacityStays)
{
    cv::Mat image(64, 64, CV_8UC4);
    cv::randu(image, cv::Scalar(0, 40, 80, 9), cv::Scalar(60, 100, 140, 90));
    const cv::Mat result = filtered(createGreyWorldFilter(CV_8UC4), image, GetParam());
    const cv::Scalar before = cv::mean(image), after = cv::mean(result);
    const double mean = (before[0] + before[1] + before[2]) / 3;
    for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(after[c], mean, 0.6);
    EXPECT_EQ(after[3], before[3]);
}

TEST(Levels, AreImgprocs)
{
    cv::Mat image(61, 83, CV_8UC1), lut(1, 256, CV_8UC1), result, expected;
    cv::randu(image, 30, 200);
    cv::randu(lut, 0, 256);
    cv::cudatiled::LUT(image, lut, result);
    cv::LUT(image, lut, expected);
    EXPECT_EQ(cv::norm(result, expected, cv::NORM_INF), 0);
    lut = 255 - lut; // another table, at the same place
    cv::cudatiled::LUT(image, lut, result);
    cv::LUT(image, lut, expected);
    EXPECT_EQ(cv::norm(result, expected, cv::NORM_INF), 0);
    cv::cudatiled::equalizeHist(image, result);
    cv::equalizeHist(image, expected);
    EXPECT_EQ(cv::norm(result, expected, cv::NORM_INF), 0);
}

TEST(Levels, DependOnTheWholeImage)
{
    EXPECT_TRUE(reachOf(*createEqualizeHistFilter(CV_8UC1)).wholeImage);
    EXPECT_FALSE(reachOf(*createLookUpTableFilter(CV_8UC1, cv::Mat::zeros(1, 256, CV_8UC1))).wholeImage);
}

}} // namespace cudatiled_test
