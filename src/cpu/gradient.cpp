// SPDX-License-Identifier: Apache-2.0
// Gradients through cv::sepFilter2D, cv::magnitude and cv::phase.
#include <opencv2/core.hpp>

#include "../plans/gradient_plan.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class D> void eachMagnitude(const cv::Mat& dx, const cv::Mat& dy, cv::Mat& magnitude, GradientNorm norm)
{
    cv::parallel_for_({0, dx.rows}, [&](const cv::Range& rows) {
        for (int y = rows.start; y < rows.end; ++y)
            for (int x = 0; x < dx.cols * dx.channels(); ++x)
                magnitude.ptr<D>(y)[x] = saturatedMagnitude<D>(magnitudeOf(dx.ptr<D>(y)[x], dy.ptr<D>(y)[x], norm));
    });
}

void makeMagnitude(const cv::Mat& dx, const cv::Mat& dy, cv::Mat& magnitude, GradientNorm norm)
{
    if (magnitude.depth() == CV_8U)
    {
        cv::Mat wide(dx.size(), dx.type());
        makeMagnitude(dx, dy, wide, norm);
        wide.convertTo(magnitude, CV_8U);
    }
    else if (magnitude.depth() == CV_16S)
        eachMagnitude<std::int16_t>(dx, dy, magnitude, norm);
    else if (norm == GradientNorm::L1)
        eachMagnitude<float>(dx, dy, magnitude, norm);
    else
        cv::magnitude(dx, dy, magnitude);
}

void makeAngle(const cv::Mat& dx, const cv::Mat& dy, cv::Mat& angle, bool degrees)
{
    cv::Mat x, y;
    dx.convertTo(x, CV_32F);
    dy.convertTo(y, CV_32F);
    cv::phase(x, y, angle, degrees);
}

} // namespace

void runOnCpu(const GradientPlan& plan, const cv::Mat& src, std::vector<cv::Mat>& results)
{
    cv::Mat dx(src.size(), plan.dx.dstType), dy(src.size(), plan.dx.dstType); // beside src, which a result may overlap
    runOnCpu(plan.dx, src, dx);
    runOnCpu(plan.dy, src, dy);
    cv::Mat &magnitude = results[0], &angle = results[3];
    if (!magnitude.empty())
        makeMagnitude(dx, dy, magnitude, plan.norm);
    if (!angle.empty())
        makeAngle(dx, dy, angle, plan.degrees);
    if (!results[1].empty())
        dx.copyTo(results[1]);
    if (!results[2].empty())
        dy.copyTo(results[2]);
}

void runOnCpu(const GradientPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    std::vector<cv::Mat> results{dst, {}, {}, {}};
    runOnCpu(plan, src, results);
}

}} // namespace cv::cudatiled
