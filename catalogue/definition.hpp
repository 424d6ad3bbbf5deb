// SPDX-License-Identifier: Apache-2.0
// The results of a filter by definition: sums in double, borders by cv::borderInterpolate, no optimisation.
#pragma once

#include <functional>

#include <opencv2/core.hpp>

namespace cudatiled_catalogue {

// How the sum of taps and pixels becomes a result.
enum class Finish
{
    Rounded,    // saturated, rounded half to even
    HalfUp,     // rounded half up: OpenCV's fixed-point Gaussian
    Sum,        // integers exactly, saturated, or rounded to float
    ByteMean,   // OpenCV's integer division of a sum of at most 256 bytes
    FloatScale, // float(sum) * float(scale), then Rounded: OpenCV's other boxes
    Scaled      // the exact sum * scale + delta by one fma, then Rounded: convolutions of integers
};

struct Surroundings;

// The interval that every result must lie in, as CV_64F images. Both ends are equal where the accuracy contract
// promises equality.
struct Expected
{
    cv::Mat lowest, highest;
};

// Results that are equal.
inline Expected exactly(const cv::Mat& results)
{
    return {results, results};
}

struct Interval
{
    double lowest, highest;
};

struct Definition
{
    // The results of a filter that is no sum; all other members are ignored then. Arguments as evaluate().
    std::function<Expected(const Surroundings& image, int dstDepth, bool openCvItself)> results;

    cv::Mat_<double> kernel; // all taps, as the filter has them
    cv::Mat_<double>
        weights;      // of the pixels in the sum of |tap * pixel|; empty: |kernel|. Larger where two kernels are added
    cv::Point anchor; // inside the kernel
    int chain = 0;    // taps that a filter in float adds one after the other; 0: all of the kernel
    double delta = 0;
    Finish finish = Finish::Rounded;
    double scale = 1; // for ByteMean, FloatScale and Scaled

    // A function of the finished sum and the pixel that it lies on; empty: the sum is the result.
    std::function<Interval(double pixel, Interval finished)> combined;
};

inline bool isFloatDepth(int depth)
{
    return depth == CV_32F || depth == CV_16F;
}

// The image around a filtered region.
struct Surroundings
{
    cv::Mat whole;   // the image that the region is cut from; of a region that is isolated: the region
    cv::Rect region; // in `whole`
    int rowBorder, columnBorder;
    cv::Scalar outside;
    cv::Mat guide = {};   // of a filter that takes one beside the image: as `whole`; empty: there is none
    cv::Rect guided = {}; // in `guide`, what lies on the region
};

// For integer results `largest` counts steps, for float results tolerances: multiples of what the contract allows a
// scalar.
struct Difference
{
    long scalars = 0, differing = 0;
    double largest = 0;

    Difference& operator+=(const Difference& other);
};

// Bounds by the accuracy contract: exact if the taps are integers and all sums stay below 2^24 (and for HalfUp,
// ByteMean and FloatScale always; Scaled with any scale and delta); else a correct rounding of a value within max(1e-3,
// tolerance) of the exact one, or, for float results, a value within the tolerance (16F: the rounding of one):
// min(chain
// + 1, 2.5 * sqrt(chain + 1)) * 2^-24 * sum |tap * pixel|. Of Rounded from or to 32S: exact below 2^53, else a correct
// rounding of a value within max(1e-3, 2^-40 * sum |tap * pixel|). `openCvItself`: bounds for OpenCV's own loops, whose
// last columns do not always round as the others do.
Expected evaluate(const Definition& definition, const Surroundings& image, int dstDepth, bool openCvItself);

// As a result of that depth: rounded half to even and saturated, or the nearest float.
double saturateRound(double value, int depth);

// The region with everything that a kernel reaches, CV_64F.
cv::Mat reached(cv::Size kernel, cv::Point anchor, const Surroundings& image);

// How far results are from their bounds, or from other results.
Difference differenceFrom(const cv::Mat& result, const Expected& expected);
Difference differenceBetween(const cv::Mat& result, const cv::Mat& other, const Expected& expected);

// The largest error of a float result, in tolerances; -1 where the contract promises equality, or there is no
// tolerance.
double largestError(const cv::Mat& result, const Expected& expected);

// The first scalar out of bounds, for people; empty if there is none. Bounds from -inf to inf take anything.
std::string firstViolation(const cv::Mat& result, const Expected& expected);

} // namespace cudatiled_catalogue
