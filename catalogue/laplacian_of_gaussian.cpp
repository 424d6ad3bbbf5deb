// SPDX-License-Identifier: Apache-2.0
// Laplacians of Gaussians.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "separable_sum.hpp"

#include <cmath>

namespace cudatiled_catalogue {

namespace {

Factory logFactory(int ksize, double sigma, double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return cv::cudatiled::createLaplacianOfGaussianFilter(srcType, dstType, ksize, sigma, scale, b.row, b.outside,
                                                              delta);
    };
}

Instance laplacianOfGaussian(int ksize, double sigma, double scale, double delta)
{
    const double width = sigma > 0 ? sigma : 0.3 * ((ksize - 1) * 0.5 - 1) + 0.8;
    cv::Mat_<double> gaussian(1, ksize), derivative(1, ksize);
    double sum = 0, squares = 0;
    for (int i = 0; i < ksize; ++i)
    {
        const double x = i - ksize / 2;
        gaussian(i) = std::exp(-x * x / (2 * width * width));
        sum += gaussian(i);
        squares += x * x * gaussian(i);
    }
    gaussian /= sum;
    for (int i = 0; i < ksize; ++i)
        derivative(i) = (std::pow(i - ksize / 2, 2) - squares / sum) / std::pow(width, 4) * gaussian(i);
    const cv::Mat smoothing = roundedToFloat(gaussian), second = roundedToFloat(derivative);
    Instance instance = separableSum({second, smoothing}, {smoothing, second}, scale, delta);
    instance.text =
        cv::format("LaplacianOfGaussian ksize %d sigma %g scale %g", ksize, sigma, scale) + textOfDelta(delta);
    instance.create = logFactory(ksize, sigma, scale, delta);
    return instance;
}

Instance drawLaplacianOfGaussian(cv::RNG& random)
{
    // Few have more taps than a kernel has arguments for.
    const int ksize = random.uniform(0, 3)   ? oneOf(random, {3, 5, 7, 9})
                      : random.uniform(0, 3) ? random.uniform(1, 30) * 2 + 1
                                             : random.uniform(113, 125) * 2 + 1;
    const double sigma = oneOf(random, {0., 1.4, 0.7, 3.}), scale = oneOf(random, {1., 1., 4., -0.3});
    return laplacianOfGaussian(ksize, sigma, scale, drawDelta(random));
}

Instance laplacianOfGaussianFrom(int, const Settings& s)
{
    return laplacianOfGaussian(s.integer("ksize"), s.real("sigma"), s.real("scale"), s.real("delta"));
}

std::vector<Refused> refusedByLaplacianOfGaussian()
{
    const char* const sizes = "odd and from 3 to 2047";
    return withDeltas([](double delta) { return logFactory(9, 1.4, 1, delta); },
                      {{logFactory(4, 1), "ksize is 4", sizes},
                       {logFactory(1, 1), "ksize is 1", sizes},
                       {logFactory(2049, 1), "ksize is 2049", sizes},
                       {logFactory(9, -1), "sigma is -1", "at least 0.1 pixels"},
                       {logFactory(9, 0.05), "sigma is 0.05", "at least 0.1 pixels"},
                       {logFactory(9, kNaN), "sigma is nan", kFinite},
                       {logFactory(9, kInfinity), "sigma is inf", kFinite},
                       {logFactory(9, 1, kNaN), "scale is nan", kFinite},
                       {logFactory(9, 1, 1e39), "scale is 1e+39", kFinite}});
}

} // namespace

Entry laplacianOfGaussianEntry()
{
    return {
        "LaplacianOfGaussian",
        "cv::sepFilter2D",
        "none; integers at most 1 apart",
        Depths::Separable,
        drawLaplacianOfGaussian,
        {"log",
         "the Laplacian behind a Gaussian blur",
         with2d({{"ksize", Kind::Integer, "9", "aperture, odd", 3, 2047},
                 {"sigma", Kind::Real, "1.4", "standard deviation in pixels; 0 is computed from ksize", 0, kUnbounded},
                 {"scale", Kind::Real, "1", "factor of the sum"}}),
         {numbers(kSizeBar, "ksize", 3, 31, 2, 9),
          numbers(kAmountBar, "scale", 0.5, 20, 0.5, 6),
          {kVariantBar, {"--delta 128", "--delta 0"}, 0}},
         laplacianOfGaussianFrom},
        {"astronaut", kFace, CV_8UC1, CV_16S, laplacianOfGaussian(9, 1.4, 6, 0), 1, 128},
        {
            {"", kSameDepth, true, laplacianOfGaussian(9, 1.4, 1, 0)},
            {"", kSameDepth, false, laplacianOfGaussian(15, 2, 1, 0)},
        },
        refusedByLaplacianOfGaussian()};
}

} // namespace cudatiled_catalogue
