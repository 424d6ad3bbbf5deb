// SPDX-License-Identifier: Apache-2.0
// Host images on a device: in bands, of pageable and page-locked memory, on streams and threads.
#include <atomic>
#include <future>

#include <opencv2/cudatiled/frame_stream.hpp>
#include <opencv2/imgproc.hpp>

#include "../../src/api/band_sizes.hpp"
#include "device_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class PageLockedImage
{
public:
    PageLockedImage(cv::Size size, int type)
    {
        require(cudaHostAlloc(&memory_, size.area() * CV_ELEM_SIZE(type), cudaHostAllocDefault));
        image = cv::Mat(size, type, memory_);
    }
    explicit PageLockedImage(const cv::Mat& pixels) : PageLockedImage(pixels.size(), pixels.type())
    {
        pixels.copyTo(image);
    }
    ~PageLockedImage() { cudaFreeHost(memory_); }
    PageLockedImage(const PageLockedImage&) = delete;
    PageLockedImage& operator=(const PageLockedImage&) = delete;

    cv::Mat image;

private:
    void* memory_ = nullptr;
};

std::vector<cv::Ptr<Filter>> filtersOf(int type)
{
    const cv::Ptr<Filter> linear = createLinearFilter(type, -1, integerTaps(5, 7)),
                          median = createMedianFilter(type, 5),
                          opening = createMorphologyFilter(cv::MORPH_OPEN, type, cv::Mat::ones(9, 9, CV_8U)),
                          wrapped = createSharpenFilter(type, -1, SHARPEN_8, 1, cv::BORDER_WRAP);
    return {linear, median, opening, wrapped, createChain({median, linear, opening})};
}

// Of `count` frames, which are the same ones again and again: how many leave the stream with other pixels, or in
// another order.
int wrongFrames(FrameStream& stream, const std::vector<cv::Mat>& frames, const std::vector<cv::Mat>& expected,
                std::size_t count)
{
    std::size_t popped = 0;
    int wrong = 0;
    const auto pop = [&] {
        wrong += !equal(stream.pop(), expected[popped++ % expected.size()]);
    };
    for (std::size_t i = 0; i < count; ++i)
    {
        if (stream.isFull())
            pop();
        stream.push(frames[i % frames.size()]);
    }
    while (!stream.isEmpty())
        pop();
    return wrong + (popped != count);
}

class HostImages : public DeviceTest
{
protected:
    static cv::Mat filteredOnDevice(Filter& filter, const cv::Mat& image)
    {
        DeviceImage src(image), dst;
        filter.apply(src, dst);
        return downloaded(dst);
    }
};

TEST_F(HostImages, HaveThePixelsOfDeviceImagesInAnyMemory)
{
    cv::RNG random(1);
    for (const int type : {CV_8UC1, CV_8UC3, CV_16SC1, CV_32FC1})
        for (const cv::Size size : {cv::Size(640, 480), cv::Size(1920, 1080), cv::Size(4099, 3001)})
        {
            const cv::Mat pixels = randomImage(size, type, random);
            const PageLockedImage locked(pixels);
            for (const cv::Ptr<Filter>& filter : filtersOf(type))
            {
                const cv::Mat expected = filteredOnDevice(*filter, pixels);
                PageLockedImage lockedResult(size, filter->dstType());
                for (const bool lockedSrc : {false, true})
                    for (const bool lockedDst : {false, true})
                    {
                        cv::Mat dst = lockedDst ? lockedResult.image : cv::Mat();
                        dst = dst.empty() ? dst : dst.setTo(0);
                        filter->apply(lockedSrc ? locked.image : pixels, dst);
                        EXPECT_TRUE(equal(dst, expected)) << size << ", " << lockedSrc << lockedDst;
                    }
                PageLockedImage both(pixels);
                filter->apply(both.image, both.image);
                EXPECT_TRUE(equal(both.image, expected)) << size << ", in place";
            }
        }
}

TEST_F(HostImages, OfManyThreadsAreFilteredAtOnce)
{
    const cv::Ptr<Filter> filter = createLinearFilter(CV_8UC3, -1, integerTaps(5, 5));
    cv::RNG random(2);
    const cv::Mat pixels = randomImage({1500, 1200}, CV_8UC3, random), expected = filteredOnDevice(*filter, pixels);
    std::vector<std::future<int>> threads;
    for (int i = 0; i < 12; ++i)
        threads.push_back(std::async(std::launch::async, [&] {
            int wrong = 0;
            for (int round = 0; round < 25; ++round)
            {
                cv::Mat dst;
                filter->apply(pixels, dst);
                wrong += !equal(dst, expected);
            }
            return wrong;
        }));
    for (std::future<int>& thread : threads)
        EXPECT_EQ(thread.get(), 0);
    releaseTransferMemory();
    cv::Mat dst;
    filter->apply(pixels, dst);
    EXPECT_TRUE(equal(dst, expected));
}

