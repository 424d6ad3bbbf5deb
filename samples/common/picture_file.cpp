// SPDX-License-Identifier: Apache-2.0
// Picture files through OpenCV's imgcodecs, with the errors that those leave out.
#include "picture_file.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <opencv2/imgcodecs.hpp>

namespace samples {
namespace {

namespace fs = std::filesystem;

fs::path temporaryName(const fs::path& path)
{
    return path.parent_path() / ("." + path.stem().string() + ".part" + path.extension().string());
}

// A file is created, because permissions alone do not tell: a file system may be read-only, or full.
void requireWritableFolder(const std::string& path)
{
    const fs::path parent = fs::path(path).parent_path(), folder = parent.empty() ? "." : parent;
    const std::string subject = "'" + path + "' cannot be written: ";
    if (!fs::exists(folder))
        throw std::runtime_error(subject + "the folder '" + folder.string() + "' does not exist");
    if (!fs::is_directory(folder))
        throw std::runtime_error(subject + "'" + folder.string() + "' is not a folder");
    if (fs::is_directory(path))
        throw std::runtime_error(subject + "it is a folder");
    const fs::path temporary = temporaryName(path);
    errno = 0;
    if (!std::ofstream(temporary))
        throw std::runtime_error(subject + "the folder '" + folder.string() + "' takes no new file (" +
                                 std::generic_category().message(errno) + ")");
    fs::remove(temporary);
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
    std::error_code notAFile;
    const bool isHidden = fs::path(path).filename().string()[0] == '.'; // macOS puts a ._photo.jpg beside photo.jpg
    return fs::is_regular_file(path, notAFile) && ((isPictureName(path) && !isHidden) || cv::haveImageReader(path));
}

void requireWritable(const std::string& path, int type, const std::vector<Alternative>& alternatives)
{
    requireWritableFolder(path);
    requireFormat(path, type, alternatives);
}

void writePicture(const std::string& path, const cv::Mat& picture)
{
    requireWritable(path, picture.type());
    requireNegativesHeld(path, picture);
    const fs::path temporary = temporaryName(path);
    bool written = false;
    std::string reason;
    try
    {
        written = cv::imwrite(temporary.string(), picture, writingParameters(path));
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
