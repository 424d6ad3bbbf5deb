// SPDX-License-Identifier: Apache-2.0
// Every filter once: how to create it with random parameters, what it has to compute, and OpenCV's function for the same.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <opencv2/cudatiled.hpp>

#include "definition.hpp"

namespace cudatiled_test {

struct MorphologyCase;

struct Borders
{
    int row, column; // with BORDER_ISOLATED, if wanted
    cv::Scalar outside;
};

// What OpenCV's functions ask of an image before they choose their arithmetic.
struct Situation
{
    cv::Size size;
    int borderType; // of the rows
    bool submatrix; // not the whole image

    bool isolated() const { return (borderType & cv::BORDER_ISOLATED) != 0; }
};

// The parameters of a filter as data, for other libraries' functions. Which ones count depends on the filter.
struct Parameters
{
    cv::Mat kernel, rowKernel, columnKernel; // CV_32F
    cv::Size ksize;
    cv::Point anchor{-1, -1};
    int dx = 0, dy = 0;
    double scale = 1, delta = 0, sigmaX = 0, sigmaY = 0;
    bool normalize = true;      // of a box: mean, not sum
    bool normalizeTaps = false; // of a derivative
    cv::Mat element;            // CV_8U, of morphology
    int op = 0, iterations = 1; // of morphology
    bool defaultOutside = true; // of morphology: pixels outside never win
};

// A filter with all parameters but types and borders.
struct Instance
{
    std::string text; // e.g. "Box 3x2 anchor (0, 1)"
    Parameters parameters;
    bool separateBorders = false; // whether rows and columns may have different border modes

    std::function<cv::Ptr<cv::cudatiled::Filter>(int srcType, int dstType, const Borders&)> create;

    std::function<Definition(int srcDepth, int dstDepth, const Situation&)> definition;

    // OpenCV's CPU function, for border modes that it has.
    std::function<void(const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType)> opencv;
};

// Which depths a filter makes of which.
enum class Depths
{
    Conv2d,    // those of filter2D
    Separable, // those of sepFilter2D, and 32S
    Same,      // the depth of the source
    Sum        // 32S and 32F
};

struct CatalogueRow
{
    std::string name;      // of its create…Filter function
    std::string reference; // OpenCV's function for the same
    std::string exact;     // in words: which results equal OpenCV's CPU in every pixel
    Depths depths;
    std::function<Instance(cv::RNG& random)> draw;
};

const std::vector<CatalogueRow>& catalogue();

// Filters with chosen parameters.
Instance linear(const cv::Mat& kernel, cv::Point anchor, double delta);
Instance sharpen(int neighbours, double k, double delta);
Instance emboss(int direction, double strength, bool midGray, double delta);
Instance separableLinear(const cv::Mat& row, const cv::Mat& column, cv::Point anchor, double delta);
Instance sobel(int dx, int dy, int ksize, double scale, double delta);
Instance box(cv::Size ksize, cv::Point anchor, bool normalize);
Instance gaussian(cv::Size ksize, double sigmaX, double sigmaY);
Instance laplacian(int ksize, double scale, double delta);
Instance lineSum(bool row, int ksize, int anchor);
Instance morphology(const MorphologyCase& m, const std::string& shape);
Instance median(int size);

// The source depths of a filter of that row, and the destination depths that it makes from one.
std::vector<int> srcDepths(const CatalogueRow& row);
std::vector<int> dstDepths(const CatalogueRow& row, int srcDepth);

} // namespace cudatiled_test
