// SPDX-License-Identifier: Apache-2.0
// OpenCV's functions with any borders.
#include "opencv_reference.hpp"

#include <opencv2/imgproc.hpp>

namespace samples {
namespace {

// Of larger kernels cv::filter2D sums by a DFT, which rounds differently, unless the image is a part of another.
constexpr int kLargestDirectArea = 49;

// A recipe for images of a type.
struct Work
{
    Instance instance;
    Borders borders;
    int srcDepth, dstDepth;
    Definition definition;

    Work(const Recipe& recipe, const cv::Mat& src)
        : instance(recipe.instance(src.type())), borders(bordersOf(recipe.settings)), srcDepth(src.depth()),
          dstDepth(CV_MAT_DEPTH(destinationType(src.type(), recipe.settings))),
          definition(instance.definition(srcDepth, dstDepth, {src.size(), borders.row, false}))
    {
        if (instance.parameters.defaultOutside && definition.results)
            borders.outside = cv::morphologyDefaultBorderValue();
    }

    bool picksPixels() const { return static_cast<bool>(definition.results); }
    Surroundings around(const cv::Mat& src) const
    {
        return {src, {{0, 0}, src.size()}, borders.row, borders.column, borders.outside};
    }
};

bool opencvHasBorders(const Work& work)
{
    const Borders& b = work.borders;
    return b.row == b.column && b.row != cv::BORDER_WRAP && b.row != cv::cudatiled::BORDER_INSIDE &&
           (b.row != cv::BORDER_CONSTANT || b.outside == cv::Scalar() ||
            b.outside == cv::morphologyDefaultBorderValue());
}

// Filters an image with its borders around it, as a part of a larger one: the mode given to OpenCV counts for nothing
// there.
cv::Mat filteredWithBordersAround(const Work& work, const cv::Mat& src, int dstDepth)
{
    const cv::Size spare = work.definition.kernel.size();
    const int x = 2 * spare.width, y = 2 * spare.height;
    cv::Mat rows, whole, dst;
    cv::copyMakeBorder(src, rows, 0, 0, x, x, work.borders.row, work.borders.outside);
    cv::copyMakeBorder(rows, whole, y, y, 0, 0, work.borders.column, work.borders.outside);
    const cv::Rect reach(cv::Point(spare), src.size() + spare + spare);
    // For a part of an image OpenCV would leave the fixed-point arithmetic of its Gaussians.
    const int isolated = work.definition.finish == Finish::HalfUp ? cv::BORDER_ISOLATED : 0;
    work.instance.opencv(whole(reach), dst, dstDepth, cv::BORDER_REPLICATE | isolated);
    return dst(cv::Rect(cv::Point(spare), src.size())).clone();
}

} // namespace

cv::Mat opencvResult(const Recipe& recipe, const cv::Mat& src)
{
    const Work work(recipe, src);
    cv::Mat image = src, dst;
    if (src.depth() == CV_8S) // OpenCV's filters have no 8S: the same values in 16S
        src.convertTo(image, CV_16S);
    const int dstDepth = work.dstDepth == CV_8S ? CV_16S : work.dstDepth;
    if (work.picksPixels())
    {
        if (opencvHasBorders(work))
            work.instance.opencv(image, dst, dstDepth, work.borders.row);
        else
            dst = evaluate(work.definition, work.around(image), dstDepth, false).lowest;
    }
    else if (opencvHasBorders(work) && work.definition.kernel.total() <= kLargestDirectArea)
        work.instance.opencv(image, dst, dstDepth, work.borders.row);
    else
        dst = filteredWithBordersAround(work, image, dstDepth);
    dst.convertTo(dst, work.dstDepth);
    return dst;
}

Expected contractFor(const Recipe& recipe, const cv::Mat& src)
{
    const Work work(recipe, src);
    const bool onCpu = cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CPU;
    return evaluate(work.definition, work.around(src), work.dstDepth, onCpu);
}

} // namespace samples
