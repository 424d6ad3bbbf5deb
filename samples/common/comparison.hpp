// SPDX-License-Identifier: Apache-2.0
// How far a result is from OpenCV's CPU, whether that keeps the accuracy contract, and a picture of the difference.
#pragma once

#include <cstdint>
#include <string>

#include <opencv2/core.hpp>

#include "recipe.hpp"

namespace samples {

struct Comparison
{
    double largest = 0;               // difference of two scalars
    std::int64_t differingPixels = 0; // a pixel is all its channels
    bool contractKept = true;
    cv::Mat reference; // OpenCV's result

    std::string text() const;
};

// Compares what a filter made of `src` with OpenCV's result. The contract (docs/ACCURACY.md): equal where the
// arithmetic is integer; elsewhere a rounding of a value that lies within the tolerance of the exact one.
Comparison compareWithOpenCv(const Recipe& recipe, const cv::Mat& src, const cv::Mat& result);

// Compares what a chain made of `src` with OpenCV's functions one after another. Of each filter the contract is asked
// for the image that the filter before it made; the chain keeps it if all do, and if it equals them one after another.
Comparison compareWithOpenCv(const RecipeChain& chain, const cv::Mat& src, const cv::Mat& result);

// The scale at which the largest difference of two images is white; 1 where they are equal.
double brightestScale(const cv::Mat& a, const cv::Mat& b);

// The absolute difference times a scale, 8U, rounded and saturated; black where both are equal.
cv::Mat differencePicture(const cv::Mat& a, const cv::Mat& b, double scale);

// a - b as it is, 32F.
cv::Mat signedDifference(const cv::Mat& a, const cv::Mat& b);

} // namespace samples
