// SPDX-License-Identifier: Apache-2.0
// Means and sums of rectangles in integers on CUDA.
#include "box.hpp"
#include "separable_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// The constants of OpenCV's ColumnSum<ushort, uchar>: division by `area` as a multiplication and a shift by 23.
ByteBoxArithmetic byteBox(int area)
{
    const double reciprocal = static_cast<double>(1 << 23) / area;
    const unsigned whole = static_cast<unsigned>(reciprocal);
    const bool roundUp = reciprocal - whole >= 0.5;
    ByteBoxArithmetic arithmetic{};
    arithmetic.divScale = roundUp ? whole + 1 : whole;
    arithmetic.divDelta = static_cast<unsigned>(roundUp ? area / 2 : area / 2 + 1);
    return arithmetic;
}

} // namespace

void prepareForCuda(BoxPlan& plan)
{
    if (!plan.integer)
        prepareForCuda(plan.floating);
}

void runOnCuda(const BoxPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (!plan.integer)
        return runOnCuda(plan.floating, src, dst, stream);
    const BoxPlan box = plan.forImage(src.region.size);
    const int srcDepth = CV_MAT_DEPTH(box.srcType), dstDepth = CV_MAT_DEPTH(box.dstType), area = box.ksize.area();
    if (srcDepth == CV_8U && dstDepth == CV_8U && box.normalize && area > 1 && area <= 256)
        return launchSeparable<std::uint8_t, std::uint8_t>(box, byteBox(area), UnitTaps{}, src, dst, stream);

    const float scale = box.normalize ? static_cast<float>(1. / area) : 1.f;
    withDepthPair<IntegerBoxTargets>(srcDepth, dstDepth, [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        launchSeparable<S, D>(box, BoxArithmetic<D>{scale}, UnitTaps{}, src, dst, stream);
    });
}

}} // namespace cv::cudatiled
