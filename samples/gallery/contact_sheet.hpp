// SPDX-License-Identifier: Apache-2.0
// A sheet of pictures in an even grid: a title for each row, a caption under each picture.
#pragma once

#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace samples {

struct SheetTile
{
    cv::Mat picture; // 8U, 1 or 3 channels
    std::string caption;
};

struct SheetRow
{
    std::string title;
    std::vector<SheetTile> tiles;
};

// Pixels of one picture on the sheet; larger ones must be cut, smaller ones are enlarged.
const cv::Size& sheetTileSize();

cv::Mat contactSheet(const std::string& title, const std::string& subtitle, const std::vector<SheetRow>& rows);

// The part of a picture with the shape of a tile around `centre` (in 0 ... 1), at full resolution.
cv::Rect detailOf(cv::Size picture, cv::Point2d centre);

} // namespace samples
