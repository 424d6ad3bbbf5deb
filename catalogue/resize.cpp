// SPDX-License-Identifier: Apache-2.0
// Images of another size.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

cv::Size resizedBy(const ResizeCase& r, cv::Size size)
{
    return r.dsize.empty()
               ? cv::Size(cv::saturate_cast<int>(size.width * r.fx), cv::saturate_cast<int>(size.height * r.fy))
               : r.dsize;
}

// What a result is made of along one axis: two pixels, and the weight of the second.
struct Between
{
    int first, second;
    float weight;
};

struct Axis
{
    int source, target;
    double scale; // length of a result's pixel in the source
};

struct Axes
{
    Axis x, y;

    Axes(const ResizeCase& r, cv::Size from)
    {
        const cv::Size to = resizedBy(r, from);
        const auto scale = [&](int source, int target, double factor) {
            return from == to ? 1. : 1. / (r.dsize.empty() ? factor : double(target) / source);
        };
        x = {from.width, to.width, scale(from.width, to.width, r.fx)};
        y = {from.height, to.height, scale(from.height, to.height, r.fy)};
    }
};

// cv::resize rounds places to float. A column beside the image is that at its edge, and a row is too, but with a
// weight.
std::vector<Between> betweenPixels(const Axis& axis, bool isRow)
{
    std::vector<Between> all;
    for (int i = 0; i < axis.target; ++i)
    {
        const auto place = static_cast<float>((i + 0.5) * axis.scale - 0.5);
        const float whole = std::floor(place);
        const int first = std::clamp(int(whole), 0, axis.source - 1),
                  second = std::clamp(int(whole) + 1, 0, axis.source - 1);
        all.push_back({first, second, first == second && !isRow ? 0.f : place - whole});
    }
    return all;
}

std::vector<Between> betweenCorners(const Axis& axis)
{
    std::vector<Between> all;
    for (std::int64_t i = 0; i < axis.target; ++i)
    {
        const std::int64_t last = std::max(axis.target - 1, 1), place = i * (axis.source - 1);
        const int first = static_cast<int>(place / last);
        all.push_back({first, std::min(first + 1, axis.source - 1),
                       static_cast<float>(static_cast<double>(place % last) / static_cast<double>(last))});
    }
    return all;
}

// Bounds of each result; `bounds(x, y, channel)` gives them.
template <class Bounds> Expected eachResult(const Axes& axes, int channels, Bounds bounds)
{
    Expected expected;
    expected.lowest = cv::Mat::zeros(axes.y.target, axes.x.target, CV_64FC(channels));
    expected.highest = expected.lowest.clone();
    for (int y = 0; y < axes.y.target; ++y)
        for (int i = 0; i < axes.x.target * channels; ++i)
        {
            const Interval interval = bounds(i / channels, y, i % channels);
            expected.lowest.ptr<double>(y)[i] = interval.lowest;
            expected.highest.ptr<double>(y)[i] = interval.highest;
        }
    return expected;
}

// A value that is a float sum of so many terms; or a correct rounding of it.
Interval around(double value, double magnitude, int chain, int depth)
{
    const double tolerance = std::min(chain + 1., 2.5 * std::sqrt(chain + 1.)) / (1 << 24) * magnitude;
    if (isFloatDepth(depth))
        return {value - tolerance, value + tolerance};
    const double near = std::max(1e-3, tolerance);
    return {saturateRound(value - near, depth), saturateRound(value + near, depth)};
}

Expected interpolated(const cv::Mat& image, const Axes& axes, bool corners)
{
    const int channels = image.channels();
    const std::vector<Between> columns = corners ? betweenCorners(axes.x) : betweenPixels(axes.x, false),
                               rows = corners ? betweenCorners(axes.y) : betweenPixels(axes.y, true);
    cv::Mat pixels;
    image.convertTo(pixels, CV_64F);
    return eachResult(axes, channels, [&](int x, int y, int channel) {
        const Between &column = columns[x], &row = rows[y];
        double sum = 0, magnitude = 0;
        for (int j = 0; j < 2; ++j)
            for (int i = 0; i < 2; ++i)
            {
                const double weight = double(i == 0 ? 1.f - column.weight : column.weight) *
                                      double(j == 0 ? 1.f - row.weight : row.weight);
                const double product =
                    weight *
                    pixels.ptr<double>(
                        j == 0 ? row.first : row.second)[(i == 0 ? column.first : column.second) * channels + channel];
                sum += product;
                magnitude += std::abs(product);
            }
        return around(sum, magnitude, 4, image.depth());
    });
}

