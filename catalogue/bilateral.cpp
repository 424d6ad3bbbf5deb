// SPDX-License-Identifier: Apache-2.0
// Bilateral filters of one image, and joint ones whose weights come from another image, the guide.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

namespace {

struct BilateralParameters
{
    int d;
    double sigmaColor, sigmaSpace;

    int radius() const { return std::max(d > 0 ? d / 2 : static_cast<int>(std::nearbyint(1.5 * sigmaSpace)), 1); }
    int size() const { return 2 * radius() + 1; }
};

Factory bilateralFactory(const BilateralParameters& p)
{
    return [=](int srcType, int, const Borders& borders) {
        return cv::cudatiled::createBilateralFilter(srcType, p.d, p.sigmaColor, p.sigmaSpace, borders.row,
                                                    borders.outside);
    };
}

Factory jointBilateralFactory(int guideChannels, const BilateralParameters& p)
{
    return [=](int srcType, int, const Borders& borders) {
        return cv::cudatiled::createJointBilateralFilter(CV_MAKETYPE(CV_MAT_DEPTH(srcType), guideChannels), srcType,
                                                         p.d, p.sigmaColor, p.sigmaSpace, borders.row, borders.outside);
    };
}

// Deviations up to it make peaks: only equal pixels count, and cv::bilateralFilter copies the image from 4.12 on.
constexpr double kWidestPeak = 1e-6;

double deviation(double sigma)
{
    return sigma <= kWidestPeak ? 1e-30 : sigma;
}

// Bounds of the errors of weights: of what they are as floats, in units of 2^-24, and of what cv::bilateralFilter adds,
// which takes the weights of float images from a table.
struct WeightErrors
{
    int channels; // that are compared
    double ofTable;

    WeightErrors(const BilateralParameters& p, const cv::Mat& src, bool openCvItself) : channels(src.channels())
    {
        double lowest, highest;
        cv::Mat pixels;
        src.convertTo(pixels, CV_64F); // there are no extremes of 16F
        cv::minMaxLoc(pixels.reshape(1), &lowest, &highest);
        // Between two of its entries, 4096 for each channel, by interpolation; places in it are floats.
        const double step = p.sigmaColor <= kWidestPeak ? 0 : (highest - lowest) / 4096 / p.sigmaColor;
        ofTable = openCvItself && isFloatDepth(src.depth()) ? step * step / 8 + channels * step / 512 : 0;
    }

    // `exponent` of 2. 4 are those of the power itself, and each operation before it has one, twice in a square.
    double inUnits(double exponent) const { return 4 + std::log(2.) * (2 * channels + 4) * std::abs(exponent); }
};

// The weighted mean of the pixels around one, and its error.
struct Mean
{
    double value, error;
};

// The image that makes the weights.
Surroundings guideOf(const Surroundings& image)
{
    if (image.guide.empty())
        return image;
    return {image.guide, image.guided, image.rowBorder, image.columnBorder, image.outside};
}

struct Neighbour
{
    int x, y;
    double exponent; // of its place
};

std::vector<Neighbour> neighbours(const BilateralParameters& p)
{
    std::vector<Neighbour> all;
    const int radius = p.radius();
    const double sigma = deviation(p.sigmaSpace);
    for (int y = -radius; y <= radius; ++y)
        for (int x = -radius; x <= radius; ++x)
            if (x * x + y * y <= radius * radius)
                all.push_back({x, y, -(x * x + y * y) / (2 * sigma * sigma) / std::log(2.)});
    return all;
}

class BilateralDefinition
{
public:
    BilateralDefinition(const BilateralParameters& p, const Surroundings& image, bool openCvItself)
        : parameters_(p), neighbours_(neighbours(p)),
          pixels_(reached({p.size(), p.size()}, {p.radius(), p.radius()}, image)),
          guide_(reached({p.size(), p.size()}, {p.radius(), p.radius()}, guideOf(image))),
          errors_(p, guideOf(image).whole(guideOf(image).region), openCvItself),
          roundings_(openCvItself ? neighbours_.size() + 1. : 2.5 * std::sqrt(neighbours_.size() + 1.))
    {}

    // Of all channels of a pixel of the image.
    std::vector<Mean> meansAt(int x, int y) const
    {
        const double* const centre = pixelAt(guide_, x, y, {0, 0, 0});
        std::vector<double> weights, units;
        double sum = 0;
        for (const Neighbour& n : neighbours_)
        {
            const double* const other = pixelAt(guide_, x, y, n);
            double difference = 0;
            for (int c = 0; c < guide_.channels(); ++c)
                difference += std::abs(other[c] - centre[c]);
            const double scaled = difference / deviation(parameters_.sigmaColor);
            const double exponent = n.exponent - scaled * scaled / 2 / std::log(2.);
            weights.push_back(std::exp2(exponent));
            units.push_back(std::ldexp(weights.back() * errors_.inUnits(exponent), -24) +
                            std::min(errors_.ofTable, 1.) * std::exp2(n.exponent));
            sum += weights.back();
        }
        std::vector<Mean> means(pixels_.channels());
        for (int c = 0; c < pixels_.channels(); ++c)
            means[c] = meanOf(x, y, c, weights, units, sum);
        return means;
    }

private:
    const double* pixelAt(const cv::Mat& image, int x, int y, const Neighbour& n) const
    {
        const int radius = parameters_.radius();
        return image.ptr<double>(y + n.y + radius) + (x + n.x + radius) * image.channels();
    }

