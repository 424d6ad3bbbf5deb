// SPDX-License-Identifier: Apache-2.0
// Included before a source of OpenCV's: what it calls as cv::cuda::create…Filter is the function of
// cv::cudatiled::cuda.
#ifndef OPENCV_CUDATILED_INSTEAD_OF_CUDAFILTERS_HPP
#define OPENCV_CUDATILED_INSTEAD_OF_CUDAFILTERS_HPP

// OpenCV's own header declares them under names that nobody calls.
#define createBoxFilter createBoxFilterOfOpenCv
#define createLinearFilter createLinearFilterOfOpenCv
#define createLaplacianFilter createLaplacianFilterOfOpenCv
#define createSeparableLinearFilter createSeparableLinearFilterOfOpenCv
#define createDerivFilter createDerivFilterOfOpenCv
#define createSobelFilter createSobelFilterOfOpenCv
#define createScharrFilter createScharrFilterOfOpenCv
#define createGaussianFilter createGaussianFilterOfOpenCv
#define createMorphologyFilter createMorphologyFilterOfOpenCv
#define createBoxMaxFilter createBoxMaxFilterOfOpenCv
#define createBoxMinFilter createBoxMinFilterOfOpenCv
#define createRowSumFilter createRowSumFilterOfOpenCv
#define createColumnSumFilter createColumnSumFilterOfOpenCv
#define createMedianFilter createMedianFilterOfOpenCv

#include <opencv2/cudafilters.hpp>

#undef createBoxFilter
#undef createLinearFilter
#undef createLaplacianFilter
#undef createSeparableLinearFilter
#undef createDerivFilter
#undef createSobelFilter
#undef createScharrFilter
#undef createGaussianFilter
#undef createMorphologyFilter
#undef createBoxMaxFilter
#undef createBoxMinFilter
#undef createRowSumFilter
#undef createColumnSumFilter
#undef createMedianFilter

#include <opencv2/cudatiled/cudafilters.hpp>

namespace cv { namespace cuda {

using cudatiled::cuda::createBoxFilter;
using cudatiled::cuda::createBoxMaxFilter;
using cudatiled::cuda::createBoxMinFilter;
using cudatiled::cuda::createColumnSumFilter;
using cudatiled::cuda::createDerivFilter;
using cudatiled::cuda::createGaussianFilter;
using cudatiled::cuda::createLaplacianFilter;
using cudatiled::cuda::createLinearFilter;
using cudatiled::cuda::createMedianFilter;
using cudatiled::cuda::createMorphologyFilter;
using cudatiled::cuda::createRowSumFilter;
using cudatiled::cuda::createScharrFilter;
using cudatiled::cuda::createSeparableLinearFilter;
using cudatiled::cuda::createSobelFilter;

}} // namespace cv::cuda

#endif
