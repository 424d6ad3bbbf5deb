// SPDX-License-Identifier: Apache-2.0
// Integer masks that are the outer product of a column and a row.
#pragma once

#include <optional>

#include <opencv2/core.hpp>

namespace cv { namespace cudatiled {

// mask = column * row, exactly.
struct IntegerFactors
{
    cv::Mat1d row, column; // integers; one row, one column
};

// Nothing if a tap is not an integer below 2^53, or the mask is not of rank 1 or 0. The row's taps have no common
// divisor; the sum of the column's, or if that is 0 their largest magnitude, is positive.
std::optional<IntegerFactors> integerFactors(const cv::Mat1d& mask);

// Turns the signs of both where that makes the column's sum, or its largest magnitude, positive.
void chooseSign(cv::Mat1d& row, cv::Mat1d& column);

// Where the magnitude is largest.
cv::Point largestTap(const cv::Mat1d& mask);

}} // namespace cv::cudatiled
