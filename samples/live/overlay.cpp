// SPDX-License-Identifier: Apache-2.0
// Draws text that is legible on any picture.
#include "overlay.hpp"

#include <algorithm>

#include <opencv2/imgproc.hpp>

namespace samples {

void drawLines(cv::Mat& picture, const std::vector<std::string>& lines)
{
    const int font = cv::FONT_HERSHEY_SIMPLEX, pad = 8;
    int widest = 1, below = 0;
    for (const std::string& line : lines)
        widest = std::max(widest, cv::getTextSize(line, font, 1, 1, &below).width);
    const double scale = std::min(0.5, double(picture.cols - 2 * pad) / widest);
    const int lineHeight = cvCeil(36 * scale);
    const cv::Size field(cvCeil(widest * scale) + 2 * pad, int(lines.size()) * lineHeight + pad);
    cv::Mat part = picture(cv::Rect({}, field) & cv::Rect({}, picture.size()));
    part.convertTo(part, -1, 0.35);
    for (std::size_t i = 0; i < lines.size(); ++i)
        cv::putText(picture, lines[i], {pad, int(i + 1) * lineHeight - pad / 4}, font, scale, {255, 255, 255}, 1,
                    cv::LINE_AA);
}

} // namespace samples
