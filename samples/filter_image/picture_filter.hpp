// SPDX-License-Identifier: Apache-2.0
// Filters one picture file after the other: gray and alpha, the difference from OpenCV, the time.
#pragma once

#include <vector>

#include "../common/comparison.hpp"
#include "../common/picture_format.hpp"
#include "../common/recipe.hpp"
#include "jobs.hpp"

namespace samples {

struct PictureOptions
{
    bool gray = false, filterAlpha = false, dropAlpha = false;
    bool times = false; // filter once more, and measure the stages
};

struct Report
{
    cv::Mat written; // the result, and alpha if that is kept
    double milliseconds = 0;
    cv::cudatiled::FilterTimes times;
    Comparison comparison;
};

// A chain of recipes, and the filter that was made from it for the last type of picture.
class PictureFilter
{
public:
    // Both must outlive the filter.
    PictureFilter(const RecipeChain& chain, const PictureOptions& options) : chain_(chain), options_(options) {}

    // Reads, filters, compares and writes. Throws before it filters where a result could not be written.
    void run(const Job& job, Report& report);

private:
    void requireWritableResults(const Job& job, int type) const;
    std::vector<Alternative> alternatives(int type) const;
    void prepare(int type);

    const RecipeChain& chain_;
    const PictureOptions& options_;
    cv::Ptr<cv::cudatiled::Filter> filter_;
};

} // namespace samples
