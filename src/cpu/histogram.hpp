// SPDX-License-Identifier: Apache-2.0
// Histograms, and the thresholds that they tell, on the CPU.
#pragma once

#include <opencv2/core.hpp>

namespace cv { namespace cudatiled {

// Counts an image of 8U or 16U into hist, which is CV_32SC1 of channels x bins.
void countOnCpu(const cv::Mat& src, cv::Mat& hist);

// A threshold for each row of hist, by THRESH_OTSU or THRESH_TRIANGLE, into a column of CV_32SC1.
void thresholdsOnCpu(const cv::Mat& hist, bool otsu, cv::Mat& levels);

}} // namespace cv::cudatiled
