// SPDX-License-Identifier: Apache-2.0
// The description of a filter: its factory, its definition, OpenCV's function for the same, its options in programs,
// and the sizes whose speed is recorded.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <opencv2/cudatiled.hpp>

#include "definition.hpp"
#include "settings.hpp"

namespace cudatiled_catalogue {

struct Borders
{
    int row, column; // with BORDER_ISOLATED, if wanted
    cv::Scalar outside;
};

// Properties of an image on which OpenCV's choice of arithmetic depends.
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
    double thresholds[2] = {};  // of Canny
    bool l2 = false;            // of Canny: Euclidean lengths
};

// Calls the factory of a filter with all arguments but types and borders.
using Factory = std::function<cv::Ptr<cv::cudatiled::Filter>(int srcType, int dstType, const Borders&)>;

// A filter with all parameters but types and borders.
struct Instance
{
    std::string text; // e.g. "Box 3x2 anchor (0, 1)"
    Parameters parameters;
    int borderModes = 1;      // arguments of the factory: none, one, or one for rows and one for columns
    bool takesInside = false; // whether BORDER_INSIDE may be drawn
    int dstChannels = 0;      // of results; 0: the channels of the source
    int guideChannels = 0;    // of the image that the filter may take beside its source; 0: it takes none

    std::function<cv::Size(cv::Size srcSize)> resized; // the size of results; empty: that of the source

    // The size of a source near another size, which the filter takes; empty: it takes every size.
    std::function<cv::Size(cv::Size srcSize)> fitted;

    Factory create;

    // Applies such a filter to a guide of guideType() and a source, both on the host or both on the device.
    std::function<void(cv::cudatiled::Filter& filter, cv::InputArray guide, cv::InputArray src, cv::OutputArray dst,
                       CUstream_st* stream)>
        applyGuided;

    std::function<Definition(int srcDepth, int dstDepth, const Situation&)> definition;

    // OpenCV's CPU function, for border modes that it has.
    std::function<void(const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType)> opencv;

    cv::Size dstSize(cv::Size srcSize) const { return resized ? resized(srcSize) : srcSize; }

    int guideType(int srcType) const { return CV_MAKETYPE(CV_MAT_DEPTH(srcType), guideChannels); }

    // Of results of that depth, or of the source's if it is negative.
    int dstType(int srcType, int depth) const
    {
        return CV_MAKETYPE(depth < 0 ? CV_MAT_DEPTH(srcType) : depth,
                           dstChannels == 0 ? CV_MAT_CN(srcType) : dstChannels);
    }
};

// The destination depths of each source depth.
enum class Depths
{
    Conv2d,      // those of filter2D
    Separable,   // those of sepFilter2D, and 32S
    Same,        // the depth of the source
    Sum,         // 32S and 32F, of 16F only 32F
    Gradient,    // 16S and 32F, of 8U also 8U, of 16F only 32F
    Statistic,   // 32F of 8U 16U 16S 32F 16F, 16F of 8U 32F 16F
    Squares,     // these, and 8U 16U 16S of all but 16F
    SameOrFloat, // those of Statistic, and the depth of the source
    Bytes,       // 8U of 8U
    Levels,      // the depth of the source: 8U 16U
    Pyramid,     // the depth of the source, not 8S
    Color,       // the depth of the source: 8U 16U 32F 16F
    Threshold,   // the depth of the source: 8U 16U 16S 32F 16F
    Corner,      // 32F of 8U 32F 16F
    ByteOrFloat  // the depth of the source: 8U 32F 16F
};

// A trackbar of a live window: each position is a piece of command line, "--ksize 7".
struct Slider
{
    std::string trackbar; // kSizeBar, kAmountBar or kVariantBar
    std::vector<std::string> positions;
    int start;
};

// How programs offer the filter. The instance may depend on the source's type, where a size is computed from it.
struct Command
{
    std::string name; // e.g. "gaussian"; empty: programs do not offer it
    std::string help;
    std::vector<Parameter> parameters;
    std::vector<Slider> sliders;
    Instance (*instance)(int srcType, const Settings& settings) = nullptr;
    Instance (*guided)(int guideChannels, const Settings& settings) = nullptr; // null: the filter takes no guide
};

// An instance whose speed is recorded.
struct Benchmark
{
    std::string variant; // what tells it from others of the same filter, size and types; may be empty
    int dstDepth;        // or kSameDepth; a depth of its own is for 8U sources, or for all that have no other
    bool sample;         // stands for its kind where not every filter is timed: borders, regions, transfers, rare types
    Instance instance;
    std::string filter = ""; // its name, which benchmarks() adds

    std::string kernelText() const; // e.g. "7x7"
    std::string title() const;      // e.g. "Linear 7x7 float taps", or "Gray" of pixels by themselves
};
constexpr int kSameDepth = -1;

// The picture of a manual's entry: a detail of a photograph before and after.
struct Example
{
    const char* photograph; // of samples/data
    cv::Point2d centre;     // of the detail, in 0 … 1
    int srcType;            // CV_8UC3, or CV_8UC1: the photograph in gray
    int dstDepth;           // or kSameDepth
    Instance instance;
    double scale = 1, offset = 0; // how results that are not 8U become a picture
    double noise = 0;             // deviation of the source's, where a filter is guided by the photograph without it
};
const cv::Point2d kFace(0.45, 0.24), kCat(0.42, 0.42), kCup(0.42, 0.55);

// Arguments that a factory refuses, and what the error says beside the factory's name.
struct Refused
{
    Factory create;
    std::string offender; // e.g. "ksize is 4"
    std::string accepted; // e.g. "odd and from 1 to 31"
};

struct Entry
{
    std::string name;  // of its create…Filter function
    std::string peer;  // OpenCV's function for the same
    std::string exact; // in words: which results equal OpenCV's CPU in every pixel
    Depths depths;
    std::function<Instance(cv::RNG& random)> draw; // with random parameters
    Command command;
    Example example;
    std::vector<Benchmark> benchmarks;
    std::vector<Refused> refused;             // what every filter refuses is left out: types, border modes and values
    std::vector<int> channels = {1, 2, 3, 4}; // of images that the filter takes
};

} // namespace cudatiled_catalogue
