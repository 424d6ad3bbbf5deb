// SPDX-License-Identifier: Apache-2.0
// Sums of the second derivatives.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Definition laplacianDefinition(int ksize, double scale, double delta)
{
    const cv::Mat row = ksize == 1 ? cv::Mat(cv::Matx13d(0, 1, 0)) : cv::Mat();
    cv::Mat derivative, smoothing;
    cv::getDerivKernels(derivative, smoothing, 2, 0, ksize, false, CV_64F);
    smoothing = row.empty() ? smoothing.t() : row;
    const cv::Mat along = smoothing.t() * derivative.t(), across = derivative * smoothing;
    Definition definition = dense((along + across) * scale, {-1, -1}, delta);
    definition.weights = cv::Mat((cv::abs(along) + cv::abs(across)) * std::abs(scale));
    definition.chain = along.cols + 2 * along.rows;
    return definition;
}

Factory laplacianFactory(int ksize, double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createLaplacianFilter(srcType, dstType, ksize, scale, b.row, b.outside, delta);
    };
}

} // namespace

Instance laplacian(int ksize, double scale, double delta)
{
    Instance instance;
    instance.text = cv::format("Laplacian ksize %d scale %g", ksize, scale) + textOfDelta(delta);
    instance.parameters.ksize = {ksize, ksize};
    instance.parameters.scale = scale;
    instance.parameters.delta = delta;
    instance.create = laplacianFactory(ksize, scale, delta);
    instance.definition = [=](int, int, const Situation&) {
        return laplacianDefinition(ksize, scale, delta);
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (has32S(src, ddepth))
            return inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
                cv::Laplacian(from, to, CV_64F, ksize, 1, 0, borderType); // it has the small kernels in float
                to.convertTo(to, CV_64F, scale, delta);
            });
        // The small ones are filter2D, which from 16U, 16S and 32F makes no other integers; the large ones leave the
        // range of int.
        const bool pair = src.depth() == CV_8U || ddepth == src.depth() || ddepth == CV_32F;
        cv::Laplacian(src, dst, (ksize > 3 || pair) && ksize < 11 ? ddepth : CV_32F, ksize, scale, delta, borderType);
        if (dst.depth() != ddepth)
            dst = cv::min(cv::max(dst, -1e6), 1e6);
        dst.convertTo(dst, ddepth);
    };
    return instance;
}

namespace {

Instance drawLaplacian(cv::RNG& random)
{
    const int ksize = random.uniform(0, 2) ? oneOf(random, {1, 1, 3, 5}) : random.uniform(0, 16) * 2 + 1;
    const double scale = oneOf(random, {1., 1., 2., 0.125, 0.3});
    return laplacian(ksize, scale, drawDelta(random));
}

Instance laplacianFrom(int, const Settings& s)
{
    return laplacian(s.integer("ksize"), s.real("scale"), s.real("delta"));
}

std::vector<Refused> refusedByLaplacian()
{
    const char* const apertures = "odd and from 1 to 31";
    return withDeltas([=](double delta) { return laplacianFactory(3, 1, delta); },
                      {{laplacianFactory(4), "ksize is 4", apertures},
                       {laplacianFactory(0), "ksize is 0", apertures},
                       {laplacianFactory(33), "ksize is 33", apertures},
                       {laplacianFactory(3, kNaN), "scale is nan", kFinite},
                       {laplacianFactory(3, 1e38), "scale is 1e+38", "finite floats"}});
}

} // namespace

Entry laplacianEntry()
{
    return {"Laplacian",
            "cv::Laplacian",
            "integer images, integer scale",
            Depths::Separable,
            drawLaplacian,
            {"laplacian",
             "the sum of the second derivatives",
             with2d({{"ksize", Kind::Integer, "1", "aperture, odd; 1 is [0 1 0; 1 -4 1; 0 1 0]", 1, 31},
                     {"scale", Kind::Real, "1", "factor of the Laplacian"}}),
             {{kSizeBar, {"--ksize 1", "--ksize 3", "--ksize 5", "--ksize 7"}, 0},
              numbers(kAmountBar, "scale", 0.05, 4, 0.05, 1),
              {kVariantBar, {"--delta 128", "--delta 0"}, 0}},
             laplacianFrom},
            {"astronaut", kFace, CV_8UC1, CV_16S, laplacian(3, 1, 0), 0.5, 128},
            {
                {"", kSameDepth, false, laplacian(3, 1, 0)},
                {"", kSameDepth, false, laplacian(5, 1, 0)},
            },
            refusedByLaplacian()};
}

} // namespace cudatiled_catalogue
