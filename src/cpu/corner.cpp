// SPDX-License-Identifier: Apache-2.0
// Corner measures as cv::cornerHarris computes them: cv::sepFilter2D, products, cv::boxFilter, the formula.
#include <opencv2/imgproc.hpp>

#include "../plans/corner_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

cv::Mat derivative(const CornerPlan& plan, const cv::Mat& src, const cv::Mat& row, const cv::Mat& column)
{
    cv::Mat result(src.size(), CV_32FC1);
    filterWithNeighbours(plan.derivatives, src, result, true, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        cv::sepFilter2D(from, to, CV_32F, row, column, {-1, -1}, 0, borderType);
    });
    return result;
}

cv::Mat productsOf(const CornerPlan& plan, const cv::Mat& src)
{
    const cv::Mat dx = derivative(plan, src, plan.derivative, plan.smoothing),
                  dy = derivative(plan, src, plan.smoothing, plan.derivative);
    cv::Mat products(src.size(), CV_32FC3);
    cv::parallel_for_({0, src.rows}, [&](const cv::Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
            for (int x = 0; x < src.cols; ++x)
            {
                const GradientProducts p(
                    GradientPair{dx.ptr<float>(y)[x] * plan.scale, dy.ptr<float>(y)[x] * plan.scale});
                products.ptr<cv::Vec3f>(y)[x] = {p.xx, p.xy, p.yy};
            }
    });
    return products;
}

} // namespace

void runOnCpu(const CornerPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::Mat sums(src.size(), CV_32FC3);
    filterWithNeighbours(plan.sums, productsOf(plan, src), sums, true,
                         [&](const cv::Mat& from, cv::Mat& to, int borderType) {
                             cv::boxFilter(from, to, CV_32F, plan.sums.ksize, {-1, -1}, false, borderType);
                         });
    cv::parallel_for_({0, src.rows}, [&](const cv::Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
            for (int x = 0; x < src.cols; ++x)
            {
                const cv::Vec3f& sum = sums.ptr<cv::Vec3f>(y)[x];
                dst.ptr<float>(y)[x] = plan.formula({sum[0], sum[1], sum[2]});
            }
    });
}

}} // namespace cv::cudatiled
