// SPDX-License-Identifier: Apache-2.0
// Batches of small images beside the copy of their bytes and a loop that filters one after the other.
#include <algorithm>
#include <cstdio>

#include <opencv2/cudatiled.hpp>
#include <opencv2/imgproc.hpp>

#include "copy_times.hpp"
#include "environment.hpp"
#include "noise.hpp"
#include "views.hpp"

namespace perf {

namespace {

using FilterPtr = cv::Ptr<cv::cudatiled::Filter>;
using Images = std::vector<cv::cuda::GpuMat>;

struct NamedFilter
{
    std::string title;
    FilterPtr (*create)(int type);
};

const std::vector<NamedFilter> kFilters = {
    {"Gaussian 3x3",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createGaussianFilter(type, -1, {3, 3}, 0.8);
     }},
    {"Gaussian 5x5",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createGaussianFilter(type, -1, {5, 5}, 1.1);
     }},
    {"Gaussian 7x7",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createGaussianFilter(type, -1, {7, 7}, 1.4);
     }},
    {"Box 3x3",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createBoxFilter(type, -1, {3, 3});
     }},
    {"Box 7x7",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createBoxFilter(type, -1, {7, 7});
     }},
    {"Sharpen 3x3",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createSharpenFilter(type, -1);
     }},
    {"Laplacian 3x3",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createLaplacianFilter(type, -1, 3);
     }},
    {"Median 3x3",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createMedianFilter(type, 3);
     }},
    {"Median 5x5",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createMedianFilter(type, 5);
     }},
    {"Erode 5x5",
     [](int type) -> FilterPtr {
         return cv::cudatiled::createMorphologyFilter(cv::MORPH_ERODE, type, cv::Mat::ones(5, 5, CV_8U));
     }},
};

// One: the images are parts of one tensor, N x H x W x C. Each: every image has its own memory. Mixed: so, and they are
// of 16 sizes. Any: so, and each has a size of its own.
enum class Memory
{
    One,
    Each,
    Mixed,
    Any
};
const std::pair<Memory, const char*> kMemories[] = {{Memory::One, "one tensor"},
                                                    {Memory::Each, "each its own"},
                                                    {Memory::Mixed, "16 sizes"},
                                                    {Memory::Any, "256 sizes"}};

struct BatchCase
{
    const NamedFilter* filter;
    cv::Size size;
    int type, count;
    Memory memory;

    std::string memoryText() const { return kMemories[static_cast<int>(memory)].second; }
    cv::Size sizeOf(int image) const
    {
        if (memory == Memory::Any)
            return size + cv::Size(3 * (image % 16), 3 * (image / 16));
        return memory == Memory::Mixed ? size + cv::Size(4 * (image % 16), 2 * (image % 16)) : size;
    }
    std::size_t bytes() const
    {
        std::size_t pixels = 0;
        for (int i = 0; i < count; ++i)
            pixels += static_cast<std::size_t>(sizeOf(i).area());
        return pixels * CV_ELEM_SIZE(type);
    }
    std::string name() const
    {
        return filter->title + "/" + typeText(type) + cv::format("/%d x %dx%d/", count, size.width, size.height) +
               memoryText();
    }
};

// Batches that are used in turn, so that none is in the cache when its turn comes again.
class BatchRotation
{
public:
    explicit BatchRotation(const BatchCase& c)
    {
        const std::size_t turns = 1 + 2 * cacheBytes() / c.bytes();
        for (std::size_t turn = 0; turn < turns; ++turn)
        {
            sources_.push_back(makeImages(c));
            results_.push_back(makeImages(c));
            for (const cv::cuda::GpuMat& image : sources_.back())
                fillWithNoise(image, c);
        }
    }

