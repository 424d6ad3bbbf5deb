// SPDX-License-Identifier: Apache-2.0
// First derivatives by Scharr's kernel.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory scharrFactory(int dx, int dy, double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createScharrFilter(srcType, dstType, dx, dy, scale, b.row, b.column, delta, b.outside);
    };
}

} // namespace

Instance scharr(int dx, int dy, double scale, double delta)
{
    Instance instance = sobel(dx, dy, cv::FILTER_SCHARR, scale, delta);
    instance.text = cv::format("Scharr dx %d dy %d scale %g", dx, dy, scale) + textOfDelta(delta);
    instance.create = scharrFactory(dx, dy, scale, delta);
    const OpenCvFunction ofSobel = instance.opencv;
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (has32S(src, ddepth))
            ofSobel(src, dst, ddepth, borderType);
        else
            cv::Scharr(src, dst, ddepth, dx, dy, scale, delta, borderType);
    };
    return instance;
}

namespace {

Instance drawScharr(cv::RNG& random)
{
    const int dx = random.uniform(0, 2);
    const double scale = drawScale(random);
    return scharr(dx, 1 - dx, scale, drawDelta(random));
}

Instance scharrFrom(int, const Settings& s)
{
    return scharr(s.integer("dx"), s.integer("dy"), s.real("scale"), s.real("delta"));
}

std::vector<Refused> refusedByScharr()
{
    const char* const orders = "must be (1, 0) or (0, 1)";
    return withDeltas([=](double delta) { return scharrFactory(1, 0, 1, delta); },
                      {{scharrFactory(1, 1), "(dx, dy) is (1, 1)", orders},
                       {scharrFactory(0, 0), "(dx, dy) is (0, 0)", "not both 0"},
                       {scharrFactory(0, 2), "(dx, dy) is (0, 2)", orders},
                       {scharrFactory(1, 0, 3e38), "scale is 3e+38", "finite floats"}});
}

} // namespace

Entry scharrEntry()
{
    return {"Scharr",
            "cv::Scharr",
            "integer images, integer scale",
            Depths::Separable,
            drawScharr,
            {"scharr",
             "a first derivative of the image by the Scharr operator",
             withSeparable({{"dx", Kind::Integer, "1", "1: the derivative along x", 0, 1},
                            {"dy", Kind::Integer, "0", "1: the derivative along y", 0, 1},
                            {"scale", Kind::Real, "1", "factor of the derivative"}}),
             {numbers(kAmountBar, "scale", 0.05, 2, 0.05, 0.2),
              {kVariantBar,
               {"--dx 1 --dy 0 --delta 128", "--dx 0 --dy 1 --delta 128", "--dx 1 --dy 0", "--dx 0 --dy 1"},
               0}},
             scharrFrom},
            {"coffee", kCup, CV_8UC1, CV_16S, scharr(0, 1, 1, 0), 0.15, 128},
            {},
            refusedByScharr()};
}

} // namespace cudatiled_catalogue
