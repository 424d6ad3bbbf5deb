// SPDX-License-Identifier: Apache-2.0
// Measures of corners.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cfloat>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

struct CornerParameters
{
    bool harris;
    int blockSize, ksize;
    double k; // of Harris

    const char* name() const { return harris ? "CornerHarris" : "CornerMinEigenVal"; }
};

cv::Ptr<Filter> create(const CornerParameters& p, int srcType, int borderMode)
{
    return p.harris ? createCornerHarrisFilter(srcType, p.blockSize, p.ksize, p.k, borderMode)
                    : createCornerMinEigenValFilter(srcType, p.blockSize, p.ksize, borderMode);
}

Factory cornerFactory(const CornerParameters& p)
{
    return [=](int srcType, int, const Borders& b) {
        return create(p, srcType, b.row);
    };
}

// The rounding of one float operation, and what is below the range of floats.
const double kUnit = std::ldexp(1., -24), kLeast = 1e-37;

// A number, and how far a result in float may be from it.
struct Approximate
{
    double value = 0, error = 0;

    double largest() const { return std::abs(value) + error; }
};

Approximate product(const Approximate& a, const Approximate& b)
{
    return {a.value * b.value, std::abs(a.value) * b.error + b.largest() * a.error + kUnit * a.largest() * b.largest()};
}

// Of a chain of n operations, as the contract has it. OpenCV adds up as it likes.
double roundings(double n, double products, bool openCvItself)
{
    return openCvItself ? std::max(16., products + 3) : std::min(n + 1, 2.5 * std::sqrt(n + 1));
}

using Approximates = std::vector<Approximate>; // of an image, row by row

// `values` has the pixels around; the taps are integers.
Approximates derivativeOf(const cv::Mat& values, cv::Size size, const cv::Mat& taps, double scale, bool openCvItself)
{
    // One rounding more is that of the scale.
    const double error =
        kUnit * roundings(taps.cols + taps.rows + 1, static_cast<double>(taps.total()), openCvItself) * scale;
    Approximates derivative;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
        {
            const cv::Mat window = values(cv::Rect({x, y}, taps.size())).mul(taps);
            derivative.push_back({cv::sum(window)[0] * scale, cv::norm(window, cv::NORM_L1) * error});
        }
    return derivative;
}

// xx, xy and yy, or their sums.
struct Products
{
    Approximate of[3];
};

Products sumsAt(const std::vector<Products>& products, const Surroundings& image, int blockSize, cv::Point at,
                bool openCvItself)
{
    const cv::Size size = image.region.size();
    Products sums;
    double magnitude[3] = {};
    for (int j = 0; j < blockSize; ++j)
        for (int i = 0; i < blockSize; ++i)
        {
            const int y = cv::borderInterpolate(at.y + j - blockSize / 2, size.height, image.columnBorder),
                      x = cv::borderInterpolate(at.x + i - blockSize / 2, size.width, image.rowBorder);
            if (x < 0 || y < 0)
                continue;
            for (int p = 0; p < 3; ++p)
            {
                const Approximate& term = products[y * size.width + x].of[p];
                sums.of[p].value += term.value;
                sums.of[p].error += term.error;
                magnitude[p] += term.largest();
            }
        }
    for (int p = 0; p < 3; ++p)
        sums.of[p].error += kUnit * roundings(2. * blockSize, blockSize * blockSize, openCvItself) * magnitude[p];
    return sums;
}

// Whether products of these sums may leave the range of floats: then measures in float are infinite, or no numbers.
bool overflow(const Products& sums)
{
    double largest = 0;
    for (const Approximate& sum : sums.of)
        largest = std::max(largest, sum.largest());
    return 8 * largest * largest > FLT_MAX;
}

Approximate harris(const Products& sums, double k)
{
    const Approximate xx = sums.of[0], xy = sums.of[1], yy = sums.of[2];
    const Approximate trace{xx.value + yy.value, xx.error + yy.error};
    const Approximate terms[] = {product(xx, yy), product(xy, xy), product(trace, trace)};
    const double factors[] = {1, -1, -k};
    Approximate measure{0, kLeast};
    for (int i = 0; i < 3; ++i)
    {
        measure.value += factors[i] * terms[i].value;
        measure.error += std::abs(factors[i]) * (terms[i].error + 6 * kUnit * terms[i].largest());
    }
    return measure;
}

