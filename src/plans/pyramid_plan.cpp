// SPDX-License-Identifier: Apache-2.0
// The sizes of pyramid levels, and the range of sizes that a caller may ask for: as cv::pyrDown and cv::pyrUp.
#include "pyramid_plan.hpp"

#include "../core/require.hpp"
#include "dst_size.hpp"

namespace cv { namespace cudatiled {

cv::Size dstSizeOf(const PyrDownPlan& plan, cv::Size srcSize)
{
    return plan.dsize.empty() ? cv::Size(srcSize.width - srcSize.width / 2, srcSize.height - srcSize.height / 2)
                              : plan.dsize;
}

cv::Size dstSizeOf(const PyrUpPlan& plan, cv::Size srcSize)
{
    return plan.dsize.empty() ? cv::Size(srcSize.width * 2, srcSize.height * 2) : plan.dsize;
}

void checkSizeFor(const PyrDownPlan& plan, const char* function, cv::Size srcSize)
{
    const auto fits = [](std::int64_t result, int source) {
        return std::abs(2 * result - source) <= 2;
    };
    CUDATILED_REQUIRE(plan.dsize.empty() ||
                          (fits(plan.dsize.width, srcSize.width) && fits(plan.dsize.height, srcSize.height)),
                      function, StsUnmatchedSizes,
                      "src is %d x %d and dsize %d x %d; twice the dsize may differ from src by 2 at most",
                      srcSize.width, srcSize.height, plan.dsize.width, plan.dsize.height);
}

void checkSizeFor(const PyrUpPlan& plan, const char* function, cv::Size srcSize)
{
    constexpr int kMost = 0x3fffff00;
    CUDATILED_REQUIRE(srcSize.width <= kMost && srcSize.height <= kMost, function, StsOutOfRange,
                      "src is %d x %d; its double must stay below 2^31", srcSize.width, srcSize.height);
    const auto fits = [](int result, int source) {
        return std::abs(result - 2 * source) <= 1;
    };
    CUDATILED_REQUIRE(plan.dsize.empty() ||
                          (fits(plan.dsize.width, srcSize.width) && fits(plan.dsize.height, srcSize.height)),
                      function, StsUnmatchedSizes,
                      "src is %d x %d and dsize %d x %d; dsize may differ from twice the size of src by 1 at most",
                      srcSize.width, srcSize.height, plan.dsize.width, plan.dsize.height);
}

}} // namespace cv::cudatiled
