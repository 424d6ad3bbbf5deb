// SPDX-License-Identifier: Apache-2.0
// For programs written for cv::cuda: the factories of OpenCV's cudafilters with their arguments and their meaning.
#ifndef OPENCV_CUDATILED_CUDAFILTERS_HPP
#define OPENCV_CUDATILED_CUDAFILTERS_HPP

#include "opencv2/cudatiled.hpp"

namespace cv { namespace cudatiled { namespace cuda {

/**
@defgroup cudatiled_cudafilters Functions of cudafilters
@ingroup cudatiled
@{

A program that calls `cv::cuda::create…Filter` can call `cv::cudatiled::cuda::create…Filter` instead. Names, order of
arguments and defaults are cv::cuda's, and so is the meaning:
- a region of a GpuMat is an image by itself, with the border mode around it: BORDER_ISOLATED is always added;
- Morphology continues the image as BORDER_REFLECT_101;
- Median uses no pixels outside: it sorts the n pixels of a window that are inside the image and takes the one at
  index n / 2, counted from 0;
- of `dstType` only the depth counts;
- a negative anchor is the centre;
- sizes and standard deviations of Gaussian that are not positive are computed;
- an even windowSize of Median stands for the next odd one;
- a structuring element that is given is applied at least once.

Each function calls the factory of the same name in cv::cudatiled. See there for the formula, the accuracy, the errors
and the accepted types, which are more than cv::cuda's. docs/FROM_CV_CUDA.md lists the remaining differences.
*/

typedef cv::cudatiled::Filter Filter; //!< where OpenCV has cudafilters, a Ptr<cv::cuda::Filter> can hold it, too

/** @brief The mean of a rectangle: cv::cuda::createBoxFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts; negative: srcType
@param ksize width and height of the rectangle in pixels
@param anchor pixel of the rectangle that lies on the result; a negative coordinate is the centre
@param borderMode how the image continues, see cv::cudatiled::createLinearFilter
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as cv::cudatiled::createBoxFilter */
CV_EXPORTS Ptr<Filter> createBoxFilter(int srcType, int dstType, Size ksize, Point anchor = Point(-1, -1),
                                       int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief Correlation with a 2-D kernel: cv::cuda::createLinearFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts; negative: srcType
@param kernel h x w taps, one channel
@param anchor tap that lies on the pixel; a negative coordinate is the centre
@param borderMode how the image continues, see cv::cudatiled::createLinearFilter
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as cv::cudatiled::createLinearFilter */
CV_EXPORTS Ptr<Filter> createLinearFilter(int srcType, int dstType, InputArray kernel, Point anchor = Point(-1, -1),
                                          int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The Laplacian: cv::cuda::createLaplacianFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts; negative: srcType
@param ksize aperture in pixels: 1, 3, 5, … 31
@param scale factor of the Laplacian
@param borderMode how the image continues, see cv::cudatiled::createLinearFilter
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as cv::cudatiled::createLaplacianFilter */
CV_EXPORTS Ptr<Filter> createLaplacianFilter(int srcType, int dstType, int ksize = 1, double scale = 1,
                                             int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief Correlation of rows with one kernel and of columns with another: cv::cuda::createSeparableLinearFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts; negative: srcType
@param rowKernel horizontal taps
@param columnKernel vertical taps
@param anchor tap that lies on the pixel; a negative coordinate is the centre
@param rowBorderMode how rows continue at the left and right, see cv::cudatiled::createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@throws cv::Exception as cv::cudatiled::createSeparableLinearFilter */
CV_EXPORTS Ptr<Filter> createSeparableLinearFilter(int srcType, int dstType, InputArray rowKernel,
                                                   InputArray columnKernel, Point anchor = Point(-1, -1),
                                                   int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1);

/** @brief The derivative of order dx along x and dy along y, normalized on request: cv::cuda::createDerivFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts; negative: srcType
@param dx order in x
@param dy order in y
@param ksize aperture in pixels: 1, 3, 5, … 31, or FILTER_SCHARR (-1)
@param normalize whether the taps are scaled, so that results keep the range of the source
@param scale factor of the derivative
@param rowBorderMode how rows continue at the left and right, see cv::cudatiled::createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@throws cv::Exception as cv::cudatiled::createDerivFilter */
CV_EXPORTS Ptr<Filter> createDerivFilter(int srcType, int dstType, int dx, int dy, int ksize, bool normalize = false,
                                         double scale = 1, int rowBorderMode = BORDER_DEFAULT,
                                         int columnBorderMode = -1);

/** @brief The Sobel derivative: cv::cuda::createSobelFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts; negative: srcType
@param dx order in x
@param dy order in y
@param ksize aperture in pixels: 1, 3, 5, … 31, or FILTER_SCHARR (-1)
@param scale factor of the derivative
@param rowBorderMode how rows continue at the left and right, see cv::cudatiled::createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@throws cv::Exception as cv::cudatiled::createSobelFilter */
CV_EXPORTS Ptr<Filter> createSobelFilter(int srcType, int dstType, int dx, int dy, int ksize = 3, double scale = 1,
                                         int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1);

/** @brief The first derivative by the 3x3 Scharr operator: cv::cuda::createScharrFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts; negative: srcType
@param dx order in x: 1, or 0
@param dy order in y: 0 where dx is 1, else 1
@param scale factor of the derivative
@param rowBorderMode how rows continue at the left and right, see cv::cudatiled::createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@throws cv::Exception as cv::cudatiled::createScharrFilter */
CV_EXPORTS Ptr<Filter> createScharrFilter(int srcType, int dstType, int dx, int dy, double scale = 1,
                                          int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1);

/** @brief The Gaussian blur: cv::cuda::createGaussianFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts; negative: srcType
@param ksize aperture in pixels, odd; a size that is not positive is computed from the standard deviation
@param sigma1 standard deviation along x in pixels; computed from ksize if it is not positive
@param sigma2 standard deviation along y in pixels; sigma1 if it is not positive
@param rowBorderMode how rows continue at the left and right, see cv::cudatiled::createLinearFilter
@param columnBorderMode how columns continue at the top and bottom; negative: as rows
@throws cv::Exception as cv::cudatiled::createGaussianFilter */
CV_EXPORTS Ptr<Filter> createGaussianFilter(int srcType, int dstType, Size ksize, double sigma1, double sigma2 = 0,
                                            int rowBorderMode = BORDER_DEFAULT, int columnBorderMode = -1);

/** @brief Mathematical morphology: cv::cuda::createMorphologyFilter. Outside, each step sees BORDER_REFLECT_101.
@param op MORPH_ERODE, MORPH_DILATE, MORPH_OPEN, MORPH_CLOSE, MORPH_GRADIENT, MORPH_TOPHAT or MORPH_BLACKHAT of
cv::MorphTypes
@param srcType type of the source image, and of the destination
@param kernel structuring element of one channel; empty: 3x3 pixels
@param anchor pixel of the element that lies on the result; a negative coordinate is the centre
@param iterations how many times to erode and dilate; below 1: once, or not at all if the kernel is empty
@throws cv::Exception as cv::cudatiled::createMorphologyFilter */
CV_EXPORTS Ptr<Filter> createMorphologyFilter(int op, int srcType, InputArray kernel, Point anchor = Point(-1, -1),
                                              int iterations = 1);

/** @brief The highest pixel of a rectangle: cv::cuda::createBoxMaxFilter.
@param srcType type of the source image, and of the destination
@param ksize width and height of the rectangle in pixels
@param anchor pixel of the rectangle that lies on the result; a negative coordinate is the centre
@param borderMode how the image continues, see cv::cudatiled::createLinearFilter
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as cv::cudatiled::createBoxMaxFilter */
CV_EXPORTS Ptr<Filter> createBoxMaxFilter(int srcType, Size ksize, Point anchor = Point(-1, -1),
                                          int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The lowest pixel of a rectangle: cv::cuda::createBoxMinFilter.
@param srcType type of the source image, and of the destination
@param ksize width and height of the rectangle in pixels
@param anchor pixel of the rectangle that lies on the result; a negative coordinate is the centre
@param borderMode how the image continues, see cv::cudatiled::createLinearFilter
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as cv::cudatiled::createBoxMinFilter */
CV_EXPORTS Ptr<Filter> createBoxMinFilter(int srcType, Size ksize, Point anchor = Point(-1, -1),
                                          int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The sum of `ksize` pixels along a row: cv::cuda::createRowSumFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts
@param ksize number of pixels
@param anchor which of them lies on the result, from 0; negative: the centre
@param borderMode how the image continues, see cv::cudatiled::createLinearFilter
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as cv::cudatiled::createRowSumFilter */
CV_EXPORTS Ptr<Filter> createRowSumFilter(int srcType, int dstType, int ksize, int anchor = -1,
                                          int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The sum of `ksize` pixels along a column: cv::cuda::createColumnSumFilter.
@param srcType type of the source image
@param dstType type of the destination; only its depth counts
@param ksize number of pixels
@param anchor which of them lies on the result, from 0; negative: the centre
@param borderMode how the image continues, see cv::cudatiled::createLinearFilter
@param borderVal value of outside pixels for BORDER_CONSTANT, one per channel
@throws cv::Exception as cv::cudatiled::createColumnSumFilter */
CV_EXPORTS Ptr<Filter> createColumnSumFilter(int srcType, int dstType, int ksize, int anchor = -1,
                                             int borderMode = BORDER_DEFAULT, Scalar borderVal = Scalar::all(0));

/** @brief The median of a square: cv::cuda::createMedianFilter. Windows end at the edges of the image.
@param srcType type of the source image, and of the destination
@param windowSize side of the square in pixels, from 3; even: one more
@param partition ignored; cv::cuda's filter divides its work by it
@throws cv::Exception as cv::cudatiled::createMedianFilter */
CV_EXPORTS Ptr<Filter> createMedianFilter(int srcType, int windowSize, int partition = 128);

//! @}

}}} // namespace cv::cudatiled::cuda

#endif // OPENCV_CUDATILED_CUDAFILTERS_HPP
