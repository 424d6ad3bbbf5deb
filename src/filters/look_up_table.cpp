// SPDX-License-Identifier: Apache-2.0
// createLookUpTableFilter.
#include "../api/engine.hpp"
#include "../api/gpumat.hpp"
#include "../core/levels.hpp"
#include "../core/require.hpp"
#include "../plans/look_up_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

// Table after table, where OpenCV's has a pixel for each level.
std::vector<std::uint8_t> tablesOf(const cv::Mat& lut)
{
    const int tables = lut.channels();
    std::vector<std::uint8_t> levels(static_cast<std::size_t>(tables) * kLevels);
    const cv::Mat pixels = lut.isContinuous() ? lut : lut.clone();
    for (int level = 0; level < kLevels; ++level)
        for (int table = 0; table < tables; ++table)
            levels[table * kLevels + level] = pixels.ptr()[level * tables + table];
    return levels;
}

} // namespace

Ptr<Filter> createLookUpTableFilter(int srcType, InputArray lut)
{
    LookUpPlan plan;
    setTypes(plan, __func__, srcType, srcType, DepthPairs::Bytes);
    setPointwise(plan);
    const cv::Mat given = kernelOf(__func__, "lut", lut);
    CUDATILED_REQUIRE(given.total() == kLevels, __func__, StsBadSize,
                      "lut has %d x %d entries; it must have 256, one for each level", given.cols, given.rows);
    CUDATILED_REQUIRE(given.depth() == CV_8U && (given.channels() == 1 || given.channels() == CV_MAT_CN(srcType)),
                      __func__, StsUnsupportedFormat,
                      "lut is of type %s and srcType %s; a table must be 8U, with one channel or those of the image",
                      typeName(given.type()).c_str(), typeName(srcType).c_str());
    plan.tables = given.channels();
    plan.levels = tablesOf(given);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
