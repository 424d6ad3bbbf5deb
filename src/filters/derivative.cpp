// SPDX-License-Identifier: Apache-2.0
// What the factories of first and higher derivatives share.
#include "derivative.hpp"

#include <opencv2/imgproc.hpp>

#include "../core/require.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

void checkAperture(const char* function, int dx, int dy, int ksize)
{
    CUDATILED_REQUIRE(dx >= 0 && dy >= 0 && (dx > 0 || dy > 0), function, StsBadArg,
                      "(dx, dy) is (%d, %d); the orders must not be negative, and not both 0", dx, dy);
    if (ksize == cv::FILTER_SCHARR)
    {
        CUDATILED_REQUIRE(std::max(dx, dy) == 1 && std::min(dx, dy) == 0, function, StsBadArg,
                          "(dx, dy) is (%d, %d); of the Scharr operator it must be (1, 0) or (0, 1)", dx, dy);
        return;
    }
    CUDATILED_REQUIRE(ksize >= 1 && ksize <= 31 && ksize % 2 == 1, function, StsBadSize,
                      "ksize is %d; it must be odd and from 1 to 31, or FILTER_SCHARR (-1)", ksize);
    const int highest = std::max(ksize, 3) - 1; // an aperture of 1 has 3 taps along the derivative
    CUDATILED_REQUIRE(dx <= highest && dy <= highest, function, StsBadArg,
                      "(dx, dy) is (%d, %d); with ksize %d the orders go up to %d", dx, dy, ksize, highest);
}

} // namespace

void setDerivative(SeparablePlan& plan, const char* function, const Derivative& derivative)
{
    const int dx = derivative.dx, dy = derivative.dy;
    checkAperture(function, dx, dy, derivative.ksize);
    cv::getDerivKernels(plan.rowKernel, plan.columnKernel, dx, dy, derivative.ksize, derivative.normalize, CV_32F);
    // Where cv::Sobel puts the scale: into the smoothing part.
    cv::Mat& smoothing = dx == 0 ? plan.rowKernel : plan.columnKernel;
    smoothing *= finite(function, "scale", derivative.scale);
    CUDATILED_REQUIRE(cv::checkRange(smoothing), function, StsOutOfRange,
                      "scale is %g; the taps times scale must be finite floats", derivative.scale);
    plan.rowKernel = plan.rowKernel.reshape(1, 1);
    plan.columnKernel = plan.columnKernel.reshape(1, 1);
    setAperture(plan, function, {plan.rowKernel.cols, plan.columnKernel.cols}, {-1, -1});
}

}} // namespace cv::cudatiled
