// SPDX-License-Identifier: Apache-2.0
// Reads and writes picture files: nothing is lost silently, and nothing is left half written.
#pragma once

#include <string>

#include <opencv2/core.hpp>

namespace samples {

// The picture as it is stored: depth, channels and alpha included; JPEGs turned as their EXIF data say.
// Throws std::runtime_error that says whether the file is missing, or is no picture that OpenCV reads.
cv::Mat readPicture(const std::string& path);

// Whether a file of this name can be read as a picture.
bool isPicture(const std::string& path);

// Throws std::invalid_argument where the format of `path` is unknown or cannot hold the depth.
void requireWritable(const std::string& path, int depth);

// Writes next to `path`, then renames: `path` is the old file or the whole new one.
void writePicture(const std::string& path, const cv::Mat& picture);

} // namespace samples
