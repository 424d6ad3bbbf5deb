// SPDX-License-Identifier: Apache-2.0
// The fast kernels and the general ones compute the same bits; which of them run can be forced.
#include <gtest/gtest.h>

#include <opencv2/cudatiled.hpp>

#include "../../src/core/kernel_choice.hpp"
#include "../support/benchmarks.hpp"
#include "../support/cell.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class KernelChoices : public testing::TestWithParam<int>
{
protected:
    void SetUp() override
    {
        if (!pathExists(Path::Device))
            GTEST_SKIP() << "there is no CUDA device";
    }
    void TearDown() override { setKernelChoice(KernelChoice::Fast); }

    static cv::Mat filtered(Filter& filter, const cv::Mat& image, KernelChoice choice)
    {
        setKernelChoice(choice);
        const DeviceImage src(image);
        DeviceImage dst;
        filter.apply(src, dst);
        cv::Mat result;
        dst.download(result);
        return result;
    }
};

// Every benchmark, over sizes around a strip, on images that are aligned as fast kernels want them.
TEST_P(KernelChoices, GiveTheSameBits)
{
    const Benchmark& row = benchmarks()[GetParam()];
    cv::RNG random(static_cast<unsigned>(GetParam()) + 1);
    for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16SC3, CV_32FC1, CV_32FC4})
        for (const cv::Size size : {cv::Size(97, 41), cv::Size(16, 5), cv::Size(131, 70)})
        {
            const int dstDepth = row.dstDepth < 0 ? CV_MAT_DEPTH(type) : row.dstDepth;
            if (row.dstDepth == CV_16S && CV_MAT_DEPTH(type) == CV_32F)
                continue;
            cv::Mat image(size, type);
            random.fill(image, cv::RNG::UNIFORM, 0, 200);
            const auto filter = row.instance.create(type, CV_MAKETYPE(dstDepth, CV_MAT_CN(type)),
                                                    {cv::BORDER_REFLECT_101, cv::BORDER_REFLECT_101, {}});
            const cv::Mat fast = filtered(*filter, image, KernelChoice::Fast);
            const cv::Mat general = filtered(*filter, image, KernelChoice::General);
            EXPECT_EQ(cv::norm(fast, general, cv::NORM_INF), 0)
                << row.instance.text << ", type " << type << ", " << size;
        }
}

std::string nameOf(const testing::TestParamInfo<int>& parameter)
{
    std::string name;
    for (const char c : benchmarks()[parameter.param].instance.text)
        name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name + "_" + std::to_string(parameter.param);
}

INSTANTIATE_TEST_SUITE_P(, KernelChoices, testing::Range(0, static_cast<int>(benchmarks().size())), nameOf);

}} // namespace cudatiled_test
