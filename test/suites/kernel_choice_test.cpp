// SPDX-License-Identifier: Apache-2.0
// The fast kernels and the general ones keep the same contract; which of them run can be forced.
#include <gtest/gtest.h>

#include <cfloat>
#include <functional>

#include <opencv2/cudatiled.hpp>
#include <opencv2/imgproc.hpp>

#include "../../src/core/device.hpp"
#include "../../src/core/kernel_choice.hpp"
#include "../../src/launch/fill_device.hpp"
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
            if ((row.dstDepth == CV_16S && depth == CV_32F) || (row.dstDepth == CV_8U && depth != CV_8U) ||
                !takes(entryOf(row.filter), type))
                continue;
            cv::Mat image(size, type);
            random.fill(image, cv::RNG::UNIFORM, 0, 200);
            const int dstType = row.instance.dstType(type, dstDepth);
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
            const int dstType = row.instance.dstType(type, row.dstDepth);
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

// A mask that is a product of integers: its filter, with fast kernels and with the general ones.
struct RankOne
{
    int type, width, height, largest; // of the taps
    cv::Point anchor;
    double scale, delta;
    std::string kernel; // the fast one
};

const std::vector<RankOne>& rankOnes()
{
    const cv::Point centre(-1, -1);
    static const std::vector<RankOne> all = {
        {CV_8UC1, 11, 11, 3, centre, 1, 0, "mmaSplitKernel"},
        {CV_8UC3, 31, 11, 1, centre, 1, 128, "mmaSplitKernel"},
        {CV_8UC4, 12, 15, 2, {0, 3}, 1, -7, "mmaSplitKernel"},
        {CV_8UC1, 13, 11, 3, centre, 1. / 273, 0.3, "mmaSplitKernel"},
        {CV_8UC1, 10, 11, 3, centre, 1, 0, "mmaMarchU8Kernel"},
        {CV_8UC1, 11, 11, 3, centre, 1, 0.5, "registerTileKernel"},
        {CV_16UC1, 5, 5, 3, centre, 1, 0, "slidingWindowKernel"},
        {CV_16SC2, 6, 5, 1, centre, 1, 9, "mmaSplitKernel"},
        {CV_16UC1, 5, 5, 3, centre, 0.1, 0.5, "slidingWindowKernel"},
        {CV_16UC3, 7, 7, 2, centre, 1, 0, "slidingWindowKernel"},
        {CV_16UC1, 11, 11, 9, centre, 1, 0, "mmaMarchU8Kernel"}, // the sums are too large to be exact
        {CV_32FC1, 11, 11, 3, centre, 1, 0, "denseMarchKernel"}};
    return all;
}

cv::Ptr<Filter> create(const RankOne& r, const cv::Mat& mask, KernelChoice choice)
{
    setKernelChoice(choice);
    return r.scale == 1 ? createLinearFilter(r.type, -1, mask, r.anchor, cv::BORDER_REFLECT_101, {}, r.delta)
                        : createConvolutionFilter(r.type, -1, mask, r.anchor, r.scale, r.delta);
}

// Filtered along rows and columns where that is quicker and has the bits of the sum in two dimensions.
TEST(KernelChoice, OfProductsOfIntegersHasTheSameBits)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    cv::RNG random(8);
    for (const RankOne& r : rankOnes())
    {
        cv::Mat1i row(1, r.width), column(r.height, 1);
        random.fill(row, cv::RNG::UNIFORM, 1, r.largest + 1);
        random.fill(column, cv::RNG::UNIFORM, -r.largest, 0);
        const cv::Mat1d mask = cv::Mat1d(column) * cv::Mat1d(row);
        cv::Mat image(70, 140, r.type);
        random.fill(image, cv::RNG::UNIFORM, CV_MAT_DEPTH(r.type) == CV_16S ? -32768 : 0,
                    CV_MAT_DEPTH(r.type) == CV_8U ? 256 : 65536);
        const DeviceImage src(image), dst(image.size(), r.type);
        const auto fast = create(r, mask, KernelChoice::Fast);
        EXPECT_EQ(fast->kernelName(src.gpuMat(), dst.gpuMat()), r.kernel) << r.type << ", " << mask.size();
        if (CV_MAT_DEPTH(r.type) != CV_32F && r.largest < 9)
        {
            EXPECT_TRUE(equal(filtered(*fast, image, Path::Device),
                              filtered(*create(r, mask, KernelChoice::General), image, Path::Device)))
                << r.type << ", " << mask.size();
        }
    }
    setKernelChoice(KernelChoice::Auto);
}

