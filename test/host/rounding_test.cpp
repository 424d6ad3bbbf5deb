// SPDX-License-Identifier: Apache-2.0
// Rounding to pixels: cv::saturate_cast's.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <opencv2/core.hpp>

#include "../../src/core/rounding.hpp"

namespace cudatiled_test { namespace {

using cv::cudatiled::saturateInteger;
using cv::cudatiled::saturateRound;

template <class D> class SaturateRound : public testing::Test
{
protected:
    static void expectOpenCvs(float value)
    {
        ASSERT_EQ(static_cast<int>(saturateRound<D>(value)), static_cast<int>(cv::saturate_cast<D>(value))) << value;
    }
};

using Depths = testing::Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t>;
TYPED_TEST_SUITE(SaturateRound, Depths);

TYPED_TEST(SaturateRound, EqualsOpenCvForIntegersTiesAndTheirNeighbours)
{
    for (int i = -140000; i <= 140000; ++i) // halves, beyond the range of every depth
    {
        const float value = 0.5f * static_cast<float>(i);
        this->expectOpenCvs(value);
        this->expectOpenCvs(std::nextafter(value, 1e9f));
        this->expectOpenCvs(std::nextafter(value, -1e9f));
    }
    this->expectOpenCvs(-0.f);
}

TYPED_TEST(SaturateRound, EqualsOpenCvForLargeValues)
{
    const float largest = 2147418112.f; // 2^31 - 2^16: cv::saturate_cast<short>(int) overflows soon after
    for (float value = 70000.f; value < largest; value *= 1.001f)
    {
        this->expectOpenCvs(value);
        this->expectOpenCvs(-value);
    }
    this->expectOpenCvs(largest);
    this->expectOpenCvs(-2147483648.f);
}

// From 2^31 on cv::saturate_cast depends on the processor: on x86 the conversion to int gives -2^31, so that 1e10 and
// +infinity become the lowest pixel. Here they saturate, as all smaller values do.
TYPED_TEST(SaturateRound, SaturatesWhatIsBeyondInt)
{
    const int lowest = std::numeric_limits<TypeParam>::lowest(), highest = std::numeric_limits<TypeParam>::max();
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float value : {2147483520.f, 2147483648.f, 1e10f, std::numeric_limits<float>::max(), infinity})
    {
        EXPECT_EQ(saturateRound<TypeParam>(value), highest) << value;
        EXPECT_EQ(saturateRound<TypeParam>(-value), lowest) << value;
    }
}

TYPED_TEST(SaturateRound, MakesTheLowestPixelOfNaN)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(saturateRound<TypeParam>(nan), std::numeric_limits<TypeParam>::lowest());
    EXPECT_EQ(saturateRound<TypeParam>(-nan), std::numeric_limits<TypeParam>::lowest());
}

TEST(SaturateRoundToInt, EqualsOpenCvInItsRangeAndSaturatesBeyond)
{
    const int lowest = std::numeric_limits<int>::lowest(), highest = std::numeric_limits<int>::max();
    for (const float value : {0.f, 0.5f, 1.5f, 2.5f, 8388607.5f, 2147483520.f})
    {
        EXPECT_EQ(saturateRound<int>(value), cv::saturate_cast<int>(value));
        EXPECT_EQ(saturateRound<int>(-value), cv::saturate_cast<int>(-value));
    }
    for (const float value : {2147483648.f, 1e10f, std::numeric_limits<float>::infinity()})
    {
        EXPECT_EQ(saturateRound<int>(value), highest);
        EXPECT_EQ(saturateRound<int>(-value), lowest);
    }
    EXPECT_EQ(saturateRound<int>(std::numeric_limits<float>::quiet_NaN()), lowest);
}

// Of doubles: whatever lies between the neighbours of a pixel, and beyond the range of every depth.
TYPED_TEST(SaturateRound, OfDoublesEqualsOpenCvInTheRangeOfInt)
{
    for (double value = 0.25; value < 2147400000.; value *= 1.7)
        for (const double tie : {value, std::floor(value) + 0.5, std::nextafter(std::floor(value) + 0.5, 0.)})
            for (const double signedTie : {tie, -tie})
                EXPECT_EQ(static_cast<int>(saturateRound<TypeParam>(signedTie)),
                          static_cast<int>(cv::saturate_cast<TypeParam>(signedTie)))
                    << signedTie;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(saturateRound<TypeParam>(1e300), std::numeric_limits<TypeParam>::max());
    EXPECT_EQ(saturateRound<TypeParam>(-1e300), std::numeric_limits<TypeParam>::lowest());
    EXPECT_EQ(saturateRound<TypeParam>(nan), std::numeric_limits<TypeParam>::lowest());
}

