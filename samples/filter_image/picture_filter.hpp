// SPDX-License-Identifier: Apache-2.0
// Filters picture files: gray and alpha, the difference from OpenCV, the time.
#pragma once

#include <map>
#include <vector>

#include "../common/comparison.hpp"
#include "../common/picture_format.hpp"
#include "../common/recipe.hpp"
#include "guided_chain.hpp"
#include "jobs.hpp"

namespace samples {

struct PictureOptions
{
    bool gray = false, filterAlpha = false, dropAlpha = false;
    bool times = false;         // filter once more, and measure the stages
    double differenceScale = 0; // of the picture of differences; 0: floats in files that hold them, else the brightest
};

// As it was read, and what of it is filtered.
struct Picture
{
    cv::Mat whole, part;
    Guide guide; // empty if the filters take none
};

struct Report
{
    cv::Mat written; // the result, and alpha if that is kept
    double milliseconds = 0;
    cv::cudatiled::FilterTimes times;
    Comparison comparison;
    std::string difference; // how it became a picture
};

// A chain of recipes, and the filters that were made from it for the types of the pictures so far.
class PictureFilter
{
public:
    // Both must outlive the filter.
    PictureFilter(const RecipeChain& chain, const PictureOptions& options) : chain_(chain), options_(options) {}

    // Reads, filters, compares and writes.
    void run(const Job& job, Report& report);

    // The steps of it. Several threads may read and write. Reading throws where the result could not be written.
    Picture read(const Job& job) const;
    cv::Ptr<cv::cudatiled::Filter> filterFor(const Picture& picture);
    void write(const Job& job, const Picture& picture, const cv::Mat& result, Report& report) const;

private:
    cv::Ptr<cv::cudatiled::Filter> filterOf(int type);
    void requireWritableResults(const Job& job, int type) const;
    std::vector<Alternative> alternatives(int type) const;
    bool writesFloats(const Job& job, int channels) const;
    void writeDifference(const Job& job, const cv::Mat& result, Report& report) const;

    const RecipeChain& chain_;
    const PictureOptions& options_;
    std::map<int, cv::Ptr<cv::cudatiled::Filter>> filters_; // by the type that they take, without a guide
};

} // namespace samples