// Bulk copies take whole chunks of 16 bytes, and strips must be many enough to fill the device.
TEST(KernelChoice, OfDenseBytesIsBySizeAndAlignment)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    cv::Mat1d floats(7, 7), integers(7, 7);
    cv::RNG(9).fill(floats, cv::RNG::UNIFORM, -.25, .25); // 49 taps of at most 16 in all fit matrices of bytes
    cv::RNG(9).fill(integers, cv::RNG::UNIFORM, -128, 128);
    integers.forEach([](double& tap, const int*) { tap = std::floor(tap); });
    const auto kernelOf = [](KernelChoice choice, int type, const cv::Mat& mask, const cv::Size& size, int x) {
        setKernelChoice(choice);
        const cv::Ptr<Filter> filter = createLinearFilter(type, -1, mask);
        const DeviceImage src(size.height, size.width + 16, type), dst(size, type);
        const DeviceImage part = src(cv::Rect(cv::Point(x, 0), size));
        setKernelChoice(KernelChoice::Auto);
        return filter->kernelName(part.gpuMat(), dst.gpuMat());
    };
    const auto kernelFor = [&](KernelChoice choice, const cv::Size& size, int x) {
        return kernelOf(choice, CV_8UC3, floats, size, x);
    };
    const cv::Size large(3840, 2160), small(320, 240);
    EXPECT_EQ(kernelFor(KernelChoice::Auto, large, 0), "mmaMarchU8Kernel");
    EXPECT_EQ(kernelFor(KernelChoice::Auto, large, 16), "mmaMarchU8Kernel");
    EXPECT_EQ(kernelFor(KernelChoice::Auto, large, 5), "mmaDenseU8Kernel");
    EXPECT_EQ(kernelFor(KernelChoice::Auto, small, 0), "mmaDenseU8Kernel");
    EXPECT_EQ(kernelFor(KernelChoice::Fast, small, 0), "mmaMarchU8Kernel");
    EXPECT_EQ(kernelFor(KernelChoice::Fast, small, 5), "mmaDenseU8Kernel");
    EXPECT_EQ(kernelFor(KernelChoice::General, large, 0), "conv2dKernel");
    for (const int type : {CV_16UC1, CV_16SC1})
    {
        EXPECT_EQ(kernelOf(KernelChoice::Auto, type, integers, large, 0), "mmaMarchU8Kernel");
        EXPECT_EQ(kernelOf(KernelChoice::Auto, type, integers, large, 8), "mmaMarchU8Kernel");
        EXPECT_EQ(kernelOf(KernelChoice::Auto, type, integers, large, 5), "slidingWindowKernel");
        EXPECT_EQ(kernelOf(KernelChoice::Auto, type, floats, large, 0), "mmaMarchU8Kernel");
        EXPECT_EQ(kernelOf(KernelChoice::Auto, type, floats, large, 5), "slidingWindowKernel");
        // What four limbs leave out of such sums would be felt.
        EXPECT_EQ(kernelOf(KernelChoice::Auto, type, floats * 16, large, 0), "slidingWindowKernel");
        EXPECT_EQ(kernelOf(KernelChoice::Auto, type, integers, small, 0), "mmaMarchU8Kernel");
    }
}