// Bytes in fixed point: weights have 11 bits, sums of rows lose 4, products with weights of rows 16, and two are
// rounded.
Expected interpolatedBytes(const cv::Mat& image, const Axes& axes)
{
    const int channels = image.channels();
    const std::vector<Between> columns = betweenPixels(axes.x, false), rows = betweenPixels(axes.y, true);
    const auto fixed = [](float weight) {
        return cv::saturate_cast<int>(weight * 2048);
    };
    return eachResult(axes, channels, [&](int x, int y, int channel) {
        const Between &column = columns[x], &row = rows[y];
        const auto inRow = [&](int number) {
            const uchar* const from = image.ptr(number) + channel;
            return (from[column.first * channels] * fixed(1.f - column.weight) +
                    from[column.second * channels] * fixed(column.weight)) >>
                   4;
        };
        const int sum =
            (inRow(row.first) * fixed(1.f - row.weight) >> 16) + (inRow(row.second) * fixed(row.weight) >> 16);
        const double result = (sum + 2) >> 2;
        return Interval{result, result};
    });
}

// Means of the pixels that are there. OpenCV rounds halves up where it has a fast loop.
Expected means(const cv::Mat& image, const Axes& axes)
{
    const int channels = image.channels(), width = cv::saturate_cast<int>(axes.x.scale),
              height = cv::saturate_cast<int>(axes.y.scale);
    const bool fast = width == 2 && height == 2 && channels != 2;
    cv::Mat pixels;
    image.convertTo(pixels, CV_64F);
    return eachResult(axes, channels, [&](int x, int y, int channel) {
        const cv::Rect all({0, 0}, image.size()), area = all & cv::Rect(x * width, y * height, width, height);
        double sum = 0, magnitude = 0;
        for (int j = area.y; j < area.y + area.height; ++j)
            for (int i = area.x; i < area.x + area.width; ++i)
            {
                const double pixel = pixels.ptr<double>(j)[i * channels + channel];
                sum += pixel;
                magnitude += std::abs(pixel);
            }
        const double count = area.area();
        if (isFloatDepth(image.depth()))
            return around(sum / count, magnitude / count, width + height, CV_32F);
        const bool whole = area.area() == width * height;
        const float mean = whole ? float(sum) * (1.f / float(count)) : float(sum) / float(count);
        const double result = fast && whole ? std::floor((sum + 2) / 4) : saturateRound(mean, image.depth());
        return Interval{result, result};
    });
}

Expected nearest(const cv::Mat& image, const Axes& axes)
{
    const int channels = image.channels();
    cv::Mat pixels;
    image.convertTo(pixels, CV_64F);
    const auto place = [](const Axis& axis, int i) {
        return std::min(cvFloor(i * axis.scale), axis.source - 1);
    };
    return eachResult(axes, channels, [&](int x, int y, int channel) {
        const double pixel = pixels.ptr<double>(place(axes.y, y))[place(axes.x, x) * channels + channel];
        return Interval{pixel, pixel};
    });
}

Expected resultsOf(const ResizeCase& r, const cv::Mat& image)
{
    const Axes axes(r, image.size());
    if (r.interpolation == cv::INTER_NEAREST)
        return nearest(image, axes);
    if (r.alignCorners)
        return interpolated(image, axes, true);
    if (r.interpolation == cv::INTER_AREA || (axes.x.scale == 2 && axes.y.scale == 2))
        return means(image, axes);
    return image.depth() == CV_8U ? interpolatedBytes(image, axes) : interpolated(image, axes, false);
}

Factory resizeFactory(const ResizeCase& r)
{
    return [=](int srcType, int, const Borders&) {
        return createResizeFilter(srcType, r.dsize, r.fx, r.fy, r.interpolation, r.alignCorners);
    };
}

Choices interpolations()
{
    return {{"nearest", cv::INTER_NEAREST}, {"linear", cv::INTER_LINEAR}, {"area", cv::INTER_AREA}};
}

std::string textOf(const ResizeCase& r)
{
    const char* const how = r.interpolation == cv::INTER_NEAREST ? "nearest"
                            : r.interpolation == cv::INTER_AREA  ? "area"
                            : r.alignCorners                     ? "corners"
                                                                 : "linear";
    return r.dsize.empty() ? cv::format("Resize by %g x %g %s", r.fx, r.fy, how)
                           : cv::format("Resize to %d x %d %s", r.dsize.width, r.dsize.height, how);
}

} // namespace

Instance resize(const ResizeCase& r)
{
    Instance instance;
    instance.text = textOf(r);
    instance.borderModes = 0;
    instance.parameters.ksize = {1, 1};
    instance.resized = [=](cv::Size size) {
        return resizedBy(r, size);
    };
    instance.create = resizeFactory(r);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            return resultsOf(r, image.whole(image.region));
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int, int) {
        if (!r.alignCorners)
            return cv::resize(src, dst, r.dsize, r.fx, r.fy, r.interpolation);
        const Expected expected = resultsOf(r, src); // which no function of OpenCV makes
        cv::Mat(expected.lowest + 0.5 * (expected.highest - expected.lowest)).convertTo(dst, src.type());
    };
    return instance;
}

