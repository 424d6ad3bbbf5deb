// SPDX-License-Identifier: Apache-2.0
// One cell of the conformance suites: a filter with random parameters on a random image, compared with its definition.
#pragma once

#include <cstdint>
#include <string>

namespace cudatiled_test {

// How an image gets through a filter.
enum class Path
{
    Cpu,        // cv::Mat, CPU backend
    HostOnCuda, // cv::Mat, CUDA backend
    Device      // GpuMat
};

const char* pathName(Path path);

// Whether this machine (or its emulation) has the path.
bool pathExists(Path path);

struct Outcome
{
    std::string text;    // the cell, for people
    std::string failure; // empty if the result is right
};

// All of the cell follows from its seed: types, parameters, size, borders, region, layout, in place or not.
Outcome runCell(const std::string& filter, Path path, std::uint64_t seed);

} // namespace cudatiled_test
