// SPDX-License-Identifier: Apache-2.0
// Describes each filter of the catalogue by its taps and its OpenCV call, and lays borders around images for both.
#include "opencv_reference.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include <opencv2/imgproc.hpp>

#include "rank_reference.hpp"

namespace samples {
namespace {

// A correlation: a 2-D kernel, or a row and a column of taps. `opencv` is the call that computes it on the CPU.
struct Correlation
{
    cv::Mat kernel;      // CV_64F; empty if separable
    cv::Mat row, column; // CV_64F vectors
    cv::Mat weights;     // of the pixels in the bound of the error; empty: the magnitudes of the taps
    cv::Point anchor = {-1, -1};
    double delta = 0;
    std::function<void(const cv::Mat& src, cv::Mat& dst, int borderMode)> opencv;

    cv::Size size() const { return kernel.empty() ? cv::Size(int(row.total()), int(column.total())) : kernel.size(); }
    int chain() const
    {
        if (!weights.empty()) // two separable kernels
            return size().width + 2 * size().height;
        return kernel.empty() ? size().width + size().height : size().area();
    }
};

double halfRange(int depth)
{
    return depth == CV_8U ? 128 : depth == CV_16U ? 32768 : depth == CV_32F ? 0.5 : 0;
}

Correlation byFilter2D(const cv::Mat& kernel, cv::Point anchor, double delta, int dstDepth)
{
    Correlation c;
    kernel.convertTo(c.kernel, CV_64F);
    c.anchor = anchor;
    c.delta = delta;
    c.opencv = [=](const cv::Mat& src, cv::Mat& dst, int borderMode) {
        cv::filter2D(src, dst, dstDepth, kernel, anchor, delta, borderMode);
    };
    return c;
}

Correlation bySepFilter2D(const cv::Mat& row, const cv::Mat& column, cv::Point anchor, double delta, int dstDepth)
{
    Correlation c;
    row.convertTo(c.row, CV_64F);
    column.convertTo(c.column, CV_64F);
    c.anchor = anchor;
    c.delta = delta;
    c.opencv = [=](const cv::Mat& src, cv::Mat& dst, int borderMode) {
        cv::sepFilter2D(src, dst, dstDepth, row, column, anchor, delta, borderMode);
    };
    return c;
}

cv::Mat sharpenKernel(int neighbours, double k)
{
    const double corner = neighbours == 8 ? -k : 0;
    return cv::Mat(cv::Matx33d(corner, -k, corner, -k, 1 + neighbours * k, -k, corner, -k, corner));
}

cv::Mat embossKernel(int direction, double strength)
{
    static const cv::Point steps[] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}};
    const cv::Point centre = {1, 1}, light = steps[direction];
    cv::Mat_<double> kernel = cv::Mat_<double>::zeros(3, 3);
    kernel(centre + light) = 2 * strength;
    kernel(centre) = -strength;
    kernel(centre - light) = -strength;
    return kernel;
}

Correlation sobel(const Settings& s, int dstDepth)
{
    const int dx = s.integer("dx"), dy = s.integer("dy"), ksize = s.integer("ksize");
    const double scale = s.real("scale"), delta = s.real("delta");
    cv::Mat row, column;
    cv::getDerivKernels(row, column, dx, dy, ksize, false, CV_64F);
    Correlation c = bySepFilter2D(row * scale, column, {-1, -1}, delta, dstDepth);
    c.opencv = [=](const cv::Mat& src, cv::Mat& dst, int borderMode) {
        cv::Sobel(src, dst, dstDepth, dx, dy, ksize, scale, delta, borderMode);
    };
    return c;
}

Correlation deriv(const Settings& s, int dstDepth)
{
    cv::Mat row, column;
    const int dx = s.integer("dx");
    cv::getDerivKernels(row, column, dx, s.integer("dy"), s.integer("ksize"), s.integer("normalize") != 0, CV_32F);
    (dx == 0 ? row : column) *= s.real("scale");
    return bySepFilter2D(row, column, {-1, -1}, s.real("delta"), dstDepth);
}

