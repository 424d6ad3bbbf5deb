// SPDX-License-Identifier: Apache-2.0
// First derivatives by Prewitt's kernel.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

namespace {

Instance prewitt(int dx, int dy, double scale, double delta)
{
    const cv::Mat derivative(cv::Matx13f(-1, 0, 1)), smoothing = cv::Mat::ones(1, 3, CV_32F) * scale;
    Instance instance = dx == 1 ? separableLinear(derivative, smoothing.t(), {-1, -1}, delta)
                                : separableLinear(smoothing, derivative.t(), {-1, -1}, delta);
    instance.text = cv::format("Prewitt dx %d dy %d scale %g", dx, dy, scale) + textOfDelta(delta);
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return cv::cudatiled::createPrewittFilter(srcType, dstType, dx, dy, scale, b.row, b.column, delta, b.outside);
    };
    return instance;
}

Instance drawPrewitt(cv::RNG& random)
{
    const int dx = random.uniform(0, 2);
    const double scale = drawScale(random);
    return prewitt(dx, 1 - dx, scale, drawDelta(random));
}

Instance prewittFrom(int, const Settings& s)
{
    return prewitt(s.integer("dx"), s.integer("dy"), s.real("scale"), s.real("delta"));
}

} // namespace

Entry prewittEntry()
{
    return {"Prewitt",
            "cv::sepFilter2D",
            "integer images, integer scale",
            Depths::Separable,
            drawPrewitt,
            {"prewitt",
             "a first derivative of the image by the Prewitt operator",
             withSeparable({{"dx", Kind::Integer, "1", "1: the derivative along x", 0, 1},
                            {"dy", Kind::Integer, "0", "1: the derivative along y", 0, 1},
                            {"scale", Kind::Real, "1", "factor of the derivative"}}),
             {numbers(kAmountBar, "scale", 0.05, 2, 0.05, 0.5),
              {kVariantBar, {"--dx 1 --dy 0 --delta 128", "--dx 0 --dy 1 --delta 128"}, 0}},
             prewittFrom},
            {"coffee", kCup, CV_8UC1, CV_16S, prewitt(1, 0, 1, 0), 0.7, 128},
            {}};
}

} // namespace cudatiled_catalogue
