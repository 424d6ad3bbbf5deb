// SPDX-License-Identifier: Apache-2.0
// What conformance found, by filter, source depth and destination depth.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "support/cell.hpp"

namespace cudatiled_test {

struct Tally
{
    long cells = 0, failures = 0, exactScalars = 0;
    Difference definition, openCv, openCvFromDefinition, openCvCuda, npp;
    // Largest errors of float results in tolerances: of all cells, and of those that cv::cuda filters too.
    double error = -1, besideOpenCvCuda = -1, openCvCudaError = -1;

    void add(const Outcome& outcome);
};

using Tallies = std::map<std::tuple<std::string, int, int>, Tally>;

// Throws std::runtime_error if the file cannot be written.
void writeCsv(const std::string& file, const Tallies& tallies);

// Prints and counts the filters whose largest float error is more than twice cv::cuda's on the same images.
int furtherThanOpenCvCuda(const Tallies& tallies);

} // namespace cudatiled_test