    const Images& src() const { return sources_[turn_]; }
    Images& dst() { return results_[turn_]; }
    void next() { turn_ = (turn_ + 1) % sources_.size(); }

private:
    Images makeImages(const BatchCase& c)
    {
        Images images;
        if (c.memory == Memory::One)
        {
            memory_.emplace_back(1, static_cast<int>(c.bytes()), CV_8U);
            const std::size_t step = c.size.width * CV_ELEM_SIZE(c.type);
            for (int i = 0; i < c.count; ++i)
                images.emplace_back(c.size.height, c.size.width, c.type,
                                    memory_.back().gpuMat().data + i * c.size.height * step, step);
            return images;
        }
        for (int i = 0; i < c.count; ++i)
        {
            memory_.emplace_back(c.sizeOf(i), c.type);
            images.push_back(memory_.back().gpuMat());
        }
        return images;
    }

    static void fillWithNoise(const cv::cuda::GpuMat& image, const BatchCase& c)
    {
        const std::size_t rowBytes = image.cols * image.elemSize();
        std::vector<uchar> bytes(image.rows * image.step);
        cv::Mat pixels(image.rows, image.cols, c.type, bytes.data(), image.step);
        randomImage(image.size(), c.type).copyTo(pixels);
        upload(image.data, bytes.data(), bytes.size() - image.step + rowBytes);
    }

    std::vector<cv::cudatiled::DeviceImage> memory_;
    std::vector<Images> sources_, results_;
    std::size_t turn_ = 0;
};

class BatchView
{
public:
    explicit BatchView(const Settings& settings)
        : pool_(settings.warm), stopwatch_(settings.effort(), settings.rest),
          csv_(settings.batchCsv, {"filter", "src", "count", "width", "height", "memory", "copy_us", "us", "issue_us",
                                   "loop_us", "device", "commit"})
    {}

    Times measure(const BatchCase& c)
    {
        const FilterPtr filter = c.filter->create(c.type);
        BatchRotation images(c);
        const auto batch = [&] {
            filter->apply(images.src(), images.dst(), stopwatch_.stream());
            images.next();
        };
        const auto loop = [&] {
            for (int i = 0; i < c.count; ++i)
                filter->apply(images.src()[i], images.dst()[i], stopwatch_.stream());
            images.next();
        };
        Times times{{"copy_us", fastestCopy(pool_, stopwatch_, c.bytes(), false)},
                    {"us", stopwatch_.deviceMicroseconds(batch, kOurs)},
                    {"issue_us", stopwatch_.issueMicroseconds(batch, stopwatch_.stream(), kOurs)},
                    {"loop_us", stopwatch_.issueMicroseconds(loop, stopwatch_.stream(), kReference)}};
        csv_.add({c.filter->title, typeText(c.type), std::to_string(c.count), std::to_string(c.size.width),
                  std::to_string(c.size.height), c.memoryText(), timeText(times, "copy_us"), timeText(times, "us"),
                  timeText(times, "issue_us"), timeText(times, "loop_us"), deviceName(), commit()});
        std::printf("%s: %s us, issued %s, copy %s, one after the other %s\n", c.name().c_str(),
                    timeText(times, "us").c_str(), timeText(times, "issue_us").c_str(),
                    timeText(times, "copy_us").c_str(), timeText(times, "loop_us").c_str());
        std::fflush(stdout);
        return times;
    }

private:
    ImagePool pool_;
    Stopwatch stopwatch_;
    CsvFile csv_;
};

} // namespace

void addBatchView(const Settings& settings)
{
    const auto view = std::make_shared<BatchView>(settings);
    const std::vector<int> types =
        settings.selection.types.empty() ? std::vector<int>{CV_8UC3, CV_32FC3} : settings.selection.types;
    const cv::Size size = settings.selection.sizes.empty() ? cv::Size(224, 224) : settings.selection.sizes.front();
    for (const int type : types)
        for (const auto& [memory, text] : kMemories)
            for (const NamedFilter& filter : kFilters)
                if (settings.selection.takes(filter.title))
                {
                    const BatchCase c{&filter, size, type, 256, memory};
                    addBenchmark(c.name(), [view, c] { return view->measure(c); });
                }
}

} // namespace perf
