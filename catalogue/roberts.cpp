// SPDX-License-Identifier: Apache-2.0
// Diagonal derivatives by the Roberts cross.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory robertsFactory(int direction, double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createRobertsFilter(srcType, dstType, direction, scale, b.row, b.outside, delta);
    };
}

Instance roberts(int direction, double scale, double delta)
{
    const cv::Matx33f cross =
        direction == ROBERTS_DOWN ? cv::Matx33f(0, 0, 0, 0, 1, 0, 0, 0, -1) : cv::Matx33f(0, 0, 0, 0, 1, 0, -1, 0, 0);
    Instance instance = linear(floats(cv::Mat(cross) * scale), {-1, -1}, delta);
    instance.takesInside = false;
    instance.text =
        cv::format("Roberts %s scale %g", direction == ROBERTS_DOWN ? "down" : "up", scale) + textOfDelta(delta);
    instance.create = robertsFactory(direction, scale, delta);
    return instance;
}

Instance drawRoberts(cv::RNG& random)
{
    const int direction = random.uniform(0, 2);
    const double scale = drawScale(random);
    return roberts(direction, scale, drawDelta(random));
}

Parameter directionParameter()
{
    return choice("direction", "down", "diagonal of the derivative", {{"down", ROBERTS_DOWN}, {"up", ROBERTS_UP}});
}

Instance robertsFrom(int, const Settings& s)
{
    return roberts(s.integer("direction"), s.real("scale"), s.real("delta"));
}

std::vector<Refused> refusedByRoberts()
{
    const char* const directions = "ROBERTS_DOWN (0) or ROBERTS_UP (1)";
    return withDeltas([](double delta) { return robertsFactory(ROBERTS_UP, 1, delta); },
                      {{robertsFactory(2), "direction is 2", directions},
                       {robertsFactory(-1), "direction is -1", directions},
                       {robertsFactory(ROBERTS_UP, kNaN), "scale is nan", kFinite},
                       {robertsFactory(ROBERTS_UP, 1e39), "scale is 1e+39", kFinite}});
}

} // namespace

Entry robertsEntry()
{
    return {"Roberts",
            "cv::filter2D",
            "integer images, integer scale",
            Depths::Conv2d,
            drawRoberts,
            {"roberts",
             "a diagonal derivative of the image by the Roberts cross",
             with2d({directionParameter(), {"scale", Kind::Real, "1", "factor of the derivative"}}),
             {numbers(kAmountBar, "scale", 0.05, 4, 0.05, 1.5), everyChoice(kVariantBar, directionParameter())},
             robertsFrom},
            {"coffee", kCup, CV_8UC1, CV_16S, roberts(ROBERTS_DOWN, 1, 0), 1.5, 128},
            {{"", kSameDepth, false, roberts(ROBERTS_DOWN, 1, 0)}},
            refusedByRoberts()};
}

} // namespace cudatiled_catalogue