Correlation scharr(const Settings& s, int dstDepth)
{
    const int dx = s.integer("dx"), dy = s.integer("dy");
    const double scale = s.real("scale"), delta = s.real("delta");
    cv::Mat row, column;
    cv::getDerivKernels(row, column, dx, dy, cv::FILTER_SCHARR, false, CV_64F);
    Correlation c = bySepFilter2D(row * scale, column, {-1, -1}, delta, dstDepth);
    c.opencv = [=](const cv::Mat& src, cv::Mat& dst, int borderMode) {
        cv::Scharr(src, dst, dstDepth, dx, dy, scale, delta, borderMode);
    };
    return c;
}

Correlation laplacian(const Settings& s, int dstDepth)
{
    const int ksize = s.integer("ksize");
    const double scale = s.real("scale"), delta = s.real("delta");
    cv::Mat derivative, smoothing;
    cv::getDerivKernels(derivative, smoothing, 2, 0, ksize, false, CV_64F);
    if (ksize == 1)
        smoothing = cv::Mat(cv::Matx31d(0, 1, 0));
    const cv::Mat along = smoothing * derivative.t(), across = derivative * smoothing.t();
    Correlation c = byFilter2D((along + across) * scale, {-1, -1}, delta, dstDepth);
    c.weights = (cv::abs(along) + cv::abs(across)) * std::abs(scale);
    c.opencv = [=](const cv::Mat& src, cv::Mat& dst, int borderMode) {
        // The small ones are filter2D, which from 16U, 16S and 32F makes no other integers.
        const bool direct = ksize > 3 || src.depth() == CV_8U || dstDepth == src.depth() || dstDepth == CV_32F;
        cv::Laplacian(src, dst, direct ? dstDepth : CV_32F, ksize, scale, delta, borderMode);
        dst.convertTo(dst, dstDepth);
    };
    return c;
}

Correlation box(const Settings& s, int dstDepth)
{
    const cv::Size ksize = s.size("ksize");
    const cv::Point anchor = s.point("anchor");
    const bool normalize = s.integer("normalize") != 0;
    Correlation c;
    c.row = cv::Mat(1, ksize.width, CV_64F, cv::Scalar(normalize ? 1.0 / ksize.area() : 1.0));
    c.column = cv::Mat::ones(ksize.height, 1, CV_64F);
    c.anchor = anchor;
    c.opencv = [=](const cv::Mat& src, cv::Mat& dst, int borderMode) {
        cv::boxFilter(src, dst, dstDepth, ksize, anchor, normalize, borderMode);
    };
    return c;
}

Correlation gaussian(const Settings& s, int srcDepth, int dstDepth)
{
    const double sigmaX = s.real("sigma"), sigmaY = s.real("sigma-y") > 0 ? s.real("sigma-y") : sigmaX;
    const auto sizeFor = [&](double sigma) {
        return cvRound(sigma * (srcDepth == CV_8U ? 3 : 4) * 2 + 1) | 1;
    };
    cv::Size ksize = s.size("ksize");
    ksize.width = ksize.width > 0 ? ksize.width : sizeFor(sigmaX);
    ksize.height = ksize.height > 0 ? ksize.height : sizeFor(sigmaY);
    Correlation c = bySepFilter2D(cv::getGaussianKernel(ksize.width, sigmaX, CV_32F),
                                  cv::getGaussianKernel(ksize.height, sigmaY, CV_32F), {-1, -1}, 0, dstDepth);
    if (srcDepth == dstDepth)
        c.opencv = [=](const cv::Mat& src, cv::Mat& dst, int borderMode) {
            // isolated: for a part of an image OpenCV would leave its fixed-point arithmetic
            cv::GaussianBlur(src, dst, ksize, sigmaX, sigmaY, borderMode | cv::BORDER_ISOLATED);
        };
    return c;
}

