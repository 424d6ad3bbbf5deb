// SPDX-License-Identifier: Apache-2.0
// Writes a small picture to memory and reads it again: imwrite converts what a format cannot hold, and says nothing.
#include "picture_format.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include <opencv2/imgcodecs.hpp>

namespace samples {
namespace {

// Those of some formats that hold the type; JPEG is the last, because it changes pixels.
std::vector<std::string> formatsFor(int type, bool negative = false)
{
    std::vector<std::string> formats;
    for (const char* extension : {".png", ".tiff", ".pfm", ".exr", ".jpg"})
        if (canHold(std::string("picture") + extension, type, negative))
            formats.push_back(extension);
    return formats;
}

// "a, b or c"
std::string listed(const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
    return text;
}

// The formats for the type, and the alternatives that `path` can hold.
std::string otherFormats(const std::string& path, std::vector<std::string> formats,
                         const std::vector<Alternative>& alternatives)
{
    for (const Alternative& other : alternatives)
        if (canHold(path, other.type))
            formats.push_back(other.option);
    return ": use " + listed(formats);
}

// For a type that no format holds: all alternatives, each with its formats.
std::string otherTypes(const std::vector<Alternative>& alternatives)
{
    std::vector<std::string> ways;
    for (const Alternative& other : alternatives)
    {
        const std::vector<std::string> formats = formatsFor(other.type);
        if (!formats.empty())
            ways.push_back(other.option + " (" + listed(formats) + ")");
    }
    return ", nor can any other format" + (ways.empty() ? "" : ": use " + listed(ways));
}

} // namespace

std::string lowerExtension(const std::string& path)
{
    std::string extension = std::filesystem::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return extension;
}

bool isPictureName(const std::string& path)
{
    const std::string extension = lowerExtension(path);
    return !extension.empty() && cv::haveImageWriter("picture" + extension);
}

std::vector<int> writingParameters(const std::string& path)
{
    // TIFFs of 32FC3 are LogLuv unless said otherwise, which has no negative numbers; 5 is LZW, as for other types.
    const std::string extension = lowerExtension(path);
    const bool isTiff = extension == ".tif" || extension == ".tiff";
    return isTiff ? std::vector<int>{cv::IMWRITE_TIFF_COMPRESSION, 5} : std::vector<int>{};
}

bool canHold(const std::string& path, int type, bool negative)
{
    const double value = negative ? -100 : 100;
    try
    {
        const cv::Mat picture(64, 64, type, cv::Scalar::all(value)); // JPEG 2000 refuses much smaller ones
        std::vector<unsigned char> file;
        if (!isPictureName(path) || !cv::imencode(lowerExtension(path), picture, file, writingParameters(path)))
            return false;
        const cv::Mat back = cv::imdecode(file, cv::IMREAD_UNCHANGED);
        return back.depth() == picture.depth() && back.channels() >= picture.channels() &&
               std::abs(cv::mean(back)[0] - value) < 25; // some lose precision; bitmaps of one bit lose all
    }
    catch (const cv::Exception&)
    {
        return false;
    }
}

void requireFormat(const std::string& path, int type, const std::vector<Alternative>& alternatives)
{
    if (canHold(path, type))
        return;
    const std::string version = std::string("OpenCV ") + cv::getVersionString();
    const std::string held = cv::typeToString(type) + (CV_MAT_CN(type) == 4 ? " (with alpha)" : "");
    const std::vector<std::string> formats = formatsFor(type);
    throw std::invalid_argument(
        "'" + path +
        (isPictureName(path) ? "' cannot hold " + held + " with " : "' is of no kind that is written by ") + version +
        (formats.empty() ? otherTypes(alternatives) : otherFormats(path, formats, alternatives)));
}

void requireNegativesHeld(const std::string& path, const cv::Mat& picture)
{
    double lowest = 0;
    cv::minMaxLoc(picture.reshape(1), &lowest);
    if (lowest < 0 && !canHold(path, picture.type(), true))
        throw std::runtime_error("'" + path + "' cannot hold the negative numbers of this picture: use " +
                                 listed(formatsFor(picture.type(), true)));
}

} // namespace samples
