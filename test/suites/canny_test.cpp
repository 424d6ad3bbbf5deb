// SPDX-License-Identifier: Apache-2.0
// Edges beside cv::Canny's: along one edge through the whole image, and of derivatives that are images.
#include <gtest/gtest.h>

#include <opencv2/cudatiled/imgproc.hpp>
#include <opencv2/imgproc.hpp>

#include "../support/error_of.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class CannyOn : public OnPath
{};

INSTANTIATE_TEST_SUITE_P(, CannyOn, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device),
                         [](const auto& parameter) { return pathName(parameter.param); });

cv::Mat edgesOf(const cv::Ptr<CannyFilter>& filter, const cv::Mat& image, Path path)
{
    cv::Mat edges;
    if (path == Path::Device)
    {
        DeviceImage result;
        filter->apply(DeviceImage(image), result);
        result.download(edges);
    }
    else
        filter->apply(image, edges);
    return edges;
}

cv::Mat edgesOf(const cv::Ptr<CannyFilter>& filter, const cv::Mat& dx, const cv::Mat& dy, Path path)
{
    cv::Mat edges;
    if (path == Path::Device)
    {
        DeviceImage result;
        filter->detect(DeviceImage(dx), DeviceImage(dy), result);
        result.download(edges);
    }
    else
        filter->detect(dx, dy, edges);
    return edges;
}

// A wall that winds from the outside to the middle, with `pitch` pixels from one turn to the next.
cv::Mat spiral(int side, int pitch)
{
    cv::Mat image(side, side, CV_8UC1, cv::Scalar(20));
    std::vector<cv::Point> corners;
    int left = pitch, top = pitch, right = side - pitch, bottom = side - pitch;
    for (corners.push_back({left, top}); right - left > pitch && bottom - top > pitch;)
    {
        corners.insert(corners.end(), {{right, top}, {right, bottom}, {left, bottom}});
        top += pitch;
        corners.push_back({left, top});
        left += pitch, right -= pitch, bottom -= pitch;
        corners.push_back({left, top});
    }
    cv::polylines(image, corners, false, cv::Scalar(60), pitch / 3);
    return image;
}

// Of the outermost wall; the brightness falls slowly, so that its edges go on.
void brightenTheBeginning(cv::Mat& image, int pitch)
{
    for (int y = 0; y < pitch + pitch / 2; ++y)
        for (int x = 0; x < pitch + 40; ++x)
            if (uchar& pixel = image.at<uchar>(y, x); pixel > 20)
                pixel = static_cast<uchar>(std::max(60, 220 - 4 * std::max(x - pitch, 0)));
}

// A candidate far away decides whether a pixel is an edge: one strong pixel, at one end of the spiral.
TEST_P(CannyOn, EdgesAreFollowedThroughTheWholeImage)
{
    for (const cv::Size size : {cv::Size(301, 301), cv::Size(640, 333)})
        for (const int pitch : {6, 9, 14})
        {
            cv::Mat image(size, CV_8UC1, cv::Scalar(20));
            const int side = std::min(size.width, size.height);
            spiral(side, pitch).copyTo(image(cv::Rect(0, 0, side, side)));
            cv::Mat alone, expected;
            cv::Canny(image, alone, 100, 400);
            EXPECT_EQ(cv::countNonZero(alone), 0) << "nothing is strong yet";
            brightenTheBeginning(image, pitch);
            cv::Canny(image, expected, 100, 400);
            EXPECT_GT(cv::countNonZero(expected), side * side / pitch / 2) << "the edge is long";
            const cv::Mat edges = edgesOf(createCannyFilter(CV_8UC1, 100, 400), image, GetParam());
            EXPECT_EQ(cv::countNonZero(edges != expected), 0) << size << ", pitch " << pitch;
        }
}

// Where every pixel may be a candidate, components are large and full of holes.
TEST_P(CannyOn, NoiseHasTheEdgesOfOpenCv)
{
    cv::RNG random(1);
    for (int i = 0; i < 12; ++i)
    {
        cv::Mat image(random.uniform(1, 400), random.uniform(1, 500), CV_8UC(1 + i % 4)), expected;
        random.fill(image, cv::RNG::UNIFORM, 0, 256);
        if (i % 3 == 1)
            cv::GaussianBlur(image, image, {5, 5}, 0);
        const double low = random.uniform(0., 500.), high = random.uniform(300., 1200.);
        const bool l2 = i % 2 == 1;
        cv::Canny(image, expected, low, high, 3, l2);
        const cv::Mat edges = edgesOf(createCannyFilter(image.type(), low, high, 3, l2), image, GetParam());
        EXPECT_EQ(cv::countNonZero(edges != expected), 0) << image.size() << " " << low << " " << high << " " << l2;
    }
}

