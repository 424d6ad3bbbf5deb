// SPDX-License-Identifier: Apache-2.0
// createBoxFilter.
#include "../engines/box.hpp"
#include "arguments.hpp"
#include "operation.hpp"

namespace cv { namespace cudatiled {

namespace {

bool sumFitsInt(int srcDepth, cv::Size ksize)
{
    const double largest = srcDepth == CV_8U ? 255. : srcDepth == CV_8S ? 128. : srcDepth == CV_16U ? 65535. : 32768.;
    return srcDepth != CV_32F && largest * ksize.width * ksize.height < 2147483648.;
}

SeparablePlan inFloat(const BoxPlan& box)
{
    SeparablePlan plan;
    static_cast<ImagePlan&>(plan) = box;
    const double area = static_cast<double>(box.ksize.width) * box.ksize.height;
    plan.rowKernel = cv::Mat(1, box.ksize.width, CV_32F, cv::Scalar(1));
    plan.columnKernel = cv::Mat(1, box.ksize.height, CV_32F, cv::Scalar(box.normalize ? 1 / area : 1));
    return plan;
}

} // namespace

Ptr<Filter> createBoxFilter(int srcType, int dstType, Size ksize, Point anchor, int borderMode, Scalar borderVal,
                            bool normalize)
{
    BoxPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    setAperture(plan, __func__, ksize, anchor);
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    plan.normalize = normalize;
    plan.integer = sumFitsInt(CV_MAT_DEPTH(plan.srcType), ksize);
    if (!plan.integer)
        plan.floating = inFloat(plan);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
