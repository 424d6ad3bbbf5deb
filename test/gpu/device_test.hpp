// SPDX-License-Identifier: Apache-2.0
// What the tests on a device share: a visible skip where there is none, streams, images.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>

#include <cuda_runtime_api.h>
#include <opencv2/cudatiled.hpp>

#include "../../src/core/device.hpp"

namespace cudatiled_test {

class DeviceTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (cv::cudatiled::cudaDeviceCount() == 0)
            GTEST_SKIP() << "there is no CUDA device: " << cv::cudatiled::whyNoCudaDevice();
    }
};

// Skipped, visibly, where there are not several devices. Each test begins on the first one.
class SeveralDevicesTest : public DeviceTest
{
protected:
    void SetUp() override
    {
        DeviceTest::SetUp();
        if (cv::cudatiled::cudaDeviceCount() == 1)
            GTEST_SKIP() << "there is only one CUDA device";
    }
    void TearDown() override { cv::cudatiled::useCudaDevice(0); }
};

// Throws if a call that the test itself makes fails.
inline void require(cudaError_t error)
{
    if (error != cudaSuccess)
        throw std::runtime_error(std::string("the test's own call of CUDA failed: ") + cudaGetErrorString(error));
}

class Stream
{
public:
    explicit Stream(unsigned flags = cudaStreamNonBlocking) { require(cudaStreamCreateWithFlags(&stream_, flags)); }
    ~Stream() { cudaStreamDestroy(stream_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

// Integers from 0 to 120, which are values of every depth.
inline cv::Mat randomImage(cv::Size size, int type, cv::RNG& random)
{
    cv::Mat integers(size, CV_8UC(CV_MAT_CN(type))), image;
    random.fill(integers, cv::RNG::UNIFORM, 0, 121);
    integers.convertTo(image, CV_MAT_DEPTH(type));
    return image;
}

// Integer taps: CPU and GPU give the same pixels.
inline cv::Mat integerTaps(int rows, int cols, int largest = 2)
{
    cv::Mat integers(rows, cols, CV_16S), taps;
    cv::RNG(static_cast<std::uint64_t>(rows * 1000 + cols)).fill(integers, cv::RNG::UNIFORM, -largest, largest + 1);
    integers.convertTo(taps, CV_32F);
    return taps;
}

inline bool equal(const cv::Mat& a, const cv::Mat& b)
{
    return a.size() == b.size() && a.type() == b.type() && cv::norm(a, b, cv::NORM_INF) == 0;
}

inline cv::Mat downloaded(const cv::cudatiled::DeviceImage& image)
{
    cv::Mat host;
    image.download(host);
    return host;
}

inline cv::Mat filteredOnCpu(cv::cudatiled::Filter& filter, const cv::Mat& image)
{
    cv::Mat result;
    cv::cudatiled::setBackend(cv::cudatiled::BACKEND_CPU);
    filter.apply(image, result);
    cv::cudatiled::setBackend(cv::cudatiled::BACKEND_AUTO);
    return result;
}

} // namespace cudatiled_test
