// SPDX-License-Identifier: Apache-2.0
// Pyramids beside cv::pyrDown and cv::pyrUp: all sizes that these make of one image, regions, chains, errors.
#include <gtest/gtest.h>

#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/error_of.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class PyramidsOn : public OnPath
{};

INSTANTIATE_TEST_SUITE_P(, PyramidsOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

cv::Mat randomImage(cv::Size size, int type)
{
    cv::Mat image(size, type);
    cv::randu(image, 0, 255);
    return image;
}

cv::Mat levelOf(const cv::Ptr<Filter>& filter, const cv::Mat& image, Path path)
{
    cv::Mat level;
    if (path == Path::Device)
    {
        DeviceImage result;
        filter->apply(DeviceImage(image), result);
        result.download(level);
    }
    else
        filter->apply(image, level);
    return level;
}

std::string difference(const cv::Mat& actual, const cv::Mat& expected)
{
    if (actual.size() != expected.size() || actual.type() != expected.type())
        return "another size or type";
    const double apart = cv::norm(actual, expected, cv::NORM_INF);
    return apart == 0 ? std::string() : cv::format("%g apart", apart);
}

// All sizes of a result that belong to a size of the source.
template <class F> void eachSize(int least, int most, F check)
{
    for (int size = std::max(least, 1); size <= most; ++size)
        check(size);
}

TEST_P(PyramidsOn, MakeAllSizesThatPyrDownMakes)
{
    for (const int width : {1, 2, 3, 4, 7, 8, 33, 64, 250})
        for (const int height : {1, 2, 5, 6})
            eachSize((width - 1) / 2, (width + 2) / 2, [&](int dstWidth) {
                eachSize((height - 1) / 2, (height + 2) / 2, [&](int dstHeight) {
                    const cv::Size dsize(dstWidth, dstHeight);
                    const int type = CV_MAKETYPE((width + height) % 2 ? CV_8U : CV_16S, 1 + (dstWidth + dstHeight) % 4);
                    const int border = height > 2 ? cv::BORDER_REFLECT_101 : cv::BORDER_REPLICATE;
                    const cv::Mat image = randomImage({width, height}, type);
                    cv::Mat expected;
                    cv::pyrDown(image, expected, dsize, border);
                    EXPECT_EQ(
                        difference(levelOf(createPyrDownFilter(type, dsize, border), image, GetParam()), expected), "")
                        << image.size() << " to " << dsize << ", type " << type;
                });
            });
}

// Of other sizes than the double, versions of cv::pyrUp differ.
cv::Mat upTo(cv::Size dsize, const cv::Mat& image)
{
    cv::Mat twice, all;
    cv::pyrUp(image, twice);
    cv::copyMakeBorder(twice, all, 0, 1, 0, 1, cv::BORDER_REPLICATE);
    all.row(twice.rows - 2).copyTo(all.row(twice.rows));
    return all({{0, 0}, dsize}).clone();
}

TEST_P(PyramidsOn, MakeAllSizesThatPyrUpMakes)
{
    for (const int width : {1, 2, 3, 8, 17, 129})
        for (const int height : {1, 2, 3, 6})
            eachSize(2 * width - 1, 2 * width + 1, [&](int dstWidth) {
                eachSize(2 * height - 1, 2 * height + 1, [&](int dstHeight) {
                    const cv::Size dsize(dstWidth, dstHeight);
                    const int type = CV_MAKETYPE(width % 2 ? CV_8U : CV_16U, 1 + (dstWidth + dstHeight) % 4);
                    const cv::Mat image = randomImage({width, height}, type);
                    EXPECT_EQ(
                        difference(levelOf(createPyrUpFilter(type, dsize), image, GetParam()), upTo(dsize, image)), "")
                        << image.size() << " to " << dsize << ", type " << type;
                });
            });
}

// Of several tiles in a row, and of several blocks below each other.
TEST_P(PyramidsOn, AreOfLargeImages)
{
    for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC2, CV_16SC3})
    {
        const cv::Mat image = randomImage({2503, 41}, type);
        cv::Mat down, up;
        cv::pyrDown(image, down);
        cv::pyrUp(image, up);
        EXPECT_EQ(difference(levelOf(createPyrDownFilter(type), image, GetParam()), down), "") << type;
        EXPECT_EQ(difference(levelOf(createPyrUpFilter(type), image, GetParam()), up), "") << type;
    }
}

