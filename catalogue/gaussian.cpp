// SPDX-License-Identifier: Apache-2.0
// Gaussian blurs.
#include "gaussian.hpp"

#include "catalogue.hpp"
#include "inside.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

cv::Mat fixedPointGaussian(int size, double sigma, int bits)
{
    const cv::Mat_<double> exact = cv::getGaussianKernel(size, sigma, CV_64F);
    cv::Mat_<double> taps(size, 1);
    const double one = std::ldexp(1., bits);
    double carried = 0, rest = one;
    for (int i = 0; i < size / 2; ++i)
    {
        const double wanted = exact(i) * one + carried;
        const double tap = std::nearbyint(wanted);
        carried = wanted - tap;
        rest -= 2 * tap;
        taps(i) = taps(size - 1 - i) = tap / one;
    }
    taps(size / 2) = rest / one;
    return taps;
}

Factory gaussianFactory(cv::Size ksize, double sigmaX, double sigmaY)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createGaussianFilter(srcType, dstType, ksize, sigmaX, sigmaY, b.row, b.column, b.outside);
    };
}

Definition fixedPoint(cv::Size ksize, double sigmaX, double sigmaY, int srcDepth)
{
    const int bits = srcDepth == CV_8U ? 8 : 16;
    Definition definition = separable(fixedPointGaussian(ksize.width, sigmaX, bits),
                                      fixedPointGaussian(ksize.height, sigmaY, bits), {-1, -1}, 0);
    definition.finish = Finish::HalfUp;
    return definition;
}

Definition inFloat(cv::Size ksize, double sigmaX, double sigmaY)
{
    return separable(cv::getGaussianKernel(ksize.width, sigmaX, CV_32F),
                     cv::getGaussianKernel(ksize.height, sigmaY, CV_32F), {-1, -1}, 0);
}

// The central tap of 8 bits takes what error diffusion leaves, which may be 0.
bool takesInside(cv::Size ksize, double sigmaX, double sigmaY)
{
    const cv::Mat1d row = fixedPointGaussian(ksize.width, sigmaX, 8),
                    column = fixedPointGaussian(ksize.height, sigmaY, 8);
    return row(ksize.width / 2) > 0 && column(ksize.height / 2) > 0;
}

} // namespace

Instance gaussian(cv::Size ksize, double sigmaX, double sigmaY)
{
    const double sigma2 = sigmaY > 0 ? sigmaY : sigmaX;
    Instance instance;
    instance.text = "Gaussian " + text(ksize) + cv::format(" sigma %g %g", sigmaX, sigmaY);
    instance.parameters.ksize = ksize;
    instance.parameters.sigmaX = sigmaX;
    instance.parameters.sigmaY = sigma2;
    instance.borderModes = 2;
    instance.create = gaussianFactory(ksize, sigmaX, sigmaY);
    instance.takesInside = takesInside(ksize, sigmaX, sigma2);
    instance.definition = [=](int srcDepth, int dstDepth, const Situation& s) {
        const bool whole = s.isolated() || !s.submatrix, has = srcDepth == CV_8U || srcDepth == CV_16U;
        const Definition definition = srcDepth == dstDepth && has && (whole || isInside(s))
                                          ? fixedPoint(ksize, sigmaX, sigma2, srcDepth)
                                          : inFloat(ksize, sigmaX, sigma2);
        return isInside(s) ? inside(definition, definition.kernel) : definition;
    };
    const cv::Mat row = cv::getGaussianKernel(ksize.width, sigmaX, CV_32F),
                  column = cv::getGaussianKernel(ksize.height, sigma2, CV_32F);
    const auto opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (ddepth == src.depth())
            cv::GaussianBlur(src, dst, ksize, sigmaX, sigmaY, borderType);
        else
            cv::sepFilter2D(src, dst, ddepth, row, column, {-1, -1}, 0, borderType);
    };
    instance.opencv = orInDouble(opencv, row, column, {-1, -1}, 0);
    return instance;
}

