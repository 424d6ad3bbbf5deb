// SPDX-License-Identifier: Apache-2.0
// Several results of a gradient from one reading, beside the copy of their bytes and one filter for each derivative.
#include <algorithm>
#include <cstdio>

#include <opencv2/cudatiled.hpp>

#include "copy_times.hpp"
#include "environment.hpp"
#include "views.hpp"

namespace perf {

namespace {

using namespace cv::cudatiled;

const std::vector<cv::Size> kSizes = {{1920, 1080}, {3840, 2160}, {8192, 8192}};
const std::vector<int> kTypes = {CV_8UC1, CV_8UC3, CV_16SC1, CV_32FC1};
const std::vector<std::string> kTimes = {"copy_us", "sobels_us", "us"};

enum Result
{
    Dx,
    Dy,
    Magnitude,
    Angle,
    kResults
};

struct NamedResults
{
    std::string title;
    std::vector<Result> wanted;
};

const std::vector<NamedResults> kWanted = {{"dx dy", {Dx, Dy}},
                                           {"magnitude", {Magnitude}},
                                           {"magnitude angle", {Magnitude, Angle}},
                                           {"dx dy magnitude angle", {Dx, Dy, Magnitude, Angle}}};

struct GradientCase
{
    const NamedResults* results;
    cv::Size size;
    int srcType, dstDepth, ksize;

    std::string title() const { return cv::format("Gradient %dx%d ", ksize, ksize) + results->title; }
    int dstType() const { return CV_MAKETYPE(dstDepth, CV_MAT_CN(srcType)); }
    std::string name() const
    {
        return title() + "/" + typeText(srcType) + " to " + typeText(dstType()) +
               cv::format("/%dx%d", size.width, size.height);
    }
    int typeOf(Result result) const
    {
        const int depth = result == Angle ? CV_32F : result != Magnitude && dstDepth == CV_8U ? CV_16S : dstDepth;
        return CV_MAKETYPE(depth, CV_MAT_CN(srcType));
    }
};

std::vector<std::string> header()
{
    std::vector<std::string> names = {"results", "ksize", "src", "dst", "width", "height"};
    names.insert(names.end(), kTimes.begin(), kTimes.end());
    names.insert(names.end(), {"device", "commit"});
    return names;
}

class GradientView
{
public:
    explicit GradientView(const Settings& settings)
        : stopwatch_(settings.effort(), settings.rest), csv_(settings.gradientCsv, header())
    {
        for (int i = 0; i < kResults; ++i)
            pools_.emplace_back(settings.warm);
    }

    Times measure(const GradientCase& c)
    {
        Times times;
        std::size_t bytes = CV_ELEM_SIZE(c.srcType);
        for (const Result result : c.results->wanted)
            bytes += CV_ELEM_SIZE(c.typeOf(result));
        times["copy_us"] = fastestCopy(pools_[0], stopwatch_, c.size.area() * bytes / 2, false);
        times["sobels_us"] = sobels(c);
        times["us"] = gradient(c);
        addTimes(csv_, c.name(),
                 {c.results->title, std::to_string(c.ksize), typeText(c.srcType), typeText(c.dstType()),
                  std::to_string(c.size.width), std::to_string(c.size.height)},
                 kTimes, times);
        return times;
    }

private:
    Rotation images(const GradientCase& c, Result result)
    {
        return pools_[result].rotationFor({nullptr, c.size, c.srcType, c.typeOf(result), cv::BORDER_DEFAULT, false});
    }

    double gradient(const GradientCase& c)
    {
        const cv::Ptr<GradientFilter> filter = createGradientFilter(c.srcType, c.dstType(), c.ksize);
        std::vector<Rotation> rotations;
        std::vector<int> place(kResults, -1);
        for (const Result result : c.results->wanted)
        {
            place[result] = static_cast<int>(rotations.size());
            rotations.push_back(images(c, result));
        }
        const auto output = [&](Result result) {
            return place[result] < 0 ? cv::_OutputArray(cv::noArray())
                                     : cv::_OutputArray(rotations[place[result]].dst());
        };
        const auto apply = [&] {
            filter->apply(rotations[0].src(), output(Dx), output(Dy), output(Magnitude), output(Angle),
                          stopwatch_.stream());
            for (Rotation& rotation : rotations)
                rotation.next();
        };
        return stopwatch_.deviceMicroseconds(apply, kOurs);
    }

    // Both derivatives by a filter each.
    double sobels(const GradientCase& c)
    {
        const int type = c.typeOf(Dx);
        const cv::Ptr<Filter> filters[] = {createSobelFilter(c.srcType, type, 1, 0, c.ksize),
                                           createSobelFilter(c.srcType, type, 0, 1, c.ksize)};
        Rotation rotations[] = {images(c, Dx), images(c, Dy)};
        const auto apply = [&] {
            for (int i = 0; i < 2; ++i)
            {
                filters[i]->apply(rotations[0].src(), rotations[i].dst(), stopwatch_.stream());
                rotations[i].next();
            }
        };
        return stopwatch_.deviceMicroseconds(apply, kOurs);
    }

    std::vector<ImagePool> pools_; // one for each result
    Stopwatch stopwatch_;
    CsvFile csv_;
};

// The depths of magnitudes that are timed.
std::vector<int> magnitudeDepths(int srcType)
{
    return CV_MAT_DEPTH(srcType) == CV_8U ? std::vector<int>{CV_8U, CV_16S, CV_32F}
                                          : std::vector<int>{CV_MAT_DEPTH(srcType)};
}

} // namespace

void addGradientView(const Settings& settings)
{
    const Selection& selection = settings.selection;
    const auto view = std::make_shared<GradientView>(settings);
    for (const cv::Size size : selection.sizes.empty() ? kSizes : selection.sizes)
        for (const int type : selection.types.empty() ? kTypes : selection.types)
            for (const int depth : magnitudeDepths(type))
                for (const int ksize : {3, 5})
                    for (const NamedResults& results : kWanted)
                    {
                        const GradientCase c{&results, size, type, depth, ksize};
                        const bool derivativesOnly = results.wanted == std::vector<Result>{Dx, Dy};
                        if (derivativesOnly && depth == CV_8U) // those of 16S
                            continue;
                        if (selection.takes(c.title()))
                            addBenchmark(c.name(), [=] { return view->measure(c); });
                    }
}

} // namespace perf
