// SPDX-License-Identifier: Apache-2.0
// Filters that are the sum of two separable kernels.
#include "separable_sum.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

Instance separableSum(const SeparableKernel& first, const SeparableKernel& second, double scale, double delta)
{
    const cv::Size ksize(first.row.cols, first.column.cols);
    const cv::Mat ofFirst = first.column.t() * first.row, ofSecond = second.column.t() * second.row;
    Definition sum = dense((ofFirst + ofSecond) * scale, {-1, -1}, delta);
    sum.weights = cv::Mat((cv::abs(ofFirst) + cv::abs(ofSecond)) * std::abs(scale));
    sum.chain = ksize.width + 2 * ksize.height;

    Instance instance;
    instance.parameters.ksize = ksize;
    instance.parameters.delta = delta;
    instance.definition = [=](int, int, const Situation&) {
        return sum;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
            cv::Mat other;
            cv::sepFilter2D(from, to, CV_64F, first.row, first.column, {-1, -1}, 0, borderType);
            cv::sepFilter2D(from, other, CV_64F, second.row, second.column, {-1, -1}, 0, borderType);
            to = (to + other) * scale + cv::Scalar::all(delta);
        });
    };
    return instance;
}

cv::Mat roundedToFloat(const cv::Mat& taps)
{
    cv::Mat rounded;
    floats(taps).convertTo(rounded, CV_64F);
    return rounded;
}

} // namespace cudatiled_catalogue
