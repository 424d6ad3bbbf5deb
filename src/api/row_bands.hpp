// SPDX-License-Identifier: Apache-2.0
// Images in bands of rows that arrive one after the other: which rows each stage of a filter reads and makes then.
#pragma once

#include <vector>

#include "band_sizes.hpp"
#include "engine.hpp"

namespace cv { namespace cudatiled {

struct Rows
{
    int begin = 0, end = 0;

    int count() const { return end - begin; }
};

// How far a window reaches along one side of an image.
struct Reach
{
    int before, after;
    Border border;
};

// The rows, or columns, of an image of `length` that results at `results` are made of, beyond its ends by the border
// mode: those that the windows cover and, where they stick out, those that stand for the rows outside.
Rows pixelsRead(const Rows& results, const Reach& reach, int length);

// The part of the whole image that results for a region are made of.
cv::Rect partRead(const ImagePlan& plan, const Region& region);

// What a stage has and does once a band of the source has arrived. Rows of the input are counted in the image that the
// source was cut from, or in the results of the stage before; rows of results from the first one on.
struct StageBand
{
    Rows arriving; // of the input, new with this band
    Rows held;     // of the input: those arriving and the earlier ones that are still read
    Rows read;     // of those held
    Rows filtered; // results to compute: steps that follow each other spoil the first and last ones at a cut
    Rows results;  // of those filtered, the ones that are right and new
};

class RowBands
{
public:
    // Bands of more rows if the windows are high; one for all rows if rows at one end are read for results at the
    // other.
    RowBands(const Stages& stages, const Region& region, const BandRows& rows);

    int count() const { return static_cast<int>(bands_.size()); }
    const StageBand& at(int band, int stage) const { return bands_[band][stage]; }

    // The most rows of a stage's input that are held at a time; of the results, for the number of stages.
    int capacity(int stage) const { return capacities_[stage]; }

private:
    std::vector<std::vector<StageBand>> bands_;
    std::vector<int> capacities_;
};

// What each band brings of a guide, an image that the first stage reads beside the source and as it reads the source:
// the rows that the band's results are made of. They lie around `region`, which is as large as the source.
std::vector<StageBand> guideBands(const ImagePlan& plan, const Region& region, const RowBands& bands);

// The most rows that are held at a time.
int heldAtMost(const std::vector<StageBand>& bands);

}} // namespace cv::cudatiled
