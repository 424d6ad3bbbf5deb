// SPDX-License-Identifier: Apache-2.0
// Windows whose pixels are all equal have no variance, and not almost none: filters divide by it.
#include <gtest/gtest.h>

#include "../../src/core/local_statistics.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

template <class M> M momentsOfEqualPixels(std::int64_t pixel, std::int64_t area)
{
    return {static_cast<decltype(M::sum)>(area * pixel), static_cast<decltype(M::squares)>(area * pixel * pixel)};
}

template <class M> void expectNoVariance(int lowest, int highest, int step, int mostArea)
{
    for (int area = 1; area <= mostArea; area += area < 1100 ? 1 : 997)
    {
        LocalStatistics statistic;
        statistic.area = area;
        statistic.inverseArea = 1. / area;
        for (int pixel = lowest; pixel <= highest; pixel += step)
            ASSERT_EQ(statistic.variance(momentsOfEqualPixels<M>(pixel, area)), 0)
                << "area " << area << ", pixel " << pixel;
    }
}

TEST(LocalStatistics, EqualBytesHaveNoVariance)
{
    expectNoVariance<SmallMomentsOf<std::uint8_t>>(0, 255, 1, kSmallArea<std::uint8_t>);
    expectNoVariance<MomentsOf<std::uint8_t>>(0, 255, 1, 100000);
}

TEST(LocalStatistics, Equal16BitPixelsHaveNoVariance)
{
    expectNoVariance<SmallMomentsOf<std::uint16_t>>(0, 65535, 257, kSmallArea<std::uint16_t>);
    expectNoVariance<MomentsOf<std::uint16_t>>(0, 65535, 257, 100000);
    expectNoVariance<SmallMomentsOf<std::int16_t>>(-32768, 32767, 255, kSmallArea<std::int16_t>);
    expectNoVariance<MomentsOf<std::int16_t>>(-32768, 32767, 255, 100000);
}

}} // namespace cudatiled_test
