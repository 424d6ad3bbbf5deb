// SPDX-License-Identifier: Apache-2.0
// Gray, contrast between the lowest and the highest level, triangular smoothing: each stage, the transfers and the
// whole, beside OpenCV's CPU with one thread and with all.
#include <functional>

#include <opencv2/core/utility.hpp>
#include <opencv2/cudatiled/histogram.hpp>
#include <opencv2/imgproc.hpp>

#include "../catalogue/masks.hpp"
#include "environment.hpp"
#include "images.hpp"
#include "noise.hpp"
#include "stopwatch.hpp"
#include "views.hpp"

namespace perf {

namespace {

using cudatiled_test::Instance;
using FilterPtr = cv::Ptr<cv::cudatiled::Filter>;
using OnCpu = std::function<void(const cv::Mat& src, cv::Mat& dst)>;

const std::vector<cv::Size> kSizes = {{1024, 1024}, {8192, 8192}};
const std::vector<std::string> kTimes = {"us", "opencv_one_us", "opencv_all_us"};
constexpr int kColour = CV_8UC3, kGray = CV_8UC1;

// A stage of the pipeline: the filter, and what OpenCV has for it.
struct PipelineStage
{
    std::string name;
    int srcType;
    Instance instance;
    int border;
    OnCpu opencv;

    FilterPtr create() const { return instance.create(srcType, kGray, {border, border, cv::Scalar()}); }
};

std::vector<PipelineStage> pipelineStages()
{
    const Instance gray = cudatiled_test::gray(cv::COLOR_BGR2GRAY);
    const cv::Mat tent = cudatiled_test::namedMask("tent5");
    const Instance weights = cudatiled_test::linear(tent, {-1, -1}, 0),
                   mean = cudatiled_test::linear(tent / cv::sum(tent)[0], {-1, -1}, 0);
    return {{"gray", kColour, gray, cv::BORDER_DEFAULT,
             [=](const cv::Mat& src, cv::Mat& dst) {
                 gray.opencv(src, dst, -1, cv::BORDER_DEFAULT);
             }},
            {"histogram-contrast", kGray, cudatiled_test::autoContrast(0, false), cv::BORDER_DEFAULT,
             [](const cv::Mat& src, cv::Mat& dst) {
                 cv::normalize(src, dst, 0, 255, cv::NORM_MINMAX);
             }},
            {"tent", kGray, weights, cv::cudatiled::BORDER_INSIDE, // OpenCV has no such border
             [=](const cv::Mat& src, cv::Mat& dst) {
                 mean.opencv(src, dst, -1, cv::BORDER_REPLICATE);
             }}};
}

void histogramOnCpu(const cv::Mat& src, cv::Mat& dst)
{
    const int channel = 0, bins = 256;
    const float range[] = {0, 256};
    const float* ranges[] = {range};
    cv::calcHist(&src, 1, &channel, cv::Mat(), dst, 1, &bins, ranges);
}

class PipelineView
{
public:
    explicit PipelineView(const Settings& settings)
        : calls_(settings.quick ? 3 : 9), pool_(settings.warm), stopwatch_(settings.effort(), settings.rest),
          csv_(settings.pipelineCsv,
               {"stage", "width", "height", "threads", "us", "opencv_one_us", "opencv_all_us", "device", "commit"})
    {}

    Times measureFilter(cv::Size size, const std::string& name, const FilterPtr& filter, const OnCpu& opencv)
    {
        Times times = onCpu(size, filter->srcType(), opencv);
        times["us"] = onDevice(size, filter->srcType(), [&](Rotation& images) {
            filter->apply(images.src(), images.dst(), stopwatch_.stream());
        });
        return recorded(size, name, times);
    }

    Times measureHistogram(cv::Size size)
    {
        const cv::cudatiled::DeviceImage hist(1, 256, CV_32SC1);
        Times times = onCpu(size, kGray, histogramOnCpu);
        times["us"] = onDevice(size, kGray, [&](Rotation& images) {
            cv::cudatiled::calcHist(images.src(), hist.gpuMat(), 256, stopwatch_.stream());
        });
        return recorded(size, "histogram", times);
    }

