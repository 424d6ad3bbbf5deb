// SPDX-License-Identifier: Apache-2.0
// Picture files through OpenCV's imgcodecs, with the errors that those leave out.
#include "picture_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>

#include <opencv2/imgcodecs.hpp>

namespace samples {
namespace {

namespace fs = std::filesystem;

std::string lowerExtension(const std::string& path)
{
    std::string extension = fs::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return extension;
}

// imwrite converts to 8U what a format cannot hold, and says nothing.
std::set<int> storableDepths(const std::string& extension)
{
    static const std::map<std::string, std::set<int>> depths = {{".png", {CV_8U, CV_16U}},
                                                                {".pgm", {CV_8U, CV_16U}},
                                                                {".ppm", {CV_8U, CV_16U}},
                                                                {".pnm", {CV_8U, CV_16U}},
                                                                {".jp2", {CV_8U, CV_16U}},
                                                                {".tif", {CV_8U, CV_8S, CV_16U, CV_16S, CV_32F}},
                                                                {".tiff", {CV_8U, CV_8S, CV_16U, CV_16S, CV_32F}},
                                                                {".pfm", {CV_32F}},
                                                                {".exr", {CV_32F}},
                                                                {".hdr", {CV_32F}}};
    const auto known = depths.find(extension);
    return known == depths.end() ? std::set<int>{CV_8U} : known->second;
}

fs::path temporaryName(const fs::path& path)
{
    return path.parent_path() / ("." + path.stem().string() + ".part" + path.extension().string());
}

} // namespace

cv::Mat readPicture(const std::string& path)
{
    if (!fs::exists(path))
        throw std::runtime_error("'" + path + "' does not exist");
    if (fs::is_directory(path))
        throw std::runtime_error("'" + path + "' is a folder, not a picture");
    const std::string extension = lowerExtension(path);
    const bool isJpeg = extension == ".jpg" || extension == ".jpeg";
    const cv::Mat picture = cv::imread(path, isJpeg ? cv::IMREAD_ANYCOLOR : cv::IMREAD_UNCHANGED);
    if (picture.empty())
        throw std::runtime_error("'" + path + "' cannot be read as a picture");
    return picture;
}

bool isPicture(const std::string& path)
{
    return fs::is_regular_file(path) && cv::haveImageReader(path);
}

void requireWritable(const std::string& path, int depth)
{
    const std::string extension = lowerExtension(path);
    if (extension.empty() || !cv::haveImageWriter(path))
        throw std::invalid_argument("'" + path +
                                    "': OpenCV writes no pictures of this kind; use .png, .tiff, .pfm or .jpg");
    if (storableDepths(extension).count(depth) == 0)
        throw std::invalid_argument("'" + path + "' cannot hold pixels of depth " + cv::depthToString(depth) +
                                    ": use .tiff (any depth), .pfm (32F), .png (8U, 16U), or another --depth");
}

void writePicture(const std::string& path, const cv::Mat& picture)
{
    requireWritable(path, picture.depth());
    const fs::path temporary = temporaryName(path);
    bool written = false;
    std::string reason;
    try
    {
        written = cv::imwrite(temporary.string(), picture);
    }
    catch (const cv::Exception& error)
    {
        reason = ": " + error.err;
    }
    std::error_code code;
    if (written)
        fs::rename(temporary, path, code);
    if (!written || code)
    {
        fs::remove(temporary, code);
        throw std::runtime_error("'" + path + "' cannot be written as " + cv::typeToString(picture.type()) + reason);
    }
}

} // namespace samples
