// SPDX-License-Identifier: Apache-2.0
// Pyramids through cv::pyrDown and cv::pyrUp.
#include <opencv2/imgproc.hpp>

#include "../plans/pyramid_plan.hpp"
#include "apart.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const PyrDownPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    apart(src, dst,
          [&](cv::Mat& result) { cv::pyrDown(src, result, result.size(), static_cast<int>(plan.border.row)); });
}

// Versions of cv::pyrUp differ in results of other sizes than the double.
void runOnCpu(const PyrUpPlan&, const cv::Mat& src, cv::Mat& dst)
{
    const cv::Size twice(2 * src.cols, 2 * src.rows);
    apart(src, dst, [&](cv::Mat& result) {
        if (result.size() == twice)
            return cv::pyrUp(src, result, twice);
        cv::Mat all;
        cv::pyrUp(src, all, twice);
        cv::copyMakeBorder(all, all, 0, 1, 0, 1, cv::BORDER_REPLICATE);
        all.row(twice.height - 2).copyTo(all.row(twice.height));
        all.col(twice.width - 1).copyTo(all.col(twice.width));
        all({{0, 0}, result.size()}).copyTo(result);
    });
}

}} // namespace cv::cudatiled
