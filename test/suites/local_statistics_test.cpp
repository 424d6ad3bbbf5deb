// SPDX-License-Identifier: Apache-2.0
// The noise that Wiener filters estimate: which pixels count, and in which order; integers of sums of squares.
#include <gtest/gtest.h>

#include <cmath>

#include "../support/filtered.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class LocalStatisticsOn : public OnPath
{};

INSTANTIATE_TEST_SUITE_P(, LocalStatisticsOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

// Noise whose deviation grows from channel to channel.
cv::Mat noisy(cv::Size size, int type)
{
    cv::Mat image(size, type);
    cv::RNG random(17);
    random.fill(image, cv::RNG::NORMAL, cv::Scalar::all(120), cv::Scalar(4, 9, 16, 25));
    return image;
}

cv::Mat channelOf(const cv::Mat& image, int channel)
{
    cv::Mat one;
    cv::extractChannel(image, one, channel);
    return one;
}

// A float result is within this of the one with the mean of the variances for the noise: twice the contract's error.
double toleranceOf(const cv::Mat& image)
{
    return std::ldexp(cv::norm(image.reshape(1), cv::NORM_INF), -18);
}

TEST_P(LocalStatisticsOn, EstimatedNoiseIsTheMeanOfTheVariancesOfEachChannel)
{
    // More rows, and more units of rows, than blocks add up; rows that end within a thread's scalars.
    for (const cv::Size size : {cv::Size(5, 1200), cv::Size(1031, 3), cv::Size(64, 48), cv::Size(1, 1)})
        for (const int type : {CV_8UC1, CV_8UC2, CV_8UC3, CV_16UC4, CV_16SC3, CV_32FC3})
        {
            const cv::Mat image = noisy(size, type);
            const cv::Mat variances = filtered(*createLocalVarianceFilter(type, CV_32F, {3, 3}), image, GetParam());
            const cv::Mat result = filtered(*createWienerFilter(type, CV_32F, {3, 3}), image, GetParam());
            const cv::Scalar noise = cv::mean(variances);
            for (int c = 0; c < image.channels(); ++c)
            {
                const cv::Mat channel = channelOf(image, c);
                const cv::Ptr<Filter> given = createWienerFilter(channel.type(), CV_32F, {3, 3}, noise[c]);
                const cv::Mat expected = filtered(*given, channel, GetParam());
                EXPECT_LE(cv::norm(channelOf(result, c), expected, cv::NORM_INF), toleranceOf(image))
                    << size << " type " << type << " channel " << c;
            }
        }
}

TEST_P(LocalStatisticsOn, EstimatedNoiseIsThatOfTheRegion)
{
    cv::Mat image = noisy({90, 70}, CV_8UC3);
    const cv::Rect region(13, 7, 61, 40);
    const cv::Mat part = image(region).clone();
    const cv::Ptr<Filter> filter = createWienerFilter(CV_8UC3, CV_32F, {5, 3}, -1, {-1, -1}, cv::BORDER_REPLICATE),
                          isolated = createWienerFilter(CV_8UC3, CV_32F, {5, 3}, -1, {-1, -1},
                                                        cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
    const cv::Mat alone = filtered(*filter, part, GetParam());
    EXPECT_TRUE(equal(filtered(*isolated, image, region, GetParam()), alone)); // whatever its alignment
    image(cv::Rect(0, 60, 90, 10)).setTo(cv::Scalar::all(255));                // beyond the windows of the region
    const cv::Mat before = filtered(*filter, image, region, GetParam());
    image(cv::Rect(0, 60, 90, 10)).setTo(cv::Scalar::all(0));
    EXPECT_TRUE(equal(filtered(*filter, image, region, GetParam()), before));
    EXPECT_FALSE(equal(before, alone)); // its windows reach the neighbours
}

TEST_P(LocalStatisticsOn, EstimatedNoiseIsTheSameInEveryRun)
{
    const cv::Mat image = noisy({301, 90}, CV_32FC3);
    const cv::Ptr<Filter> filter = createWienerFilter(CV_32FC3, -1, {7, 7});
    const cv::Mat first = filtered(*filter, image, GetParam());
    for (int run = 0; run < 3; ++run)
        EXPECT_TRUE(equal(filtered(*filter, image, GetParam()), first));
}

TEST_P(LocalStatisticsOn, EstimatedNoiseKeepsEvenImages)
{
    for (const int type : {CV_8UC1, CV_16UC3, CV_32FC4})
    {
        const cv::Mat image(20, 30, type, cv::Scalar(7, 100, 250, 31));
        EXPECT_TRUE(equal(filtered(*createWienerFilter(type, -1, {3, 3}), image, GetParam()), image));
    }
}

TEST(LocalStatistics, EstimatedNoiseNeedsTheWholeImage)
{
    EXPECT_TRUE(reachOf(*createWienerFilter(CV_8UC1, -1, {5, 5})).wholeImage);
    EXPECT_FALSE(reachOf(*createWienerFilter(CV_8UC1, -1, {5, 5}, 0)).wholeImage);
}

TEST_P(LocalStatisticsOn, SumsOfSquaresAreSaturated)
{
    const cv::Mat image(40, 40, CV_16UC1, cv::Scalar(60000)), dark(40, 40, CV_16UC1, cv::Scalar(3));
    const struct
    {
        int depth;
        double highest;
    } depths[] = {{CV_8U, 255}, {CV_16U, 65535}, {CV_16S, 32767}};
    for (const auto& [depth, highest] : depths)
    {
        const cv::Ptr<Filter> sum =
            createSqrBoxFilter(CV_16UC1, depth, {3, 3}, {-1, -1}, cv::BORDER_DEFAULT, {}, false);
        EXPECT_TRUE(equal(filtered(*sum, image, GetParam()), cv::Mat(40, 40, depth, cv::Scalar(highest))));
        EXPECT_TRUE(equal(filtered(*sum, dark, GetParam()), cv::Mat(40, 40, depth, cv::Scalar(81))));
    }
}

TEST(LocalStatistics, SquaresAreFloatsByDefault)
{
    EXPECT_EQ(createSqrBoxFilter(CV_8UC3, -1, {3, 3})->dstType(), CV_32FC3);
    EXPECT_EQ(createSqrBoxFilter(CV_8UC3, CV_16U, {3, 3})->dstType(), CV_16UC3);
}

}} // namespace cudatiled_test
