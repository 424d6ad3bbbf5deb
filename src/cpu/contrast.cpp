// SPDX-License-Identifier: Apache-2.0
// Contrast between two levels, by a table of all bytes.
#include "../core/contrast.hpp"
#include "../plans/contrast_plan.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const ContrastPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::Mat1b levels(1, 256);
    for (int level = 0; level < 256; ++level)
        levels(level) =
            cv::saturate_cast<uchar>(stretchedLevel(std::clamp(level - plan.lowest, 0, plan.range), plan.range));
    cv::LUT(src, levels, dst);
}

}} // namespace cv::cudatiled