TEST_P(PyramidsOn, ComeByTheirFunctions)
{
    const cv::Mat image = randomImage({61, 45}, CV_8UC3);
    cv::Mat down, up, expected;
    const auto apply = [&](auto function, cv::Mat& level) {
        if (GetParam() != Path::Device)
            return function(image, level);
        const DeviceImage src(image), dst(level.size(), level.type());
        cv::cuda::GpuMat result = dst.gpuMat();
        function(src.gpuMat(), result);
        dst.download(level);
    };
    down.create(23, 31, CV_8UC3);
    apply([](const auto& src, auto& dst) { cv::cudatiled::pyrDown(src, dst); }, down);
    cv::pyrDown(image, expected);
    EXPECT_EQ(difference(down, expected), "");
    up.create(89, 121, CV_8UC3);
    apply([](const auto& src, auto& dst) { cv::cudatiled::pyrUp(src, dst, {121, 89}); }, up);
    EXPECT_EQ(difference(up, upTo({121, 89}, image)), "");
    EXPECT_NE(
        errorOf([&] { cv::cudatiled::pyrUp(image, up, {}, cv::BORDER_REPLICATE); }).find("must be BORDER_DEFAULT"),
        std::string::npos);
}

// Both levels of a chain have sizes of their own; the Laplacian's images lie between.
TEST_P(PyramidsOn, AreStagesOfChains)
{
    const cv::Mat image = randomImage({301, 150}, CV_8UC1);
    const cv::Ptr<Filter> down = createPyrDownFilter(CV_8UC1);
    const cv::Ptr<Filter> chain = createChain({down, createMedianFilter(CV_8UC1, 3), down, createPyrUpFilter(CV_8UC1)});
    EXPECT_EQ(chain->dstSize({301, 150}), cv::Size(152, 76));
    cv::Mat half, quarter, expected;
    cv::pyrDown(image, half);
    cv::medianBlur(half, half, 3);
    cv::pyrDown(half, quarter);
    cv::pyrUp(quarter, expected);
    EXPECT_EQ(difference(levelOf(chain, image, GetParam()), expected), "");
    if (GetParam() != Path::Device)
        return;
    std::vector<DeviceImage> batch(3, DeviceImage(image)), results;
    chain->apply(batch, results);
    for (const DeviceImage& result : results)
    {
        cv::Mat level;
        result.download(level);
        EXPECT_EQ(difference(level, expected), "");
    }
}

// A result that shares memory with its source.
TEST_P(PyramidsOn, MayOverlapTheirSource)
{
    cv::Mat memory = randomImage({64, 40}, CV_8UC1), expected;
    const cv::Mat before = memory.clone();
    cv::pyrDown(before(cv::Rect(0, 0, 64, 20)), expected);
    const cv::Ptr<Filter> filter = createPyrDownFilter(CV_8UC1);
    const cv::Rect whole(0, 0, 64, 20), part(16, 8, 32, 10);
    if (GetParam() == Path::Device)
    {
        const DeviceImage image(memory);
        cv::cuda::GpuMat result(image.gpuMat(), part);
        filter->apply(cv::cuda::GpuMat(image.gpuMat(), whole), result, static_cast<CUstream_st*>(nullptr));
        image.download(memory);
    }
    else
    {
        cv::Mat result = memory(part);
        filter->apply(memory(whole), result);
    }
    EXPECT_EQ(difference(memory(part), expected), "");
    EXPECT_EQ(difference(memory.rowRange(20, 40), before.rowRange(20, 40)), "");
}

TEST_P(PyramidsOn, RefuseImagesThatDsizeDoesNotFit)
{
    cv::Mat dst;
    const auto error = [&](const cv::Ptr<Filter>& filter, cv::Size size) {
        return errorOf([&] { levelOf(filter, randomImage(size, CV_8UC1), GetParam()); });
    };
    EXPECT_NE(error(createPyrDownFilter(CV_8UC1, {10, 10}), {23, 20}).find("by 2 at most"), std::string::npos);
    EXPECT_NE(error(createPyrUpFilter(CV_8UC1, {10, 10}), {5, 6}).find("by 1 at most"), std::string::npos);
    EXPECT_EQ(createPyrDownFilter(CV_8UC1)->dstSize({7, 6}), cv::Size(4, 3));
    EXPECT_EQ(createPyrUpFilter(CV_8UC1)->dstSize({7, 6}), cv::Size(14, 12));
    EXPECT_NE(errorOf([] { createPyrUpFilter(CV_8UC1)->dstSize({0, 6}); }).find("empty"), std::string::npos);
}

TEST(Pyramids, HaveNoWindowAroundAResult)
{
    EXPECT_NE(errorOf([] { reachOf(*createPyrDownFilter(CV_8UC1)); }).find("another size than its source"),
              std::string::npos);
}

}} // namespace cudatiled_test