// The eigenvalues of symmetric matrices differ by no more than the norm of the matrices' difference.
Approximate minEigenVal(const Products& sums)
{
    const Approximate xx = sums.of[0], xy = sums.of[1], yy = sums.of[2];
    const double mean = (xx.value + yy.value) / 2, root = std::hypot((xx.value - yy.value) / 2, xy.value);
    const double error = xx.error + xy.error + yy.error;
    return {mean - root, error + 6 * kUnit * (mean + root + error) + kLeast};
}

// Where derivatives read the image: 0 outside, if a value is asked for.
cv::Mat pixelsAround(const Surroundings& image, int aperture)
{
    Surroundings zeroOutside = image;
    zeroOutside.outside = cv::Scalar();
    return reached({aperture, aperture}, {aperture / 2, aperture / 2}, zeroOutside);
}

std::vector<Products> productsOf(const CornerParameters& p, const Surroundings& image, bool openCvItself)
{
    cv::Mat derivative, smoothing;
    cv::getDerivKernels(derivative, smoothing, 1, 0, p.ksize, false, CV_64F);
    if (p.ksize == 1)
        smoothing = cv::Mat(cv::Matx31d(0, 1, 0));
    const cv::Mat alongX = smoothing * derivative.t(), values = pixelsAround(image, derivative.rows);
    const double white = image.whole.depth() == CV_8U ? 255 : 1;
    const double scale = 1 / (std::ldexp(1., p.ksize < 0 ? 3 : p.ksize - 1) * p.blockSize * white);
    const cv::Size size = image.region.size();
    const Approximates dx = derivativeOf(values, size, alongX, scale, openCvItself),
                       dy = derivativeOf(values, size, alongX.t(), scale, openCvItself);
    std::vector<Products> products;
    for (std::size_t i = 0; i < dx.size(); ++i)
        products.push_back({{product(dx[i], dx[i]), product(dx[i], dy[i]), product(dy[i], dy[i])}});
    return products;
}

Expected measuresOf(const CornerParameters& p, const Surroundings& image, bool openCvItself)
{
    const std::vector<Products> products = productsOf(p, image, openCvItself);
    Expected expected{cv::Mat(image.region.size(), CV_64F), cv::Mat(image.region.size(), CV_64F)};
    for (int y = 0; y < image.region.height; ++y)
        for (int x = 0; x < image.region.width; ++x)
        {
            const Products sums = sumsAt(products, image, p.blockSize, {x, y}, openCvItself);
            Approximate measure = p.harris ? harris(sums, p.k) : minEigenVal(sums);
            if (overflow(sums))
                measure.error = HUGE_VAL;
            expected.lowest.at<double>(y, x) = measure.value - measure.error;
            expected.highest.at<double>(y, x) = measure.value + measure.error;
        }
    return expected;
}

Instance corner(const CornerParameters& p)
{
    Instance instance;
    instance.text = cv::format("%s blockSize %d ksize %d", p.name(), p.blockSize, p.ksize) +
                    (p.harris ? cv::format(" k %g", p.k) : "");
    instance.borderModes = 0; // it has one, but no value for BORDER_CONSTANT
    instance.parameters.ksize = {p.blockSize, p.blockSize};
    instance.create = cornerFactory(p);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool openCvItself) {
            return measuresOf(p, image, openCvItself);
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int, int borderType) {
        if (p.harris)
            cv::cornerHarris(src, dst, p.blockSize, p.ksize, p.k, borderType);
        else
            cv::cornerMinEigenVal(src, dst, p.blockSize, p.ksize, borderType);
    };
    return instance;
}

CornerParameters drawParameters(cv::RNG& random, bool harris)
{
    const int blockSize = random.uniform(0, 3) ? random.uniform(2, 6) : drawLength(random);
    const int ksize = random.uniform(0, 3) ? oneOf(random, {3, 3, -1}) : oneOf(random, {1, 5, 7, 9, 31});
    return {harris, blockSize, ksize, oneOf(random, {0.04, 0.06, 0., -0.2})};
}

