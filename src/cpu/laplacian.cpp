// SPDX-License-Identifier: Apache-2.0
// Laplacians through cv::Laplacian.
#include <opencv2/imgproc.hpp>

#include "../plans/laplacian_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

// OpenCV rounds floats beyond the range of int to the lowest int: keep them in it.
void saturate(const cv::Mat& sums, cv::Mat& dst)
{
    constexpr double kBeyondEveryDepth = 1e6;
    cv::Mat inRange;
    cv::min(sums, kBeyondEveryDepth, inRange);
    cv::max(inRange, -kBeyondEveryDepth, inRange);
    inRange.convertTo(dst, dst.depth());
}

} // namespace

void runOnCpu(const LaplacianPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    if (has32S(plan))
        return filterInDouble(plan, src, dst, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
            cv::Laplacian(from, to, CV_64F, plan.aperture, 1, 0, borderType); // it has the small kernels in float
            to.convertTo(to, CV_64F, plan.scale, plan.delta);
        });
    filterWithNeighbours(plan, src, dst, true, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        // The small ones come here for the depth pairs that cv::filter2D lacks; sums of the large ones may be beyond
        // int.
        const bool small = plan.aperture <= 3, large = plan.aperture > 9;
        if (to.depth() == CV_32F || !(small || large))
            return cv::Laplacian(from, to, to.depth(), plan.aperture, plan.scale, plan.delta, borderType);
        cv::Mat sums;
        cv::Laplacian(from, sums, CV_32F, plan.aperture, plan.scale, plan.delta, borderType);
        saturate(sums, to);
    });
}

}} // namespace cv::cudatiled
