// SPDX-License-Identifier: Apache-2.0
// Lays out and draws the contact sheet.
#include "contact_sheet.hpp"

#include <algorithm>

#include <opencv2/imgproc.hpp>

namespace samples {
namespace {

constexpr int kMargin = 48, kGap = 16, kHeader = 132, kRowTitle = 58, kCaption = 36;
constexpr int kTextScale = 3; // OpenCV's line fonts are drawn this many times larger, then reduced: smooth strokes

const cv::Scalar kPaper(24, 22, 20), kBright(245, 245, 245), kSoft(176, 172, 168);

struct Pen
{
    double height; // of capitals, in pixels
    int weight;    // stroke, in pixels of the enlarged text
    cv::Scalar colour;
};

// Writes `text` with its base line at `at`.
void write(cv::Mat& sheet, const std::string& text, cv::Point at, const Pen& pen)
{
    const int font = cv::FONT_HERSHEY_SIMPLEX;
    const double scale = cv::getFontScaleFromHeight(font, cvRound(pen.height * kTextScale), 1);
    int below = 0;
    const cv::Size size = cv::getTextSize(text, font, scale, pen.weight, &below);
    const int rise = cvCeil(pen.height * 1.5) * kTextScale, fall = (below / kTextScale + 4) * kTextScale;
    const int width = (size.width / kTextScale + 4) * kTextScale;
    cv::Mat ink = cv::Mat::zeros(rise + fall, width, CV_8U), small;
    cv::putText(ink, text, {0, rise}, font, scale, 255, pen.weight, cv::LINE_AA);
    cv::resize(ink, small, ink.size() / kTextScale, 0, 0, cv::INTER_AREA);
    const cv::Rect place = cv::Rect(at - cv::Point(0, rise / kTextScale), small.size()) & cv::Rect({}, sheet.size());
    for (int y = 0; y < place.height; ++y)
        for (int x = 0; x < place.width; ++x)
        {
            const double cover = small.at<uchar>(y, x) / 255.0;
            cv::Vec3b& pixel = sheet.at<cv::Vec3b>(place.y + y, place.x + x);
            for (int c = 0; c < 3; ++c)
                pixel[c] = cv::saturate_cast<uchar>(pixel[c] + cover * (pen.colour[c] - pixel[c]));
        }
}

void place(cv::Mat& sheet, const cv::Mat& picture, cv::Point at)
{
    cv::Mat tile = picture;
    if (tile.channels() == 1)
        cv::cvtColor(tile, tile, cv::COLOR_GRAY2BGR);
    if (tile.size() != sheetTileSize())
        cv::resize(tile, tile, sheetTileSize(), 0, 0, cv::INTER_AREA);
    tile.copyTo(sheet(cv::Rect(at, tile.size())));
}

} // namespace

const cv::Size& sheetTileSize()
{
    static const cv::Size size(400, 264);
    return size;
}

cv::Mat contactSheet(const std::string& title, const std::string& subtitle, const std::vector<SheetRow>& rows)
{
    const cv::Size tile = sheetTileSize();
    std::size_t columns = 0;
    for (const SheetRow& row : rows)
        columns = std::max(columns, row.tiles.size());
    const int rowHeight = kRowTitle + tile.height + kCaption;
    const int width = 2 * kMargin + int(columns) * (tile.width + kGap) - kGap;
    cv::Mat sheet(kHeader + int(rows.size()) * rowHeight + kMargin / 2, width, CV_8UC3, kPaper);

    write(sheet, title, {kMargin, 72}, {30, 10, kBright});
    write(sheet, subtitle, {kMargin, 112}, {14, 3, kSoft});
    cv::Point corner(kMargin, kHeader);
    for (const SheetRow& row : rows)
    {
        write(sheet, row.title, corner + cv::Point(0, kRowTitle - 16), {19, 6, kBright});
        cv::Point at = corner + cv::Point(0, kRowTitle);
        for (const SheetTile& entry : row.tiles)
        {
            place(sheet, entry.picture, at);
            write(sheet, entry.caption, at + cv::Point(0, tile.height + 24), {12, 3, kSoft});
            at.x += tile.width + kGap;
        }
        corner.y += rowHeight;
    }
    return sheet;
}

cv::Rect detailOf(cv::Size picture, cv::Point2d centre)
{
    const cv::Size tile = sheetTileSize();
    const double scale = std::min({1.0, double(picture.width) / tile.width, double(picture.height) / tile.height});
    const cv::Size size(cvFloor(tile.width * scale), cvFloor(tile.height * scale));
    const int x = cvRound(picture.width * centre.x) - size.width / 2;
    const int y = cvRound(picture.height * centre.y) - size.height / 2;
    return {std::min(std::max(x, 0), picture.width - size.width),
            std::min(std::max(y, 0), picture.height - size.height), size.width, size.height};
}

} // namespace samples
