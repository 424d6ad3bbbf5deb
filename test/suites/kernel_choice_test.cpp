// SPDX-License-Identifier: Apache-2.0
// The fast kernels and the general ones keep the same contract; which of them run can be forced.
#include <gtest/gtest.h>

#include <opencv2/cudatiled.hpp>

#include "../../src/core/device.hpp"
#include "../../src/core/kernel_choice.hpp"
#include "../support/catalogue.hpp"
#include "../support/cell.hpp"
#include "../support/filtered.hpp"

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
    void TearDown() override { setKernelChoice(KernelChoice::Auto); }

    // Kernels are chosen when a filter is created.
    static cv::Ptr<Filter> create(const Benchmark& row, int srcType, int dstType, const Borders& borders,
                                  KernelChoice choice)
    {
        setKernelChoice(choice);
        return row.instance.create(srcType, dstType, borders);
    }

    // Large windows take their time, and channels make no difference to them: three types have to do.
    static std::vector<int> typesFor(const Benchmark& row, const std::vector<int>& types)
    {
        return row.instance.parameters.ksize.area() < 900 ? types : std::vector<int>{CV_8UC3, CV_16UC1, CV_32FC1};
    }
};

// Every benchmark, over sizes around a strip.
TEST_P(KernelChoices, KeepTheContract)
{
    const Benchmark& row = benchmarks()[GetParam()];
    if (row.filter == "Median" && row.instance.parameters.ksize.width > 3)
        GTEST_SKIP() << "its kernels depend on the window alone";
    const int border = cv::BORDER_REFLECT_101;
    cv::RNG random(static_cast<unsigned>(GetParam()) + 1);
    for (const int type : typesFor(row, {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16SC3, CV_32FC1, CV_32FC4}))
        for (const cv::Size size : {cv::Size(97, 41), cv::Size(16, 5), cv::Size(131, 70)})
        {
            const int depth = CV_MAT_DEPTH(type), dstDepth = row.dstDepth < 0 ? depth : row.dstDepth;
            if (row.dstDepth == CV_16S && depth == CV_32F)
                continue;
            cv::Mat image(size, type);
            random.fill(image, cv::RNG::UNIFORM, 0, 200);
            const int dstType = CV_MAKETYPE(dstDepth, CV_MAT_CN(type));
            const Expected expected = evaluate(row.instance.definition(depth, dstDepth, {size, border, false}),
                                               {image, {{0, 0}, size}, border, border, {}}, dstDepth, false);
            for (const KernelChoice choice : {KernelChoice::Fast, KernelChoice::General})
                EXPECT_EQ(firstViolation(
                              filtered(*create(row, type, dstType, {border, border, {}}, choice), image, Path::Device),
                              expected),
                          "")
                    << row.instance.text << ", type " << type << ", " << size
                    << (choice == KernelChoice::Fast ? ", fast" : ", general");
        }
}

// Filters whose fast kernels compute the very results of the general ones, over images of several tiles and a region at
// an odd place.
TEST_P(KernelChoices, AgreeWhereTilesMeet)
{
    const Benchmark& row = benchmarks()[GetParam()];
    if (row.filter != "Morphology" && row.filter != "RowSum" && row.filter != "ColumnSum")
        return; // others round
    cv::RNG random(static_cast<unsigned>(GetParam()) + 1);
    const cv::Rect region(3, 5, 281, 270);
    for (const int type : typesFor(row, {CV_8UC1, CV_8UC3, CV_16UC1, CV_16SC2, CV_32FC1}))
        for (const int border : {cv::BORDER_CONSTANT, cv::BORDER_REFLECT_101, cv::BORDER_WRAP})
        {
            cv::Mat image(290, 300, type);
            random.fill(image, cv::RNG::UNIFORM, 0, 200);
            if (type == CV_32FC1) // integers, so that the order of additions does not matter
                image.convertTo(image, CV_16U), image.convertTo(image, CV_32F);
            const int dstType = row.dstDepth < 0 ? type : CV_MAKETYPE(row.dstDepth, CV_MAT_CN(type));
            const DeviceImage src(image);
            cv::Mat results[2];
            for (const KernelChoice choice : {KernelChoice::Fast, KernelChoice::General})
            {
                const auto filter = create(row, type, dstType, {border, border, cv::Scalar(3, 50, 100)}, choice);
                const DeviceImage dst(region.size(), dstType);
                cv::cuda::GpuMat part(src.gpuMat(), region), result = dst.gpuMat();
                filter->apply(part, result, static_cast<CUstream_st*>(nullptr));
                dst.download(results[choice == KernelChoice::Fast ? 0 : 1]);
            }
            EXPECT_EQ(cv::norm(results[0], results[1], cv::NORM_INF), 0)
                << row.instance.text << ", type " << type << ", border " << border;
        }
}

TEST(KernelChoice, FollowsTheComputeCapability)
{
    EXPECT_FALSE(isForFastKernels(0));
    EXPECT_FALSE(isForFastKernels(75));
    EXPECT_TRUE(isForFastKernels(80));
    EXPECT_TRUE(isForFastKernels(120));
    setKernelChoice(KernelChoice::Fast);
    EXPECT_TRUE(fastKernels());
    setKernelChoice(KernelChoice::General);
    EXPECT_FALSE(fastKernels());
    setKernelChoice(KernelChoice::Auto);
    EXPECT_EQ(fastKernels(), isForFastKernels(lowestComputeCapability()));
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