// Open sums need rows, results over their pixels, and squares with a middle column.
TEST(KernelChoice, OfSeparableFloatsIsByRowsAlignmentAndTaps)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const auto kernelOf = [](KernelChoice choice, int type, cv::Size ksize, int anchorX, const cv::Size& size, int x) {
        setKernelChoice(choice);
        const cv::Ptr<Filter> filter = createSeparableLinearFilter(
            type, -1, cv::Mat::ones(1, ksize.width, CV_32F), cv::Mat::ones(1, ksize.height, CV_32F), {anchorX, -1});
        const DeviceImage src(size.height, size.width + 16, type), dst(size, type);
        const DeviceImage part = src(cv::Rect(cv::Point(x, 0), size));
        setKernelChoice(KernelChoice::Auto);
        return filter->kernelName(part.gpuMat(), dst.gpuMat());
    };
    const auto kernelFor = [&](KernelChoice choice, int type, int taps, const cv::Size& size, int x) {
        return kernelOf(choice, type, {taps, taps}, -1, size, x);
    };
    const cv::Size large(512, 16400), small(320, 240);
    const std::string march = "separableMarchKernel", split = "mmaSplitKernel";
    for (const int type : {CV_32FC1, CV_32FC3, CV_32FC4})
    {
        EXPECT_EQ(kernelFor(KernelChoice::Auto, type, 15, large, 0), march);
        EXPECT_EQ(kernelFor(KernelChoice::Auto, type, 29, large, 8), march);
        EXPECT_EQ(kernelFor(KernelChoice::Auto, type, 15, small, 0), split);
        EXPECT_EQ(kernelFor(KernelChoice::Fast, type, 15, small, 0), march);
    }
    EXPECT_EQ(kernelFor(KernelChoice::Auto, CV_32FC1, 15, large, 5), split);
    EXPECT_EQ(kernelFor(KernelChoice::Auto, CV_32FC4, 15, large, 5), march) << "a pixel is 16 bytes";
    EXPECT_EQ(kernelFor(KernelChoice::Auto, CV_32FC2, 15, large, 0), split);
    EXPECT_EQ(kernelFor(KernelChoice::Auto, CV_32FC1, 14, large, 0), split);
    EXPECT_EQ(kernelOf(KernelChoice::Auto, CV_32FC1, {15, 17}, -1, large, 0), split);
    EXPECT_EQ(kernelOf(KernelChoice::Auto, CV_32FC1, {15, 15}, 3, large, 0), split);
    EXPECT_EQ(kernelFor(KernelChoice::General, CV_32FC1, 15, large, 0), "separableKernel");
}

// Blocks list which pixels beside the image repeat which others, for rows in the middle of the image. Sums of integers
// are exact, also of floats.
TEST(KernelChoice, OfMarchingWarpsKeepsPixelsBesideTheImage)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    cv::RNG random(10);
    cv::Mat1f mask(7, 7);
    for (float& tap : mask)
        tap = random.uniform(0, 2) ? 1.f : -2.f;
    const cv::Mat1f row = mask.row(0);
    cv::Mat1f taps;
    cv::hconcat(std::vector<cv::Mat>{row, row, row.colRange(0, 1)}, taps); // 15 taps
    const cv::Scalar outside(3, 50, 7, 200);
    const auto isSame = [&](const std::function<cv::Ptr<Filter>()>& create, const cv::Mat& image) {
        setKernelChoice(KernelChoice::Fast);
        const cv::Mat fast = filtered(*create(), image, Path::Device);
        setKernelChoice(KernelChoice::General);
        const cv::Mat general = filtered(*create(), image, Path::Device);
        setKernelChoice(KernelChoice::Auto);
        return equal(fast, general);
    };
    for (const int border :
         {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT, cv::BORDER_REFLECT_101, cv::BORDER_WRAP})
        for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_32FC1, CV_32FC3, CV_32FC4})
            for (const int cols : {5, 16, 71, 260})
            {
                cv::Mat integers(60, cols, CV_8UC(CV_MAT_CN(type))), image;
                random.fill(integers, cv::RNG::UNIFORM, 0, 256);
                integers.convertTo(image, type);
                const auto dense = [&] {
                    return createLinearFilter(type, -1, mask, {-1, -1}, border, outside);
                };
                const auto separable = [&] {
                    return createSeparableLinearFilter(type, -1, taps, taps, {-1, -1}, border, -1, 0, outside);
                };
                EXPECT_TRUE(isSame(dense, image)) << "dense, type " << type << ", border " << border << ", " << cols;
                EXPECT_TRUE(isSame(separable, image))
                    << "separable, type " << type << ", border " << border << ", " << cols;
            }
}