TEST_F(HostImages, AreReadAfterTheStreamsEarlierWork)
{
    const cv::Ptr<Filter> filter = createLinearFilter(CV_8UC1, -1, integerTaps(3, 3)),
                          slow = createMedianFilter(CV_8UC1, 201);
    cv::RNG random(3);
    for (const cv::Size size : {cv::Size(300, 200), cv::Size(4000, 3000)}) // at once, in bands
    {
        const cv::Mat pixels = randomImage(size, CV_8UC1, random), expected = filteredOnDevice(*filter, pixels);
        const DeviceImage source(pixels);
        DeviceImage blurred(size, CV_8UC1);
        PageLockedImage src(cv::Mat(size, CV_8UC1, cv::Scalar(9)));
        const Stream stream;
        slow->apply(source.gpuMat(), blurred.gpuMat(), stream);
        const cv::cuda::GpuMat from = source.gpuMat();
        require(cudaMemcpy2DAsync(src.image.data, src.image.step, from.data, from.step, from.cols, from.rows,
                                  cudaMemcpyDeviceToHost, stream));
        cv::Mat dst;
        filter->apply(src.image, dst, stream);
        EXPECT_TRUE(equal(dst, expected)) << size;
    }
}

TEST_F(HostImages, AreRefusedWhileTheStreamIsCaptured)
{
    const cv::Ptr<Filter> filter = createBoxFilter(CV_8UC1, -1, {3, 3});
    const cv::Mat src(20, 20, CV_8UC1, cv::Scalar(1));
    cv::Mat dst;
    const Stream stream;
    require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    EXPECT_THROW(filter->apply(src, dst, stream), cv::Exception);
    cudaGraph_t graph = nullptr;
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess) << "the capture goes on";
    cudaGraphDestroy(graph);
}

TEST_F(HostImages, LeaveAStreamOfFramesInOrder)
{
    const cv::Ptr<Filter> filter =
        createChain({createMedianFilter(CV_8UC3, 3), createLinearFilter(CV_8UC3, -1, integerTaps(5, 5))});
    cv::RNG random(5);
    std::vector<cv::Mat> frames, expected;
    for (int i = 0; i < 7; ++i)
    {
        frames.push_back(randomImage({1920, 1080}, CV_8UC3, random));
        expected.push_back(filteredOnDevice(*filter, frames.back()));
    }
    FrameStream stream(filter, 6, FrameStream::allDevices());
    EXPECT_EQ(wrongFrames(stream, frames, expected, 100), 0);
}

// Every cut through the image, as tests of emulated kernels make them, with kernels that a GPU runs.
TEST_F(HostImages, MayBeCutAnywhere)
{
    cv::RNG random(4);
    const cv::Mat pixels = randomImage({200, 150}, CV_8UC3, random);
    for (const cv::Ptr<Filter>& filter : filtersOf(CV_8UC3))
    {
        const cv::Mat expected = filteredOnDevice(*filter, pixels);
        for (int rows = 1; rows < 120; rows += 3)
        {
            setBandSizes(rows, static_cast<std::size_t>(random.uniform(1, 9000)));
            cv::Mat dst;
            filter->apply(pixels, dst);
            EXPECT_TRUE(equal(dst, expected)) << "bands of " << rows << " rows";
        }
    }
    setBandSizes(0, 0);
}

class HostImagesOnSeveralDevices : public SeveralDevicesTest
{};

TEST_F(HostImagesOnSeveralDevices, HaveTheCpusPixelsInBandsOnEach)
{
    cv::RNG random(6);
    for (const int type : {CV_8UC3, CV_16SC1, CV_32FC1})
    {
        const cv::Mat pixels = randomImage({1500, 1100}, type, random);
        const PageLockedImage locked(pixels); // on the first device
        for (const cv::Ptr<Filter>& filter : filtersOf(type))
        {
            const cv::Mat expected = filteredOnCpu(*filter, pixels);
            for (int device = cudaDeviceCount() - 1; device >= 0; --device)
                for (const int rows : {0, 9, 100})
                {
                    require(cudaSetDevice(device));
                    setBandSizes(rows, rows == 0 ? 0 : 9000);
                    cv::Mat dst;
                    filter->apply(pixels, dst);
                    EXPECT_TRUE(equal(dst, expected)) << "device " << device << ", bands of " << rows << " rows";
                    PageLockedImage result(pixels.size(), filter->dstType());
                    filter->apply(locked.image, result.image);
                    EXPECT_TRUE(equal(result.image, expected)) << "device " << device << ", page-locked";
                }
        }
    }
    setBandSizes(0, 0);
}

