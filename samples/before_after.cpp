// SPDX-License-Identifier: Apache-2.0
// before_after: writes the pictures of the documentation, a detail of a photograph beside the same detail filtered, one
// for each create…Filter function, and a sheet of some of them.
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
#include "common/recipe.hpp"
#include "gallery/contact_sheet.hpp"

namespace {

using namespace samples;

constexpr int kTileWidth = 238, kTileHeight = 200, kGap = 4;
constexpr int kSheetWidth = 1160;
const std::vector<int> kQuality = {cv::IMWRITE_JPEG_QUALITY, 85};

struct Pair
{
    cv::Mat before, after; // 8U, three channels
};

cv::Mat withNoise(const cv::Mat& photograph, double deviation)
{
    cv::Mat noise(photograph.size(), CV_16SC(photograph.channels())), sum;
    cv::RNG(1).fill(noise, cv::RNG::NORMAL, 0, deviation);
    cv::add(photograph, noise, sum, cv::noArray(), photograph.depth());
    return sum;
}

Pair filtered(const Example& example, const std::string& images)
{
    cv::Mat photograph = readPicture(images + "/" + example.photograph + ".png"), result;
    if (example.srcType == CV_8UC1)
        cv::cvtColor(photograph, photograph, cv::COLOR_BGR2GRAY);
    const int dstType = example.instance.dstType(example.srcType, example.dstDepth), border = cv::BORDER_REFLECT_101;
    const auto filter = example.instance.create(example.srcType, dstType, {border, border, {}});
    if (example.instance.applyGuided)
    {
        const cv::Mat guide = photograph;
        photograph = withNoise(guide, example.noise);
        example.instance.applyGuided(*filter, guide, photograph, result, nullptr);
    }
    else
        filter->apply(photograph, result);
    result.convertTo(result, CV_8U, example.scale, example.offset);
    if (result.size() != photograph.size()) // its pixels, as large as those of the photograph are together
        cv::resize(result, result, photograph.size(), 0, 0, cv::INTER_NEAREST);
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
    for (const Entry& entry : catalogue())
    {
        const Example& example = entry.example;
        const Pair pair = filtered(example, images);
        writeJpeg(out + "/" + entry.name + ".jpg", sideBySide(pair, example.centre));
        tiles[entry.name] = {pair.after(detailOf(pair.after.size(), example.centre)), entry.name};
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
