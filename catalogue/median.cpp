// SPDX-License-Identifier: Apache-2.0
// Medians of squares.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/cudatiled/cudafilters.hpp>
#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

namespace {

Instance medianBy(const std::function<cv::Mat(const Surroundings&)>& medians, int size,
                  const std::function<bool(const cv::Mat& src, int ddepth)>& openCvHas)
{
    Instance instance;
    instance.borderModes = 0;
    instance.parameters.ksize = {size, size};
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            return exactly(medians(image));
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int) {
        if (openCvHas(src, ddepth))
            cv::medianBlur(src, dst, size);
        else
            medians({src, {{0, 0}, src.size()}, 0, 0, {}}).convertTo(dst, ddepth);
    };
    return instance;
}

Factory medianFactory(int size)
{
    return [=](int srcType, int, const Borders&) {
        return cv::cudatiled::createMedianFilter(srcType, size);
    };
}

} // namespace

Instance median(int size)
{
    const auto medians = [=](const Surroundings& image) {
        return medianOf(size, image);
    };
    Instance instance = medianBy(medians, size, [=](const cv::Mat& src, int ddepth) {
        return size <= 5 || (ddepth == CV_8U && src.channels() != 2);
    });
    instance.text = cv::format("Median %d", size);
    instance.create = medianFactory(size);
    return instance;
}

Instance cutMedian(int size)
{
    const auto medians = [=](const Surroundings& image) {
        return cutMedianOf(size, image);
    };
    Instance instance = medianBy(medians, size, [](const cv::Mat&, int) { return false; });
    instance.text = cv::format("Median %d cut", size);
    instance.create = [=](int srcType, int, const Borders&) {
        return cv::cudatiled::cuda::createMedianFilter(srcType, size);
    };
    return instance;
}

namespace {

Instance drawMedian(cv::RNG& random)
{
    const bool large = random.uniform(0, 10) == 0;
    const int size = large ? oneOf(random, {19, 21, 31, 33, 65, 65, 91, 117, 147, 179, 213, 255})
                           : oneOf(random, {3, 3, 3, 5, 5, 7, 7, 9, 9, 11, 13, 15, 17});
    return random.uniform(0, 8) ? median(size) : cutMedian(size);
}

Instance medianFrom(int, const Settings& s)
{
    return median(s.integer("ksize"));
}

} // namespace

Entry medianEntry()
{
    return {"Median",
            "cv::medianBlur",
            "all images",
            Depths::Same,
            drawMedian,
            {"median",
             "the median of a square of pixels",
             {{"ksize", Kind::Integer, "3", "side of the square, odd", 3, 4095}},
             {numbers(kSizeBar, "ksize", 3, 31, 2, 5)},
             medianFrom},
            {"astronaut", kFace, CV_8UC3, kSameDepth, median(11)},
            {
                {"", kSameDepth, false, median(3)},
                {"", kSameDepth, false, median(5)},
                {"", kSameDepth, false, median(7)},
                {"", kSameDepth, false, median(15)},
                {"", kSameDepth, false, median(31)},
                {"", kSameDepth, false, median(63)},
                {"", kSameDepth, false, median(151)},
            },
            {{medianFactory(4), "windowSize is 4", "odd and from 3 to 4095"},
             {medianFactory(1), "windowSize is 1", "odd and from 3 to 4095"},
             {medianFactory(-3), "windowSize is -3", "odd and from 3 to 4095"},
             {medianFactory(4097), "windowSize is 4097", "odd and from 3 to 4095"}}};
}

} // namespace cudatiled_catalogue
