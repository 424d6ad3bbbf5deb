// SPDX-License-Identifier: Apache-2.0
// Reads and writes picture files: nothing is lost silently, and nothing is left half written.
#pragma once

#include <string>
#include <vector>

#include <opencv2/core.hpp>

#include "picture_format.hpp"

namespace samples {

// The picture as it is stored: depth, channels and alpha included; JPEGs turned as their EXIF data say.
// Throws std::runtime_error that says whether the file is missing, or is no picture that OpenCV reads.
cv::Mat readPicture(const std::string& path);

// Whether the file has a picture's contents or a picture's extension, so that a damaged picture is one, too. What
// writePicture has not finished is none.
bool isPicture(const std::string& path);

// Throws std::runtime_error where the folder of `path` does not exist or takes no file, and what `requireFormat`
// throws.
void requireWritable(const std::string& path, int type, const std::vector<Alternative>& alternatives = {});

// Writes next to `path`, then renames: `path` is the old file or the whole new one.
void writePicture(const std::string& path, const cv::Mat& picture);

// Removes what a program that was killed may have left of writePicture(path, ...).
void removeUnfinished(const std::string& path);

} // namespace samples
