// SPDX-License-Identifier: Apache-2.0
// Filters on a GPU beside OpenCV with one thread and with all: of the catalogue, of a table of sizes and masks, and the
// stages of a pipeline.
#include <map>

#include <opencv2/cudatiled.hpp>
#include <opencv2/imgproc.hpp>

#include "../copy_times.hpp"
#include "../noise.hpp"
#include "lab.hpp"
#include "record.hpp"

namespace perf { namespace lab {

namespace {

using cudatiled_test::Benchmark;
using cv::cudatiled::Filter;
using OnHost = std::function<void(const cv::Mat& src, cv::Mat& dst)>;

const std::vector<cv::Size> kFilterSizes = {{640, 480}, {1024, 1024}, {1920, 1080}, {3840, 2160}, {8192, 8192}};
const std::vector<cv::Size> kPipelineSizes = {{1024, 1024}, {8192, 8192}};
const std::vector<std::string> kFilters = {"Linear 3x3 integer taps",
                                           "Linear 7x7 float taps",
                                           "Sobel 3x3",
                                           "Gaussian 5x5",
                                           "Gaussian 15x15",
                                           "Box 31x31",
                                           "Morphology 3x3 erode",
                                           "Median 3x3"};
const std::vector<int> kTableSides = {177, 366, 655, 1076, 1766, 2027}, kMaskSides = {3, 5, 7, 9};
constexpr double kTableAgreement = 0.001;
constexpr int kHostCalls = 5, kLevelCount = 256, kLowest = 30, kHighest = 220;

// Of the selection, or else of the experiment.
std::vector<cv::Size> sizesOf(const Settings& settings, const std::vector<cv::Size>& usual)
{
    return settings.selection.sizes.empty() ? usual : settings.selection.sizes;
}

class FiltersView
{
public:
    FiltersView(const Settings& settings, const SharedRecord& record)
        : pool_(settings.warm), stopwatch_(settings.effort()), record_(record)
    {}

    // The filter, checked against the function on the host, which may differ by that much.
    Times measure(Line line, Filter& filter, const OnHost& onHost, int border, double allowed)
    {
        const cv::Mat src = randomImage(line.size, line.srcType);
        cv::Mat dst, expected;
        onHost(src, expected);
        filter.apply(src, dst);
        line.difference = cv::norm(dst, expected, cv::NORM_INF);
        requireAgreement(line, allowed);
        Times times;
        Rotation images = pool_.rotationFor({nullptr, line.size, line.srcType, line.dstType, border, false});
        const auto once = [&] {
            filter.apply(images.src(), images.dst(), stopwatch_.stream());
            images.next();
        };
        times["us"] = stopwatch_.deviceMicroseconds(once, kOurs);
        times["copy_us"] = copyMicroseconds(line);
        times["host_us"] = wallMicroseconds([&] { filter.apply(src, dst); }, kHostCalls);
        measureOnCpu([&] { onHost(src, expected); }, times);
        return record_->add(line, times);
    }

    Times measureHistogram(Line line)
    {
        const cv::Mat src = randomImage(line.size, line.srcType);
        DeviceMemory counts(kLevelCount * sizeof(unsigned));
        Rotation images = pool_.rotationFor({nullptr, line.size, CV_8UC1, CV_8UC1, cv::BORDER_REPLICATE, false});
        const auto once = [&] {
            const cv::cuda::GpuMat& image = images.src();
            launchOwnHistogram(image.data, image.cols, image.rows, static_cast<int>(image.step),
                               reinterpret_cast<unsigned*>(counts.data()), stopwatch_.stream());
            images.next();
        };
        Times times{{"us", stopwatch_.deviceMicroseconds(once, kOurs)}};
        cv::Mat histogram;
        const auto onHost = [&] {
            const int channel = 0, levels = kLevelCount;
            const float range[] = {0, kLevelCount}, *ranges = range;
            cv::calcHist(&src, 1, &channel, cv::Mat(), histogram, 1, &levels, &ranges);
        };
        measureOnCpu(onHost, times);
        return record_->add(line, times);
    }

private:
    double copyMicroseconds(const Line& line)
    {
        const std::size_t bytes =
            static_cast<std::size_t>(line.size.area()) * (CV_ELEM_SIZE(line.srcType) + CV_ELEM_SIZE(line.dstType)) / 2;
        double& microseconds = copies_[bytes];
        if (microseconds == 0)
            microseconds = fastestCopy(pool_, stopwatch_, bytes, false);
        return microseconds;
    }