// Thresholds are those of the derivatives as they are, whatever the filter's aperture. Beyond |dx| = 27145 the products
// of OpenCV's directions overflow, as ours do.
TEST_P(CannyOn, DetectsTheEdgesOfDerivatives)
{
    cv::RNG random(2);
    for (int i = 0; i < 24; ++i)
    {
        const cv::Size size(random.uniform(1, 200), random.uniform(1, 150));
        const int type = i % 2 ? CV_16SC3 : CV_16SC1, most = i % 3 == 0 ? 27000 : i % 3 == 1 ? 300 : 3;
        cv::Mat dx(size, type), dy(size, type), expected;
        random.fill(dx, cv::RNG::UNIFORM, -most, most + 1);
        random.fill(dy, cv::RNG::UNIFORM, -most, most + 1);
        const double low = random.uniform(0., 0.8 * most), high = random.uniform(0., 1.5 * most);
        const bool l2 = i % 4 >= 2;
        cv::Canny(dx, dy, expected, low, high, l2);
        const auto filter = createCannyFilter(CV_8UC(CV_MAT_CN(type)), low, high, 7, l2);
        EXPECT_EQ(cv::countNonZero(edgesOf(filter, dx, dy, GetParam()) != expected), 0)
            << size << ", up to " << most << ", " << low << " " << high << " " << l2;
        if (GetParam() == Path::Device)
            continue;
        cv::Mat byFunction;
        cv::cudatiled::Canny(dx, dy, byFunction, low, high, l2);
        EXPECT_EQ(cv::countNonZero(byFunction != expected), 0);
    }
}

TEST_P(CannyOn, IsAPartOfChains)
{
    cv::Mat image(211, 300, CV_8UC3), smooth, expected;
    cv::randu(image, 0, 256);
    cv::blur(image, smooth, {5, 5});
    cv::Canny(smooth, expected, 60, 150, 3, true);
    cv::dilate(expected, expected, cv::Mat());
    const auto chain = createChain({createBoxFilter(CV_8UC3, -1, {5, 5}), createCannyFilter(CV_8UC3, 60, 150, 3, true),
                                    createBoxMaxFilter(CV_8UC1, {3, 3})});
    cv::Mat edges;
    if (GetParam() == Path::Device)
    {
        DeviceImage result;
        chain->apply(DeviceImage(image), result);
        result.download(edges);
    }
    else
        chain->apply(image, edges);
    EXPECT_EQ(chain->dstType(), CV_8UC1);
    EXPECT_EQ(cv::countNonZero(edges != expected), 0);
    EXPECT_TRUE(reachOf(*chain).wholeImage);
    EXPECT_FALSE(reachOf(*createBoxFilter(CV_8UC1, -1, {3, 3})).wholeImage);
}

TEST(Canny, IsImgprocs)
{
    cv::Mat image(90, 80, CV_8UC3), edges, expected;
    cv::randu(image, 0, 256);
    for (const int apertureSize : {3, 5, 7})
    {
        cv::cudatiled::Canny(image, edges, 700, 300, apertureSize);
        cv::Canny(image, expected, 700, 300, apertureSize);
        EXPECT_EQ(cv::countNonZero(edges != expected), 0);
    }
}

TEST(Canny, RefusesDerivativesThatItCannotUse)
{
    const auto filter = createCannyFilter(CV_8UC1, 50, 100);
    const cv::Mat one(9, 8, CV_16SC1, cv::Scalar(3)), three(9, 8, CV_16SC3), floats(9, 8, CV_32FC1),
        small(8, 8, CV_16SC1);
    cv::Mat edges;
    const auto error = [&](cv::InputArray dx, cv::InputArray dy) {
        return errorOf([&] { filter->detect(dx, dy, edges); });
    };
    EXPECT_NE(error(one, three).find("dx is of type 16SC1 and dy of type 16SC3; both must be 16SC1"),
              std::string::npos);
    EXPECT_NE(error(floats, one).find("both must be 16SC1"), std::string::npos);
    EXPECT_NE(error(one, small).find("dx is 8 x 9 and dy 8 x 8"), std::string::npos);
    EXPECT_NE(error(one, cv::noArray()).find("must be images"), std::string::npos);
    EXPECT_NE(error(one, cv::cuda::GpuMat()).find("all of them on the host"), std::string::npos);
    EXPECT_NE(error(cv::Mat(), cv::Mat()).find("both must be 16SC1"), std::string::npos);
    EXPECT_TRUE(edges.empty());
    const auto ofTwo = createCannyFilter(CV_8UC2, 50, 100);
    EXPECT_NE(errorOf([&] {
                  ofTwo->detect(cv::Mat(3, 3, CV_16SC2), cv::Mat(3, 3, CV_16SC2), edges);
              }).find("derivatives are taken of 1 or 3 channels"),
              std::string::npos);
    cv::Mat_<float> fixed(3, 3);
    EXPECT_NE(errorOf([&] { filter->detect(one, one, fixed); }).find("edges is 3 x 3 of type 32FC1"),
              std::string::npos);
}

}} // namespace cudatiled_test
