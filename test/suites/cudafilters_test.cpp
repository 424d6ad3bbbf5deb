// SPDX-License-Identifier: Apache-2.0
// The door from cv::cuda: its factories take what cv::cuda's take, and a region is an image by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include <opencv2/cudatiled/cudafilters.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/catalogue.hpp"
#include "../support/filtered.hpp"

namespace cudatiled_test { namespace {

namespace door = cv::cudatiled::cuda;
using cv::cudatiled::Filter;

#define FILTERS cv::cudatiled::cuda
#include "../support/cv_cuda_filters.inl"
#undef FILTERS

// Filters that are made by one factory, and their types. The filters take turns with the types.
struct Filters
{
    std::string name;
    std::vector<std::pair<int, int>> types;
    std::vector<std::function<cv::Ptr<Filter>(int srcType, int dstType)>> create;
};

void PrintTo(const Filters& filters, std::ostream* out)
{
    *out << filters.name;
}

// Every pair of depths with the numbers of channels that cv::cuda has.
std::vector<std::pair<int, int>> typesOf(const Entry& entry)
{
    std::vector<std::pair<int, int>> types;
    for (const int srcDepth : srcDepths(entry))
        for (const int dstDepth : dstDepths(entry, srcDepth))
            for (const int channels : {1, 3, 4})
                types.emplace_back(CV_MAKETYPE(srcDepth, channels), CV_MAKETYPE(dstDepth, channels));
    return types;
}

// The examples, the benchmarks and random instances of the catalogue's filters.
std::vector<Filters> filtersOfTheCatalogue()
{
    std::vector<Filters> all;
    for (const Entry& entry : catalogue())
    {
        cv::RNG random(1);
        std::vector<Instance> instances = {entry.example.instance, entry.draw(random), entry.draw(random)};
        for (const Benchmark& row : entry.benchmarks)
            instances.push_back(row.instance);
        Filters filters{entry.name, typesOf(entry), {}};
        for (const Instance& instance : instances)
        {
            const int border = filters.create.size() % 2 ? cv::BORDER_WRAP : cv::BORDER_DEFAULT;
            filters.create.push_back([=](int srcType, int dstType) {
                return createAsCvCuda(entry.name, instance.parameters, border, srcType, dstType);
            });
        }
        if (filters.create.front()(filters.types.front().first, filters.types.front().second))
            all.push_back(filters);
    }
    return all;
}

// What only cv::cuda's factories take, and all operations of morphology.
std::vector<Filters> everyFilter()
{
    std::vector<std::pair<int, int>> separable, same;
    for (const Entry& entry : catalogue())
        if (entry.depths == Depths::Separable)
            separable = typesOf(entry);
        else if (entry.depths == Depths::Same)
            same = typesOf(entry);
    const cv::Mat taps(cv::Matx<float, 1, 7>(-1, 2, 5, 0.5f, 3, 2, -1) * 0.1f), box = cv::Mat::ones(7, 7, CV_32F) / 49;
    const cv::Mat cross = cv::getStructuringElement(cv::MORPH_CROSS, {5, 3});
    const auto ofTaps = [=](int s, int d) {
        return door::createSeparableLinearFilter(s, d, taps, taps, {2, -5}, cv::BORDER_REFLECT, cv::BORDER_REPLICATE);
    };
    const auto sobel = [](int s, int d) {
        return door::createSobelFilter(s, d, 1, 0, 11, 1e-4);
    };
    const auto gaussianOfSize = [](int s, int d) {
        return door::createGaussianFilter(s, d, cv::Size(5, 5), -1);
    };
    const auto gaussianOfSigma = [](int s, int d) {
        return door::createGaussianFilter(s, d, cv::Size(0, 15), 2, 3);
    };
    const auto laplacian = [](int s, int d) {
        return door::createLaplacianFilter(s, d);
    };
    const auto linear = [=](int s, int d) {
        return door::createLinearFilter(s, d, box, {-3, 0}, cv::BORDER_CONSTANT, {1, 2, 3, 4});
    };
    const auto boxMin = [](int s, int) {
        return door::createBoxMinFilter(s, cv::Size(3, 5), cv::Point(0, -7));
    };
    std::vector<Filters> all = filtersOfTheCatalogue();
    all.push_back({"SeparableLinearOfNegativeAnchor", separable, {ofTaps}});
    all.push_back({"SobelOf11x11", separable, {sobel}});
    all.push_back({"GaussianOfComputedSizes", separable, {gaussianOfSize, gaussianOfSigma}});
    all.push_back({"LaplacianOf1x1", same, {laplacian}});
    all.push_back({"LinearOfNegativeAnchor", same, {linear}});
    all.push_back({"BoxMinOfNegativeAnchor", same, {boxMin}});
    all.push_back({"RowSumOfNegativeAnchor", {{CV_8UC1, CV_32FC1}}, {[](int s, int d) {
                       return door::createRowSumFilter(s, d, 5, -2);
                   }}});
    for (int op = cv::MORPH_ERODE; op <= cv::MORPH_BLACKHAT; ++op)
        for (const cv::Mat& element : {cv::Mat(), cross})
            all.push_back({cv::format("Morphology%d%s", op, element.empty() ? "" : "OfCross"), same, {[=](int s, int) {
                               return door::createMorphologyFilter(op, s, element, {-1, -1}, element.empty() ? 1 : 2);
                           }}});
    return all;
}

class Door : public testing::TestWithParam<std::tuple<Filters, Path>>
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
    const auto& [filters, path] = GetParam();
    cv::RNG random(17);
    for (std::size_t i = 0; i < std::max(filters.types.size(), filters.create.size()); ++i)
    {
        const auto& [srcType, dstType] = filters.types[i % filters.types.size()];
        const cv::Ptr<Filter> filter = filters.create[i % filters.create.size()](srcType, dstType);
        ASSERT_EQ(filter->dstType(), dstType);
        for (const cv::Rect part : {cv::Rect(7, 3, 35, 21), cv::Rect(5, 1, 263, 9), cv::Rect(3, 5, 1, 1)})
        {
            cv::Mat whole(part.height + 9, part.width + 14, srcType);
            random.fill(whole, cv::RNG::UNIFORM, CV_MAT_DEPTH(srcType) == CV_16S ? -300 : 0, 256);
            const cv::Mat ofRegion = filtered(*filter, whole, part, path);
            // Large boxes add up floats in an order that depends on where rows begin.
            const double allowed = filters.name == "Box" && CV_MAT_DEPTH(srcType) == CV_32F ? 256. / (1 << 20) : 0;
            EXPECT_LE(cv::norm(ofRegion, filtered(*filter, whole(part).clone(), path), cv::NORM_INF), allowed)
                << "filter " << i % filters.create.size() << ", type " << srcType << " to " << dstType << ", " << part;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, Door,
                         testing::Combine(testing::ValuesIn(everyFilter()), testing::Values(Path::Cpu, Path::Device)),
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
                const cv::Rect region({5, 1}, image);
                const cv::Mat ofRegion = filtered(*filter, whole, region, GetParam());
                const cv::Mat ofCopy = filtered(*filter, whole(region).clone(), GetParam());
                cv::Mat expected;
                cutMedianOf(size, {whole, region, 0, 0, {}}).convertTo(expected, CV_MAT_DEPTH(type));
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
