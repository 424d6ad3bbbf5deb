// SPDX-License-Identifier: Apache-2.0
// Filters that make each level another one, by definition.
#pragma once

#include "entry.hpp"

namespace cudatiled_catalogue {

constexpr int kLevels = 256;
using Histogram = std::vector<double>; // numbers of pixels: of 256 levels, or of 65536 of 16U

std::vector<Histogram> histogramsOf(const cv::Mat& image); // of each channel

// What becomes of a level in a channel of an image.
using LevelRule = std::function<double(int channel, int level)>;

// An instance without text and factory: `ruleOf` looks at the image, and is the only thing that decides.
Instance byLevels(const std::function<LevelRule(const cv::Mat& image)>& ruleOf);

// The same by OpenCV's own table look-up.
std::function<void(const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType)>
byTables(const std::function<LevelRule(const cv::Mat& image)>& ruleOf);

// The same function of each channel of an image.
std::function<void(const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType)>
channelByChannel(const std::function<void(const cv::Mat& src, cv::Mat& dst)>& function);

} // namespace cudatiled_catalogue
