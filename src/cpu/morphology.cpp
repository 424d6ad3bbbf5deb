// SPDX-License-Identifier: Apache-2.0
// Morphology through cv::erode and cv::dilate.
#include <opencv2/imgproc.hpp>

#include "../plans/morphology_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

void runStep(const MorphologyPlan& plan, MorphologyStep step, bool first, const cv::Mat& src, cv::Mat& dst)
{
    ImagePlan image = plan.planOf(step);
    image.border.isolated = plan.border.isolated || !first;
    const cv::Mat element = plan.element.empty() ? cv::Mat::ones(plan.ksize, CV_8U) : plan.element;
    const auto run = [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        const auto function = step == MorphologyStep::Erode ? cv::erode : cv::dilate;
        function(from, to, element, plan.anchor, 1, borderType, image.border.outside);
    };
    // Other than the linear functions of imgproc, these take any value outside.
    ImagePlan withoutValue = image;
    withoutValue.border.outside = {};
    const int isolated = image.border.isolated ? cv::BORDER_ISOLATED : 0;
    if (imgprocCanFilter(withoutValue, src, dst))
        run(src, dst, static_cast<int>(image.border.row) | isolated);
    else
        filterWithNeighbours(image, src, dst, false, run);
}

cv::Mat runSteps(const MorphologyPlan& plan, const std::vector<MorphologyStep>& steps, const cv::Mat& src)
{
    cv::Mat from = src;
    for (std::size_t i = 0; i < steps.size(); ++i)
    {
        cv::Mat to(src.size(), src.type());
        runStep(plan, steps[i], i == 0, from, to);
        from = to;
    }
    return from;
}

} // namespace

void runOnCpu(const MorphologyPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const std::vector<MorphologyStep> steps = plan.steps();
    if (steps.size() == 1 && plan.operation <= MorphologyOperation::Dilate)
        return runStep(plan, steps[0], true, src, dst);
    cv::Mat result = runSteps(plan, steps, src); // and then to dst, which may overlap src
    if (plan.operation == MorphologyOperation::Gradient)
        result -= runSteps(plan, std::vector<MorphologyStep>(steps.size(), MorphologyStep::Erode), src);
    else if (plan.operation == MorphologyOperation::TopHat)
        cv::subtract(src, result, result);
    else if (plan.operation == MorphologyOperation::BlackHat)
        result -= src;
    result.copyTo(dst);
}

}} // namespace cv::cudatiled
