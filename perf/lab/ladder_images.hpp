// SPDX-License-Identifier: Apache-2.0
// The images and masks of the ladder, and what its kernels are checked against.
#pragma once

#include <memory>

#include <opencv2/core.hpp>

#include "padded_image.hpp"

namespace perf { namespace lab {

// Sources and results that take turns, so that none is in the cache when its turn comes again, and the image between
// two passes.
class LadderImages
{
public:
    LadderImages(cv::Size size, bool floats, bool warm);
    LadderImages(const cv::Mat& src, std::size_t count);

    bool floats() const { return src().view().floats; }
    const PaddedImage& src() const { return *sources_[turn_]; }
    const PaddedImage& between() const { return between_; }
    const PaddedImage& dst() const { return *results_[turn_]; }
    void next() { turn_ = (turn_ + 1) % sources_.size(); }

private:
    using Images = std::vector<std::unique_ptr<PaddedImage>>;

    Images sources_, results_;
    PaddedImage between_;
    std::size_t turn_ = 0;
};

// Taps are integers over a power of two, and pixels of checked images integers: sums are exact in float.
struct LadderMask
{
    LadderMask(int radiusX, int radiusY);

    MaskTaps taps;
    cv::Mat kernel; // the same
    std::shared_ptr<DeviceMemory> memory;
};

cv::Mat checkedImage(bool floats);                                                    // small, of odd width and height
double differenceFrom(const cv::Mat& src, const cv::Mat& kernel, const cv::Mat& dst); // of dst from the definition

}} // namespace perf::lab
