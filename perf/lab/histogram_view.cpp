// SPDX-License-Identifier: Apache-2.0
// A histogram whose threads count 1 to 64 pixels each, of noise and of an image of one level.
#include <stdexcept>

#include "../noise.hpp"
#include "../stopwatch.hpp"
#include "lab.hpp"
#include "record.hpp"

namespace perf { namespace lab {

namespace {

const std::vector<cv::Size> kSizes = {{1024, 1024}, {8192, 8192}};
const std::vector<unsigned> kPixelsPerThread = {1, 2, 4, 8, 16, 32, 64};
constexpr std::size_t kLevelCount = 256;
constexpr unsigned kOwn = 0; // stands for the library's kernel

using Counts = std::vector<unsigned>;

Counts countsOf(const cv::Mat& image)
{
    Counts counts(kLevelCount);
    for (std::size_t i = 0; i < image.total(); ++i)
        ++counts[image.data[i]];
    return counts;
}

class HistogramView
{
public:
    HistogramView(const Settings& settings, const SharedRecord& record)
        : stopwatch_(settings.effort()), record_(record), counts_(kLevelCount * sizeof(unsigned))
    {}

    Times measure(cv::Size size, bool noise, unsigned perThread)
    {
        const cv::Mat image = noise ? randomImage(size, CV_8UC1) : cv::Mat(size, CV_8UC1, cv::Scalar(77));
        place(image);
        if (counted(image, perThread) != countsOf(image))
            throw std::runtime_error("a histogram has other counts than the image");
        const auto once = [&] {
            launch(image.size(), perThread);
            turn_ = (turn_ + 1) % places_;
        };
        const Line line{"histogram",
                        noise ? "noise" : "one level",
                        perThread == kOwn ? "cudatiled" : "blocks of 256",
                        CV_8UC1,
                        CV_8UC1,
                        size,
                        "",
                        static_cast<int>(perThread)};
        return record_->add(line, {{"us", stopwatch_.deviceMicroseconds(once, kOurs)}});
    }

private:
    unsigned* counts() const { return reinterpret_cast<unsigned*>(counts_.data()); }

    void launch(cv::Size size, unsigned perThread)
    {
        const auto* pixels = reinterpret_cast<const unsigned char*>(images_->data()) + turn_ * size.area();
        if (perThread == kOwn)
            launchOwnHistogram(pixels, size.width, size.height, size.width, counts(), stopwatch_.stream());
        else
            launchCountLevels(pixels, static_cast<unsigned>(size.area()), perThread, counts(), stopwatch_.stream());
    }

    // As many copies as keep the cache from serving them.
    void place(const cv::Mat& image)
    {
        const std::size_t bytes = image.total();
        places_ = 4 * cacheBytes() / bytes + 1;
        turn_ = 0;
        if (!images_ || images_->bytes() != places_ * bytes)
            images_ = std::make_unique<DeviceMemory>(places_ * bytes);
        for (std::size_t i = 0; i < places_; ++i)
            upload(images_->data() + i * bytes, image.data, bytes);
    }

    Counts counted(const cv::Mat& image, unsigned perThread)
    {
        Counts counts(kLevelCount);
        upload(counts_.data(), counts.data(), counts_.bytes());
        launch(image.size(), perThread);
        synchronize();
        startDownload(counts.data(), counts_.data(), counts_.bytes(), nullptr);
        synchronize();
        return counts;
    }

    Stopwatch stopwatch_;
    SharedRecord record_;
    DeviceMemory counts_;
    std::unique_ptr<DeviceMemory> images_;
    std::size_t places_ = 1, turn_ = 0;
};

} // namespace

void addHistograms(const Settings& settings, const SharedRecord& record)
{
    const auto view = std::make_shared<HistogramView>(settings, record);
    std::vector<unsigned> kernels = kPixelsPerThread;
    kernels.push_back(kOwn);
    for (const cv::Size size : settings.selection.sizes.empty() ? kSizes : settings.selection.sizes)
        for (const bool noise : {true, false})
            for (const unsigned perThread : kernels)
                addIfSelected(settings,
                              cv::format("histogram/%s/%dx%d/%u", noise ? "noise" : "one level", size.width,
                                         size.height, perThread),
                              [=] { return view->measure(size, noise, perThread); });
}

}} // namespace perf::lab
