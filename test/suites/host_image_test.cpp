// SPDX-License-Identifier: Apache-2.0
// Host images on emulated CUDA: in every order that events allow, with little device memory, and after errors.
#include <opencv2/cudatiled.hpp>

#include "../../src/api/band_sizes.hpp"
#include "../support/device_memory.hpp"
#include "../support/error_of.hpp"
#include "../support/filtered.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

cv::Mat noise(cv::Size size, int type)
{
    cv::Mat image(size, type);
    cv::theRNG().fill(image, cv::RNG::UNIFORM, 0, 256);
    return image;
}

class HostImages : public testing::Test
{
protected:
    ~HostImages() override
    {
        setBandSizes(0, 0);
        cuda_on_cpu::setDeviceMemory(0);
        cuda_on_cpu::setCapturing(false);
        cuda_on_cpu::watchLaunches({});
    }

    const cv::Mat src_ = noise({60, 150}, CV_8UC1);
    const cv::Ptr<Filter> filter_ =
        createChain({createMedianFilter(CV_8UC1, 3),
                     createBoxFilter(CV_8UC1, CV_16SC1, {3, 3}, {-1, -1}, cv::BORDER_DEFAULT, {}, false)});
    const cv::Mat expected_ = filtered(*filter_, src_, Path::Cpu);
};

TEST_F(HostImages, AreTheSameInEveryOrderOfTheStreamsWork)
{
    for (int seed = 0; seed < 300; ++seed)
    {
        cuda_on_cpu::seedOrder(static_cast<std::uint64_t>(seed));
        setBandSizes(seed % 20 + 1, static_cast<std::size_t>(seed % 7 * 100 + 1));
        cv::Mat src = src_.clone(), dst(filter_->dstSize(src.size()), filter_->dstType());
        const auto lock = [](cv::Mat& image) {
            cudaHostRegister(image.data, image.total() * image.elemSize(), cudaHostRegisterDefault);
        };
        if (seed % 2)
            lock(src);
        if (seed % 4 > 1)
            lock(dst);
        filter_->apply(src, dst);
        if (seed % 2)
            cudaHostUnregister(src.data);
        if (seed % 4 > 1)
            cudaHostUnregister(dst.data);
        ASSERT_TRUE(equal(dst, expected_)) << "order " << seed;
    }
}

TEST_F(HostImages, OfTheLargestMediansAreCutToo)
{
    const cv::Mat src = noise({12, 1900}, CV_8UC1);
    const cv::Ptr<Filter> median = createMedianFilter(CV_8UC1, 151);
    const cv::Mat expected = filtered(*median, src, Path::Device);
    setBandSizes(1, 1000);
    cv::Mat dst;
    EXPECT_GT(callsDuring([&] { median->apply(src, dst); })["cudaStreamWaitEvent"], 0) << "several bands";
    EXPECT_TRUE(equal(dst, expected));
}

TEST_F(HostImages, MayOverlap)
{
    const cv::Mat frame = noise({90, 200}, CV_8UC1);
    const cv::Ptr<Filter> filter = createMedianFilter(CV_8UC1, 5);
    const cv::Rect from(10, 30, 60, 120);
    for (const cv::Point shift :
         {cv::Point(0, 0), cv::Point(0, 1), cv::Point(0, 17), cv::Point(0, -9), cv::Point(5, 3)})
    {
        cv::Mat expected = frame.clone(), actual = frame.clone();
        filtered(*filter, frame(from), Path::Cpu).copyTo(expected(from + shift));
        setBandSizes(6, 100);
        filter->apply(actual(from), actual(from + shift));
        EXPECT_TRUE(equal(actual, expected)) << "shifted by " << shift;
    }
}

TEST_F(HostImages, MayBeLargerThanTheDevicesMemory)
{
    releaseTransferMemory();
    setBandSizes(10, 300);
    leaveDeviceMemory(100 << 10);
    const cv::Mat large = noise({60, 4000}, CV_8UC1);
    const cv::Mat expected = filtered(*filter_, large, Path::Cpu);
    cv::Mat dst;
    filter_->apply(large, dst);
    EXPECT_TRUE(equal(dst, expected));
    const cv::Ptr<Filter> wrapped = createSharpenFilter(CV_8UC1, -1, SHARPEN_8, 1, cv::BORDER_WRAP);
    const std::string error = errorOf([&] { wrapped->apply(large, dst); });
    EXPECT_NE(error.find("cudatiled::Filter::apply: cudaMalloc of "), std::string::npos) << error;
    cuda_on_cpu::setDeviceMemory(0);
    wrapped->apply(large, dst);
    EXPECT_TRUE(equal(dst, filtered(*wrapped, large, Path::Cpu)));
}

TEST_F(HostImages, SayThatRowsMayBeWrittenAfterAnErrorBetweenBands)
{
    setBandSizes(10, 300);
    for (const char* call :
         {"cudaMemcpy2DAsync", "cudaEventRecord", "cudaStreamWaitEvent", "cudaEventSynchronize", "cudaLaunchKernelEx"})
        for (const int launch : {1, 9})
        {
            int launches = 0;
            cuda_on_cpu::watchLaunches([&](const void*, dim3) {
                if (++launches == launch)
                    cuda_on_cpu::failNext(call, cudaErrorInvalidValue);
                return true;
            });
            cv::Mat dst;
            const std::string error = errorOf([&] { filter_->apply(src_, dst); });
            cuda_on_cpu::watchLaunches({});
            const bool saysSo = error.find("some rows of dst may be written already") != std::string::npos;
            EXPECT_TRUE(saysSo || launch == 1) << call << ": " << error;
            EXPECT_FALSE(saysSo && launch == 1 && call == std::string("cudaLaunchKernelEx")) << error;
            EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the caller would trip over it";
            filter_->apply(src_, dst);
            EXPECT_TRUE(equal(dst, expected_)) << call;
        }
}

TEST_F(HostImages, AreRefusedWhileTheStreamIsCaptured)
{
    cuda_on_cpu::setCapturing(true);
    cv::Mat dst;
    const std::string error = errorOf([&] { filter_->apply(src_, dst); });
    EXPECT_NE(error.find("only work on device images can be captured"), std::string::npos) << error;
}

TEST_F(HostImages, ReleaseWhatTheyKeep)
{
    releaseTransferMemory();
    cv::Mat dst;
    const Calls first = callsDuring([&] { filter_->apply(src_, dst); });
    EXPECT_EQ(first.at("cudaStreamCreateWithFlags"), 3);
    const Calls second = callsDuring([&] { filter_->apply(src_, dst); });
    for (const char* call : {"cudaStreamCreateWithFlags", "cudaHostAlloc", "cudaMalloc", "cudaEventCreateWithFlags"})
    {
        EXPECT_EQ(first.count(call), 1u) << call;
        EXPECT_EQ(second.count(call), 0u) << call;
    }
    const Calls released = callsDuring(releaseTransferMemory);
    EXPECT_EQ(released.at("cudaStreamDestroy"), first.at("cudaStreamCreateWithFlags"));
    EXPECT_EQ(released.at("cudaFreeHost"), first.at("cudaHostAlloc"));
    EXPECT_EQ(released.at("cudaFree"), first.at("cudaMalloc"));
    EXPECT_EQ(released.at("cudaEventDestroy"), first.at("cudaEventCreateWithFlags"));
}

}} // namespace cudatiled_test
