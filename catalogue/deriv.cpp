// SPDX-License-Identifier: Apache-2.0
// Derivatives, normalized on request.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory derivFactory(int dx, int dy, int ksize, bool normalize = false, double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createDerivFilter(srcType, dstType, dx, dy, ksize, normalize, scale, b.row, b.column, delta, b.outside);
    };
}

} // namespace

Instance deriv(int dx, int dy, int ksize, bool normalize, double scale, double delta)
{
    cv::Mat row, column;
    cv::getDerivKernels(row, column, dx, dy, ksize, normalize, CV_32F);
    (dx == 0 ? row : column) *= scale;
    Instance instance = separableLinear(row, column, {-1, -1}, delta);
    const Instance ofSobel = sobel(dx, dy, ksize, scale, delta); // the same parameters
    instance.parameters = ofSobel.parameters;
    instance.parameters.normalizeTaps = normalize;
    instance.text = "Deriv" + ofSobel.text.substr(5) + (normalize ? " normalized" : "");
    instance.create = derivFactory(dx, dy, ksize, normalize, scale, delta);
    return instance;
}

namespace {

Instance drawDeriv(cv::RNG& random)
{
    const int ksize = oneOf(random, {3, 5, 1, 7, 9, -1});
    const cv::Point orders = drawOrders(random, ksize);
    const bool normalize = random.uniform(0, 2) == 0;
    const double scale = drawScale(random);
    return deriv(orders.x, orders.y, ksize, normalize, scale, drawDelta(random));
}

Instance derivFrom(int, const Settings& s)
{
    return deriv(s.integer("dx"), s.integer("dy"), s.integer("ksize"), s.integer("normalize") != 0, s.real("scale"),
                 s.real("delta"));
}

std::vector<Refused> refusedByDeriv()
{
    return withDeltas([=](double delta) { return derivFactory(1, 0, 5, false, 1, delta); },
                      {{derivFactory(0, 0, 3), "(dx, dy) is (0, 0)", "not both 0"},
                       {derivFactory(3, 0, 3), "(dx, dy) is (3, 0)", "with ksize 3 the orders go up to 2"},
                       {derivFactory(1, 0, 4), "ksize is 4", "odd and from 1 to 31"},
                       {derivFactory(1, 0, 3, false, kNaN), "scale is nan", kFinite}});
}

} // namespace

Entry derivEntry()
{
    return {
        "Deriv",
        "cv::getDerivKernels, cv::sepFilter2D",
        "integer images, integer scale, not normalized",
        Depths::Separable,
        drawDeriv,
        {"deriv",
         "a derivative of the image, normalized on request",
         withSeparable({{"dx", Kind::Integer, "1", "order of the derivative along x", 0, 30},
                        {"dy", Kind::Integer, "0", "order of the derivative along y", 0, 30},
                        {"ksize", Kind::Integer, "5", "aperture: odd, or -1 for the Scharr operator", -1, 31},
                        choice("normalize", "on", "whether results keep the range of the picture", onOff()),
                        {"scale", Kind::Real, "1", "factor of the derivative"}}),
         {{kSizeBar, {"--ksize 3", "--ksize 5", "--ksize 7", "--ksize 9"}, 1},
          numbers(kAmountBar, "scale", 0.5, 20, 0.5, 4),
          {kVariantBar, {"--dx 1 --dy 0 --delta 128", "--dx 0 --dy 1 --delta 128", "--dx 1 --dy 1 --delta 128"}, 0}},
         derivFrom},
        {"coffee", kCup, CV_8UC1, CV_32F, deriv(1, 1, 7, true, 1, 0), 12, 128},
        {},
        refusedByDeriv()};
}

} // namespace cudatiled_catalogue
