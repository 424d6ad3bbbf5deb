// SPDX-License-Identifier: Apache-2.0
// Histograms of images, and the thresholds that they tell.
#ifndef OPENCV_CUDATILED_HISTOGRAM_HPP
#define OPENCV_CUDATILED_HISTOGRAM_HPP

#include "opencv2/cudatiled.hpp"

namespace cv { namespace cudatiled {

/**
@addtogroup cudatiled
@{ */

/** @brief Counts how many pixels have each level, channel by channel: the counts of cv::calcHist.

\f[hist(c, b) = \#\{(x, y): \lfloor src_c(x, y) / w \rfloor = b\}, \quad w = levels / bins\f]

`hist` is a small array of CV_32SC1 on the side of `src`: one row for each channel, one column for each bin. For 8UC1 it
is that of cv::cuda::calcHist. A region of interest is an image of its own.

With device images nothing waits for the host, and no memory is allocated: the work is enqueued on `stream`, a
`cudaStream_t` of the current device or an OpenCV stream; without one, on the default stream. The backend that
getBackend names counts host images, for which CUDA's uploads the whole image; the array is complete on return then.

@par Accuracy
_exact_: integers, which do not saturate. cv::calcHist counts in float, which is exact up to 2^24 pixels.
@par Kernels
histogramKernel for 8U, wideHistogramKernel for 16U, each after one that clears the counts.
@param src image of 8U or 16U with 1 to 4 channels and at most 2^31 - 1 pixels
@param hist becomes channels x bins counts
@param bins number of bins: 256 for 8U; a power of two from 256 to 65536 for 16U
@throws cv::Exception for other types, other numbers of bins, and images on different sides
@sa cv::calcHist, cv::cuda::calcHist */
CV_EXPORTS_W void calcHist(InputArray src, OutputArray hist, int bins = 256);

/** @overload */
CV_EXPORTS void calcHist(InputArray src, OutputArray hist, cuda::Stream& stream);

/** @overload */
CV_EXPORTS void calcHist(InputArray src, OutputArray hist, int bins, cuda::Stream& stream);

/** @overload */
CV_EXPORTS void calcHist(InputArray src, OutputArray hist, int bins, CUstream_st* stream);

/** @overload */
CV_EXPORTS void calcHist(const DeviceImage& src, DeviceImage& hist, int bins = 256, CUstream_st* stream = nullptr);

/** @brief The threshold that a histogram tells: the number that cv::threshold returns of Otsu's and the triangle's.

With device arrays nothing waits for the host: the threshold stays on the device, and is enqueued on `stream`.

@par Accuracy
_exact_: every threshold is cv::threshold's; see createAutoThresholdFilter for the triangle's of 65536 counts.
@param hist counts of CV_32SC1 with 256 or 65536 columns, a row for each channel, as calcHist makes them of 8U or 16U
@param level becomes a column of CV_32SC1: a threshold for each row of `hist`
@param type THRESH_OTSU or THRESH_TRIANGLE, see createAutoThresholdFilter
@throws cv::Exception for other arrays and flags
@sa cv::threshold, createAutoThresholdFilter */
CV_EXPORTS_W void thresholdLevel(InputArray hist, OutputArray level, int type);

/** @overload */
CV_EXPORTS void thresholdLevel(InputArray hist, OutputArray level, int type, cuda::Stream& stream);

/** @overload */
CV_EXPORTS void thresholdLevel(InputArray hist, OutputArray level, int type, CUstream_st* stream);

/** @overload */
CV_EXPORTS void thresholdLevel(const DeviceImage& hist, DeviceImage& level, int type, CUstream_st* stream = nullptr);

/** @} */

}} // namespace cv::cudatiled

#endif // OPENCV_CUDATILED_HISTOGRAM_HPP