Instance drawGaussian(cv::RNG& random)
{
    // Bytes have an arithmetic of their own for the default taps of 3 and 5, and one for others.
    if (random.uniform(0, 3) == 0)
    {
        const int size = oneOf(random, {3, 5});
        return gaussian({size, size}, oneOf(random, {0., 0.8}), 0);
    }
    // Squares of floats have a kernel of their own for each size.
    if (random.uniform(0, 3) == 0)
    {
        const int size = random.uniform(5, 17) * 2 + 1;
        return gaussian({size, size}, 0, 0);
    }
    // Long ones of bytes have kernels of their own, whose matrices grow with the taps.
    if (random.uniform(0, 10) == 0)
        return gaussian({oneOf(random, {7, 51, 61, 85, 131}), oneOf(random, {7, 51, 67, 101, 161, 421})},
                        oneOf(random, {0., 9., 30.}), oneOf(random, {0., 12.}));
    const cv::Size drawn = drawKernelSize(random), ksize(drawn.width | 1, drawn.height | 1);
    const double sigmaX = oneOf(random, {0., 1.5, 0.8, 3.}), sigmaY = oneOf(random, {0., 0., 2.});
    return gaussian(ksize, sigmaX, sigmaY);
}

Instance gaussianFrom(int srcType, const Settings& s)
{
    const double sigmaX = s.real("sigma"), sigmaY = s.real("sigma-y");
    const auto sizeOf = [&](int given, double sigma) {
        return given > 0 ? given : cvRound(sigma * (CV_MAT_DEPTH(srcType) == CV_8U ? 3 : 4) * 2 + 1) | 1;
    };
    const cv::Size given = s.size("ksize");
    return gaussian({sizeOf(given.width, sigmaX), sizeOf(given.height, sigmaY > 0 ? sigmaY : sigmaX)}, sigmaX, sigmaY);
}

std::vector<Parameter> withBlur(std::vector<Parameter> own)
{
    own.insert(own.begin(), {{"ksize", Kind::Size, "0", "aperture of the blur, odd; 0 is computed from sigma", 0, 1e4},
                             {"sigma", Kind::Real, "1.5", "its standard deviation in pixels; 0 is computed from ksize",
                              0, kUnbounded},
                             {"sigma-y", Kind::Real, "0", "its standard deviation along y; 0: sigma", 0, kUnbounded}});
    own.insert(own.end(), {borderParameter(), columnBorderParameter(), borderValueParameter()});
    return own;
}

std::vector<Refused> refusedBlurs(const std::function<Factory(cv::Size ksize, double sigmaX, double sigmaY)>& factory)
{
    const char* const pixels = "finite number of pixels";
    return {{factory({4, 3}, 1, 1), "ksize.width is 4", "odd"},
            {factory({3, 8}, 1, 1), "ksize.height is 8", "odd"},
            {factory({-3, 3}, 1, 1), "ksize.width is -3", "must be positive"},
            {factory({3, -1}, 1, 1), "ksize.height is -1", "must be positive"},
            {factory({0, 0}, 0, 0), " is 0 and sigma 0", "one of them must be positive"},
            {factory({3, 3}, -1, 1), "sigma1 is -1", pixels},
            {factory({3, 3}, 1, -0.5), "sigma2 is -0.5", pixels},
            {factory({3, 3}, kNaN, 1), "sigma1 is nan", pixels},
            {factory({3, 3}, 1, kNaN), "sigma2 is nan", pixels},
            {factory({0, 0}, kInfinity, 1), "sigma1 is inf", pixels},
            {factory({3, 3}, 1, kInfinity), "sigma2 is inf", pixels},
            {factory({0, 0}, 1e6, 0), "sigma is 1e+06", "a sigma below 4000"}};
}

Entry gaussianEntry()
{
    return {"Gaussian",
            "cv::GaussianBlur",
            "8U → 8U, 16U → 16U",
            Depths::Separable,
            drawGaussian,
            {"gaussian",
             "the Gaussian blur",
             withInside(withBlur({depthParameter()})),
             {numbers(kSizeBar, "ksize", 1, 41, 2, 7), numbers(kAmountBar, "sigma", 0.1, 10, 0.1, 1.5)},
             gaussianFrom},
            {"coffee", kCup, CV_8UC3, kSameDepth, gaussian({25, 25}, 4, 0)},
            {
                {"", kSameDepth, false, gaussian({3, 3}, 0, 0)},
                {"", kSameDepth, true, gaussian({5, 5}, 0, 0)},
                {"", kSameDepth, false, gaussian({7, 7}, 0, 0)},
                {"", kSameDepth, false, gaussian({9, 9}, 0, 0)},
                {"", kSameDepth, true, gaussian({15, 15}, 0, 0)},
                {"", kSameDepth, false, gaussian({31, 31}, 0, 0)},
                {"", kSameDepth, false, gaussian({51, 51}, 0, 0)},
                {"", kSameDepth, false, gaussian({101, 101}, 0, 0)},
            },
            refusedBlurs(gaussianFactory)};
}

} // namespace cudatiled_catalogue