std::vector<Parameter> commonParameters()
{
    return {{"block-size", Kind::Integer, "3", "side of the square of the sums", 1, 1000},
            {"ksize", Kind::Integer, "3", "aperture of the derivatives: odd, or -1 for the Scharr operator", -1, 31}};
}

std::vector<Refused> refusedCorners(const CornerParameters& good)
{
    const auto with = [=](int blockSize, int ksize) {
        return cornerFactory({good.harris, blockSize, ksize, good.k});
    };
    const auto border = [=](int mode) {
        return [=](int srcType, int, const Borders&) {
            return create(good, srcType, mode);
        };
    };
    const char *const apertures = "odd and from 1 to 31", *const blocks = "must be from 1 to 1000";
    return {{with(0, 3), "blockSize is 0", blocks},
            {with(1001, 3), "blockSize is 1001", blocks},
            {with(3, 4), "ksize is 4", apertures},
            {with(3, 33), "ksize is 33", apertures},
            {with(3, 0), "ksize is 0", apertures},
            {border(7), "borderMode is 7", "REFLECT_101 (4)"},
            {border(-1), "borderMode is -1", "REFLECT_101 (4)"},
            {[=](int, int, const Borders& b) { return create(good, CV_8UC3, b.row); }, "srcType is 8UC3", "1 channel"},
            {[=](int, int, const Borders& b) { return create(good, CV_16UC1, b.row); }, "srcType is 16UC1",
             "8U, 32F and 16F are supported"}};
}

} // namespace

Entry cornerHarrisEntry()
{
    std::vector<Parameter> parameters = commonParameters();
    parameters.push_back({"k", Kind::Real, "0.04", "factor of the squared trace"});
    parameters.push_back(borderParameter());
    std::vector<Refused> refused = refusedCorners({true, 3, 3, 0.04});
    refused.push_back({cornerFactory({true, 3, 3, kNaN}), "k is nan", kFinite});
    refused.push_back({cornerFactory({true, 3, 3, 1e39}), "k is 1e+39", kFinite});
    return {"CornerHarris",
            "cv::cornerHarris",
            "none; floats",
            Depths::Corner,
            [](cv::RNG& random) { return corner(drawParameters(random, true)); },
            {"harris",
             "the measure of corners by Harris and Stephens",
             parameters,
             {numbers(kSizeBar, "block-size", 1, 15, 1, 3), numbers(kAmountBar, "k", 0, 0.24, 0.01, 0.04)},
             [](int, const Settings& s) {
                 return corner({true, s.integer("block-size"), s.integer("ksize"), s.real("k")});
             }},
            {"coffee", kCup, CV_8UC1, CV_32F, corner({true, 3, 3, 0.04}), 1e5, 128},
            {
                {"", CV_32F, false, corner({true, 2, 3, 0.04})},
                {"", CV_32F, false, corner({true, 3, 3, 0.04})},
                {"", CV_32F, false, corner({true, 5, 3, 0.04})},
                {"aperture 5", CV_32F, false, corner({true, 5, 5, 0.04})},
            },
            refused,
            {1}};
}

Entry cornerMinEigenValEntry()
{
    std::vector<Parameter> parameters = commonParameters();
    parameters.push_back(borderParameter());
    return {"CornerMinEigenVal",
            "cv::cornerMinEigenVal",
            "none; floats",
            Depths::Corner,
            [](cv::RNG& random) { return corner(drawParameters(random, false)); },
            {"min-eigen-val",
             "the measure of corners by Shi and Tomasi",
             parameters,
             {numbers(kSizeBar, "block-size", 1, 15, 1, 3)},
             [](int, const Settings& s) {
                 return corner({false, s.integer("block-size"), s.integer("ksize"), 0});
             }},
            {"coffee", kCup, CV_8UC1, CV_32F, corner({false, 3, 3, 0}), 1e4, 0},
            {{"", CV_32F, false, corner({false, 3, 3, 0})}},
            refusedCorners({false, 3, 3, 0}),
            {1}};
}

} // namespace cudatiled_catalogue
