// SPDX-License-Identifier: Apache-2.0
// Fixed-point Gaussians through cv::GaussianBlur.
#include <opencv2/imgproc.hpp>

#include "../plans/gaussian_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const GaussianPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    if (!plan.fixedPointFor(regionOf(plan, src)))
        return runOnCpu(plan.floating, src, dst);
    const bool asWholeImage = plan.border.isolated || !regionOf(plan, src).isSubmatrix();
    if (asWholeImage && imgprocCanFilter(plan, src, dst))
    {
        const int isolated = plan.border.isolated ? cv::BORDER_ISOLATED : 0;
        cv::GaussianBlur(src, dst, plan.ksize, plan.sigmaX, plan.sigmaY, static_cast<int>(plan.border.row) | isolated);
        return;
    }
    // cv::GaussianBlur computes in fixed point only whole images: so the padding is blurred as well, and cut off.
    cv::Mat blurred;
    cv::GaussianBlur(paddedCopy(plan, src), blurred, plan.ksize, plan.sigmaX, plan.sigmaY, cv::BORDER_REPLICATE);
    blurred(insidePadding(plan, src.size())).copyTo(dst);
}

}} // namespace cv::cudatiled
