// SPDX-License-Identifier: Apache-2.0
// The door from cv::cuda: its factories take what cv::cuda's take, and a region is an image by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include <opencv2/cudatiled/cudafilters.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/catalogue.hpp"
#include "../support/cell.hpp"

namespace cudatiled_test { namespace {

namespace door = cv::cudatiled::cuda;
using cv::cudatiled::DeviceImage;
using cv::cudatiled::Filter;

// A factory with the types that cv::cuda's takes.
struct Factory
{
    std::string name;
    std::vector<int> srcTypes;
    std::vector<int> dstDepths; // empty: the type of the source
    std::function<cv::Ptr<Filter>(int srcType, int dstType)> create;
};

void PrintTo(const Factory& factory, std::ostream* out)
{
    *out << factory.name;
}

std::vector<int> types(const std::vector<int>& depths, const std::vector<int>& channels)
{
    std::vector<int> all;
    for (const int depth : depths)
        for (const int number : channels)
            all.push_back(CV_MAKETYPE(depth, number));
    return all;
}

std::vector<Factory> separableFactories()
{
    const std::vector<int> depths = {CV_8U, CV_16U, CV_16S, CV_32S, CV_32F}, srcTypes = types(depths, {1, 3, 4});
    const cv::Mat taps(cv::Matx<float, 1, 7>(-1, 2, 5, 0.5f, 3, 2, -1) * 0.1f);
    const auto separable = [taps](int s, int d) {
        return door::createSeparableLinearFilter(s, d, taps, taps, {2, -5}, cv::BORDER_REFLECT, cv::BORDER_REPLICATE);
    };
    return {
        {"SeparableLinear", srcTypes, depths, separable},
        {"Deriv", srcTypes, depths,
         [](int s, int d) {
             return door::createDerivFilter(s, d, 1, 1, 5, true, 3);
         }},
        {"Sobel", srcTypes, depths,
         [](int s, int d) {
             return door::createSobelFilter(s, d, 0, 1);
         }},
        {"Sobel11", srcTypes, depths,
         [](int s, int d) {
             return door::createSobelFilter(s, d, 1, 0, 11, 1e-4);
         }},
        {"Scharr", srcTypes, depths,
         [](int s, int d) {
             return door::createScharrFilter(s, d, 1, 0);
         }},
        {"Gaussian5", srcTypes, depths,
         [](int s, int d) {
             return door::createGaussianFilter(s, d, {5, 5}, -1);
         }},
        {"Gaussian15", srcTypes, depths,
         [](int s, int d) {
             return door::createGaussianFilter(s, d, {0, 15}, 2, 3);
         }},
    };
}

std::vector<Factory> pickingFactories()
{
    const std::vector<int> bytes = {CV_8UC1, CV_8UC4}, all = {CV_8UC1, CV_8UC4, CV_32FC1, CV_32FC4};
    const cv::Mat cross = cv::getStructuringElement(cv::MORPH_CROSS, {5, 3});
    std::vector<Factory> factories = {
        {"BoxMax",
         bytes,
         {},
         [](int s, int) {
             return door::createBoxMaxFilter(s, {5, 3});
         }},
        {"BoxMin",
         bytes,
         {},
         [](int s, int) {
             return door::createBoxMinFilter(s, {3, 5}, {0, -7});
         }},
        {"Median3",
         types({CV_8U, CV_16U, CV_32F}, {1, 3, 4}),
         {},
         [](int s, int) {
             return door::createMedianFilter(s, 3);
         }},
        {"Median9",
         types({CV_8U, CV_16U, CV_32F}, {1, 3, 4}),
         {},
         [](int s, int) {
             return door::createMedianFilter(s, 9);
         }},
    };
    for (int op = cv::MORPH_ERODE; op <= cv::MORPH_BLACKHAT; ++op)
    {
        factories.push_back({"Morphology" + std::to_string(op), all, {}, [=](int s, int) {
                                 return door::createMorphologyFilter(op, s, cv::Mat());
                             }});
        factories.push_back({"MorphologyOfCross" + std::to_string(op), all, {}, [=](int s, int) {
                                 return door::createMorphologyFilter(op, s, cross, {-1, -1}, 2);
                             }});
    }
    return factories;
}

std::vector<Factory> everyFactory()
{
    const std::vector<int> dense = types({CV_8U, CV_16U, CV_32F}, {1, 4}), box = {CV_8UC1, CV_8UC4, CV_32FC1};
    const cv::Mat taps(cv::Matx33f(1, 2, 0, -1, 4, 3, 0, -2, 1) * 0.125f);
    std::vector<Factory> all = {
        {"Box",
         box,
         {},
         [](int s, int d) {
             return door::createBoxFilter(s, d, {5, 4});
         }},
        {"Box15",
         box,
         {},
         [](int s, int d) {
             return door::createBoxFilter(s, d, {15, 15}, {-1, -1}, cv::BORDER_WRAP);
         }},
        {"Linear",
         dense,
         {},
         [=](int s, int d) {
             return door::createLinearFilter(s, d, taps);
         }},
        {"Linear7",
         dense,
         {},
         [](int s, int d) {
             return door::createLinearFilter(s, d, cv::Mat::ones(7, 7, CV_32F) / 49, {-3, 0}, cv::BORDER_CONSTANT,
                                             {1, 2, 3, 4});
         }},
        {"Laplacian1",
         dense,
         {},
         [](int s, int d) {
             return door::createLaplacianFilter(s, d);
         }},
        {"Laplacian3",
         dense,
         {},
         [](int s, int d) {
             return door::createLaplacianFilter(s, d, 3, 0.5);
         }},
        {"RowSum",
         {CV_8UC1},
         {CV_32F},
         [](int s, int d) {
             return door::createRowSumFilter(s, d, 5, -2);
         }},
        {"ColumnSum",
         {CV_8UC1},
         {CV_32F},
         [](int s, int d) {
             return door::createColumnSumFilter(s, d, 5, 0);
         }},
    };
    for (const auto& more : {separableFactories(), pickingFactories()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

// The same filter on a part of an image, and on a copy of that part.
std::pair<cv::Mat, cv::Mat> ofRegionAndCopy(Filter& filter, const cv::Mat& whole, const cv::Rect& part, Path path)
{
    std::pair<cv::Mat, cv::Mat> results;
    if (path == Path::Device)
    {
        DeviceImage ofRegion, ofCopy;
        filter.apply(DeviceImage(whole)(part), ofRegion);
        filter.apply(DeviceImage(whole(part).clone()), ofCopy);
        ofRegion.download(results.first);
        ofCopy.download(results.second);
        return results;
    }
    cv::cudatiled::setBackend(path == Path::Cpu ? cv::cudatiled::BACKEND_CPU : cv::cudatiled::BACKEND_CUDA);
    filter.apply(whole(part), results.first);
    filter.apply(whole(part).clone(), results.second);
    cv::cudatiled::setBackend(cv::cudatiled::BACKEND_AUTO);
    return results;
}

class Door : public testing::TestWithParam<std::tuple<Factory, Path>>
{
protected:
    void SetUp() override
    {
        if (!pathExists(std::get<Path>(GetParam())))
            GTEST_SKIP() << "there is no CUDA device";
    }
};

TEST_P(Door, TakesARegionForAnImageByItself)
{
    const auto& [factory, path] = GetParam();
    cv::RNG random(17);
    for (const int srcType : factory.srcTypes)
        for (const int depth : factory.dstDepths.empty() ? std::vector<int>{CV_MAT_DEPTH(srcType)} : factory.dstDepths)
        {
            const int channels = CV_MAT_CN(srcType);
            const cv::Ptr<Filter> filter = factory.create(srcType, CV_MAKETYPE(depth, channels));
            ASSERT_EQ(filter->dstType(), CV_MAKETYPE(depth, channels));
            for (const cv::Rect part : {cv::Rect(7, 3, 35, 21), cv::Rect(5, 1, 263, 9), cv::Rect(3, 5, 1, 1)})
            {
                cv::Mat whole(part.height + 9, part.width + 14, srcType);
                random.fill(whole, cv::RNG::UNIFORM, CV_MAT_DEPTH(srcType) == CV_16S ? -300 : 0, 256);
                const auto [ofRegion, ofCopy] = ofRegionAndCopy(*filter, whole, part, path);
                EXPECT_EQ(cv::norm(ofRegion, ofCopy, cv::NORM_INF), 0)
                    << "type " << srcType << " to depth " << depth << ", " << part;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(, Door,
                         testing::Combine(testing::ValuesIn(everyFactory()), testing::Values(Path::Cpu, Path::Device)),
                         [](const auto& parameters) {
                             return std::get<0>(parameters.param).name + "_" + pathName(std::get<1>(parameters.param));
                         });

// ---- Medians of windows that the edges of the image cut

class DoorMedians : public testing::TestWithParam<Path>
{};

TEST_P(DoorMedians, HaveWindowsThatEndAtTheEdges)
{
    if (!pathExists(GetParam()))
        GTEST_SKIP() << "there is no CUDA device";
    cv::RNG random(23);
    for (const int type : {CV_8UC1, CV_8SC1, CV_8UC3, CV_16UC1, CV_16SC2, CV_32FC1})
        for (const int size : {3, 15, 165})
            for (const cv::Size image : {cv::Size(29, 13), cv::Size(4, 40), cv::Size(1, 1)})
            {
                cv::Mat whole(image.height + 4, image.width + 7, type);
                random.fill(whole, cv::RNG::UNIFORM, -100, 200);
                const auto filter = door::createMedianFilter(type, size);
                const auto [ofRegion, ofCopy] = ofRegionAndCopy(*filter, whole, {{5, 1}, image}, GetParam());
                cv::Mat expected;
                cutMedianOf(size, {whole, {{5, 1}, image}, 0, 0, {}}).convertTo(expected, CV_MAT_DEPTH(type));
                EXPECT_EQ(cv::norm(ofRegion, expected, cv::NORM_INF), 0)
                    << "type " << type << ", size " << size << ", " << image;
                EXPECT_EQ(cv::norm(ofCopy, expected, cv::NORM_INF), 0)
                    << "type " << type << ", size " << size << ", " << image;
            }
}

INSTANTIATE_TEST_SUITE_P(, DoorMedians, testing::Values(Path::Cpu, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

// ---- What cv::cuda's factories take and this library's own do not

TEST(DoorArguments, DestinationTypesCountByTheirDepth)
{
    EXPECT_EQ(door::createSobelFilter(CV_8UC3, CV_16SC1, 1, 0)->dstType(), CV_16SC3);
    EXPECT_EQ(door::createSobelFilter(CV_8UC3, CV_16SC4, 1, 0)->dstType(), CV_16SC3);
    EXPECT_EQ(door::createBoxFilter(CV_8UC4, -1, {3, 3})->dstType(), CV_8UC4);
}

TEST(DoorArguments, NegativeAnchorsAreTheCentre)
{
    EXPECT_NO_THROW(door::createBoxFilter(CV_8UC1, -1, {3, 5}, {-4, -2}));
    EXPECT_NO_THROW(door::createRowSumFilter(CV_8UC1, CV_32FC1, 3, -3));
    EXPECT_THROW(door::createBoxFilter(CV_8UC1, -1, {3, 5}, {3, 0}), cv::Exception);
}

TEST(DoorArguments, SizesAndSigmasOfGaussianAreComputedWhereTheyAreNotPositive)
{
    cv::Mat src(40, 40, CV_8UC1), expected, result;
    cv::randu(src, 0, 256);
    cv::GaussianBlur(src, expected, {0, 7}, 1.5, 0);
    door::createGaussianFilter(CV_8UC1, -1, {-3, 7}, 1.5, -2)->apply(src, result);
    EXPECT_EQ(cv::norm(result, expected, cv::NORM_INF), 0);
}

cv::Mat applied(const cv::Ptr<Filter>& filter, const cv::Mat& src)
{
    cv::Mat dst;
    filter->apply(src, dst);
    return dst;
}

TEST(DoorArguments, EvenWindowsAndNoIterationsAreWhatCvCudaMakesOfThem)
{
    cv::Mat src(40, 50, CV_8UC1);
    cv::randu(src, 0, 256);
    const auto expectEqual = [&](const cv::Ptr<Filter>& a, const cv::Ptr<Filter>& b) {
        EXPECT_EQ(cv::norm(applied(a, src), applied(b, src), cv::NORM_INF), 0);
    };
    expectEqual(door::createMedianFilter(CV_8UC1, 4), door::createMedianFilter(CV_8UC1, 5));
    const cv::Mat element = cv::Mat::ones(3, 5, CV_8U), none;
    expectEqual(door::createMorphologyFilter(cv::MORPH_ERODE, CV_8UC1, element, {-1, -1}, 0),
                door::createMorphologyFilter(cv::MORPH_ERODE, CV_8UC1, element));
    EXPECT_EQ(cv::norm(applied(door::createMorphologyFilter(cv::MORPH_ERODE, CV_8UC1, none, {-1, -1}, 0), src), src),
              0);
}

TEST(DoorArguments, ErrorsNameTheFactoryAndTheValue)
{
    try
    {
        door::createSobelFilter(CV_8UC1, -1, 1, 0, 4);
        FAIL() << "an even ksize was accepted";
    }
    catch (const cv::Exception& error)
    {
        EXPECT_NE(std::string(error.what()).find("createSobelFilter: ksize is 4"), std::string::npos) << error.what();
    }
}

}} // namespace cudatiled_test
