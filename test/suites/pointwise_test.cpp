// SPDX-License-Identifier: Apache-2.0
// Filters of pixels by themselves: every level, every alignment, and numbers that are none.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <opencv2/imgproc.hpp>

#include "../../src/core/levels.hpp"
#include "../support/filtered.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class PointwiseOn : public OnPath
{};

INSTANTIATE_TEST_SUITE_P(, PointwiseOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

cv::Mat everyLevel()
{
    cv::Mat levels(16, 16, CV_8UC1);
    for (int i = 0; i < 256; ++i)
        levels.at<uchar>(i / 16, i % 16) = static_cast<uchar>(i);
    return levels;
}

TEST(StretchedLevel, IsTheRoundedExactQuotient)
{
    for (int range = 1; range <= 255; ++range)
        for (int above = 0; above <= range; ++above)
            ASSERT_EQ(stretchedLevel(above, 0, range), std::nearbyint(255. * above / range)) // halves are doubles
                << above << " of " << range;
}

TEST_P(PointwiseOn, ContrastOfEveryRangeIsTheFormulas)
{
    const cv::Mat levels = everyLevel();
    for (int range = 0; range <= 255; ++range)
        for (const int lowest : {0, (255 - range) / 2, 255 - range})
        {
            const cv::Mat result = filtered(*createContrastFilter(CV_8UC1, lowest, lowest + range), levels, GetParam());
            for (int level = 0; level < 256; ++level)
            {
                const int above = std::min(std::max(level - lowest, 0), range);
                const double expected = range == 0 ? level : std::nearbyint(255. * above / range);
                ASSERT_EQ(result.at<uchar>(level / 16, level % 16), expected)
                    << "level " << level << " from " << lowest << ", range " << range;
            }
        }
}

TEST_P(PointwiseOn, ThresholdOfNumbersThatAreNoneIsOpenCvs)
{
    constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    cv::Mat image(3, 64, CV_32FC1);
    for (int i = 0; i < 192; ++i)
        image.at<float>(i / 64, i % 64) = i % 5 == 0 ? nan : i % 5 == 1 ? inf : i % 5 == 2 ? -inf : i - 96.f;
    for (int type = cv::THRESH_BINARY; type <= cv::THRESH_TOZERO_INV; ++type)
    {
        cv::Mat expected;
        cv::threshold(image, expected, 12, 7, type);
        const cv::Mat result = filtered(*createThresholdFilter(CV_32FC1, 12, 7, type), image, GetParam());
        for (int i = 0; i < 192; ++i)
            ASSERT_EQ(result.at<float>(i / 64, i % 64), expected.at<float>(i / 64, i % 64)) << type << ", pixel " << i;
    }
}

TEST_P(PointwiseOn, ColoursBeginAnywhere)
{
    cv::Mat image(3, 2300, CV_8UC3);
    cv::randu(image, 0, 256);
    const cv::Ptr<Filter> gray = createGrayFilter(CV_8UC3, cv::COLOR_RGB2GRAY);
    for (int x = 0; x <= 17; ++x)
        for (const int width : {1, 15, 16, 47, 2280})
        {
            const cv::Rect region(x, 1, width, 2);
            cv::Mat expected;
            cv::cvtColor(image(region), expected, cv::COLOR_RGB2GRAY);
            EXPECT_TRUE(equal(filtered(*gray, image, region, GetParam()), expected)) << region;
        }
}

TEST_P(PointwiseOn, AdaptiveThresholdsOfLinesAreOpenCvs)
{
    for (const cv::Size size : {cv::Size(90, 1), cv::Size(1, 90), cv::Size(1, 1), cv::Size(90, 2)})
        for (const int blockSize : {3, 5, 7, 15})
            for (const int method : {cv::ADAPTIVE_THRESH_MEAN_C, cv::ADAPTIVE_THRESH_GAUSSIAN_C})
            {
                if (method == cv::ADAPTIVE_THRESH_GAUSSIAN_C && blockSize > 7)
                    continue; // may differ next to a tie
                cv::Mat image(size, CV_8UC1), expected;
                cv::randu(image, 0, 256);
                cv::adaptiveThreshold(image, expected, 200, method, cv::THRESH_BINARY_INV, blockSize, 1.5);
                const cv::Ptr<Filter> filter =
                    createAdaptiveThresholdFilter(CV_8UC1, 200, method, cv::THRESH_BINARY_INV, blockSize, 1.5);
                EXPECT_TRUE(equal(filtered(*filter, image, GetParam()), expected)) << size << ' ' << blockSize;
            }
}

}} // namespace cudatiled_test
