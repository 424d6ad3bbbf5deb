// SPDX-License-Identifier: Apache-2.0
// Which windows lie inside the image.
#include "inside_plan.hpp"

namespace cv { namespace cudatiled {

namespace {

// Along one axis, the results whose windows do not stick out.
cv::Range windowsInside(int length, int offset, int whole, int ksize, int anchor)
{
    const int begin = std::max(anchor - offset, 0), end = std::min(whole - (ksize - 1 - anchor) - offset, length);
    return begin < end ? cv::Range(begin, end) : cv::Range(0, 0);
}

} // namespace

WindowParts windowParts(const ImagePlan& plan, const Region& region)
{
    const cv::Size size = region.size;
    const cv::Range columns =
        windowsInside(size.width, region.offset.x, region.whole.width, plan.ksize.width, plan.anchor.x);
    const cv::Range rows =
        windowsInside(size.height, region.offset.y, region.whole.height, plan.ksize.height, plan.anchor.y);
    const cv::Rect within(columns.start, rows.start, columns.size(), rows.size());
    if (within.empty())
        return {{}, {cv::Rect({0, 0}, size), {}, {}, {}}};
    const cv::Point end = within.br();
    return {within,
            {cv::Rect(0, 0, size.width, within.y), cv::Rect(0, end.y, size.width, size.height - end.y),
             cv::Rect(0, within.y, within.x, within.height),
             cv::Rect(end.x, within.y, size.width - end.x, within.height)}};
}

}} // namespace cv::cudatiled