// What is too long for a tile of both takes two passes, up to what shared memory holds.
TEST(KernelChoice, OfGaussiansOfBytesIsByTheirLength)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const auto kernelOf = [](int type, cv::Size ksize) {
        setKernelChoice(KernelChoice::Fast);
        const cv::Ptr<Filter> filter = createGaussianFilter(type, -1, ksize, 9, 0, cv::BORDER_REPLICATE);
        const DeviceImage image(60, 70, type);
        setKernelChoice(KernelChoice::Auto);
        return filter->kernelName(image.gpuMat(), image.gpuMat());
    };
    const std::string twoPasses = "mmaLongRowsU8Kernel + mmaLongColumnsU8Kernel";
    EXPECT_EQ(kernelOf(CV_8UC1, {49, 49}), "mmaSeparableU8Kernel");
    EXPECT_EQ(kernelOf(CV_8UC1, {51, 7}), twoPasses);
    EXPECT_EQ(kernelOf(CV_8UC1, {7, 51}), twoPasses);
    EXPECT_EQ(kernelOf(CV_8UC4, {49, 49}), twoPasses);
    EXPECT_EQ(kernelOf(CV_8UC4, {301, 301}), twoPasses);
    EXPECT_EQ(kernelOf(CV_8UC1, {51, 501}), "longRowsKernel + longColumnsKernel");
    EXPECT_EQ(kernelOf(CV_8UC1, {51, 1025}), "separableKernel");
}

// If every fast kernel is wanted, bands of rows are low, and this image has several.
TEST(KernelChoice, OfLongFiltersInBandsHasTheSameBits)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    const cv::Mat row = cv::getGaussianKernel(41, 7, CV_32F), column = cv::getGaussianKernel(53, 9, CV_32F);
    const auto gaussian = [](int type) {
        return createGaussianFilter(type, -1, {61, 75}, 12, 0, cv::BORDER_REFLECT_101);
    };
    const auto separable = [&](int type) {
        return createSeparableLinearFilter(type, -1, row, column, {3, 50}, cv::BORDER_WRAP);
    };
    using Create = std::function<cv::Ptr<Filter>(int type)>;
    for (const auto& [create, type] : std::vector<std::pair<Create, int>>{
             {gaussian, CV_8UC3}, {gaussian, CV_16UC1}, {separable, CV_8UC1}, {separable, CV_32FC2}})
    {
        cv::Mat image(260, 71, type);
        cv::RNG(10).fill(image, cv::RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_8U ? 256 : 65536);
        setKernelChoice(KernelChoice::Fast);
        const cv::Mat inBands = filtered(*create(type), image, Path::Device);
        setKernelChoice(KernelChoice::Auto);
        EXPECT_TRUE(equal(inBands, filtered(*create(type), image, Path::Device))) << "type " << type;
    }
}

