// SPDX-License-Identifier: Apache-2.0
// Plans of 16F through those functions of imgproc that take 32F.
#pragma once

#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

// As runOnCpu, for all depths.
template <class Plan> void runAnyDepthOnCpu(const Plan& plan, const cv::Mat& src, cv::Mat& dst)
{
    if (src.depth() != CV_16F && dst.depth() != CV_16F)
        return runOnCpu(plan, src, dst);
    const cv::Mat from = src.depth() == CV_16F ? inFloat(plan, src) : src;
    cv::Mat to = dst;
    if (dst.depth() == CV_16F)
        to.create(dst.size(), CV_MAKETYPE(CV_32F, dst.channels()));
    runOnCpu(plan, from, to);
    if (dst.depth() == CV_16F)
        to.convertTo(dst, CV_16F);
}

}} // namespace cv::cudatiled
