// SPDX-License-Identifier: Apache-2.0
// Which pictures the formats of files can hold: not by a table, but by asking the codecs of the OpenCV in use.
#pragma once

#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace samples {

// With the dot, in lower case: ".png".
std::string lowerExtension(const std::string& path);

// Whether the extension is one that OpenCV writes.
bool isPictureName(const std::string& path);

// What imwrite is to be told, so that this format loses nothing that it could hold.
std::vector<int> writingParameters(const std::string& path);

// Whether a file of this name gives back the depth and all channels that are written; negative numbers, too, if asked.
bool canHold(const std::string& path, int type, bool negative = false);

// What a user may ask for instead, such as "--gray", and the type of the picture that is written then.
struct Alternative
{
    std::string option;
    int type;
};

// Throws std::invalid_argument where a file of this name cannot hold the type; names the formats that can, and the
// alternatives that work.
void requireFormat(const std::string& path, int type, const std::vector<Alternative>& alternatives = {});

// Throws std::runtime_error where the picture has negative numbers and the format loses them.
void requireNegativesHeld(const std::string& path, const cv::Mat& picture);

} // namespace samples