Correlation sharpen(const Settings& s, int dstDepth)
{
    return byFilter2D(sharpenKernel(s.integer("neighbours"), s.real("k")), {-1, -1}, s.real("delta"), dstDepth);
}

Correlation emboss(const Settings& s, int dstDepth)
{
    return byFilter2D(embossKernel(s.integer("direction"), s.real("strength")), {-1, -1},
                      s.real("delta") + s.integer("mid-gray") * halfRange(dstDepth), dstDepth);
}

Correlation linear(const Settings& s, int dstDepth)
{
    return byFilter2D(s.matrix("kernel"), s.point("anchor"), s.real("delta"), dstDepth);
}

Correlation separable(const Settings& s, int dstDepth)
{
    return bySepFilter2D(s.matrix("row"), s.matrix("column"), s.point("anchor"), s.real("delta"), dstDepth);
}

Correlation correlationOf(const Recipe& recipe, int srcDepth, int dstDepth)
{
    static const std::map<std::string, Correlation (*)(const Settings&, int)> bySettings = {
        {"sharpen", sharpen},     {"emboss", emboss}, {"sobel", sobel},   {"deriv", deriv},        {"scharr", scharr},
        {"laplacian", laplacian}, {"box", box},       {"linear", linear}, {"separable", separable}};
    if (recipe.filter->name == "gaussian")
        return gaussian(recipe.settings, srcDepth, dstDepth);
    return bySettings.at(recipe.filter->name)(recipe.settings, dstDepth);
}

int destinationDepth(const Recipe& recipe, int srcDepth)
{
    return CV_MAT_DEPTH(destinationType(srcDepth, recipe.settings));
}

// An image with its borders around it. `inner` is the image's place, at least the kernel's size away from every side.
struct Padded
{
    cv::Mat whole;
    cv::Rect inner;

    cv::Mat image() const { return whole(inner); }
};

Padded pad(const cv::Mat& src, cv::Size kernel, const Settings& s)
{
    const int x = kernel.width, y = kernel.height;
    const cv::Scalar value = s.scalar("border-value");
    cv::Mat rows;
    Padded padded;
    cv::copyMakeBorder(src, rows, 0, 0, x, x, s.integer("border"), value);
    cv::copyMakeBorder(rows, padded.whole, y, y, 0, 0, columnBorder(s), value);
    padded.inner = {{x, y}, src.size()};
    return padded;
}

bool opencvHasBorder(const Settings& s)
{
    const int mode = s.integer("border");
    return mode == columnBorder(s) && mode != cv::BORDER_WRAP &&
           (mode != cv::BORDER_CONSTANT || s.scalar("border-value") == cv::Scalar::all(0));
}

// Of larger kernels cv::filter2D sums by a DFT, which rounds differently, unless the image is a part of another.
constexpr int kLargestDirectArea = 49;

bool allWhole(const cv::Mat& taps)
{
    const cv::Mat1d values = taps;
    return std::all_of(values.begin(), values.end(), [](double tap) { return tap == std::rint(tap); });
}

// Whether every sum of integer taps and pixels of that depth is an integer that a float holds.
bool sumsAreExact(const Correlation& c, int srcDepth)
{
    const double largest = srcDepth == CV_8U || srcDepth == CV_8S ? 255. : srcDepth == CV_32S ? 2147483648. : 65535.;
    const cv::Mat& kernel = c.weights.empty() ? c.kernel : c.weights;
    const double taps =
        kernel.empty() ? cv::norm(c.row, cv::NORM_L1) * cv::norm(c.column, cv::NORM_L1) : cv::norm(kernel, cv::NORM_L1);
    return largest * taps + std::abs(c.delta) < 16777216.;
}

