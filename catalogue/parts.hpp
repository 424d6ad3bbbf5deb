// SPDX-License-Identifier: Apache-2.0
// What descriptions of filters are made of: random parameters, texts, definitions, OpenCV's functions.
#pragma once

#include <limits>

#include "entry.hpp"

namespace cudatiled_catalogue {

// ---- Random parameters

template <class T> T oneOf(cv::RNG& random, std::initializer_list<T> values)
{
    return values.begin()[random.uniform(0, static_cast<int>(values.size()))];
}

// Mostly small sizes, now and then one wider than tiles, cells and images.
int drawLength(cv::RNG& random);
// Often a small square that has a kernel of its own, now and then more taps than fit into the arguments of a kernel.
cv::Size drawKernelSize(cv::RNG& random);
cv::Point drawAnchor(cv::RNG& random, cv::Size ksize);
cv::Mat drawTaps(cv::RNG& random, int rows, int cols);
cv::Mat drawIntegerTaps(cv::RNG& random, int rows, int cols); // from -4 to 4
// Of two dimensions; now and then a product of a column and a row.
cv::Mat drawMask(cv::RNG& random, cv::Size size);
double drawDelta(cv::RNG& random);
double drawScale(cv::RNG& random);
cv::Point drawOrders(cv::RNG& random, int ksize);

// Taps as a filter has them.
cv::Mat floats(const cv::Mat& taps);

// ---- Texts

cv::Point centred(cv::Point anchor, cv::Size ksize);
std::string text(cv::Size size);
std::string text(cv::Point anchor);
std::string textOfDelta(double delta);

// ---- Arguments that factories refuse

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
constexpr const char* kFinite = "finite float";

cv::Mat onesWith(double tap, int type = CV_32FC1); // 3x3 taps of 1 but for one

// `own`, and the deltas that every filter with a delta refuses.
std::vector<Refused> withDeltas(const std::function<Factory(double delta)>& factory, std::vector<Refused> own);

// ---- Definitions

Definition dense(const cv::Mat& kernel, cv::Point anchor, double delta);
Definition separable(const cv::Mat& row, const cv::Mat& column, cv::Point anchor, double delta);

// ---- OpenCV's functions

bool has32S(const cv::Mat& src, int ddepth);
// OpenCV's function on the same pixels in double, saturated: for 32S, which it has not or not in all digits.
void inDouble(const cv::Mat& src, cv::Mat& dst, int ddepth, const std::function<void(const cv::Mat&, cv::Mat&)>& f);
using OpenCvFunction = std::function<void(const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType)>;

// `function`, or for 32S cv::sepFilter2D with these taps.
OpenCvFunction orInDouble(const OpenCvFunction& function, const cv::Mat& row, const cv::Mat& column, cv::Point anchor,
                          double delta);

} // namespace cudatiled_catalogue
