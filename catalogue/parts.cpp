// SPDX-License-Identifier: Apache-2.0
// What descriptions of filters are made of.
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

int drawLength(cv::RNG& random)
{
    const int kind = random.uniform(0, 60);
    return kind < 3 ? random.uniform(50, 100) : kind < 9 ? random.uniform(10, 48) : random.uniform(1, 8);
}

cv::Size drawKernelSize(cv::RNG& random)
{
    if (random.uniform(0, 80) == 0)
    {
        const int taps = random.uniform(901, 930), others = random.uniform(1, 8);
        return random.uniform(0, 2) ? cv::Size(taps, others) : cv::Size(others, taps);
    }
    const int square = random.uniform(0, 3) == 0 ? oneOf(random, {3, 3, 5, 7, 9, 11}) : 0;
    return square ? cv::Size(square, square) : cv::Size(drawLength(random), drawLength(random));
}

cv::Point drawAnchor(cv::RNG& random, cv::Size ksize)
{
    if (random.uniform(0, 2) == 0)
        return {-1, -1};
    if (random.uniform(0, 3) == 0) // a corner
        return {random.uniform(0, 2) * (ksize.width - 1), random.uniform(0, 2) * (ksize.height - 1)};
    return {random.uniform(0, ksize.width), random.uniform(0, ksize.height)};
}

cv::Mat drawIntegerTaps(cv::RNG& random, int rows, int cols)
{
    cv::Mat integers(rows, cols, CV_16S), taps;
    random.fill(integers, cv::RNG::UNIFORM, -4, 5);
    integers.convertTo(taps, CV_32F);
    return taps;
}

cv::Mat drawTaps(cv::RNG& random, int rows, int cols)
{
    cv::Mat taps(rows, cols, CV_32F);
    const int kind = random.uniform(0, 6);
    if (kind == 5) // all alike
        taps.setTo(random.uniform(0.5f, 1.f) / static_cast<float>(taps.total()));
    else if (kind % 2 == 0)
        return drawIntegerTaps(random, rows, cols);
    else
    {
        random.fill(taps, cv::RNG::UNIFORM, -1.f, 1.f);
        taps *= 2. / std::sqrt(static_cast<double>(taps.total()));
    }
    return taps;
}

cv::Mat drawMask(cv::RNG& random, cv::Size size)
{
    if (random.uniform(0, 6) != 0)
        return drawTaps(random, size.height, size.width);
    const cv::Mat column = drawTaps(random, size.height, 1);
    return column * drawTaps(random, 1, size.width);
}

double drawDelta(cv::RNG& random)
{
    return oneOf(random, {0., 0., 128., -7., 0.25});
}

double drawScale(cv::RNG& random)
{
    return oneOf(random, {1., 1., 0.125, 0.3});
}

cv::Point drawOrders(cv::RNG& random, int ksize)
{
    const int highest = ksize == -1 ? 1 : ksize == 1 ? 2 : std::min(ksize - 1, 3);
    int dx = random.uniform(0, highest + 1), dy = random.uniform(0, highest + 1);
    if (ksize == -1)
        dy = 1 - dx;
    if (dx + dy == 0)
        dx = 1;
    return {dx, dy};
}

cv::Mat floats(const cv::Mat& taps)
{
    cv::Mat converted;
    taps.convertTo(converted, CV_32F);
    return converted;
}

cv::Point centred(cv::Point anchor, cv::Size ksize)
{
    return {anchor.x < 0 ? ksize.width / 2 : anchor.x, anchor.y < 0 ? ksize.height / 2 : anchor.y};
}

std::string text(cv::Size size)
{
    return cv::format("%dx%d", size.width, size.height);
}

std::string text(cv::Point anchor)
{
    return anchor.x < 0 ? "" : cv::format(" anchor (%d, %d)", anchor.x, anchor.y);
}

std::string textOfDelta(double delta)
{
    return delta == 0 ? "" : cv::format(" delta %g", delta);
}

cv::Mat onesWith(double tap, int type)
{
    cv::Mat kernel(3, 3, type, cv::Scalar(1));
    kernel.col(1).row(2).setTo(tap);
    return kernel;
}

std::vector<Refused> withDeltas(const std::function<Factory(double delta)>& factory, std::vector<Refused> own)
{
    own.push_back({factory(kNaN), "delta is nan", kFinite});
    own.push_back({factory(kInfinity), "delta is inf", kFinite});
    own.push_back({factory(1e39), "delta is 1e+39", kFinite});
    return own;
}

Definition dense(const cv::Mat& kernel, cv::Point anchor, double delta)
{
    Definition definition;
    kernel.convertTo(definition.kernel, CV_64F);
    definition.anchor = centred(anchor, kernel.size());
    definition.delta = delta;
    return definition;
}

void inDouble(const cv::Mat& src, cv::Mat& dst, int ddepth, const std::function<void(const cv::Mat&, cv::Mat&)>& f)
{
    cv::Size size;
    cv::Point offset;
    src.locateROI(size, offset);
    cv::Mat whole = src, wide, sums;
    whole.adjustROI(offset.y, size.height - offset.y - src.rows, offset.x, size.width - offset.x - src.cols);
    whole.convertTo(wide, CV_64F);
    f(wide(cv::Rect(offset, src.size())), sums);
    if (ddepth != CV_32F)
        sums = cv::min(cv::max(sums, -2147483648.), 2147483647.);
    sums.convertTo(dst, ddepth);
}

bool has32S(const cv::Mat& src, int ddepth)
{
    return src.depth() == CV_32S || ddepth == CV_32S;
}

OpenCvFunction orInDouble(const OpenCvFunction& function, const cv::Mat& row, const cv::Mat& column, cv::Point anchor,
                          double delta)
{
    return [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (!has32S(src, ddepth))
            return function(src, dst, ddepth, borderType);
        inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
            cv::sepFilter2D(from, to, CV_64F, row, column, anchor, delta, borderType);
        });
    };
}

Definition separable(const cv::Mat& row, const cv::Mat& column, cv::Point anchor, double delta)
{
    cv::Mat rowTaps, columnTaps;
    row.reshape(1, 1).convertTo(rowTaps, CV_64F);
    column.reshape(1, static_cast<int>(column.total())).convertTo(columnTaps, CV_64F);
    Definition definition = dense(columnTaps * rowTaps, anchor, delta);
    definition.chain = rowTaps.cols + columnTaps.rows;
    return definition;
}

} // namespace cudatiled_catalogue
