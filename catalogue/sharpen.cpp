// SPDX-License-Identifier: Apache-2.0
// Sharpening by the differences to 4 or 8 neighbours.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory sharpenFactory(int neighbours, double k, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& borders) {
        return createSharpenFilter(srcType, dstType, neighbours, k, borders.row, borders.outside, delta);
    };
}

} // namespace

Instance sharpen(int neighbours, double k, double delta)
{
    const float side = static_cast<float>(-k), corner = neighbours == 8 ? side : 0.f;
    const float centre = static_cast<float>(1 + neighbours * k);
    const cv::Mat kernel(cv::Matx33f(corner, side, corner, side, centre, side, corner, side, corner));
    Instance instance = linear(kernel, {-1, -1}, delta);
    instance.text = cv::format("Sharpen %d k %g", neighbours, k) + textOfDelta(delta);
    instance.create = sharpenFactory(neighbours, k, delta);
    return instance;
}

namespace {

Instance drawSharpen(cv::RNG& random)
{
    const int neighbours = oneOf<int>(random, {SHARPEN_4, SHARPEN_8});
    const double k = oneOf(random, {1., 1., 0.5, 2., 0.3});
    return sharpen(neighbours, k, drawDelta(random));
}

Instance sharpenFrom(int, const Settings& s)
{
    return sharpen(s.integer("neighbours"), s.real("k"), s.real("delta"));
}

std::vector<Refused> refusedBySharpen()
{
    const char* const neighbours = "SHARPEN_4 (4) or SHARPEN_8 (8)";
    return withDeltas([=](double delta) { return sharpenFactory(SHARPEN_4, 1, delta); },
                      {{sharpenFactory(5, 1), "neighbours is 5", neighbours},
                       {sharpenFactory(0, 1), "neighbours is 0", neighbours},
                       {sharpenFactory(SHARPEN_8, -1), "k is -1", "must not be negative"},
                       {sharpenFactory(SHARPEN_8, kNaN), "k is nan", kFinite},
                       {sharpenFactory(SHARPEN_4, kInfinity), "k is inf", kFinite},
                       {sharpenFactory(SHARPEN_8, 1e38), "1 + neighbours * k is 8e+38", kFinite}});
}

} // namespace

Entry sharpenEntry()
{
    return {"Sharpen",
            "cv::filter2D",
            "integer images, integer k",
            Depths::Conv2d,
            drawSharpen,
            {"sharpen",
             "adds the differences to the 4 or 8 neighbours",
             with2d({choice("neighbours", "8", "which neighbours count", {{"4", 4}, {"8", 8}}),
                     {"k", Kind::Real, "1", "amount; 0 copies the image", 0, kUnbounded}}),
             {numbers(kAmountBar, "k", 0, 4, 0.1, 1), {kVariantBar, {"--neighbours 4", "--neighbours 8"}, 1}},
             sharpenFrom},
            {"chelsea", kCat, CV_8UC3, kSameDepth, sharpen(SHARPEN_8, 0.5, 0)},
            {
                {"", kSameDepth, true, sharpen(SHARPEN_8, 1, 0)},
            },
            refusedBySharpen()};
}

} // namespace cudatiled_catalogue