    // In page-locked memory.
    Times measureTransfer(cv::Size size, bool up)
    {
        const std::size_t bytes = static_cast<std::size_t>(size.area()) * CV_ELEM_SIZE(up ? kColour : kGray);
        const PinnedMemory host(bytes);
        const DeviceMemory device(bytes);
        const OwnStream stream;
        const auto copy = [&] {
            up ? startUpload(device.data(), host.data(), bytes, stream)
               : startDownload(host.data(), device.data(), bytes, stream);
            synchronize(stream);
        };
        return recorded(size, up ? "upload" : "download", {{"us", wallMicroseconds(copy, calls_)}});
    }

    // From host image to host image.
    Times measureProgram(cv::Size size, const FilterPtr& chain, const OnCpu& opencv, bool pageLocked)
    {
        Times times = onCpu(size, kColour, opencv);
        const PinnedMemory from(static_cast<std::size_t>(size.area()) * CV_ELEM_SIZE(kColour)),
            to(static_cast<std::size_t>(size.area()));
        cv::Mat src = randomImage(size, kColour), dst(size, kGray);
        if (pageLocked)
        {
            cv::Mat locked(size, kColour, from.data());
            src.copyTo(locked);
            src = locked;
            dst = cv::Mat(size, kGray, to.data());
        }
        times["us"] = wallMicroseconds([&] { chain->apply(src, dst); }, calls_);
        return recorded(size, pageLocked ? "program, page-locked" : "program, pageable", times);
    }

private:
    double onDevice(cv::Size size, int srcType, const std::function<void(Rotation&)>& work)
    {
        Rotation images = pool_.rotationFor({nullptr, size, srcType, kGray, cv::BORDER_DEFAULT, false});
        return stopwatch_.deviceMicroseconds(
            [&] {
                work(images);
                images.next();
            },
            kOurs);
    }

    Times onCpu(cv::Size size, int srcType, const OnCpu& opencv) const
    {
        const cv::Mat src = randomImage(size, srcType);
        cv::Mat dst;
        Times times;
        const int threads = cv::getNumThreads();
        for (const bool all : {false, true})
        {
            cv::setNumThreads(all ? threads : 1);
            times[all ? "opencv_all_us" : "opencv_one_us"] = wallMicroseconds([&] { opencv(src, dst); }, calls_);
        }
        return times;
    }

    Times recorded(cv::Size size, const std::string& name, const Times& times)
    {
        addTimes(csv_, name + cv::format("/%dx%d", size.width, size.height),
                 {name, std::to_string(size.width), std::to_string(size.height), std::to_string(cv::getNumThreads())},
                 kTimes, times);
        return times;
    }

    int calls_;
    ImagePool pool_;
    Stopwatch stopwatch_;
    CsvFile csv_;
};

// The stages one after another.
OnCpu pipelineOnCpu(const std::vector<PipelineStage>& stages)
{
    return [=](const cv::Mat& src, cv::Mat& dst) {
        cv::Mat image = src, next;
        for (const PipelineStage& stage : stages)
        {
            stage.opencv(image, next);
            image = next;
            next.release();
        }
        dst = image;
    };
}

} // namespace

void addPipelineView(const Settings& settings)
{
    const Selection& selection = settings.selection;
    const auto view = std::make_shared<PipelineView>(settings);
    const std::vector<PipelineStage> stages = pipelineStages();
    std::vector<FilterPtr> filters;
    for (const PipelineStage& stage : stages)
        filters.push_back(stage.create());
    const FilterPtr chain = cv::cudatiled::createChain(filters);
    const OnCpu opencv = pipelineOnCpu(stages);
    for (const cv::Size size : selection.sizes.empty() ? kSizes : selection.sizes)
    {
        const auto add = [&](const std::string& name, const std::function<Times()>& measure) {
            if (selection.takes(name))
                addBenchmark(name + cv::format("/%dx%d/pipeline", size.width, size.height), measure);
        };
        for (std::size_t i = 0; i < stages.size(); ++i)
        {
            const PipelineStage stage = stages[i];
            const FilterPtr filter = filters[i];
            if (i == 1)
                add("histogram", [=] { return view->measureHistogram(size); });
            add(stage.name, [=] { return view->measureFilter(size, stage.name, filter, stage.opencv); });
        }
        add("all stages", [=] { return view->measureFilter(size, "all stages", chain, opencv); });
        for (const bool up : {true, false})
            add(up ? "upload" : "download", [=] { return view->measureTransfer(size, up); });
        for (const bool pageLocked : {true, false})
            add(pageLocked ? "program, page-locked" : "program, pageable",
                [=] { return view->measureProgram(size, chain, opencv, pageLocked); });
    }
}

} // namespace perf
