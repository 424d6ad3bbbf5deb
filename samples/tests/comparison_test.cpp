// SPDX-License-Identifier: Apache-2.0
// Tests of the judge itself: what compareWithOpenCv calls equal, within the contract, and broken.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "../common/comparison.hpp"
#include "../common/opencv_reference.hpp"

using namespace samples;

namespace {

cv::Mat randomImage(int rows, int cols, int type)
{
    cv::Mat image(rows, cols, type);
    cv::RNG(7).fill(image, cv::RNG::UNIFORM, 0, CV_MAT_DEPTH(type) == CV_32F ? 1 : 255);
    return image;
}

Comparison compareChanged(const std::string& recipe, const cv::Mat& src, double change)
{
    cv::Mat result = opencvResult(Recipe(recipe), src);
    cv::Mat corner = result.reshape(1)(cv::Rect(0, 0, 1, 1));
    corner += change;
    return compareWithOpenCv(Recipe(recipe), src, result);
}

} // namespace

TEST(Comparison, OpenCvsOwnResultIsEqual)
{
    for (const Entry& entry : catalogue())
        for (int type : {CV_8UC1, CV_8UC3, CV_8SC2, CV_16UC1, CV_16SC4, CV_32FC3})
        {
            if (entry.command.name.empty() || !takes(entry, type))
                continue;
            const Recipe recipe(entry.command);
            const cv::Mat src = randomImage(9, 13, type);
            const Comparison comparison = compareWithOpenCv(recipe, src, opencvResult(recipe, src));
            EXPECT_EQ(comparison.differingPixels, 0) << entry.name << ' ' << cv::typeToString(type);
            EXPECT_TRUE(comparison.contractKept);
        }
}

TEST(Comparison, OfIntegersOf32BitsIsWithTheSameFilterInDouble)
{
    const cv::Mat src = randomImage(9, 13, CV_8UC3);
    for (const char* recipe : {"sobel --scale 3", "deriv", "scharr", "laplacian", "box", "gaussian", "separable"})
    {
        const cv::Mat integers = opencvResult(Recipe(std::string(recipe) + " --depth 32s"), src);
        const cv::Mat floats = opencvResult(Recipe(std::string(recipe) + " --depth 32f"), src);
        cv::Mat rounded;
        EXPECT_EQ(integers.type(), CV_32SC3) << recipe;
        integers.convertTo(rounded, CV_32F);
        EXPECT_LE(cv::norm(rounded, floats, cv::NORM_INF), 0.501) << recipe; // half a step, and what a float lacks
    }
}

TEST(Comparison, IntegerArithmeticMayNotDifferAtAll)
{
    const cv::Mat src(5, 5, CV_8UC3, cv::Scalar::all(100));
    for (const char* recipe :
         {"sharpen", "emboss", "sobel --depth 16s", "sobel --depth 32s", "box", "gaussian", "linear --kernel 1 1"})
    {
        const Comparison comparison = compareChanged(recipe, src, 1);
        EXPECT_EQ(comparison.differingPixels, 1) << recipe;
        EXPECT_EQ(comparison.largest, 1) << recipe;
        EXPECT_FALSE(comparison.contractKept) << recipe;
    }
}

TEST(Comparison, FloatTapsMayDifferByOneNextToATieOnly)
{
    const std::string half = "linear --kernel 1/2";
    EXPECT_TRUE(compareChanged(half, cv::Mat(3, 3, CV_8U, cv::Scalar(3)), -1).contractKept); // 1.5, a tie
    EXPECT_FALSE(compareChanged(half, cv::Mat(3, 3, CV_8U, cv::Scalar(3)), 1).contractKept);
    EXPECT_FALSE(compareChanged(half, cv::Mat(3, 3, CV_8U, cv::Scalar(3)), -2).contractKept);
    EXPECT_FALSE(compareChanged(half, cv::Mat(3, 3, CV_8U, cv::Scalar(4)), -1).contractKept); // 2, no tie
}

