// SPDX-License-Identifier: Apache-2.0
// Device images on their way through a chain, in bands of rows: what one stage makes of a band, the next one reads
// while it is in the cache.
#pragma once

#include <vector>

#include "engine.hpp"

namespace cv { namespace cudatiled {

// Neighbouring stages of a chain that a band passes through before the next one begins.
struct StageGroup
{
    std::size_t begin, end; // stages
    int rows;               // of a band; 0 where the stage is alone, and takes the whole image
};

// How dst lies to what is read of src.
enum class Overlap
{
    None,
    Same, // each result takes the place of its pixel
    Other
};

// Each stage by itself.
std::vector<StageGroup> oneByOne(std::size_t stages);

// All stages, in the groups that are quick and give the bits of the stages one after another.
std::vector<StageGroup> groupsOf(const Stages& stages, const CudaCall& call, Overlap overlap);

// Runs the stages of a group with `rows`, whose bands must be right where dst overlaps src.
void filterInBands(const Stages& group, int rows, const char* function, const CudaCall& call, Overlap overlap);

}} // namespace cv::cudatiled