    // Of sums of floats whose weights have `errors`, and of their quotient.
    Mean meanOf(int x, int y, int channel, const std::vector<double>& weights, const std::vector<double>& errors,
                double sumOfWeights) const
    {
        double value = 0, magnitude = 0, error = 0;
        for (std::size_t i = 0; i < weights.size(); ++i)
        {
            const double other = pixelAt(pixels_, x, y, neighbours_[i])[channel];
            value += weights[i] / sumOfWeights * other;
            magnitude += weights[i] / sumOfWeights * std::abs(other);
        }
        for (std::size_t i = 0; i < weights.size(); ++i)
            error += errors[i] / sumOfWeights *
                     (std::abs(pixelAt(pixels_, x, y, neighbours_[i])[channel]) + std::abs(value));
        return {value, error + std::ldexp(magnitude, -24) * (2 * roundings_ + 5)};
    }

    const BilateralParameters parameters_;
    const std::vector<Neighbour> neighbours_;
    const cv::Mat pixels_, guide_; // CV_64F
    const WeightErrors errors_;
    const double roundings_;
};

// Integer results are the rounding of a value within 1e-3 of the exact one, or within the error of its floats.
Expected bilateralResults(const BilateralParameters& p, const Surroundings& image, int depth, bool openCvItself)
{
    const BilateralDefinition definition(p, image, openCvItself && image.guide.empty()); // imgproc takes no guide
    const int channels = image.whole.channels();
    Expected expected;
    expected.lowest.create(image.region.size(), CV_64FC(channels));
    expected.highest.create(image.region.size(), CV_64FC(channels));
    for (int y = 0; y < image.region.height; ++y)
        for (int x = 0; x < image.region.width; ++x)
        {
            const std::vector<Mean> means = definition.meansAt(x, y);
            for (int c = 0; c < channels; ++c)
            {
                const double error = isFloatDepth(depth) ? means[c].error : std::max(means[c].error, 1e-3);
                expected.lowest.ptr<double>(y)[x * channels + c] = saturateRound(means[c].value - error, depth);
                expected.highest.ptr<double>(y)[x * channels + c] = saturateRound(means[c].value + error, depth);
            }
        }
    return expected;
}

} // namespace

Instance bilateral(int d, double sigmaColor, double sigmaSpace)
{
    const BilateralParameters p{d, sigmaColor, sigmaSpace};
    Instance instance;
    instance.text = cv::format("Bilateral d %d sigma %g %g", d, sigmaColor, sigmaSpace);
    instance.parameters.ksize = {p.size(), p.size()};
    instance.parameters.sigmaX = sigmaColor;
    instance.parameters.sigmaY = sigmaSpace;
    instance.create = bilateralFactory(p);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int dstDepth, bool openCvItself) {
            return bilateralResults(p, image, dstDepth, openCvItself);
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        const bool has =
            (src.depth() == CV_8U || src.depth() == CV_32F) && (src.channels() == 1 || src.channels() == 3);
        if (has && std::min(sigmaColor, sigmaSpace) <= kWidestPeak)
            return src.copyTo(dst);
        if (has)
            return cv::bilateralFilter(src, dst, d, sigmaColor, sigmaSpace, borderType);
        const int border = borderType & ~cv::BORDER_ISOLATED;
        const Expected means = bilateralResults(p, {src, {{0, 0}, src.size()}, border, border, {}}, CV_32F, false);
        cv::Mat((means.lowest + means.highest) / 2).convertTo(dst, ddepth);
    };
    return instance;
}

namespace {

Instance drawBilateral(cv::RNG& random)
{
    const int d = oneOf(random, {3, 5, 7, 9, 5, 4, -1, 11, 21, 36});
    const double sigmaSpace = oneOf(random, {0.5, 1.5, 3., 10., 1e-7, d > 0 ? 1000. : 5.});
    const double sigmaColor = oneOf(random, {0.1, 1., 10., 30., 30., 100., 1000., 1e-7, 1e5});
    return bilateral(d, sigmaColor, sigmaSpace);
}

std::vector<Parameter> bilateralParameters()
{
    return {{"d", Kind::Integer, "9", "diameter in pixels; below 1 it is three times sigma-space", -1, 2001},
            {"sigma-color", Kind::Real, "40", "deviation of the weights of differences between pixels", 0, kUnbounded},
            {"sigma-space", Kind::Real, "3", "deviation of the weights of distances, in pixels", 0, kUnbounded},
            borderParameter(),
            borderValueParameter()};
}

Instance bilateralFrom(int, const Settings& s)
{
    return bilateral(s.integer("d"), s.real("sigma-color"), s.real("sigma-space"));
}

std::vector<Refused> refusedByBilateral()
{
    const auto of = [](int d, double sigmaColor, double sigmaSpace) {
        return bilateralFactory({d, sigmaColor, sigmaSpace});
    };
    const char* const positive = "must be positive";
    return {
        {of(5, 0, 2), "sigmaColor is 0", positive},           {of(5, -1, 2), "sigmaColor is -1", positive},
        {of(5, kNaN, 2), "sigmaColor is nan", kFinite},       {of(5, 10, 0), "sigmaSpace is 0", positive},
        {of(5, 10, kInfinity), "sigmaSpace is inf", kFinite}, {of(-1, 10, 700), "sigmaSpace is 700", "at most 1000"},
        {of(2003, 10, 5), "d is 2003", "at most 1000"}};
}

} // namespace