TEST(SaturateRoundToInt, OfDoublesKeepsAllDigitsAndSaturates)
{
    const int lowest = std::numeric_limits<int>::lowest(), highest = std::numeric_limits<int>::max();
    EXPECT_EQ(saturateRound<int>(2147483645.5), 2147483646);
    EXPECT_EQ(saturateRound<int>(2147483646.5), 2147483646);
    EXPECT_EQ(saturateRound<int>(-2147483646.5), -2147483646);
    for (const double value : {2147483646.6, 2147483647.5, 2147483648., 1e300, std::numeric_limits<double>::infinity()})
    {
        EXPECT_EQ(saturateRound<int>(value), highest) << value;
        EXPECT_EQ(saturateRound<int>(-value - 1), lowest) << value;
    }
    EXPECT_EQ(saturateRound<int>(std::numeric_limits<double>::quiet_NaN()), lowest);
}

TEST(SaturateInteger, ClampsWhatIsBeyondTheRange)
{
    const std::int64_t large = std::int64_t(1) << 40;
    EXPECT_EQ(saturateInteger<std::int32_t>(large), 2147483647);
    EXPECT_EQ(saturateInteger<std::int32_t>(-large), -2147483647 - 1);
    EXPECT_EQ(saturateInteger<std::uint8_t>(large), 255);
    EXPECT_EQ(saturateInteger<std::uint8_t>(std::int64_t(-1)), 0);
    EXPECT_EQ(saturateInteger<std::int16_t>(std::int64_t(-32768)), -32768);
}

TEST(SaturateRoundToFloat, ChangesNothing)
{
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float value : {0.f, -0.5f, 1e-40f, 3.4e38f, infinity, -infinity})
        EXPECT_EQ(saturateRound<float>(value), value);
    EXPECT_TRUE(std::isnan(saturateRound<float>(std::numeric_limits<float>::quiet_NaN())));
}

// All halves, their ties and what is next to these, as cv::Mat::convertTo rounds them.
TEST(Halves, AreRoundedAsOpenCvRoundsThem)
{
    cv::Mat halves(1, 0x7c00, CV_16F), floats, rounded;
    for (int i = 0; i < halves.cols; ++i)
        reinterpret_cast<std::uint16_t*>(halves.data)[i] = static_cast<std::uint16_t>(i);
    halves.convertTo(floats, CV_32F);
    cv::Mat1f values(1, 3 * floats.cols);
    for (int i = 0; i < floats.cols; ++i)
    {
        const float value = floats.at<float>(i), next = i + 1 < floats.cols ? floats.at<float>(i + 1) : 65536.f;
        const float tie = 0.5f * (value + next);
        ASSERT_EQ(static_cast<float>(cv::cudatiled::Half::ofBits(static_cast<std::uint32_t>(i))), value);
        values(3 * i) = std::nextafter(tie, 0.f);
        values(3 * i + 1) = tie;
        values(3 * i + 2) = -std::nextafter(tie, 1e9f);
    }
    values.convertTo(rounded, CV_16F);
    for (int i = 0; i < values.cols; ++i)
        ASSERT_EQ(saturateRound<cv::cudatiled::Half>(values(i)).bits,
                  reinterpret_cast<const std::uint16_t*>(rounded.data)[i])
            << values(i);
}

TEST(Halves, HaveExtremesWithoutNan)
{
    const std::uint32_t nan = 0x7e01, infinite = 0x7c00, one = 0x3c00, minusOne = 0xbc00, zero = 0, minusZero = 0x8000;
    const auto pair = [](std::uint32_t low, std::uint32_t high) {
        return low | high << 16;
    };
    using cv::cudatiled::maxF16x2;
    using cv::cudatiled::minF16x2;
    EXPECT_EQ(minF16x2(pair(one, minusOne), pair(minusOne, one)), pair(minusOne, minusOne));
    EXPECT_EQ(maxF16x2(pair(one, minusOne), pair(minusOne, one)), pair(one, one));
    EXPECT_EQ(minF16x2(pair(nan, zero), pair(infinite, minusZero)), pair(infinite, minusZero));
    EXPECT_EQ(maxF16x2(pair(minusOne, zero), pair(nan, minusZero)), pair(minusOne, zero));
    EXPECT_EQ(maxF16x2(pair(nan, infinite), pair(nan, one)), pair(0x7fff, infinite));
}

}} // namespace cudatiled_test
