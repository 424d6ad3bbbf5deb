// SPDX-License-Identifier: Apache-2.0
// Differences of Gaussians.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "separable_sum.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

namespace {

Factory dogFactory(int ksize, double sigma1, double sigma2, double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return cv::cudatiled::createDifferenceOfGaussiansFilter(srcType, dstType, ksize, sigma1, sigma2, scale, b.row,
                                                                b.outside, delta);
    };
}

Instance differenceOfGaussians(int ksize, double sigma1, double sigma2, double scale, double delta)
{
    const int size = ksize > 0 ? ksize : cvRound(8 * std::max(sigma1, sigma2) + 1) | 1;
    const cv::Mat added = roundedToFloat(cv::getGaussianKernel(size, sigma1, CV_32F).t()),
                  subtracted = roundedToFloat(cv::getGaussianKernel(size, sigma2, CV_32F).t());
    Instance instance = separableSum({added, added}, {subtracted, -subtracted}, scale, delta);
    instance.text = cv::format("DifferenceOfGaussians ksize %d sigma %g %g scale %g", ksize, sigma1, sigma2, scale) +
                    textOfDelta(delta);
    instance.create = dogFactory(ksize, sigma1, sigma2, scale, delta);
    return instance;
}

Instance drawDifferenceOfGaussians(cv::RNG& random)
{
    const int ksize = random.uniform(0, 3) ? oneOf(random, {3, 5, 7, 9}) : random.uniform(0, 30) * 2 + 1;
    const double sigma1 = oneOf(random, {1., 0.6, 2.5}), sigma2 = oneOf(random, {1.6, 3., 0.4}) * sigma1,
                 scale = oneOf(random, {1., 1., 4., -0.3});
    return differenceOfGaussians(random.uniform(0, 5) ? ksize : 0, sigma1, sigma2, scale, drawDelta(random));
}

Instance differenceOfGaussiansFrom(int, const Settings& s)
{
    return differenceOfGaussians(s.integer("ksize"), s.real("sigma1"), s.real("sigma2"), s.real("scale"),
                                 s.real("delta"));
}

std::vector<Refused> refusedByDifferenceOfGaussians()
{
    const char* const sizes = "odd and from 1 to 2047";
    return withDeltas([](double delta) { return dogFactory(9, 1, 1.6, 1, delta); },
                      {{dogFactory(4, 1, 2), "ksize is 4", sizes},
                       {dogFactory(-1, 1, 2), "ksize is -1", sizes},
                       {dogFactory(2049, 1, 2), "ksize is 2049", sizes},
                       {dogFactory(0, 1, 300), "the larger sigma is 300", "at most 255"},
                       {dogFactory(9, 0, 1), "sigma1 is 0", "must be positive"},
                       {dogFactory(9, 1, -1), "sigma2 is -1", "must be positive"},
                       {dogFactory(9, kNaN, 1), "sigma1 is nan", kFinite},
                       {dogFactory(9, 1, kInfinity), "sigma2 is inf", kFinite},
                       {dogFactory(9, 1, 2, kNaN), "scale is nan", kFinite},
                       {dogFactory(9, 1, 2, 1e39), "scale is 1e+39", kFinite}});
}

} // namespace

Entry differenceOfGaussiansEntry()
{
    return {"DifferenceOfGaussians",
            "cv::sepFilter2D",
            "none; integers at most 1 apart",
            Depths::Separable,
            drawDifferenceOfGaussians,
            {"dog",
             "the difference of two Gaussian blurs",
             with2d({{"ksize", Kind::Integer, "0", "aperture, odd; 0 is computed from the sigmas", 0, 2047},
                     {"sigma1", Kind::Real, "1", "standard deviation of the blur that is added, in pixels", 0.01, 1000},
                     {"sigma2", Kind::Real, "1.6", "of the blur that is subtracted", 0.01, 1000},
                     {"scale", Kind::Real, "1", "factor of the difference"}}),
             {numbers(kSizeBar, "sigma2", 0.2, 8, 0.2, 1.6),
              numbers(kAmountBar, "scale", 0.5, 20, 0.5, 6),
              {kVariantBar, {"--delta 128", "--delta 0"}, 0}},
             differenceOfGaussiansFrom},
            {"astronaut", kFace, CV_8UC1, CV_16S, differenceOfGaussians(0, 1, 1.6, 6, 0), 1, 128},
            {
                {"", kSameDepth, true, differenceOfGaussians(9, 1, 1.6, 1, 0)},
                {"", kSameDepth, false, differenceOfGaussians(15, 1, 1.6, 1, 0)},
            },
            refusedByDifferenceOfGaussians()};
}

} // namespace cudatiled_catalogue