Entry bilateralEntry()
{
    return {"Bilateral",
            "cv::bilateralFilter",
            "none; 8U at most 1 apart",
            Depths::Same,
            drawBilateral,
            {"bilateral",
             "smooths and keeps edges: a mean by distance and likeness",
             bilateralParameters(),
             {numbers(kSizeBar, "d", 3, 25, 2, 9), numbers(kAmountBar, "sigma-color", 5, 200, 5, 40)},
             bilateralFrom},
            {"astronaut", kFace, CV_8UC3, kSameDepth, bilateral(15, 40, 5)},
            {
                {"", kSameDepth, true, bilateral(5, 30, 2)},
                {"", kSameDepth, false, bilateral(9, 30, 3)},
                {"", kSameDepth, false, bilateral(15, 30, 5)},
            },
            refusedByBilateral()};
}

Instance jointBilateral(int guideChannels, int d, double sigmaColor, double sigmaSpace)
{
    Instance instance = bilateral(d, sigmaColor, sigmaSpace);
    instance.text = "Joint" + instance.text + cv::format(" joint of %d channels", guideChannels);
    instance.guideChannels = guideChannels;
    instance.create = jointBilateralFactory(guideChannels, {d, sigmaColor, sigmaSpace});
    instance.applyGuided = [](cv::cudatiled::Filter& filter, cv::InputArray guide, cv::InputArray src,
                              cv::OutputArray dst, CUstream_st* stream) {
        dynamic_cast<cv::cudatiled::JointBilateralFilter&>(filter).apply(guide, src, dst, stream);
    };
    return instance;
}

namespace {

Instance guidedBilateralFrom(int guideChannels, const Settings& s)
{
    return jointBilateral(guideChannels, s.integer("d"), s.real("sigma-color"), s.real("sigma-space"));
}

// The source is its own guide.
Instance jointBilateralFrom(int srcType, const Settings& s)
{
    return guidedBilateralFrom(CV_MAT_CN(srcType), s);
}

Instance drawJointBilateral(cv::RNG& random)
{
    const Parameters p = drawBilateral(random).parameters;
    return jointBilateral(oneOf(random, {1, 3}), p.ksize.width, p.sigmaX, p.sigmaY);
}

std::vector<Refused> refusedByJointBilateral()
{
    const auto of = [](int guideChannels, int d, double sigmaColor, double sigmaSpace) {
        return jointBilateralFactory(guideChannels, {d, sigmaColor, sigmaSpace});
    };
    const auto ofTypes = [](int jointType, int srcType) -> Factory {
        return [=](int, int, const Borders&) {
            return cv::cudatiled::createJointBilateralFilter(jointType, srcType, 5, 30, 2);
        };
    };
    return {{of(1, 5, 0, 2), "sigmaColor is 0", "must be positive"},
            {of(3, 5, 10, kInfinity), "sigmaSpace is inf", kFinite},
            {of(3, -1, 10, 700), "sigmaSpace is 700", "at most 1000"},
            {ofTypes(CV_8UC4, CV_8UC3), "jointType is 8UC4", "8UC1 or 8UC3"},
            {ofTypes(CV_8UC1, CV_32FC1), "jointType is 8UC1", "32FC1 or 32FC3"},
            {ofTypes(-1, CV_8UC1), "jointType is", "8UC1 or 8UC3"},
            {ofTypes(CV_8UC1, CV_8UC2), "srcType is 8UC2", "1 or 3 channels"}};
}

} // namespace

Entry jointBilateralEntry()
{
    Example example{"astronaut", kFace, CV_8UC3, kSameDepth, jointBilateral(3, 15, 20, 5)};
    example.noise = 30;
    return {"JointBilateral",
            "cv::ximgproc::jointBilateralFilter",
            "none; 8U at most 1 apart",
            Depths::ByteOrFloat,
            drawJointBilateral,
            {"joint-bilateral",
             "smooths and keeps the edges of a second picture, --joint: a mean by distance and likeness in that one",
             bilateralParameters(),
             {},
             jointBilateralFrom,
             guidedBilateralFrom},
            example,
            {
                {"gray joint", kSameDepth, false, jointBilateral(1, 9, 30, 3)},
                {"colour joint", kSameDepth, false, jointBilateral(3, 9, 30, 3)},
            },
            refusedByJointBilateral(),
            {1, 3}};
}

} // namespace cudatiled_catalogue
