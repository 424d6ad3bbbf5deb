// SPDX-License-Identifier: Apache-2.0
// Filters one picture file after the other: gray and alpha, the difference from OpenCV, the time.
#pragma once

#include <vector>

#include "../common/comparison.hpp"
#include "../common/recipe.hpp"
#include "../common/picture_format.hpp"
#include "jobs.hpp"

namespace samples {

struct PictureOptions
{
    bool gray = false, filterAlpha = false, dropAlpha = false;
};

struct Report
{
    cv::Mat written; // the result, and alpha if that is kept
    double milliseconds = 0;
    Comparison comparison;
};

// A recipe, and the filter that was made from it for the last type of picture.
class PictureFilter
{
public:
    // Both must outlive the filter.
    PictureFilter(const Recipe& recipe, const PictureOptions& options) : recipe_(recipe), options_(options) {}

    // Reads, filters, compares and writes. Throws before it filters where a result could not be written.
    void run(const Job& job, Report& report);

private:
    void requireWritableResults(const Job& job, int type) const;
    std::vector<Alternative> alternatives(int type) const;
    void prepare(int type);

    const Recipe& recipe_;
    const PictureOptions& options_;
    cv::Ptr<cv::cudatiled::Filter> filter_;
};

} // namespace samples
