// SPDX-License-Identifier: Apache-2.0
// The functions of OpenCV's imgproc that filter images, by their own names and signatures, on a GPU where there is one.
#ifndef OPENCV_CUDATILED_IMGPROC_HPP
#define OPENCV_CUDATILED_IMGPROC_HPP

#include "opencv2/cudatiled.hpp"

namespace cv { namespace cudatiled {

/** @addtogroup cudatiled_imgproc
@{

In a program that calls cv::GaussianBlur and its like, writing cv::cudatiled:: for cv:: is all there is to do. `src` and `dst` are cv::Mat
(or UMat, HostMem), filtered by the backend that getBackend names, or both cv::cuda::GpuMat, filtered on the default stream. Parameters,
defaults, depths and results are those of imgproc, where docs/ACCURACY.md does not say otherwise; see the `create…Filter` function
behind each for what is accepted and for the formula. `ddepth < 0` means the
depth of the source.

Each call makes a filter and keeps it for the next call with the same arguments and image type: the last 64 are kept, for all
threads. Who calls with ever new arguments, or wants a stream, takes a `create…Filter` function.

All of them throw a cv::Exception that names the function behind, the offending value and what would be accepted; `dst` is not written then.
*/

/** @brief cv::filter2D; createLinearFilter. */
CV_EXPORTS_W void filter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernel, Point anchor = Point(-1, -1),
                           double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief cv::sepFilter2D; createSeparableLinearFilter. */
CV_EXPORTS_W void sepFilter2D(InputArray src, OutputArray dst, int ddepth, InputArray kernelX, InputArray kernelY,
                              Point anchor = Point(-1, -1), double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief cv::GaussianBlur; createGaussianFilter. */
CV_EXPORTS_W void GaussianBlur(InputArray src, OutputArray dst, Size ksize, double sigmaX, double sigmaY = 0,
                               int borderType = BORDER_DEFAULT);

/** @brief cv::blur; createBoxFilter. */
CV_EXPORTS_W void blur(InputArray src, OutputArray dst, Size ksize, Point anchor = Point(-1, -1),
                       int borderType = BORDER_DEFAULT);

/** @brief cv::boxFilter; createBoxFilter. */
CV_EXPORTS_W void boxFilter(InputArray src, OutputArray dst, int ddepth, Size ksize, Point anchor = Point(-1, -1),
                            bool normalize = true, int borderType = BORDER_DEFAULT);

/** @brief cv::Sobel; createSobelFilter. */
CV_EXPORTS_W void Sobel(InputArray src, OutputArray dst, int ddepth, int dx, int dy, int ksize = 3, double scale = 1,
                        double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief cv::Scharr; createScharrFilter. */
CV_EXPORTS_W void Scharr(InputArray src, OutputArray dst, int ddepth, int dx, int dy, double scale = 1,
                         double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief cv::Laplacian; createLaplacianFilter. */
CV_EXPORTS_W void Laplacian(InputArray src, OutputArray dst, int ddepth, int ksize = 1, double scale = 1,
                            double delta = 0, int borderType = BORDER_DEFAULT);

/** @brief cv::spatialGradient, both first Sobel derivatives to 16S; for any depth and aperture of createSobelFilter. */
CV_EXPORTS_W void spatialGradient(InputArray src, OutputArray dx, OutputArray dy, int ksize = 3,
                                  int borderType = BORDER_DEFAULT);

/** @brief cv::erode; createMorphologyFilter. */
CV_EXPORTS_W void erode(InputArray src, OutputArray dst, InputArray kernel, Point anchor = Point(-1, -1),
                        int iterations = 1, int borderType = BORDER_CONSTANT,
                        const Scalar& borderValue = Scalar::all(DBL_MAX));

/** @brief cv::dilate; createMorphologyFilter. */
CV_EXPORTS_W void dilate(InputArray src, OutputArray dst, InputArray kernel, Point anchor = Point(-1, -1),
                         int iterations = 1, int borderType = BORDER_CONSTANT,
                         const Scalar& borderValue = Scalar::all(DBL_MAX));

/** @brief cv::morphologyEx, but for MORPH_HITMISS; createMorphologyFilter. */
CV_EXPORTS_W void morphologyEx(InputArray src, OutputArray dst, int op, InputArray kernel, Point anchor = Point(-1, -1),
                               int iterations = 1, int borderType = BORDER_CONSTANT,
                               const Scalar& borderValue = Scalar::all(DBL_MAX));

/** @brief cv::medianBlur; createMedianFilter. */
CV_EXPORTS_W void medianBlur(InputArray src, OutputArray dst, int ksize);

//! @}

}} // namespace cv::cudatiled

#endif // OPENCV_CUDATILED_IMGPROC_HPP
