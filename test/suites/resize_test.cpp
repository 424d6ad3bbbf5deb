// SPDX-License-Identifier: Apache-2.0
// Images of another size beside cv::resize: sizes, factors, large images, regions, chains, errors.
#include <gtest/gtest.h>

#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/error_of.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class ResizeOn : public OnPath
{};

INSTANTIATE_TEST_SUITE_P(, ResizeOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

cv::Mat randomPixels(cv::Size size, int type)
{
    cv::Mat image(size, type);
    cv::randu(image, 0, 255);
    return image;
}

cv::Mat resized(const cv::Ptr<Filter>& filter, const cv::Mat& image, Path path)
{
    cv::Mat result;
    if (path == Path::Device)
    {
        DeviceImage of;
        filter->apply(DeviceImage(image), of);
        of.download(result);
    }
    else
        filter->apply(image, result);
    return result;
}

std::string apartFrom(const cv::Mat& actual, const cv::Mat& expected, double tolerance = 0)
{
    if (actual.size() != expected.size() || actual.type() != expected.type())
        return "another size or type";
    const double apart = cv::norm(actual, expected, cv::NORM_INF);
    return apart <= tolerance ? std::string() : cv::format("%g apart", apart);
}

// Of floats: four roundings of values up to 255. Integers may round a tie differently, but not bytes.
double toleranceOf(int type, int interpolation)
{
    if (CV_MAT_DEPTH(type) == CV_32F && interpolation != cv::INTER_NEAREST)
        return 2 * 5 * 255. / (1 << 24);
    return CV_MAT_DEPTH(type) != CV_8U && interpolation == cv::INTER_LINEAR ? 1 : 0;
}

TEST_P(ResizeOn, MakesEverySize)
{
    static const int depths[] = {CV_8U, CV_16U, CV_16S, CV_32F};
    int number = 0;
    for (const cv::Size from : {cv::Size(1, 1), cv::Size(2, 3), cv::Size(33, 7), cv::Size(64, 20), cv::Size(130, 17)})
        for (const cv::Size to :
             {cv::Size(1, 1), cv::Size(3, 2), cv::Size(33, 7), cv::Size(66, 14), cv::Size(128, 40), cv::Size(300, 9)})
            for (const int interpolation : {cv::INTER_NEAREST, cv::INTER_LINEAR})
            {
                const int type = CV_MAKETYPE(depths[number % 4], 1 + number / 4 % 4);
                ++number;
                const cv::Mat image = randomPixels(from, type);
                cv::Mat expected;
                cv::resize(image, expected, to, 0, 0, interpolation);
                const auto filter = createResizeFilter(type, to, 0, 0, interpolation);
                EXPECT_EQ(apartFrom(resized(filter, image, GetParam()), expected, toleranceOf(type, interpolation)), "")
                    << from << " to " << to << ", type " << type << ", interpolation " << interpolation;
            }
}

TEST_P(ResizeOn, TakesFactors)
{
    for (const double fx : {0.5, 1. / 3, 0.3, 0.9999, 1., 1.0001, 2., 2.5})
        for (const int type : {CV_8UC1, CV_8UC2, CV_8UC3, CV_8UC4, CV_16UC2, CV_16SC1, CV_32FC3})
            for (const int interpolation : {cv::INTER_NEAREST, cv::INTER_LINEAR})
            {
                const cv::Mat image = randomPixels({61, 23}, type);
                cv::Mat expected;
                cv::resize(image, expected, {}, fx, 2 * fx == 1 ? fx : fx * 0.9, interpolation);
                const auto filter = createResizeFilter(type, {}, fx, 2 * fx == 1 ? fx : fx * 0.9, interpolation);
                EXPECT_EQ(apartFrom(resized(filter, image, GetParam()), expected, toleranceOf(type, interpolation)), "")
                    << fx << ", type " << type << ", interpolation " << interpolation;
            }
}

// Of several warps in a row, and of several below each other.
TEST_P(ResizeOn, HalvesAndDoublesLargeImages)
{
    for (const int type : {CV_8UC1, CV_8UC2, CV_8UC3, CV_8UC4, CV_16UC1, CV_16UC3, CV_16SC2, CV_16SC4})
    {
        const cv::Mat image = randomPixels({1302, 46}, type);
        cv::Mat half, twice;
        cv::resize(image, half, {}, 0.5, 0.5);
        cv::resize(image, twice, {}, 2, 2);
        EXPECT_EQ(apartFrom(resized(createResizeFilter(type, half.size()), image, GetParam()), half), "") << type;
        EXPECT_EQ(apartFrom(resized(createResizeFilter(type, twice.size()), image, GetParam()), twice), "") << type;
    }
}

TEST_P(ResizeOn, IsTheMeanOfAreas)
{
    for (const cv::Size factor : {cv::Size(1, 1), cv::Size(2, 2), cv::Size(3, 2), cv::Size(16, 5)})
        for (const int type : {CV_8UC1, CV_8UC2, CV_16UC3, CV_16SC2, CV_16SC4, CV_32FC1})
        {
            const cv::Size to(37, 6);
            const cv::Mat image = randomPixels({to.width * factor.width, to.height * factor.height}, type);
            cv::Mat expected;
            cv::resize(image, expected, to, 0, 0, cv::INTER_AREA);
            const double tolerance = CV_MAT_DEPTH(type) == CV_32F ? 2 * 22 * 255. / (1 << 24) : 0;
            EXPECT_EQ(apartFrom(resized(createResizeFilter(type, to, 0, 0, cv::INTER_AREA), image, GetParam()),
                                expected, tolerance),
                      "")
                << factor << ", type " << type;
        }
}

// Pixels of the source stay where the result has whole intervals between them.
TEST_P(ResizeOn, KeepsTheCorners)
{
    for (const int type : {CV_8UC3, CV_16UC1, CV_32FC2})
    {
        const cv::Mat image = randomPixels({21, 9}, type);
        const cv::Mat large = resized(createResizeFilter(type, {81, 25}, 0, 0, 1, true), image, GetParam());
        cv::Mat kept(image.size(), type);
        for (int y = 0; y < kept.rows; ++y)
            for (int x = 0; x < kept.cols; ++x)
                large({4 * x, 3 * y, 1, 1}).copyTo(kept({x, y, 1, 1}));
        EXPECT_EQ(apartFrom(kept, image), "") << type;
        EXPECT_EQ(apartFrom(resized(createResizeFilter(type, {21, 9}, 0, 0, 1, true), large, GetParam()), image), "");
    }
    const cv::Mat row = (cv::Mat_<uchar>(1, 3) << 0, 100, 201);
    const cv::Mat expected = (cv::Mat_<uchar>(1, 5) << 0, 50, 100, 150, 201); // 150.5 to even
    EXPECT_EQ(apartFrom(resized(createResizeFilter(CV_8UC1, {5, 1}, 0, 0, 1, true), row, GetParam()), expected), "");
}

TEST_P(ResizeOn, ComesByItsFunction)
{
    const cv::Mat image = randomPixels({61, 45}, CV_8UC3);
    cv::Mat result(60, 40, CV_8UC3), expected;
    cv::resize(image, expected, {40, 60});
    if (GetParam() == Path::Device)
    {
        const DeviceImage src(image), dst(result.size(), result.type());
        cv::cuda::GpuMat to = dst.gpuMat();
        cv::cudatiled::resize(src.gpuMat(), to, {40, 60});
        dst.download(result);
    }
    else
        cv::cudatiled::resize(image, result, {40, 60});
    EXPECT_EQ(apartFrom(result, expected), "");
}

TEST_P(ResizeOn, IsAStageOfChains)
{
    const cv::Mat image = randomPixels({300, 150}, CV_8UC1);
    const cv::Ptr<Filter> chain =
        createChain({createResizeFilter(CV_8UC1, {}, 0.5, 0.5), createMedianFilter(CV_8UC1, 3),
                     createResizeFilter(CV_8UC1, {}, 2, 2), createResizeFilter(CV_8UC1, {70, 90})});
    EXPECT_EQ(chain->dstSize({300, 150}), cv::Size(70, 90));
    cv::Mat expected;
    cv::resize(image, expected, {}, 0.5, 0.5);
    cv::medianBlur(expected, expected, 3);
    cv::resize(expected.clone(), expected, {}, 2, 2);
    cv::resize(expected.clone(), expected, {70, 90});
    EXPECT_EQ(apartFrom(resized(chain, image, GetParam()), expected), "");
    if (GetParam() != Path::Device)
        return;
    std::vector<DeviceImage> batch(3, DeviceImage(image)), results;
    chain->apply(batch, results);
    for (const DeviceImage& result : results)
    {
        cv::Mat pixels;
        result.download(pixels);
        EXPECT_EQ(apartFrom(pixels, expected), "");
    }
}

TEST_P(ResizeOn, RefusesImagesThatItCannotMake)
{
    const auto error = [&](const cv::Ptr<Filter>& filter, cv::Size size) {
        return errorOf([&] { resized(filter, randomPixels(size, CV_8UC1), GetParam()); });
    };
    const auto contains = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_TRUE(contains(error(createResizeFilter(CV_8UC1, {}, 0.1, 1), {4, 20}), "at least one pixel"));
    EXPECT_TRUE(contains(error(createResizeFilter(CV_8UC1, {}, 1e9, 1), {4, 20}), "below 2^31"));
    EXPECT_TRUE(
        contains(error(createResizeFilter(CV_8UC1, {10, 10}, 0, 0, cv::INTER_AREA), {23, 20}), "by whole factors"));
    EXPECT_TRUE(contains(error(createResizeFilter(CV_8UC1, {}, 2, 2, cv::INTER_AREA), {23, 20}), "by whole factors"));
    EXPECT_EQ(createResizeFilter(CV_8UC1, {}, 0.5, 0.5)->dstSize({7, 6}), cv::Size(4, 3));
}

}} // namespace cudatiled_test
