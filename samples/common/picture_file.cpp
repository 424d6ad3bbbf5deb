// SPDX-License-Identifier: Apache-2.0
// Picture files through OpenCV's imgcodecs, with the errors that those leave out.
#include "picture_file.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include <opencv2/imgcodecs.hpp>

namespace samples {
namespace {

namespace fs = std::filesystem;

const std::string kUnfinished = ".part";

// The same one for each writing of a picture, so that the next one replaces what a killed program left.
fs::path temporaryName(const fs::path& path)
{
    return path.parent_path() / ("." + path.stem().string() + kUnfinished + path.extension().string());
}

bool isTemporaryName(const fs::path& path)
{
    return path.filename().string()[0] == '.' && path.stem().extension() == kUnfinished;
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

std::error_code writeFile(const fs::path& path, const std::vector<unsigned char>& bytes)
{
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    file.close();
    return file ? std::error_code() : std::error_code(errno != 0 ? errno : EIO, std::generic_category());
}

// Of a JPEG that was cut off, OpenCV makes a picture with gray below. Behind the first marker of a scan, the end marker
// cannot occur by chance, as it can in the thumbnail before it.
bool isCutOffJpeg(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string bytes(3, '\0');
    if (!file.read(bytes.data(), 3) || bytes != "\xFF\xD8\xFF")
        return false;
    bytes.append(std::istreambuf_iterator<char>(file), {});
    const auto byte = [&](std::size_t i) {
        return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u;
    };
    std::size_t segment = 2;
    while (byte(segment) == 0xFF && byte(segment + 1) != 0xDA) // a fill byte, or a marker and the length behind it
        segment += byte(segment + 1) == 0xFF ? 1 : 2 + (byte(segment + 2) << 8) + byte(segment + 3);
    return bytes.find("\xFF\xD9", segment) == std::string::npos;
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
    if (isCutOffJpeg(path))
        throw std::runtime_error("'" + path + "' cannot be read as a picture: its end is missing");
    return picture;
}

bool isPicture(const std::string& path)
{
    std::error_code notAFile;
    const bool isHidden = fs::path(path).filename().string()[0] == '.'; // macOS puts a ._photo.jpg beside photo.jpg
    return fs::is_regular_file(path, notAFile) && !isTemporaryName(path) &&
           ((isPictureName(path) && !isHidden) || cv::haveImageReader(path));
}

void requireWritable(const std::string& path, int type, const std::vector<Alternative>& alternatives)
{
    requireWritableFolder(path);
    requireFormat(path, type, alternatives);
}

// Encoded in memory: of many formats imwrite does not notice that the file system is full.
void writePicture(const std::string& path, const cv::Mat& picture)
{
    requireWritable(path, picture.type());
    requireNegativesHeld(path, picture);
    const std::string subject = "'" + path + "' cannot be written as " + cv::typeToString(picture.type());
    std::vector<unsigned char> file;
    try
    {
        if (!cv::imencode(lowerExtension(path), picture, file, writingParameters(path)))
            throw std::runtime_error(subject);
    }
    catch (const cv::Exception& error)
    {
        throw std::runtime_error(subject + ": " + error.err);
    }
    const fs::path temporary = temporaryName(path);
    std::error_code code = writeFile(temporary, file);
    if (!code)
        fs::rename(temporary, path, code);
    if (code)
    {
        removeUnfinished(path);
        throw std::runtime_error(subject + ": " + code.message());
    }
}

void removeUnfinished(const std::string& path)
{
    std::error_code missing;
    fs::remove(temporaryName(path), missing);
}

} // namespace samples
