// SPDX-License-Identifier: Apache-2.0
// One cell of the conformance suites: a filter with random parameters on a random image, compared with its definition.
#pragma once

#include <cstdint>
#include <string>

#include "catalogue.hpp"

namespace cudatiled_test {

// How an image gets through a filter.
enum class Path
{
    Cpu,        // cv::Mat, CPU backend
    HostOnCuda, // cv::Mat, CUDA backend
    Device,     // GpuMat
    Batch       // vector<GpuMat>: the image among others, most of its size
};

const char* pathName(Path path);

// Whether this machine (or its emulation) has the path.
bool pathExists(Path path);

// What suites draw for a filter of the catalogue: borders (with `border` for both, if that is not negative), and the
// depth that it makes.
Borders drawBorders(cv::RNG& random, const Instance& filter, int srcDepth, int border = -1);
int drawDstDepth(cv::RNG& random, const Entry& row, int srcDepth);

// Of a filter's window, in pixels.
int longestSide(const Parameters& parameters);

struct Outcome
{
    std::string text;    // the cell, for people
    std::string failure; // empty if the result is right

    int srcDepth = 0, dstDepth = 0;
    long exactScalars = 0;           // where the contract promises equality
    Difference definition;           // this result, from its bounds
    Difference openCv;               // this result, from that of OpenCV's CPU function, where it has one
    Difference openCvFromDefinition; // OpenCV's CPU function, from the bounds
    Difference openCvCuda, npp;      // those libraries on the same image, from the bounds, where they have the filter
    double error = -1;               // of this result, in tolerances, see largestError
    double openCvCudaError = -1;     // of cv::cuda's on the same image, where it has the filter
};

// Of the images for a filter and its types, the one that is so high that blocks work in several rounds, where its
// definition does not take too long.
constexpr std::uint64_t kHighImage = 8;

// What a suite fixes of a cell; the rest is drawn.
struct Choice
{
    int srcDepth = -1, dstDepth = -1, channels = 0, border = -1;
    bool peers = true;       // compare other libraries as well, where they are installed
    std::uint64_t image = 0; // which of the images for this filter and these types
};

// How the images of a cell lie in memory.
struct Placement
{
    int srcPhase = 0, dstPhase = 0;       // bytes from a multiple of 128 to the first pixel
    std::size_t srcStep = 0, dstStep = 0; // bytes
    int rows = 0;                         // of the target
    bool windowBeyondImage = false;       // the window is wider or higher than the image
};

// The seed determines types, parameters, borders and kernels, less what `choice` fixes. The seed and choice.image
// determine size, region, layout, in place or not, and pixels.
Outcome runCell(const std::string& filter, Path path, std::uint64_t seed, const Choice& choice = {});

// Applies the filter of the cell that runCell would run on Path::Device to images of the same layout with undefined
// pixels. Its caller withholds the launches (launches.hpp).
Placement traceCell(const std::string& filter, std::uint64_t seed, const Choice& choice = {});

} // namespace cudatiled_test