TEST(Comparison, FloatImagesMayDifferBy2ToMinus20OfTheSum)
{
    const cv::Mat src(3, 3, CV_32F, cv::Scalar(1));
    EXPECT_TRUE(compareChanged("linear --kernel 1 2", src, 3 * std::ldexp(1, -21)).contractKept);
    EXPECT_FALSE(compareChanged("linear --kernel 1 2", src, 3 * std::ldexp(1, -19)).contractKept);
    EXPECT_FALSE(compareChanged("linear --kernel 1 2", src, std::numeric_limits<double>::quiet_NaN()).contractKept);
}

TEST(Comparison, DifferencePictureShowsTheLargestDifferenceAsWhite)
{
    const cv::Mat1f a(cv::Matx13f(1, 2, 3)), b(cv::Matx13f(1, 2.5f, 4));
    const cv::Mat1b picture = differencePicture(a, b, brightestScale(a, b));
    EXPECT_EQ(picture(0), 0);
    EXPECT_EQ(picture(2), 255);
    EXPECT_EQ(cv::countNonZero(differencePicture(a, a, brightestScale(a, a))), 0);
    EXPECT_EQ(differencePicture(a, b, 16).at<uchar>(0, 1), 8);
    EXPECT_EQ(differencePicture(a, b, 1000).at<uchar>(0, 1), 255);
    EXPECT_EQ(signedDifference(a, b).at<float>(0, 2), -1.f);
}

TEST(Reference, KeepsTheContractWithAnyBorder)
{
    const cv::Mat src = randomImage(4, 3, CV_32FC2);
    for (const char* border :
         {"reflect", "wrap", "constant --border-value 3,4", "replicate"}) // a kernel wider than the image
    {
        const Recipe recipe(
            std::string("linear --kernel \"1 -2 3 0.5 0; 0.25 1 -1 2 4\" --anchor 4,0 --delta 0.125 --border ") +
            border);
        EXPECT_EQ(firstViolation(opencvResult(recipe, src), contractFor(recipe, src)), "") << border;
    }
}

TEST(Reference, GaussianOfAPaddedImageKeepsItsFixedPointArithmetic)
{
    const cv::Mat src = randomImage(40, 30, CV_8UC3);
    cv::Mat whole;
    cv::GaussianBlur(src, whole, {9, 9}, 2);
    const Recipe small("gaussian --ksize 9 --sigma 2"), mixed("gaussian --ksize 9 --sigma 2 --border-y reflect");
    EXPECT_EQ(cv::norm(opencvResult(small, src), whole, cv::NORM_INF), 0);
    const cv::Rect inside(0, 4, 30, 32); // out of reach of the top and bottom borders
    EXPECT_EQ(cv::norm(opencvResult(mixed, src)(inside), whole(inside), cv::NORM_INF), 0);
}

TEST(Recipe, TextRoundTrips)
{
    for (const char* text : {"gaussian --ksize 7 --sigma 1.5", "box --ksize 9x5 --anchor 0,2", "sharpen",
                             "linear --kernel \"0 -1 0; -1 5 -1; 0 -1 0\" --delta -3 --border wrap"})
    {
        EXPECT_EQ(Recipe(text).text(), text);
        EXPECT_EQ(Recipe(Recipe(text).text()).text(), text);
    }
    EXPECT_THROW(Recipe("blur"), std::invalid_argument);
    EXPECT_THROW(Recipe("box --ksize 0"), std::invalid_argument);
    EXPECT_THROW(Recipe("box --ksize 3.5"), std::invalid_argument);
    EXPECT_THROW(Recipe("box --ksize"), std::invalid_argument);
    EXPECT_THROW(Recipe("box --sigma 1"), std::invalid_argument);
    EXPECT_THROW(Recipe("linear --kernel 1/0"), std::invalid_argument);
}

TEST(Catalogue, EveryTrackbarPositionMakesAFilter)
{
    for (const Entry& entry : catalogue())
        for (const Slider& slider : entry.command.sliders)
        {
            const Command& filter = entry.command;
            const int type = takes(entry, CV_8UC3) ? CV_8UC3 : CV_8UC1;
            ASSERT_GE(slider.start, 0);
            ASSERT_LT(slider.start, int(slider.positions.size()));
            for (const std::string& position : slider.positions)
            {
                Recipe recipe(filter);
                recipe.settings.setAll(position);
                EXPECT_NO_THROW(recipe.create(type)) << recipe.text();
            }
        }
}
