// SPDX-License-Identifier: Apache-2.0
// Reliefs.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory embossFactory(int direction, double strength, bool midGray = true, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& borders) {
        return createEmbossFilter(srcType, dstType, direction, strength, midGray, borders.row, borders.outside, delta);
    };
}

} // namespace

Instance emboss(int direction, double strength, bool midGray, double delta)
{
    static const char* const matrices[] = {"200010001", "020010010", "002010100", "000112000",
                                           "100010002", "010010020", "001010200", "000211000"};
    cv::Mat_<float> kernel(3, 3);
    for (int i = 0; i < 9; ++i)
        kernel(i / 3, i % 3) = (matrices[direction][i] == '2'   ? 2
                                : matrices[direction][i] == '1' ? -1
                                                                : 0) *
                               static_cast<float>(strength);
    Instance instance;
    instance.text = cv::format("Emboss direction %d strength %g%s", direction, strength, midGray ? " midGray" : "") +
                    textOfDelta(delta);
    instance.parameters.kernel = kernel;
    instance.parameters.ksize = {3, 3};
    instance.parameters.delta = midGray ? 128 : delta;
    const auto offset = [=](int depth) {
        return delta + (!midGray ? 0 : depth == CV_8U ? 128 : depth == CV_16U ? 32768 : isFloatDepth(depth) ? 0.5 : 0);
    };
    instance.create = embossFactory(direction, strength, midGray, delta);
    instance.definition = [=](int, int dstDepth, const Situation&) {
        return dense(kernel, {-1, -1}, offset(dstDepth));
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::filter2D(src, dst, ddepth, kernel, {-1, -1}, offset(ddepth), borderType);
    };
    return instance;
}

namespace {

Instance drawEmboss(cv::RNG& random)
{
    const int direction = random.uniform(0, 8);
    const double strength = oneOf(random, {1., 1., 2., 0.7});
    const bool midGray = random.uniform(0, 2) == 0;
    return emboss(direction, strength, midGray, drawDelta(random));
}

Instance embossFrom(int, const Settings& s)
{
    return emboss(s.integer("direction"), s.real("strength"), s.integer("mid-gray") != 0, s.real("delta"));
}

std::vector<Refused> refusedByEmboss()
{
    const char* const directions = "EMBOSS_NORTH_WEST (0) to EMBOSS_WEST (7)";
    return withDeltas([=](double delta) { return embossFactory(EMBOSS_NORTH, 1, true, delta); },
                      {{embossFactory(8, 1), "direction is 8", directions},
                       {embossFactory(-1, 1), "direction is -1", directions},
                       {embossFactory(0, kNaN), "strength is nan", kFinite},
                       {embossFactory(0, -kInfinity), "strength is -inf", kFinite},
                       {embossFactory(0, 3e38), "2 * strength is 6e+38", kFinite}});
}

} // namespace

Entry embossEntry()
{
    const Choices directions = {{"nw", cv::cudatiled::EMBOSS_NORTH_WEST}, {"n", cv::cudatiled::EMBOSS_NORTH},
                                {"ne", cv::cudatiled::EMBOSS_NORTH_EAST}, {"e", cv::cudatiled::EMBOSS_EAST},
                                {"se", cv::cudatiled::EMBOSS_SOUTH_EAST}, {"s", cv::cudatiled::EMBOSS_SOUTH},
                                {"sw", cv::cudatiled::EMBOSS_SOUTH_WEST}, {"w", cv::cudatiled::EMBOSS_WEST}};
    const Parameter direction = choice("direction", "nw", "side that the light comes from", directions);
    return {"Emboss",
            "cv::filter2D",
            "integer images, integer strength",
            Depths::Conv2d,
            drawEmboss,
            {"emboss",
             "a relief of the image on mid-gray; see --gray",
             with2d({direction,
                     {"strength", Kind::Real, "1", "factor of the relief"},
                     choice("mid-gray", "on", "whether even areas become mid-gray", onOff())}),
             {numbers(kAmountBar, "strength", 0, 4, 0.1, 1), everyChoice(kVariantBar, direction)},
             embossFrom},
            {"astronaut", kFace, CV_8UC1, kSameDepth, emboss(EMBOSS_NORTH_WEST, 1, true, 0)},
            {
                {"", kSameDepth, false, emboss(EMBOSS_NORTH_WEST, 1, true, 0)},
            },
            refusedByEmboss()};
}

} // namespace cudatiled_catalogue
