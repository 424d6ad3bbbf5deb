// SPDX-License-Identifier: Apache-2.0
// Separable filters of growing radius beside cv::cuda and two passes through shared memory or textures: the chart of
// NVIDIA's white paper on separable convolution (2007), whose border it has: zeros.
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include <opencv2/cudatiled.hpp>

#include "environment.hpp"
#include "images.hpp"
#include "noise.hpp"
#include "peer_times.hpp"
#include "stopwatch.hpp"
#include "two_pass.hpp"
#include "views.hpp"

namespace perf {

namespace {

using cudatiled_test::Parameters;
using cudatiled_test::Peer;
using cv::cudatiled::DeviceImage;

const cv::Size kSize(3072, 3072); // ours: the white paper does not tell its own
constexpr int kLargestRadius = 32;

Parameters parametersOf(int radius)
{
    cv::RNG random(static_cast<std::uint64_t>(radius));
    Parameters parameters;
    parameters.ksize = {2 * radius + 1, 2 * radius + 1};
    for (cv::Mat* taps : {&parameters.rowKernel, &parameters.columnKernel})
    {
        taps->create(1, 2 * radius + 1, CV_32F);
        random.fill(*taps, cv::RNG::UNIFORM, 0.f, 1.f);
        *taps /= cv::sum(*taps)[0];
    }
    return parameters;
}

cv::Ptr<cv::cudatiled::Filter> filterOf(const Parameters& parameters)
{
    return cv::cudatiled::createSeparableLinearFilter(CV_32FC1, CV_32FC1, parameters.rowKernel, parameters.columnKernel,
                                                      cv::Point(-1, -1), cv::BORDER_CONSTANT);
}

TwoPass twoPassOf(const Parameters& parameters, const cv::cuda::GpuMat& image)
{
    return {image.cols, image.rows, static_cast<int>(image.step / sizeof(float)), parameters.rowKernel,
            parameters.columnKernel};
}

Texture textureOf(const cv::cuda::GpuMat& image)
{
    return {image.data, image.cols, image.rows, image.step, true};
}

float* floatsOf(const cv::cuda::GpuMat& image)
{
    return reinterpret_cast<float*>(image.data);
}

// A comparator that computes something else would be worthless.
void requireSame(const DeviceImage& once, const DeviceImage& twice, const char* name, Stream stream)
{
    cv::Mat onceOnHost, twiceOnHost;
    once.download(onceOnHost, stream);
    twice.download(twiceOnHost, stream);
    const double difference = cv::norm(onceOnHost, twiceOnHost, cv::NORM_INF);
    if (!(difference < 1e-5)) // pixels and sums of taps are below 1
        throw std::runtime_error(
            cv::format("the two passes through %s differ from the filter by %g", name, difference));
}

void requireSameResults(const Parameters& parameters, Stream stream)
{
    const cv::Size size(333, 97);
    const DeviceImage src(randomImage(size, CV_32FC1));
    DeviceImage between(size, CV_32FC1), twice(size, CV_32FC1), once(size, CV_32FC1);
    const TwoPass pass = twoPassOf(parameters, src);
    filterOf(parameters)->apply(src.gpuMat(), once.gpuMat(), stream);
    launchTwoPass(pass, floatsOf(twice), floatsOf(between), floatsOf(src), stream);
    requireSame(once, twice, "shared memory", stream);
    launchTexturePasses(pass, floatsOf(twice), floatsOf(between), textureOf(src), textureOf(between), stream);
    requireSame(once, twice, "textures", stream);
}

class RadiusView
{
public:
    explicit RadiusView(const Settings& settings)
        : settings_(settings), size_(settings.selection.sizes.empty() ? kSize : settings.selection.sizes.front()),
          pool_(settings.warm), stopwatch_(settings.effort(), settings.rest), between_(size_, CV_32FC1),
          csv_(settings.radiusCsv, {"radius", "width", "height", "src", "copy_us", "us", "opencv_cuda_us",
                                    "two_pass_us", "texture_us", "device", "commit"})
    {}