// Images that begin within a chunk of 16 bytes, as their results do: the first pixels are in no chunk that is copied.
TEST(KernelChoice, OfImagesThatBeginWithinAChunkKeepsTheContract)
{
    if (!pathExists(Path::Device) || lowestComputeCapability() < 90)
        GTEST_SKIP() << "there is no CUDA device of compute capability 9.0";
    const cv::Mat row = cv::getGaussianKernel(11, 2, CV_32F), ramp = (cv::Mat_<float>(1, 7) << 1, 2, 3, -4, 5, 6, 7);
    const cv::Mat floats = ramp.t() * ramp / 784; // magnitudes add up to 1
    cv::Mat integers(7, 7, CV_32F);
    cv::RNG(12).fill(integers, cv::RNG::UNIFORM, -1, 1); // rounded: -1, 0 and 1, so that few results are saturated
    integers.convertTo(integers, CV_32S);
    struct Case
    {
        int type, x; // pixels of the region's beginning
        std::string kernel;
        std::function<cv::Ptr<Filter>(int border)> create;
    };
    const Case cases[] = {{CV_32FC1, 1, "separableMarchKernel",
                           [&](int border) {
                               return createSeparableLinearFilter(CV_32FC1, -1, row, row, {-1, -1}, border);
                           }},
                          {CV_32FC3, 3, "separableMarchKernel",
                           [&](int border) {
                               return createSeparableLinearFilter(CV_32FC3, -1, row, row, {-1, -1}, border);
                           }},
                          {CV_32FC1, 3, "denseMarchKernel",
                           [&](int border) {
                               return createLinearFilter(CV_32FC1, -1, floats, {-1, -1}, border);
                           }},
                          {CV_8UC1, 5, "mmaMarchU8Kernel", [&](int border) {
                               return createLinearFilter(CV_8UC1, -1, integers, {-1, -1}, border);
                           }}};
    for (const Case& of : cases)
        for (const int border : {cv::BORDER_CONSTANT, cv::BORDER_REFLECT_101})
        {
            cv::Mat image(80, 112, of.type);
            cv::RNG(13).fill(image, cv::RNG::UNIFORM, 0, 256);
            const cv::Rect region(of.x, 2, 96, 70);
            const auto result = [&](KernelChoice choice, const std::string& kernel) {
                setKernelChoice(choice);
                const cv::Ptr<Filter> filter = of.create(border | cv::BORDER_ISOLATED);
                setKernelChoice(KernelChoice::Auto);
                const DeviceImage src(image), dst(image.size(), of.type);
                auto target = dst.gpuMat()(region);
                if (!kernel.empty())
                {
                    EXPECT_EQ(filter->kernelName(src.gpuMat()(region), target), kernel);
                }
                filter->apply(src.gpuMat()(region), target);
                cv::Mat all;
                dst.download(all);
                return all(region).clone();
            };
            // Both round up to 49 products and sums of pixels below 256, each by half of an epsilon.
            const double bound = CV_MAT_DEPTH(of.type) == CV_8U ? 0 : 49 * 256 * 2 * FLT_EPSILON;
            EXPECT_LE(cv::norm(result(KernelChoice::Fast, of.kernel), result(KernelChoice::General, {}), cv::NORM_INF),
                      bound)
                << of.kernel << ", " << cv::typeToString(of.type) << ", border " << border;
        }
}

// A thread has several rows only in an image that fills a device. Its warp then brings rows into the L2 cache before it
// reads them; emulated kernels do so in images of any size. The rows of the second region begin at an odd byte.
TEST(KernelChoice, OfLargeImagesMayBringRowsBeforehand)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    constexpr int border = cv::BORDER_REFLECT_101 | cv::BORDER_ISOLATED;
    const cv::Size size(2060, 1900);
    cv::Mat image(size.height + 2, size.width + 9, CV_8UC1), blurred, smaller;
    cv::RNG(14).fill(image, cv::RNG::UNIFORM, 0, 256);
    const auto isSame = [&](const cv::Ptr<Filter>& filter, const cv::Rect& region, const cv::Mat& expected) {
        const DeviceImage src(image), dst(expected.size(), CV_8UC1);
        auto target = dst.gpuMat();
        filter->apply(src.gpuMat()(region), target);
        cv::Mat result;
        dst.download(result);
        return equal(result, expected);
    };
    setKernelChoice(KernelChoice::Fast);
    for (const int x : {0, 5})
    {
        const cv::Rect region({x, 1}, size);
        cv::GaussianBlur(image(region), blurred, {3, 3}, 0, 0, border);
        cv::pyrDown(image(region).clone(), smaller);
        EXPECT_TRUE(isSame(createGaussianFilter(CV_8UC1, -1, {3, 3}, 0, 0, border), region, blurred)) << x;
        EXPECT_TRUE(isSame(createPyrDownFilter(CV_8UC1), region, smaller)) << x;
    }
    setKernelChoice(KernelChoice::Auto);
}

