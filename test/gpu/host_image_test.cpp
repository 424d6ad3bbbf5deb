// SPDX-License-Identifier: Apache-2.0
// Host images on a device: in bands, of pageable and page-locked memory, on streams and threads.
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
    std::vector<int> devices;
    for (int device = 0; device < cudaDeviceCount(); ++device)
        devices.push_back(device);
    cv::RNG random(5);
    std::vector<cv::Mat> frames, expected;
    for (int i = 0; i < 7; ++i)
    {
        frames.push_back(randomImage({1920, 1080}, CV_8UC3, random));
        expected.push_back(filteredOnDevice(*filter, frames.back()));
    }
    FrameStream stream(filter, 6, devices);
    int popped = 0;
    const auto pop = [&] {
        EXPECT_TRUE(equal(stream.pop(), expected[popped % 7])) << "frame " << popped;
        ++popped;
    };
    for (int i = 0; i < 100; ++i)
    {
        if (stream.isFull())
            pop();
        stream.push(frames[i % 7]);
    }
    while (!stream.isEmpty())
        pop();
    EXPECT_EQ(popped, 100);
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

}} // namespace cudatiled_test
