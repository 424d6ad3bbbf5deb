// SPDX-License-Identifier: Apache-2.0
// before_after: writes the pictures of the documentation, a detail of a photograph beside the same detail filtered, one for each
// create…Filter function, and a sheet of some of them.
#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <opencv2/cudatiled.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "common/command_line.hpp"
#include "common/picture_file.hpp"
#include "gallery/contact_sheet.hpp"

namespace {

using namespace cv::cudatiled;
using namespace samples;

constexpr int kTileWidth = 238, kTileHeight = 200, kGap = 4;
constexpr int kSheetWidth = 1160;
const std::vector<int> kQuality = {cv::IMWRITE_JPEG_QUALITY, 85};

const cv::Point2d kFace(0.45, 0.24), kCat(0.42, 0.42), kCup(0.42, 0.55);

struct Example
{
    const char* name; // create<name>Filter
    const char* photograph;
    cv::Point2d centre;           // of the detail, in 0 ... 1
    cv::Ptr<Filter> filter;       // for 8UC3, or for 8UC1: the photograph in gray
    double scale = 1, offset = 0; // how results that are not 8U become a picture
};

std::vector<Example> examples()
{
    const cv::Mat streak = cv::Mat(cv::Mat::eye(15, 15, CV_32F)) / 15;
    const cv::Mat row = cv::Mat::ones(1, 15, CV_32F) / 15, column = cv::Mat::ones(3, 1, CV_32F) / 3;
    const cv::Mat disk = cv::getStructuringElement(cv::MORPH_ELLIPSE, {5, 5});
    return {{"Linear", "coffee", kCup, createLinearFilter(CV_8UC3, -1, streak)},
            {"SeparableLinear", "chelsea", kCat, createSeparableLinearFilter(CV_8UC3, -1, row, column)},
            {"Sharpen", "chelsea", kCat, createSharpenFilter(CV_8UC3, -1, SHARPEN_8, 0.5)},
            {"Emboss", "astronaut", kFace, createEmbossFilter(CV_8UC1, -1)},
            {"Sobel", "coffee", kCup, createSobelFilter(CV_8UC1, CV_16SC1, 1, 0), 0.5, 128},
            {"Deriv", "coffee", kCup, createDerivFilter(CV_8UC1, CV_32FC1, 1, 1, 7, true), 12, 128},
            {"Scharr", "coffee", kCup, createScharrFilter(CV_8UC1, CV_16SC1, 0, 1), 0.15, 128},
            {"Laplacian", "astronaut", kFace, createLaplacianFilter(CV_8UC1, CV_16SC1, 3), 0.5, 128},
            {"Box", "astronaut", kFace, createBoxFilter(CV_8UC3, -1, {9, 9})},
            {"RowSum", "astronaut", kFace, createRowSumFilter(CV_8UC1, CV_32FC1, 31), 1. / 31},
            {"ColumnSum", "astronaut", kFace, createColumnSumFilter(CV_8UC1, CV_32FC1, 31), 1. / 31},
            {"Gaussian", "coffee", kCup, createGaussianFilter(CV_8UC3, -1, {0, 0}, 4)},
            {"Morphology", "astronaut", kFace, createMorphologyFilter(cv::MORPH_GRADIENT, CV_8UC1, disk)},
            {"BoxMax", "chelsea", kCat, createBoxMaxFilter(CV_8UC3, {7, 7})},
            {"BoxMin", "chelsea", kCat, createBoxMinFilter(CV_8UC3, {7, 7})},
            {"Median", "astronaut", kFace, createMedianFilter(CV_8UC3, 11)}};
}

struct Pair
{
    cv::Mat before, after; // 8U, three channels
};

Pair filtered(const Example& example, const std::string& images)
{
    cv::Mat photograph = readPicture(images + "/" + example.photograph + ".png"), result;
    if (example.filter->srcType() == CV_8UC1)
        cv::cvtColor(photograph, photograph, cv::COLOR_BGR2GRAY);
    example.filter->apply(photograph, result);
    result.convertTo(result, CV_8U, example.scale, example.offset);
    Pair pair{photograph, result};
    for (cv::Mat* picture : {&pair.before, &pair.after})
        if (picture->channels() == 1)
            cv::cvtColor(*picture, *picture, cv::COLOR_GRAY2BGR);
    return pair;
}

cv::Mat sideBySide(const Pair& pair, cv::Point2d centre)
{
    const cv::Size size = pair.before.size();
    const cv::Point middle(cvRound(size.width * centre.x), cvRound(size.height * centre.y));
    const cv::Rect detail(std::min(std::max(middle.x - kTileWidth / 2, 0), size.width - kTileWidth),
                          std::min(std::max(middle.y - kTileHeight / 2, 0), size.height - kTileHeight), kTileWidth,
                          kTileHeight);
    cv::Mat canvas(kTileHeight, 2 * kTileWidth + kGap, CV_8UC3, cv::Scalar::all(255));
    pair.before(detail).copyTo(canvas(cv::Rect(0, 0, kTileWidth, kTileHeight)));
    pair.after(detail).copyTo(canvas(cv::Rect(kTileWidth + kGap, 0, kTileWidth, kTileHeight)));
    return canvas;
}

// Eight of the results.
cv::Mat overview(const std::map<std::string, SheetTile>& tiles)
{
    const auto row = [&](const std::string& title, const std::vector<std::string>& names) {
        SheetRow shown{title, {}};
        for (const std::string& name : names)
            shown.tiles.push_back(tiles.at(name));
        return shown;
    };
    const cv::Mat sheet = contactSheet("cudatiled", "Image filters on CUDA with the pixels of OpenCV's CPU",
                                       {row("Smooth, sharpen, pick", {"Gaussian", "Sharpen", "BoxMax", "Median"}),
                                        row("Edges and shapes", {"Sobel", "Morphology", "Emboss", "Laplacian"})});
    cv::Mat small;
    cv::resize(sheet, small, {kSheetWidth, cvRound(double(kSheetWidth) * sheet.rows / sheet.cols)}, 0, 0,
               cv::INTER_AREA);
    return small;
}

void writeJpeg(const std::string& path, const cv::Mat& picture)
{
    if (!cv::imwrite(path, picture, kQuality))
        throw std::runtime_error("cannot write '" + path + "'");
}

int writePictures(const std::string& images, const std::string& out)
{
    std::filesystem::create_directories(out);
    std::map<std::string, SheetTile> tiles;
    for (const Example& example : examples())
    {
        const Pair pair = filtered(example, images);
        writeJpeg(out + "/" + example.name + ".jpg", sideBySide(pair, example.centre));
        tiles[example.name] = {pair.after(detailOf(pair.after.size(), example.centre)), example.name};
    }
    writeJpeg(out + "/overview.jpg", overview(tiles));
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Writes the documentation's pictures: photographs before and after each filter.", "before_after");
    std::string images = "samples/data", out = "docs/pictures";
    app.add_option("--images", images, "folder of the photographs")->capture_default_str()->type_name("DIR");
    app.add_option("--out", out, "folder for the pictures, created if missing")
        ->capture_default_str()
        ->type_name("DIR");
    addBackendOption(app);
    return runProgram(app, argc, argv, [&] { return writePictures(images, out); });
}
