// SPDX-License-Identifier: Apache-2.0
// The filters whose speed is recorded.
#pragma once

#include <string>
#include <vector>

#include "catalogue.hpp"

namespace cudatiled_test {

struct Benchmark
{
    std::string filter;  // its name in the catalogue
    std::string variant; // what tells it from others of the same filter, size and types; may be empty
    int dstDepth;        // or -1: that of the source; a depth of its own is for 8U sources only
    bool sample;         // stands for its kind where not every filter is timed: borders, regions, transfers, rare types
    Instance instance;

    std::string kernelText() const; // e.g. "7x7"
    std::string title() const;      // e.g. "Linear 7x7 float taps"
};

const std::vector<Benchmark>& benchmarks();

} // namespace cudatiled_test
