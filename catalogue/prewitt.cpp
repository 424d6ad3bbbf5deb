// SPDX-License-Identifier: Apache-2.0
// First derivatives by Prewitt's kernel.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

namespace {

Factory prewittFactory(int dx, int dy, double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return cv::cudatiled::createPrewittFilter(srcType, dstType, dx, dy, scale, b.row, b.column, delta, b.outside);
    };
}

Instance prewitt(int dx, int dy, double scale, double delta)
{
    const cv::Mat derivative(cv::Matx13f(-1, 0, 1)), smoothing = cv::Mat::ones(1, 3, CV_32F) * scale;
    Instance instance = dx == 1 ? separableLinear(derivative, smoothing.t(), {-1, -1}, delta)
                                : separableLinear(smoothing, derivative.t(), {-1, -1}, delta);
    instance.text = cv::format("Prewitt dx %d dy %d scale %g", dx, dy, scale) + textOfDelta(delta);
    instance.create = prewittFactory(dx, dy, scale, delta);
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

std::vector<Refused> refusedByPrewitt()
{
    const char* const orders = "must be (1, 0) or (0, 1)";
    return withDeltas([=](double delta) { return prewittFactory(1, 0, 1, delta); },
                      {{prewittFactory(1, 1), "(dx, dy) is (1, 1)", orders},
                       {prewittFactory(0, 0), "(dx, dy) is (0, 0)", orders},
                       {prewittFactory(0, 2), "(dx, dy) is (0, 2)", orders},
                       {prewittFactory(1, 0, 1e39), "scale is 1e+39", kFinite}});
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
            {},
            refusedByPrewitt()};
}

} // namespace cudatiled_catalogue
