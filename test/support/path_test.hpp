// SPDX-License-Identifier: Apache-2.0
// Tests that run on each path, and what they see of CUDA where it is emulated.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "cell.hpp"

#ifdef CUDATILED_EMULATED
#include <cuda_runtime.h>
#endif

namespace cudatiled_test {

// Skipped without a device, if the path needs one. Host images are filtered by the backend of the path meanwhile.
class OnPath : public testing::TestWithParam<Path>
{
protected:
    void SetUp() override
    {
        using namespace cv::cudatiled;
        if (!pathExists(GetParam()))
            GTEST_SKIP() << "there is no CUDA device";
        setBackend(GetParam() == Path::Cpu ? BACKEND_CPU : BACKEND_AUTO);
    }
    void TearDown() override { cv::cudatiled::setBackend(cv::cudatiled::BACKEND_AUTO); }
};

#ifdef CUDATILED_EMULATED

// How often each function of the CUDA runtime was called; those that were not are left out.
using Calls = std::map<std::string, int>;

// The first launch of a process asks how its kernels were compiled, and the first scratch image makes a memory pool.
inline bool launchOnce()
{
    using namespace cv::cudatiled;
    const DeviceImage image(cv::Mat(8, 8, CV_8UC1, cv::Scalar(1)));
    createBoxFilter(CV_8UC1, -1, {3, 3})->apply(image.gpuMat(), image.gpuMat(), static_cast<CUstream_st*>(nullptr));
    return true;
}

inline Calls callsDuring(const std::function<void()>& action)
{
    static const bool launched = launchOnce();
    (void)launched;
    Calls before = cuda_on_cpu::calls(), made;
    action();
    for (const auto& [function, count] : cuda_on_cpu::calls())
        if (count != before[function])
            made[function] = count - before[function];
    return made;
}

#endif

} // namespace cudatiled_test
