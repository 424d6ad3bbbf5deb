// SPDX-License-Identifier: Apache-2.0
// The functions of OpenCV's imgproc that filter images, by their own names and signatures, on a GPU where there is one.
#ifndef OPENCV_CUDATILED_IMGPROC_HPP
#define OPENCV_CUDATILED_IMGPROC_HPP

#include "opencv2/cudatiled.hpp"

namespace cv { namespace cudatiled {

/** @addtogroup cudatiled_imgproc
@{

In a program that calls cv::GaussianBlur and its like, write cv::cudatiled:: in place of cv::; nothing else changes.

`src` and `dst` are both on the host (cv::Mat, UMat, HostMem) or both cv::cuda::GpuMat. The backend that getBackend
names filters host images; a GpuMat is filtered on the default stream. Parameters, defaults, depths and results are
those of imgproc, except where docs/ACCURACY.md says otherwise. The `create…Filter` function that each entry names has
the formula and the accepted arguments. `ddepth < 0` means the depth of the source.

Each call creates a filter and keeps it for the next call with the same arguments and image type. The last 64 filters
are kept, for all threads. If the arguments change from call to call, or you need a stream, use the `create…Filter`
functions.

Errors are cv::Exceptions that name the underlying factory, the offending value and what would be accepted; `dst` is not
written then.
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

/** @brief cv::sqrBoxFilter to 8U, 16U, 16S or 32F, which a negative ddepth is; createSqrBoxFilter. */
CV_EXPORTS_W void sqrBoxFilter(InputArray src, OutputArray dst, int ddepth, Size ksize, Point anchor = Point(-1, -1),
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

/** @brief cv::spatialGradient: both first Sobel derivatives in 16S, for any depth and aperture of createSobelFilter. */
CV_EXPORTS_W void spatialGradient(InputArray src, OutputArray dx, OutputArray dy, int ksize = 3,
                                  int borderType = BORDER_DEFAULT);

/** @brief cv::Canny; createCannyFilter. */
CV_EXPORTS_W void Canny(InputArray image, OutputArray edges, double threshold1, double threshold2, int apertureSize = 3,
                        bool L2gradient = false);

/** @brief cv::Canny of derivatives; CannyFilter::detect. */
CV_EXPORTS_W void Canny(InputArray dx, InputArray dy, OutputArray edges, double threshold1, double threshold2,
                        bool L2gradient = false);

/** @brief cv::cornerHarris; createCornerHarrisFilter. */
CV_EXPORTS_W void cornerHarris(InputArray src, OutputArray dst, int blockSize, int ksize, double k,
                               int borderType = BORDER_DEFAULT);

/** @brief cv::cornerMinEigenVal; createCornerMinEigenValFilter. */
CV_EXPORTS_W void cornerMinEigenVal(InputArray src, OutputArray dst, int blockSize, int ksize = 3,
                                    int borderType = BORDER_DEFAULT);

/** @brief cv::erode; createMorphologyFilter. */
CV_EXPORTS_W void erode(InputArray src, OutputArray dst, InputArray kernel, Point anchor = Point(-1, -1),
                        int iterations = 1, int borderType = BORDER_CONSTANT,
                        const Scalar& borderValue = Scalar::all(DBL_MAX));

/** @brief cv::dilate; createMorphologyFilter. */
CV_EXPORTS_W void dilate(InputArray src, OutputArray dst, InputArray kernel, Point anchor = Point(-1, -1),
                         int iterations = 1, int borderType = BORDER_CONSTANT,
                         const Scalar& borderValue = Scalar::all(DBL_MAX));

/** @brief cv::morphologyEx, except MORPH_HITMISS; createMorphologyFilter. */
CV_EXPORTS_W void morphologyEx(InputArray src, OutputArray dst, int op, InputArray kernel, Point anchor = Point(-1, -1),
                               int iterations = 1, int borderType = BORDER_CONSTANT,
                               const Scalar& borderValue = Scalar::all(DBL_MAX));

/** @brief cv::bilateralFilter; createBilateralFilter. */
CV_EXPORTS_W void bilateralFilter(InputArray src, OutputArray dst, int d, double sigmaColor, double sigmaSpace,
                                  int borderType = BORDER_DEFAULT);

/** @brief cv::ximgproc::jointBilateralFilter; createJointBilateralFilter. An empty `joint` stands for `src`. */
CV_EXPORTS_W void jointBilateralFilter(InputArray joint, InputArray src, OutputArray dst, int d, double sigmaColor,
                                       double sigmaSpace, int borderType = BORDER_DEFAULT);

/** @brief cv::pyrDown; createPyrDownFilter. */
CV_EXPORTS_W void pyrDown(InputArray src, OutputArray dst, const Size& dstsize = Size(),
                          int borderType = BORDER_DEFAULT);

/** @brief cv::pyrUp; createPyrUpFilter. */
CV_EXPORTS_W void pyrUp(InputArray src, OutputArray dst, const Size& dstsize = Size(), int borderType = BORDER_DEFAULT);

/** @brief cv::resize by INTER_NEAREST, INTER_LINEAR and, by whole factors, INTER_AREA; createResizeFilter. */
CV_EXPORTS_W void resize(InputArray src, OutputArray dst, Size dsize, double fx = 0, double fy = 0,
                         int interpolation = 1);

/** @brief cv::medianBlur; createMedianFilter. */
CV_EXPORTS_W void medianBlur(InputArray src, OutputArray dst, int ksize);

/** @brief cv::cvtColor to gray, from COLOR_BGR2GRAY, COLOR_RGB2GRAY, COLOR_BGRA2GRAY and COLOR_RGBA2GRAY: other codes
are refused. `dstCn` is 0 or 1; createGrayFilter. */
CV_EXPORTS_W void cvtColor(InputArray src, OutputArray dst, int code, int dstCn = 0);

/** @brief cv::threshold; createThresholdFilter. Returns the threshold, rounded down for images of integers.

Because it returns a number, a call with THRESH_OTSU or THRESH_TRIANGLE, which take 8UC1 and 16UC1, waits for the
device, and uploads a host image whole. calcHist and thresholdLevel leave that threshold on the device,
createAutoThresholdFilter compares with it there; see opencv2/cudatiled/histogram.hpp. */
CV_EXPORTS_W double threshold(InputArray src, OutputArray dst, double thresh, double maxval, int type);

/** @brief cv::adaptiveThreshold; createAdaptiveThresholdFilter. */
CV_EXPORTS_W void adaptiveThreshold(InputArray src, OutputArray dst, double maxValue, int adaptiveMethod,
                                    int thresholdType, int blockSize, double C);

/** @brief cv::LUT of bytes; createLookUpTableFilter. */
CV_EXPORTS_W void LUT(InputArray src, InputArray lut, OutputArray dst);

/** @brief cv::equalizeHist, of images of 1 to 4 channels; createEqualizeHistFilter. */
CV_EXPORTS_W void equalizeHist(InputArray src, OutputArray dst);

//! @}

}} // namespace cv::cudatiled

#endif // OPENCV_CUDATILED_IMGPROC_HPP
