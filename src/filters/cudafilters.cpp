// SPDX-License-Identifier: Apache-2.0
// The door from cv::cuda: arguments of its factories as those of this library's.
#include <algorithm>

#include <opencv2/cudatiled/cudafilters.hpp>

#include "../api/engine.hpp"
#include "median.hpp"

namespace cv { namespace cudatiled { namespace cuda {

namespace {

// A border mode around the region itself; a negative column mode means that of rows.
int isolated(int borderMode)
{
    return borderMode < 0 ? borderMode : borderMode | cv::BORDER_ISOLATED;
}

int depthOf(int dstType)
{
    return dstType < 0 ? dstType : CV_MAT_DEPTH(dstType);
}

cv::Point centredIfNegative(cv::Point anchor)
{
    return {std::max(anchor.x, -1), std::max(anchor.y, -1)};
}

} // namespace

Ptr<Filter> createBoxFilter(int srcType, int dstType, Size ksize, Point anchor, int borderMode, Scalar borderVal)
{
    return cudatiled::createBoxFilter(srcType, depthOf(dstType), ksize, centredIfNegative(anchor), isolated(borderMode),
                                      borderVal);
}

Ptr<Filter> createLinearFilter(int srcType, int dstType, InputArray kernel, Point anchor, int borderMode,
                               Scalar borderVal)
{
    return cudatiled::createLinearFilter(srcType, depthOf(dstType), kernel, centredIfNegative(anchor),
                                         isolated(borderMode), borderVal);
}

Ptr<Filter> createLaplacianFilter(int srcType, int dstType, int ksize, double scale, int borderMode, Scalar borderVal)
{
    return cudatiled::createLaplacianFilter(srcType, depthOf(dstType), ksize, scale, isolated(borderMode), borderVal);
}

Ptr<Filter> createSeparableLinearFilter(int srcType, int dstType, InputArray rowKernel, InputArray columnKernel,
                                        Point anchor, int rowBorderMode, int columnBorderMode)
{
    return cudatiled::createSeparableLinearFilter(srcType, depthOf(dstType), rowKernel, columnKernel,
                                                  centredIfNegative(anchor), isolated(rowBorderMode),
                                                  isolated(columnBorderMode));
}

Ptr<Filter> createDerivFilter(int srcType, int dstType, int dx, int dy, int ksize, bool normalize, double scale,
                              int rowBorderMode, int columnBorderMode)
{
    return cudatiled::createDerivFilter(srcType, depthOf(dstType), dx, dy, ksize, normalize, scale,
                                        isolated(rowBorderMode), isolated(columnBorderMode));
}

Ptr<Filter> createSobelFilter(int srcType, int dstType, int dx, int dy, int ksize, double scale, int rowBorderMode,
                              int columnBorderMode)
{
    return cudatiled::createSobelFilter(srcType, depthOf(dstType), dx, dy, ksize, scale, isolated(rowBorderMode),
                                        isolated(columnBorderMode));
}

Ptr<Filter> createScharrFilter(int srcType, int dstType, int dx, int dy, double scale, int rowBorderMode,
                               int columnBorderMode)
{
    return cudatiled::createScharrFilter(srcType, depthOf(dstType), dx, dy, scale, isolated(rowBorderMode),
                                         isolated(columnBorderMode));
}

Ptr<Filter> createGaussianFilter(int srcType, int dstType, Size ksize, double sigma1, double sigma2, int rowBorderMode,
                                 int columnBorderMode)
{
    const Size size(std::max(ksize.width, 0), std::max(ksize.height, 0));
    return cudatiled::createGaussianFilter(srcType, depthOf(dstType), size, std::max(sigma1, 0.), std::max(sigma2, 0.),
                                           isolated(rowBorderMode), isolated(columnBorderMode));
}

Ptr<Filter> createMorphologyFilter(int op, int srcType, InputArray kernel, Point anchor, int iterations)
{
    const int least = kernel.empty() ? 0 : 1; // cv::cuda applies an element that is given at least once
    return cudatiled::createMorphologyFilter(op, srcType, kernel, centredIfNegative(anchor),
                                             std::max(iterations, least), isolated(cv::BORDER_REFLECT_101));
}

Ptr<Filter> createBoxMaxFilter(int srcType, Size ksize, Point anchor, int borderMode, Scalar borderVal)
{
    return cudatiled::createBoxMaxFilter(srcType, ksize, centredIfNegative(anchor), isolated(borderMode), borderVal);
}

Ptr<Filter> createBoxMinFilter(int srcType, Size ksize, Point anchor, int borderMode, Scalar borderVal)
{
    return cudatiled::createBoxMinFilter(srcType, ksize, centredIfNegative(anchor), isolated(borderMode), borderVal);
}

Ptr<Filter> createRowSumFilter(int srcType, int dstType, int ksize, int anchor, int borderMode, Scalar borderVal)
{
    return cudatiled::createRowSumFilter(srcType, depthOf(dstType), ksize, std::max(anchor, -1), isolated(borderMode),
                                         borderVal);
}

Ptr<Filter> createColumnSumFilter(int srcType, int dstType, int ksize, int anchor, int borderMode, Scalar borderVal)
{
    return cudatiled::createColumnSumFilter(srcType, depthOf(dstType), ksize, std::max(anchor, -1),
                                            isolated(borderMode), borderVal);
}

Ptr<Filter> createMedianFilter(int srcType, int windowSize, int partition)
{
    (void)partition;                                                 // how cv::cuda divides its work
    MedianPlan plan = medianPlan(__func__, srcType, windowSize | 1); // windows reach windowSize / 2 to all sides
    plan.cutsWindows = true;
    return makeFilter(plan);
}

}}} // namespace cv::cudatiled::cuda