// Each device sees the filter for the first time, in several threads at once.
TEST_F(HostImagesOnSeveralDevices, AreFilteredOnAllAtOnceByOneFilter)
{
    const cv::Ptr<Filter> filter = createChain(
        {createLinearFilter(CV_8UC3, -1, integerTaps(31, 31)),
         createMorphologyFilter(cv::MORPH_OPEN, CV_8UC3, cv::Mat::ones(9, 9, CV_8U)), createMedianFilter(CV_8UC3, 15)});
    cv::RNG random(7);
    const cv::Mat pixels = randomImage({1300, 900}, CV_8UC3, random), expected = filteredOnCpu(*filter, pixels);
    std::vector<std::future<int>> threads;
    for (int i = 0; i < 4 * cudaDeviceCount(); ++i)
        threads.push_back(std::async(std::launch::async, [&, i] {
            require(cudaSetDevice(i % cudaDeviceCount()));
            int wrong = 0;
            for (int round = 0; round < 20; ++round)
            {
                cv::Mat dst;
                filter->apply(pixels, dst);
                wrong += !equal(dst, expected);
                if (i == 1 && round % 5 == 0)
                    releaseTransferMemory(); // of all devices
            }
            return wrong;
        }));
    for (std::future<int>& thread : threads)
        EXPECT_EQ(thread.get(), 0);
}

// Notes on which devices another filter is applied.
class NotesItsDevices : public Filter
{
public:
    explicit NotesItsDevices(const cv::Ptr<Filter>& filter) : filter_(filter), applied_(cudaDeviceCount()) {}

    void apply(cv::InputArray src, cv::OutputArray dst) override
    {
        ++applied_[currentCudaDevice()];
        filter_->apply(src, dst);
    }
    void apply(cv::InputArray src, cv::OutputArray dst, cv::cuda::Stream&) override { apply(src, dst); }
    void apply(cv::InputArray src, cv::OutputArray dst, CUstream_st*) override { apply(src, dst); }
    int srcType() const override { return filter_->srcType(); }
    int dstType() const override { return filter_->dstType(); }
    cv::String kernelName(cv::InputArray src, cv::InputArray dst) const override
    {
        return filter_->kernelName(src, dst);
    }

    int applied(int device) const { return applied_[device]; }

private:
    const cv::Ptr<Filter> filter_;
    std::vector<std::atomic<int>> applied_; // by device
};

class FramesOnSeveralDevices : public SeveralDevicesTest
{
protected:
    void SetUp() override
    {
        SeveralDevicesTest::SetUp();
        cv::RNG random(8);
        for (int i = 0; i < 7 && !IsSkipped(); ++i)
        {
            frames_.push_back(randomImage({1920, 1080}, CV_8UC3, random));
            expected_.push_back(filteredOnCpu(*filter_, frames_.back()));
        }
    }

    // Of 60 frames.
    int wrong(const cv::Ptr<Filter>& filter, int inFlight, const std::vector<int>& devices) const
    {
        FrameStream stream(filter, inFlight, devices);
        return wrongFrames(stream, frames_, expected_, 60);
    }

    const cv::Ptr<Filter> filter_ =
        createChain({createMedianFilter(CV_8UC3, 3), createLinearFilter(CV_8UC3, -1, integerTaps(5, 5))});

private:
    std::vector<cv::Mat> frames_, expected_;
};

TEST_F(FramesOnSeveralDevices, LeaveInOrderWithThePixelsOfOneDeviceAndOfTheCpu)
{
    std::vector<std::vector<int>> choices = {FrameStream::allDevices()};
    for (const int device : FrameStream::allDevices())
        choices.push_back({device});
    for (const std::vector<int>& devices : choices)
        for (const int inFlight : {1, 2, 7, 16})
            EXPECT_EQ(wrong(filter_, inFlight, devices), 0) << devices.size() << " devices, " << inFlight << " frames";
}

TEST_F(FramesOnSeveralDevices, AreFilteredOnAllOfThemAndOnNoOther)
{
    const auto all = cv::makePtr<NotesItsDevices>(filter_), last = cv::makePtr<NotesItsDevices>(filter_);
    const int count = cudaDeviceCount();
    EXPECT_EQ(wrong(all, 4 * count, FrameStream::allDevices()), 0);
    EXPECT_EQ(wrong(last, 4, {count - 1}), 0);
    for (int device = 0; device < count; ++device)
    {
        EXPECT_GT(all->applied(device), 0) << "device " << device;
        EXPECT_EQ(last->applied(device), device == count - 1 ? 60 : 0) << "device " << device;
    }
    EXPECT_EQ(currentCudaDevice(), 0) << "the caller's";
}

}} // namespace cudatiled_test
