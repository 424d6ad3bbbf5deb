// SPDX-License-Identifier: Apache-2.0
// Derivatives by Sobel's kernels.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

Instance sobel(int dx, int dy, int ksize, double scale, double delta)
{
    Instance instance;
    instance.text = cv::format("Sobel dx %d dy %d ksize %d scale %g", dx, dy, ksize, scale) + textOfDelta(delta);
    instance.parameters.dx = dx;
    instance.parameters.dy = dy;
    instance.parameters.ksize = {ksize, ksize};
    instance.parameters.scale = scale;
    instance.parameters.delta = delta;
    instance.separateBorders = true;
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return createSobelFilter(srcType, dstType, dx, dy, ksize, scale, b.row, b.column, delta, b.outside);
    };
    cv::Mat row, column;
    cv::getDerivKernels(row, column, dx, dy, ksize, false, CV_32F);
    (dx == 0 ? row : column) *= scale;
    instance.definition = [=](int, int, const Situation&) {
        return separable(row, column, {-1, -1}, delta);
    };
    const auto opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::Sobel(src, dst, ddepth, dx, dy, ksize, scale, delta, borderType);
    };
    instance.opencv = orInDouble(opencv, row, column, {-1, -1}, delta);
    return instance;
}

namespace {

Instance drawSobel(cv::RNG& random)
{
    const int ksize = oneOf(random, {3, 3, 5, 1, 7, -1});
    const cv::Point orders = drawOrders(random, ksize);
    const double scale = drawScale(random);
    return sobel(orders.x, orders.y, ksize, scale, drawDelta(random));
}

Instance sobelFrom(int, const Settings& s)
{
    return sobel(s.integer("dx"), s.integer("dy"), s.integer("ksize"), s.real("scale"), s.real("delta"));
}

} // namespace

Entry sobelEntry()
{
    return {"Sobel",
            "cv::Sobel",
            "integer images, integer scale",
            Depths::Separable,
            drawSobel,
            {"sobel",
             "a derivative of the image",
             withSeparable({{"dx", Kind::Integer, "1", "order of the derivative along x", 0, 30},
                            {"dy", Kind::Integer, "0", "order of the derivative along y", 0, 30},
                            {"ksize", Kind::Integer, "3", "aperture: odd, or -1 for the Scharr operator", -1, 31},
                            {"scale", Kind::Real, "1", "factor of the derivative"}}),
             {{kSizeBar, {"--ksize 1", "--ksize 3", "--ksize 5", "--ksize 7", "--ksize -1"}, 1},
              numbers(kAmountBar, "scale", 0.05, 2, 0.05, 0.5),
              {kVariantBar,
               {"--dx 1 --dy 0 --delta 128", "--dx 0 --dy 1 --delta 128", "--dx 1 --dy 0", "--dx 0 --dy 1"},
               0}},
             sobelFrom},
            {"coffee", kCup, CV_8UC1, CV_16S, sobel(1, 0, 3, 1, 0), 0.5, 128},
            {
                {"", kSameDepth, false, sobel(1, 0, 3, 1, 0)},
                {"", CV_16S, true, sobel(1, 0, 3, 1, 0)},
                {"", CV_32S, false, sobel(1, 0, 3, 1, 0)},
                {"", CV_32S, false, sobel(1, 0, 5, 1, 0)},
                {"Scharr", kSameDepth, false, sobel(1, 0, -1, 1, 0)},
                {"Scharr", CV_16S, false, sobel(1, 0, -1, 1, 0)},
            }};
}

} // namespace cudatiled_catalogue