    ImagePool pool_;
    Stopwatch stopwatch_;
    SharedRecord record_;
    std::map<std::size_t, double> copies_; // by bytes
};

Times measureBenchmark(FiltersView& view, const Benchmark& benchmark, cv::Size size)
{
    const cudatiled_test::Instance& instance = benchmark.instance;
    const int type = CV_8UC1, dstType = instance.dstType(type, benchmark.dstDepth);
    const auto onHost = [&](const cv::Mat& src, cv::Mat& dst) {
        instance.opencv(src, dst, CV_MAT_DEPTH(dstType), cv::BORDER_REPLICATE);
    };
    const auto filter = instance.create(type, dstType, {cv::BORDER_REPLICATE, cv::BORDER_REPLICATE, {}});
    const Line line{"filter", benchmark.title(), "", type, dstType, size, benchmark.kernelText()};
    // Bytes may be rounded to the other side where float sums are at a half.
    return view.measure(line, *filter, onHost, cv::BORDER_REPLICATE, 1);
}

// Convolution of bytes with 1 / k^2 to floats, the image going on from its other side.
Times measureMask(FiltersView& view, cv::Size size, int side)
{
    const cv::Mat mask(side, side, CV_32F, cv::Scalar(1. / (side * side)));
    const auto filter =
        cv::cudatiled::createConvolutionFilter(CV_8UC1, CV_32FC1, mask, cv::Point(-1, -1), 1, 0, cv::BORDER_WRAP);
    const auto onHost = [&](const cv::Mat& src, cv::Mat& dst) { // filter2D has no such border
        const int margin = side / 2;
        cv::Mat wrapped, all;
        cv::copyMakeBorder(src, wrapped, margin, margin, margin, margin, cv::BORDER_WRAP);
        cv::filter2D(wrapped, all, CV_32F, mask);
        dst = all(cv::Rect(cv::Point(margin, margin), src.size()));
    };
    const Line line{"mask", "1/k^2", "", CV_8UC1, CV_32FC1, size, cv::format("%dx%d", side, side)};
    return view.measure(line, *filter, onHost, cv::BORDER_WRAP, kTableAgreement);
}

Times measureGray(FiltersView& view, cv::Size size)
{
    const auto filter = cv::cudatiled::createGrayFilter(CV_8UC3, cv::COLOR_BGR2GRAY);
    const auto onHost = [](const cv::Mat& src, cv::Mat& dst) {
        cv::cvtColor(src, dst, cv::COLOR_BGR2GRAY);
    };
    return view.measure({"stage", "gray", "", CV_8UC3, CV_8UC1, size, ""}, *filter, onHost, cv::BORDER_REPLICATE, 0);
}

Times measureContrast(FiltersView& view, cv::Size size)
{
    const auto filter = cv::cudatiled::createContrastFilter(CV_8UC1, kLowest, kHighest);
    cv::Mat levels(1, kLevelCount, CV_8UC1);
    for (int level = 0; level < kLevelCount; ++level)
        levels.at<uchar>(level) = cv::saturate_cast<uchar>(255. * (level - kLowest) / (kHighest - kLowest));
    const auto onHost = [&](const cv::Mat& src, cv::Mat& dst) {
        cv::LUT(src, levels, dst);
    };
    return view.measure({"stage", "contrast", "", CV_8UC1, CV_8UC1, size, ""}, *filter, onHost, cv::BORDER_REPLICATE,
                        0);
}

// The tent of 5x5, of pixels inside the image alone.
Times measureSmoothing(FiltersView& view, cv::Size size)
{
    const cv::Mat tent = (cv::Mat_<float>(1, 5) << 1, 2, 3, 2, 1);
    const auto filter = cv::cudatiled::createLinearFilter(CV_8UC1, CV_8UC1, cv::Mat(tent.t() * tent), cv::Point(-1, -1),
                                                          cv::cudatiled::BORDER_INSIDE);
    cv::Mat weights, sums;
    cv::sepFilter2D(cv::Mat::ones(size, CV_32F), weights, CV_32F, tent, tent, cv::Point(-1, -1), 0,
                    cv::BORDER_CONSTANT);
    const auto onHost = [&](const cv::Mat& src, cv::Mat& dst) {
        cv::sepFilter2D(src, sums, CV_32F, tent, tent, cv::Point(-1, -1), 0, cv::BORDER_CONSTANT);
        cv::divide(sums, weights, sums);
        sums.convertTo(dst, CV_8U);
    };
    return view.measure({"stage", "smoothing", "", CV_8UC1, CV_8UC1, size, "5x5"}, *filter, onHost,
                        cv::BORDER_REPLICATE, 1);
}

} // namespace

void addFilters(const Settings& settings, const SharedRecord& record)
{
    const auto view = std::make_shared<FiltersView>(settings, record);
    for (const Benchmark& b : cudatiled_test::benchmarks())
        if (b.dstDepth == cudatiled_test::kSameDepth &&
            std::find(kFilters.begin(), kFilters.end(), b.title()) != kFilters.end())
            for (const cv::Size size : sizesOf(settings, kFilterSizes))
                addIfSelected(settings, cv::format("filter/%s/%dx%d", b.title().c_str(), size.width, size.height),
                              [=, &b] { return measureBenchmark(*view, b, size); });
}

void addMaskSizes(const Settings& settings, const SharedRecord& record)
{
    const auto view = std::make_shared<FiltersView>(settings, record);
    std::vector<cv::Size> usual;
    for (const int side : kTableSides)
        usual.emplace_back(side, side);
    for (const cv::Size size : sizesOf(settings, usual))
        for (const int side : kMaskSides)
            addIfSelected(settings, cv::format("mask/%dx%d/%d", size.width, size.height, side),
                          [=] { return measureMask(*view, size, side); });
}

void addPipeline(const Settings& settings, const SharedRecord& record)
{
    const auto view = std::make_shared<FiltersView>(settings, record);
    for (const cv::Size size : sizesOf(settings, kPipelineSizes))
    {
        const std::string at = cv::format("/%dx%d", size.width, size.height);
        addIfSelected(settings, "stage/gray" + at, [=] { return measureGray(*view, size); });
        addIfSelected(settings, "stage/histogram" + at, [=] {
            return view->measureHistogram({"stage", "histogram", "", CV_8UC1, CV_8UC1, size, ""});
        });
        addIfSelected(settings, "stage/contrast" + at, [=] { return measureContrast(*view, size); });
        addIfSelected(settings, "stage/smoothing" + at, [=] { return measureSmoothing(*view, size); });
    }
}

}} // namespace perf::lab