    Times measure(int radius);

private:
    double twoPassMicroseconds(const TwoPass& pass, Rotation& images);
    double textureMicroseconds(const TwoPass& pass, Rotation& images);
    void measureCopy(Times& times);
    void record(int radius, const Times& times);

    Settings settings_;
    cv::Size size_;
    ImagePool pool_;
    Stopwatch stopwatch_;
    DeviceImage between_;
    CsvFile csv_;
    double copyMicroseconds_ = 0;
};

void RadiusView::measureCopy(Times& times)
{
    const std::size_t bytes = static_cast<std::size_t>(size_.width) * size_.height * sizeof(float);
    CopyRotation places = pool_.copyOf(bytes);
    const auto copy = [&] {
        launchCopy(4, places.to(), places.from(), bytes, false, stopwatch_.stream());
        places.next();
    };
    if (copyMicroseconds_ == 0)
        copyMicroseconds_ = stopwatch_.deviceMicroseconds(copy, kReference);
    times["copy_us"] = copyMicroseconds_;
}

void RadiusView::record(int radius, const Times& times)
{
    csv_.add({std::to_string(radius), std::to_string(size_.width), std::to_string(size_.height), typeText(CV_32FC1),
              timeText(times, "copy_us"), timeText(times, "us"), timeText(times, "opencv_cuda_us"),
              timeText(times, "two_pass_us"), timeText(times, "texture_us"), deviceName(), commit()});
    std::printf("radius %2d: %s us, two passes %s us, by textures %s us, cv::cuda %s us\n", radius,
                timeText(times, "us").c_str(), timeText(times, "two_pass_us").c_str(),
                timeText(times, "texture_us").c_str(), timeText(times, "opencv_cuda_us").c_str());
    std::fflush(stdout);
}

double RadiusView::twoPassMicroseconds(const TwoPass& pass, Rotation& images)
{
    const auto twoPasses = [&] {
        launchTwoPass(pass, floatsOf(images.dst()), floatsOf(between_), floatsOf(images.src()), stopwatch_.stream());
        images.next();
    };
    return stopwatch_.deviceMicroseconds(twoPasses, kOurs);
}

double RadiusView::textureMicroseconds(const TwoPass& pass, Rotation& images)
{
    std::map<const void*, Texture> textures; // of all sources
    while (
        textures.try_emplace(images.src().data, images.src().data, size_.width, size_.height, images.src().step, true)
            .second)
        images.next();
    const Texture ofBetween = textureOf(between_.gpuMat());
    const auto passes = [&] {
        launchTexturePasses(pass, floatsOf(images.dst()), floatsOf(between_), textures.at(images.src().data), ofBetween,
                            stopwatch_.stream());
        images.next();
    };
    return stopwatch_.deviceMicroseconds(passes, kOurs);
}

Times RadiusView::measure(int radius)
{
    const Parameters parameters = parametersOf(radius);
    requireSameResults(parameters, stopwatch_.stream());
    Rotation images = pool_.rotationFor({nullptr, size_, CV_32FC1, CV_32FC1, cv::BORDER_CONSTANT, false});
    const auto filter = filterOf(parameters);
    const auto apply = [&] {
        filter->apply(images.src(), images.dst(), stopwatch_.stream());
        images.next();
    };
    const PeerCase peer{Peer::OpenCvCuda, "SeparableLinear", parameters, cv::BORDER_CONSTANT, CV_32FC1, CV_32FC1};
    Times times;
    measureCopy(times);
    times["us"] = stopwatch_.deviceMicroseconds(apply, kOurs);
    times["two_pass_us"] = twoPassMicroseconds(twoPassOf(parameters, images.src()), images);
    times["texture_us"] = textureMicroseconds(twoPassOf(parameters, images.src()), images);
    const double openCvCuda = peerMicroseconds(peer, images, stopwatch_);
    if (openCvCuda > 0)
        times["opencv_cuda_us"] = openCvCuda;
    record(radius, times);
    return times;
}

} // namespace

void addRadiusView(const Settings& settings)
{
    const auto view = std::make_shared<RadiusView>(settings);
    for (int radius = 1; radius <= kLargestRadius; ++radius)
        addBenchmark("radius " + std::to_string(radius), [view, radius] { return view->measure(radius); });
}

} // namespace perf