void correlate(const Correlation& c, const cv::Mat& src, cv::Mat& dst)
{
    if (c.kernel.empty())
        cv::sepFilter2D(src, dst, CV_64F, c.row, c.column, c.anchor, c.delta, cv::BORDER_REPLICATE);
    else
        cv::filter2D(src, dst, CV_64F, c.kernel, c.anchor, c.delta, cv::BORDER_REPLICATE);
}

// The same with the absolute values of taps and delta.
Correlation absolute(Correlation c)
{
    for (cv::Mat* taps : {&c.kernel, &c.row, &c.column})
        if (!taps->empty())
            *taps = cv::abs(*taps);
    if (!c.weights.empty())
        c.kernel = c.weights;
    c.delta = std::abs(c.delta);
    return c;
}

} // namespace

cv::Mat opencvResult(const Recipe& recipe, const cv::Mat& src)
{
    cv::Mat image = src, dst;
    const int dstDepth = destinationDepth(recipe, src.depth());
    if (src.depth() == CV_8S) // OpenCV's filters have no 8S: the same values in 16S
        src.convertTo(image, CV_16S);
    if (picksPixels(recipe))
    {
        opencvPicks(recipe, image).convertTo(dst, dstDepth);
        return dst;
    }
    const bool inDouble = src.depth() == CV_32S || dstDepth == CV_32S; // which most of OpenCV's filters lack
    const int filteredDepth = inDouble ? CV_64F : dstDepth == CV_8S ? CV_16S : dstDepth;
    const Correlation c = correlationOf(recipe, image.depth(), filteredDepth);
    if (inDouble)
        image.convertTo(image, CV_64F);
    if (opencvHasBorder(recipe.settings) && c.size().area() <= kLargestDirectArea)
        c.opencv(image, dst, recipe.settings.integer("border"));
    else
    {
        // A part of the padded image with a kernel's size to spare on every side, so that the mode given here counts
        // for nothing where `dst` is taken from.
        const cv::Size spare = c.size();
        const Padded padded = pad(image, spare + spare, recipe.settings);
        const cv::Rect reach(padded.inner.tl() - cv::Point(spare), src.size() + spare + spare);
        c.opencv(padded.whole(reach), dst, cv::BORDER_REPLICATE);
        dst = dst(cv::Rect(cv::Point(spare), src.size())).clone();
    }
    if (inDouble && dstDepth != CV_32F)
        dst = cv::min(cv::max(dst, -2147483648.), 2147483647.);
    dst.convertTo(dst, dstDepth);
    return dst;
}

ExactResult exactResult(const Recipe& recipe, const cv::Mat& src)
{
    const Correlation c = correlationOf(recipe, src.depth(), destinationDepth(recipe, src.depth()));
    cv::Mat wide;
    src.convertTo(wide, CV_64F);
    Padded padded = pad(wide, c.size(), recipe.settings);
    ExactResult exact;
    correlate(c, padded.image(), exact.value);
    padded.whole = cv::abs(padded.whole);
    correlate(absolute(c), padded.image(), exact.magnitude);
    exact.taps = c.size().area();
    exact.chain = c.chain();
    return exact;
}

bool promisesEquality(const Recipe& recipe, int srcType)
{
    if (picksPixels(recipe))
        return true;
    const int srcDepth = CV_MAT_DEPTH(srcType), dstDepth = destinationDepth(recipe, srcDepth);
    if (srcDepth == CV_32F || dstDepth == CV_32F)
        return false;
    const Correlation c = correlationOf(recipe, srcDepth, dstDepth);
    if (recipe.filter->name == "gaussian")
        return srcDepth == dstDepth && (srcDepth == CV_8U || srcDepth == CV_16U);
    if (recipe.filter->name == "box" && srcDepth == CV_8U && dstDepth == CV_8U && c.size().area() <= 256)
        return true;
    return sumsAreExact(c, srcDepth) && (c.kernel.empty() ? allWhole(c.row) && allWhole(c.column) : allWhole(c.kernel));
}

} // namespace samples