namespace {

cv::Size drawTarget(cv::RNG& random)
{
    return {random.uniform(1, random.uniform(0, 2) ? 40 : 400), random.uniform(1, 60)};
}

// Of sources with so many pixels for each result; of others a few more, if `multiples` is false.
Instance shrinking(const ResizeCase& r, cv::Size factor, bool multiples)
{
    Instance instance = resize(r);
    instance.fitted = [=](cv::Size size) {
        const auto fitted = [&](int length, int unit) {
            return multiples ? std::max(length / unit, 1) * unit : std::max(length, unit);
        };
        return cv::Size(fitted(size.width, factor.width), fitted(size.height, factor.height));
    };
    return instance;
}

Instance drawResize(cv::RNG& random)
{
    const double fx = random.uniform(0.51, 3.), fy = random.uniform(0.51, 3.);
    const cv::Size factor(random.uniform(1, 9), random.uniform(1, 5));
    const ResizeCase whole{{}, 1. / factor.width, 1. / factor.height, cv::INTER_AREA, false};
    switch (random.uniform(0, 10))
    {
    case 0: return resize({drawTarget(random), 0, 0, cv::INTER_NEAREST, false});
    case 1: return resize({{}, fx, fy, cv::INTER_NEAREST, false});
    case 2: return resize({drawTarget(random), 0, 0, cv::INTER_LINEAR, false});
    case 3: return resize({{}, fx, fy, cv::INTER_LINEAR, false});
    case 4: return resize({drawTarget(random), 0, 0, cv::INTER_LINEAR, true});
    case 5:
    case 6: return resize({{}, 2, 2, cv::INTER_LINEAR, false});
    case 7: return shrinking(whole, factor, random.uniform(0, 2) == 0);
    default:
        return shrinking({{}, 0.5, 0.5, random.uniform(0, 2) ? cv::INTER_LINEAR : cv::INTER_AREA, false}, {2, 2},
                         random.uniform(0, 4) > 0);
    }
}

Instance resizeFrom(int, const Settings& s)
{
    const cv::Size dsize = s.size("size");
    return resize({dsize.empty() ? cv::Size() : dsize, s.real("fx"), s.real("fy"), s.integer("interpolation"),
                   s.integer("corners") != 0});
}

std::vector<Refused> refusedByResize()
{
    const char* const least = "must be at least 1, or both 0";
    const auto factory = [](cv::Size dsize, double fx, double fy, int interpolation, bool corners = false) {
        return resizeFactory({dsize, fx, fy, interpolation, corners});
    };
    return {{factory({-1, 5}, 0, 0, cv::INTER_LINEAR), "dsize is -1 x 5", least},
            {factory({5, 0}, 0, 0, cv::INTER_LINEAR), "dsize is 5 x 0", least},
            {factory({}, 0, 1, cv::INTER_LINEAR), "fx is 0 and fy is 1", "must be above 0"},
            {factory({}, 1, -2, cv::INTER_LINEAR), "fx is 1 and fy is -2", "must be above 0"},
            {factory({}, kNaN, 1, cv::INTER_LINEAR), "fx is nan", kFinite},
            {factory({}, 1, kInfinity, cv::INTER_LINEAR), "fy is inf", kFinite},
            {factory({5, 5}, 0, 0, cv::INTER_CUBIC), "interpolation is 2", "INTER_AREA (3)"},
            {factory({5, 5}, 0, 0, -1), "interpolation is -1", "INTER_NEAREST (0)"},
            {factory({5, 5}, 0, 0, cv::INTER_AREA, true), "alignCorners is true and interpolation 3",
             "must be INTER_LINEAR (1)"}};
}

} // namespace

Entry resizeEntry()
{
    const ResizeCase half{{}, 0.5, 0.5, cv::INTER_LINEAR, false}, twice{{}, 2, 2, cv::INTER_LINEAR, false},
        most{{}, 0.75, 0.75, cv::INTER_LINEAR, false}, sampled{{}, 2, 2, cv::INTER_NEAREST, false};
    return {"Resize",
            "cv::resize",
            "INTER_NEAREST; INTER_LINEAR of 8U; INTER_AREA of integers",
            Depths::Pyramid,
            drawResize,
            {"resize",
             "another size: linear interpolation, nearest pixels, or means of areas",
             {{"size", Kind::Size, "0", "width and height of the result; 0: by fx and fy", 0, 1e6},
              {"fx", Kind::Real, "0.5", "pixels of a result's row for each of the source", 1e-6, 1e6},
              {"fy", Kind::Real, "0.5", "the same of columns", 1e-6, 1e6},
              choice("interpolation", "linear", "what a result is made of", interpolations()),
              choice("corners", "off", "whether the centres of the pixels in the corners coincide", onOff())},
             {},
             resizeFrom},
            {"chelsea", kCat, CV_8UC3, kSameDepth, resize(half)},
            {{"x 1/2", kSameDepth, true, resize(half)},
             {"x 2", kSameDepth, true, resize(twice)},
             {"x 3/4", kSameDepth, false, resize(most)},
             {"x 2 nearest", kSameDepth, false, resize(sampled)}},
            refusedByResize()};
}

} // namespace cudatiled_catalogue
