// SPDX-License-Identifier: Apache-2.0
// Border indices: those of OpenCV, and right for every int.
#include <gtest/gtest.h>

#include <climits>
#include <cstdint>

#include <opencv2/core.hpp>

#include "../../src/core/border.hpp"

namespace cudatiled_test { namespace {

using cv::cudatiled::Border;
using cv::cudatiled::borderIndex;

const Border kModes[] = {Border::Constant, Border::Replicate, Border::Reflect, Border::Wrap, Border::Reflect101};

TEST(BorderIndex, EqualsOpenCvForEveryOffsetAndLength)
{
    for (const Border mode : kModes)
        for (int n = 1; n <= 40; ++n)
            for (int i = -200; i <= 200; ++i)
                ASSERT_EQ(borderIndex(i, n, mode), cv::borderInterpolate(i, n, static_cast<int>(mode)))
                    << "position " << i << " of " << n << " with border mode " << static_cast<int>(mode);
}

// The same by walking along the infinite periodic sequence that a border mode makes of 0 … n - 1, in 64 bits.
int indexInSequence(std::int64_t i, std::int64_t n, Border mode)
{
    if (i >= 0 && i < n)
        return static_cast<int>(i);
    if (mode == Border::Constant)
        return -1;
    if (mode == Border::Replicate)
        return static_cast<int>(i < 0 ? 0 : n - 1);
    const std::int64_t period = mode == Border::Wrap      ? n
                                : mode == Border::Reflect ? 2 * n
                                                          : std::max<std::int64_t>(2 * n - 2, 1);
    const std::int64_t p = (i % period + period) % period; // there and, but for Wrap, back again
    return static_cast<int>(p < n ? p : mode == Border::Reflect ? period - 1 - p : period - p);
}

TEST(BorderIndex, IsRightForExtremePositionsAndLengths)
{
    for (const Border mode : kModes)
        for (const int n : {1, 2, 3, 7, 40, 46341, INT_MAX / 2, INT_MAX / 2 + 1, INT_MAX - 1, INT_MAX})
            for (int k = 0; k < 1000; ++k)
                for (const int i : {INT_MIN + k, INT_MAX - k, INT_MIN / 2 + k, INT_MAX / 2 - k, -k, k})
                    ASSERT_EQ(borderIndex(i, n, mode), indexInSequence(i, n, mode))
                        << "position " << i << " of " << n << " with border mode " << static_cast<int>(mode);
}

TEST(BorderIndex, IsAConstantExpression)
{
    static_assert(borderIndex(-1, 5, Border::Reflect101) == 1 && borderIndex(-1, 5, Border::Reflect) == 0, "");
    static_assert(borderIndex(5, 5, Border::Wrap) == 0 && borderIndex(9, 5, Border::Replicate) == 4, "");
    static_assert(borderIndex(5, 5, Border::Constant) == -1, "");
}

}} // namespace cudatiled_test