// boxMarchKernel takes images of whole chunks that are as wide as the box: strips side by side and one below the other,
// with every border that it takes; anchors at an even and at an odd distance from the last column of a window, at 15
// pixels from it, and at a window's end; whole images, and regions whose windows reach beyond the image.
TEST(KernelChoice, OfBoxesHasTheSameBits)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    struct Case
    {
        cv::Size ksize;
        cv::Point anchor;
        bool isWide; // as the narrow image
        int border;  // beside a constant one
    };
    const auto create = [](int type, const Case& of, int border, KernelChoice choice) {
        setKernelChoice(choice);
        const cv::Ptr<Filter> filter = createBoxFilter(type, -1, of.ksize, of.anchor, border, {7, 100, 3, 255});
        setKernelChoice(KernelChoice::Auto);
        return filter;
    };
    for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16SC1})
        for (const Case& of :
             {Case{{21, 22}, {10, 11}, false, cv::BORDER_REPLICATE}, Case{{23, 12}, {11, 0}, false, cv::BORDER_REFLECT},
              Case{{31, 9}, {15, 4}, false, cv::BORDER_REFLECT_101},
              Case{{61, 5}, {60, 1}, true, cv::BORDER_REFLECT_101}})
            for (const int border : {+cv::BORDER_CONSTANT, of.border})
            {
                const auto fast = create(type, of, border, KernelChoice::Fast);
                const auto general = create(type, of, border, KernelChoice::General);
                const int wide = CV_MAT_DEPTH(type) == CV_8U ? 592 : 296;
                for (const cv::Rect& region :
                     {cv::Rect(0, 0, wide, 37), cv::Rect(16, 3, wide - 32, 21), cv::Rect(0, 0, 48, 9)})
                {
                    cv::Mat image(region.width > 48 ? 37 : 9, region.width > 48 ? wide : 48, type);
                    cv::RNG(11).fill(image, cv::RNG::UNIFORM, -32768, 65536);
                    const DeviceImage src(image), dst(region.size(), type);
                    const std::string name = fast->kernelName(src.gpuMat()(region), dst.gpuMat());
                    EXPECT_EQ(name == "boxMarchKernel", region.width > 48 || !of.isWide) << name;
                    EXPECT_TRUE(equal(filtered(*fast, image, region, Path::Device),
                                      filtered(*general, image, region, Path::Device)))
                        << cv::typeToString(type) << ", " << of.ksize << ", border " << border << ", " << region;
                }
            }
}

// Also 8UC4 by 31x31: minmaxMarchKernel takes images of whole chunks, and others are eroded in two smaller steps.
TEST(KernelChoice, OfSquaresIsByAlignment)
{
    if (!pathExists(Path::Device) || lowestComputeCapability() < 90)
        GTEST_SKIP() << "there is no CUDA device of compute capability 9.0";
    const auto kernelFor = [&](int type, int size, int cols) {
        setKernelChoice(KernelChoice::Fast);
        const cv::Ptr<Filter> filter = createMorphologyFilter(cv::MORPH_ERODE, type, cv::Mat::ones(size, size, CV_8U),
                                                              {-1, -1}, 1, cv::BORDER_REPLICATE);
        const DeviceImage src(100, cols, type), dst(src.size(), type);
        setKernelChoice(KernelChoice::Auto);
        return filter->kernelName(src.gpuMat(), dst.gpuMat());
    };
    for (const int type : {CV_8UC3, CV_8UC4, CV_32FC1})
        EXPECT_EQ(kernelFor(type, 15, 208), "minmaxMarchKernel") << cv::typeToString(type);
    for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16SC1, CV_32FC1})
        EXPECT_EQ(kernelFor(type, 31, 208), "minmaxMarchKernel") << cv::typeToString(type);
    EXPECT_EQ(kernelFor(CV_8UC3, 31, 207), "minmaxTransposeKernel");
    EXPECT_EQ(kernelFor(CV_8UC4, 31, 207), "minmaxTransposeKernel + minmaxTransposeKernel");
}

// By what the devices themselves tell: kHz, bits, multiprocessors.
TEST(KernelChoice, KnowsFastMemory)
{
    EXPECT_FALSE(isFastMemory(2619000, 5120, 132)) << "NVIDIA H100 80GB HBM3";
    EXPECT_TRUE(isFastMemory(3201000, 6016, 132)) << "NVIDIA H200";
    EXPECT_FALSE(isFastMemory(0, 0, 132)) << "a device that does not tell";
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
