// SPDX-License-Identifier: Apache-2.0
// Derivatives by Sobel's kernels.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <climits>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory sobelFactory(int dx, int dy, int ksize, double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createSobelFilter(srcType, dstType, dx, dy, ksize, scale, b.row, b.column, delta, b.outside);
    };
}

} // namespace

Instance sobel(int dx, int dy, int ksize, double scale, double delta)
{
    Instance instance;
    instance.text = cv::format("Sobel dx %d dy %d ksize %d scale %g", dx, dy, ksize, scale) + textOfDelta(delta);
    instance.parameters.dx = dx;
    instance.parameters.dy = dy;
    instance.parameters.ksize = {ksize, ksize};
    instance.parameters.scale = scale;
    instance.parameters.delta = delta;
    instance.borderModes = 2;
    instance.create = sobelFactory(dx, dy, ksize, scale, delta);
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

std::vector<Refused> refusedBySobel()
{
    const char* const negative = "not be negative";
    const char* const scharr = "must be (1, 0) or (0, 1)";
    const char* const apertures = "odd and from 1 to 31";
    return withDeltas([=](double delta) { return sobelFactory(1, 0, 3, 1, delta); },
                      {{sobelFactory(0, 0, 3), "(dx, dy) is (0, 0)", "not both 0"},
                       {sobelFactory(-1, 2, 3), "(dx, dy) is (-1, 2)", negative},
                       {sobelFactory(1, -1, 3), "(dx, dy) is (1, -1)", negative},
                       {sobelFactory(3, 0, 3), "(dx, dy) is (3, 0)", "with ksize 3 the orders go up to 2"},
                       {sobelFactory(0, 3, 1), "(dx, dy) is (0, 3)", "with ksize 1 the orders go up to 2"},
                       {sobelFactory(0, 5, 5), "(dx, dy) is (0, 5)", "with ksize 5 the orders go up to 4"},
                       {sobelFactory(INT_MAX, INT_MAX, 3), "(dx, dy) is (2147483647, 2147483647)", "orders go up to 2"},
                       {sobelFactory(1, 0, 4), "ksize is 4", apertures},
                       {sobelFactory(1, 0, 0), "ksize is 0", apertures},
                       {sobelFactory(1, 0, -3), "ksize is -3", "FILTER_SCHARR (-1)"},
                       {sobelFactory(1, 0, 33), "ksize is 33", apertures},
                       {sobelFactory(1, 1, cv::FILTER_SCHARR), "(dx, dy) is (1, 1)", scharr},
                       {sobelFactory(2, 0, cv::FILTER_SCHARR), "(dx, dy) is (2, 0)", scharr},
                       {sobelFactory(1, 0, 3, kNaN), "scale is nan", kFinite},
                       {sobelFactory(1, 0, 3, kInfinity), "scale is inf", kFinite},
                       {sobelFactory(1, 0, 3, 3e38), "scale is 3e+38", "finite floats"}});
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
            },
            refusedBySobel()};
}

} // namespace cudatiled_catalogue
