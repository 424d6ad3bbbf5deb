// SPDX-License-Identifier: Apache-2.0
// Look-up tables through cv::LUT.
#include <opencv2/core.hpp>

#include "../core/levels.hpp"
#include "../plans/look_up_plan.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const LookUpPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::Mat levels(1, kLevels, CV_8UC(plan.tables)); // OpenCV's has a pixel for each level
    for (int level = 0; level < kLevels; ++level)
        for (int table = 0; table < plan.tables; ++table)
            levels.ptr()[level * plan.tables + table] = plan.levels[table * kLevels + level];
    cv::LUT(src, levels, dst);
}

}} // namespace cv::cudatiled
