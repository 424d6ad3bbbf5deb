// SPDX-License-Identifier: Apache-2.0
// Convolutions by what they promise: an impulse becomes the mask, sums are scaled once. Masks taken apart and composed.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "../support/error_of.hpp"
#include "../support/filtered.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

constexpr double kEps = 1e-12;

cv::Mat1d gaussian273()
{
    return (cv::Mat1d(5, 5) << 1, 4, 7, 4, 1, 4, 16, 26, 16, 4, 7, 26, 41, 26, 7, 4, 16, 26, 16, 4, 1, 4, 7, 4, 1);
}

// Integers from -9 to 9.
cv::Mat1d drawMask(cv::RNG& random, cv::Size size)
{
    cv::Mat1i taps(size);
    random.fill(taps, cv::RNG::UNIFORM, -9, 10);
    return cv::Mat1d(taps);
}

cv::Mat drawImage(cv::RNG& random, cv::Size size, int type, int below)
{
    cv::Mat image(size, type);
    random.fill(image, cv::RNG::UNIFORM, 0, below);
    if (image.depth() == CV_32F) // integers, whose sums are exact
        image.convertTo(image, CV_32S), image.convertTo(image, CV_32F);
    return image;
}

class Convolutions : public OnPath
{
protected:
    cv::Mat result(const cv::Ptr<Filter>& filter, const cv::Mat& image) const
    {
        return filtered(*filter, image, GetParam());
    }
};

// For all sizes, even ones with the origin left of and above the middle, and for given origins.
TEST_P(Convolutions, OfAnImpulseIsTheMaskAndNotItsMirrorImage)
{
    cv::RNG random(1);
    for (const int depth : {CV_8U, CV_16S, CV_32F})
        for (int height = 1; height <= 6; ++height)
            for (int width = 1; width <= 6; ++width)
                for (const bool byDefault : {true, false})
                {
                    const cv::Mat1d mask = drawMask(random, {width, height});
                    const cv::Point origin = byDefault ? cv::Point((width - 1) / 2, (height - 1) / 2)
                                                       : cv::Point(random.uniform(0, width), random.uniform(0, height));
                    cv::Mat image = cv::Mat::zeros(17, 19, CV_MAKETYPE(depth, 1));
                    const cv::Point impulse(9, 8);
                    cv::Mat(image, {impulse, cv::Size(1, 1)}).setTo(1);
                    cv::Mat1d expected = cv::Mat1d::zeros(image.size());
                    mask.copyTo(expected(cv::Rect(impulse - origin, mask.size())));
                    const cv::Point given = byDefault ? cv::Point(-1, -1) : origin;
                    const cv::Mat actual = result(createConvolutionFilter(image.type(), CV_32F, mask, given), image);
                    EXPECT_EQ(cv::norm(cv::Mat1d(actual), expected, cv::NORM_INF), 0)
                        << "depth " << depth << ", mask " << mask << ", origin " << given;
                }
}

TEST_P(Convolutions, AreFilter2DOfTheTurnedMask)
{
    cv::RNG random(2);
    for (const int border : {cv::BORDER_CONSTANT, cv::BORDER_REPLICATE, cv::BORDER_REFLECT, cv::BORDER_REFLECT_101})
        for (const cv::Size size : {cv::Size(1, 1), cv::Size(2, 2), cv::Size(3, 3), cv::Size(4, 7), cv::Size(12, 4)})
            for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_32FC4})
            {
                const cv::Mat image = drawImage(random, {61, 43}, type, 200);
                const cv::Mat1d mask = drawMask(random, size);
                cv::Mat turned, expected;
                cv::flip(mask, turned, -1);
                cv::filter2D(image, expected, CV_32F, turned, {size.width / 2, size.height / 2}, 3, border);
                const auto filter = createConvolutionFilter(type, CV_32F, mask, {-1, -1}, 1, 3, border);
                EXPECT_TRUE(equal(result(filter, image), expected)) << size << ", type " << type << ", " << border;
            }
}

TEST_P(Convolutions, ThatWrapAroundMultiplySumsAndShiftWithTheImage)
{
    cv::RNG random(3);
    for (const cv::Size size : {cv::Size(2, 3), cv::Size(5, 4), cv::Size(7, 7)})
    {
        const cv::Mat image = drawImage(random, {30, 20}, CV_8UC1, 256);
        const cv::Mat1d mask = drawMask(random, size);
        const auto filter = createConvolutionFilter(CV_8UC1, CV_32F, mask, {-1, -1}, 1, 0, cv::BORDER_WRAP);
        const cv::Mat once = result(filter, image);
        EXPECT_EQ(cv::sum(once)[0], cv::sum(mask)[0] * cv::sum(image)[0]) << size;

        cv::Mat repeated, repeatedResult;
        cv::repeat(image, 2, 2, repeated);
        cv::repeat(once, 2, 2, repeatedResult);
        const cv::Rect shifted({7, 11}, image.size());
        EXPECT_TRUE(equal(result(filter, repeated(shifted).clone()), repeatedResult(shifted).clone())) << size;
    }
}

// The sum by OpenCV in double, an integer, then one fma in float, or in double where pixels or results are 32S.
template <class D> cv::Mat scaledSums(const cv::Mat& sums, double scale, double delta, bool wide)
{
    cv::Mat results(sums.size(), CV_MAKETYPE(cv::DataType<D>::depth, sums.channels()));
    for (int y = 0; y < sums.rows; ++y)
        for (int x = 0; x < sums.cols * sums.channels(); ++x)
        {
            const double sum = std::nearbyint(sums.ptr<double>(y)[x]); // large masks by a DFT
            const double once =
                wide ? std::fma(sum, scale, delta)
                     : std::fma(static_cast<float>(sum), static_cast<float>(scale), static_cast<float>(delta));
            results.ptr<D>(y)[x] = cv::saturate_cast<D>(once);
        }
    return results;
}

cv::Mat scaledSums(const cv::Mat& image, const cv::Mat1d& mask, double scale, double delta, int depth)
{
    cv::Mat turned, pixels, sums;
    cv::flip(mask, turned, -1);
    image.convertTo(pixels, CV_64F);
    const cv::Point anchor(mask.cols / 2, mask.rows / 2);
    cv::filter2D(pixels, sums, CV_64F, turned, anchor, 0, cv::BORDER_REFLECT_101);
    const bool wide = image.depth() == CV_32S || depth == CV_32S;
    switch (depth)
    {
    case CV_8U: return scaledSums<std::uint8_t>(sums, scale, delta, wide);
    case CV_16U: return scaledSums<std::uint16_t>(sums, scale, delta, wide);
    case CV_16S: return scaledSums<std::int16_t>(sums, scale, delta, wide);
    case CV_32S: return scaledSums<std::int32_t>(sums, scale, delta, wide);
    default: return scaledSums<float>(sums, scale, delta, wide);
    }
}

struct Depths
{
    int src, dst, below; // pixels are 0 … below - 1: their sums are exact
};

// Bit for bit, in every kernel: each size has one of its own.
TEST_P(Convolutions, ScaleTheExactSumOnce)
{
    cv::RNG random(4);
    for (const Depths d : {Depths{CV_8U, CV_8U, 256}, Depths{CV_8U, CV_16S, 256}, Depths{CV_8U, CV_32F, 256},
                           Depths{CV_16U, CV_16U, 4000}, Depths{CV_16S, CV_16S, 4000}, Depths{CV_16U, CV_32F, 4000}})
        for (const cv::Size size : {cv::Size(3, 3), cv::Size(5, 5), cv::Size(7, 7), cv::Size(9, 9), cv::Size(11, 11),
                                    cv::Size(2, 15), cv::Size(17, 3)})
            for (const int channels : {1, 3})
            {
                const int type = CV_MAKETYPE(d.src, channels);
                const cv::Mat image = drawImage(random, {83, 37}, type, d.below);
                const cv::Mat1d mask = drawMask(random, size);
                for (const double scale : {1. / 273, -0.3, 2.})
                    EXPECT_TRUE(equal(result(createConvolutionFilter(type, d.dst, mask, {-1, -1}, scale, 100.3), image),
                                      scaledSums(image, mask, scale, 100.3, d.dst)))
                        << d.src << " to " << d.dst << ", " << size << " x " << channels << ", scale " << scale;
            }
}

TEST_P(Convolutions, OfTheGaussianOf273KeepEvenAreas)
{
    const cv::Mat1d mask = gaussian273();
    for (const int type : {CV_8UC1, CV_16UC1, CV_16SC1, CV_32FC1})
    {
        const cv::Mat image(40, 50, type, cv::Scalar(201));
        const auto filter = createConvolutionFilter(type, -1, mask, {-1, -1}, normalizingScale(mask));
        EXPECT_LE(cv::norm(result(filter, image), image, cv::NORM_INF), type == CV_32FC1 ? 1e-4 : 0) << type;
    }
}

TEST_P(Convolutions, AlongRowsAndColumnsAreThoseOfTheProduct)
{
    cv::RNG random(5);
    for (const Depths d : {Depths{CV_8U, CV_8U, 256}, Depths{CV_8U, CV_16S, 256}, Depths{CV_8U, CV_32F, 256},
                           Depths{CV_16U, CV_16U, 500}, Depths{CV_16S, CV_16S, 500}, Depths{CV_8U, CV_32S, 256},
                           Depths{CV_32S, CV_32S, 100000}})
        for (const cv::Size size : {cv::Size(1, 1), cv::Size(3, 3), cv::Size(5, 5), cv::Size(7, 7), cv::Size(4, 6),
                                    cv::Size(15, 15), cv::Size(40, 4), cv::Size(6, 70)})
        {
            const cv::Mat image = drawImage(random, {83, 57}, CV_MAKETYPE(d.src, 2), d.below);
            const cv::Mat1d row = drawMask(random, {size.width, 1}), column = drawMask(random, {1, size.height});
            const cv::Mat1d product = column * row;
            for (const double scale : {1. / 256, -0.3})
                EXPECT_TRUE(equal(
                    result(createSeparableConvolutionFilter(image.type(), d.dst, row, column, {-1, -1}, scale, 0.7),
                           image),
                    scaledSums(image, product, scale, 0.7, d.dst)))
                    << d.src << " to " << d.dst << ", " << size << ", scale " << scale;
        }
}

TEST_P(Convolutions, WithAComposedMaskAreOneAfterTheOther)
{
    cv::RNG random(6);
    for (const cv::Size b : {cv::Size(1, 1), cv::Size(2, 2), cv::Size(3, 5), cv::Size(4, 1)})
        for (const cv::Size a : {cv::Size(3, 3), cv::Size(2, 4), cv::Size(1, 2)})
        {
            const cv::Mat image = drawImage(random, {23, 19}, CV_32FC1, 100);
            const cv::Mat1d first = drawMask(random, a), second = drawMask(random, b);
            cv::Mat both;
            const cv::Point originOfB(random.uniform(0, b.width), random.uniform(0, b.height));
            const cv::Point origin = compose(first, second, both, {-1, -1}, originOfB);
            const auto filter = [&](const cv::Mat& mask, cv::Point at) {
                return createConvolutionFilter(CV_32FC1, -1, mask, at, 1, 0, cv::BORDER_WRAP);
            };
            EXPECT_EQ(both.size(), cv::Size(a.width + b.width - 1, a.height + b.height - 1));
            EXPECT_TRUE(equal(result(filter(both, origin), image),
                              result(filter(second, originOfB), result(filter(first, {-1, -1}), image))))
                << a << ", " << b << ", origin " << origin;
        }
}

std::string nameOf(const testing::TestParamInfo<Path>& path)
{
    return pathName(path.param);
}

INSTANTIATE_TEST_SUITE_P(, Convolutions, testing::Values(Path::Cpu, Path::HostOnCuda, Path::Device), nameOf);

// ---- Masks

void expectFactors(const Separation& found, const cv::Mat1d& row, const cv::Mat1d& column, double within)
{
    ASSERT_EQ(found.row.size(), row.size());
    ASSERT_EQ(found.column.size(), column.size());
    EXPECT_LE(cv::norm(found.row, row, cv::NORM_INF), within) << found.row;
    EXPECT_LE(cv::norm(found.column, column, cv::NORM_INF), within) << found.column;
}

TEST(Separate, FindsIntegersOfMasksOfIntegers)
{
    const cv::Mat1d row = (cv::Mat1d(1, 3) << -1, 0, 1), column = (cv::Mat1d(3, 1) << 1, 2, 1);
    for (const double factor : {1., 6., -1.})
    {
        const Separation sobel = separate(column * row * factor, 0);
        EXPECT_TRUE(sobel.isSeparable);
        EXPECT_EQ(sobel.residual, 0);
        EXPECT_EQ(sobel.sigmaRatio, 0);
        expectFactors(sobel, factor < 0 ? -row : row, column * std::abs(factor), 0);
    }
    cv::RNG random(7);
    for (int i = 0; i < 100; ++i)
    {
        const cv::Mat1d product =
            drawMask(random, {1, random.uniform(1, 9)}) * drawMask(random, {random.uniform(1, 9), 1});
        const Separation found = separate(product, 0);
        EXPECT_TRUE(found.isSeparable);
        EXPECT_EQ(cv::norm(found.column * found.row, product, cv::NORM_INF), 0) << product;
        EXPECT_EQ(cv::norm(found.row, cv::Mat1d(cv::Mat1i(found.row)), cv::NORM_INF), 0) << found.row;
        EXPECT_EQ(cv::norm(found.column, cv::Mat1d(cv::Mat1i(found.column)), cv::NORM_INF), 0) << found.column;
    }
}

TEST(Separate, GivesBothFactorsTheSameNorm)
{
    const cv::Mat1d thirds = cv::Mat1d::ones(1, 3) / 3;
    const Separation box = separate(cv::Mat1f::ones(3, 3) / 9);
    EXPECT_TRUE(box.isSeparable);
    expectFactors(box, thirds, thirds.t(), 1e-7);
    EXPECT_LT(box.sigmaRatio, 1e-6);
    EXPECT_FALSE(separate(cv::Mat1f(cv::Mat1f::ones(3, 3) / 9 + 1e-6 * cv::Mat1f::eye(3, 3)), 1e-7).isSeparable);
}

TEST(Separate, TellsWhatIsNoProduct)
{
    for (const cv::Matx33d& mask :
         {cv::Matx33d(0, -1, 0, -1, 5, -1, 0, -1, 0), cv::Matx33d(2, 0, 0, 0, -1, 0, 0, 0, -1),
          cv::Matx33d(-1, -1, -1, -1, 8, -1, -1, -1, -1)})
    {
        const Separation found = separate(mask);
        EXPECT_FALSE(found.isSeparable) << mask;
        EXPECT_GT(found.sigmaRatio, 0.05);
        EXPECT_NEAR(found.residual, cv::norm(cv::Mat1d(mask), found.column * found.row, cv::NORM_INF), kEps);
    }
}

// The Gaussian of sum 273 is near a product, and nearer to its best factors than to integrals of the normal density.
TEST(Separate, FindsTheNearestProductAndItsResidual)
{
    const Separation found = separate(gaussian273() / 273, 0.01);
    EXPECT_TRUE(found.isSeparable);
    EXPECT_FALSE(separate(gaussian273() / 273, 0.005).isSeparable);
    const cv::Mat1d factor = (cv::Mat1d(1, 5) << 0.0633, 0.2429, 0.3891, 0.2429, 0.0633);
    expectFactors(found, factor, factor.t(), 5e-5);
    EXPECT_NEAR(cv::sum(found.row)[0], 1.0015, 5e-5);
    EXPECT_NEAR(found.residual, 0.336 / 273, 0.0005 / 273);
    EXPECT_NEAR(found.sigmaRatio, 0.01264, 5e-6);
    const cv::Mat1d integrals = (cv::Mat1d(1, 5) << 0.061, 0.242, 0.383, 0.242, 0.061);
    EXPECT_NEAR(cv::norm(gaussian273() / 273, integrals.t() * integrals, cv::NORM_INF), 0.954 / 273, 0.0005 / 273);
}

TEST(Separate, TakesMasksOfZerosAndOfOneTap)
{
    const Separation zeros = separate(cv::Mat1f::zeros(2, 3));
    EXPECT_TRUE(zeros.isSeparable);
    expectFactors(zeros, cv::Mat1d::zeros(1, 3), cv::Mat1d::zeros(2, 1), 0);
    const Separation one = separate(cv::Mat1d(1, 1, -0.25));
    EXPECT_TRUE(one.isSeparable);
    EXPECT_EQ(one.sigmaRatio, 0);
    expectFactors(one, cv::Mat1d(1, 1, -0.5), cv::Mat1d(1, 1, 0.5), kEps);
}

TEST(Separate, SaysWhatItRefuses)
{
    EXPECT_NE(errorOf([] { separate(cv::Mat()); }).find("separate: mask is empty"), std::string::npos);
    EXPECT_NE(errorOf([] { separate(cv::Mat1d::ones(3, 3), -0.5); }).find("tolerance is -0.5; it must not be negative"),
              std::string::npos);
    EXPECT_NE(errorOf([] { separate(cv::Mat1d::ones(3, 3), std::nan("")); }).find("tolerance is nan"),
              std::string::npos);
}

TEST(Compose, AddsSizesAndOrigins)
{
    const cv::Mat1d a = (cv::Mat1d(1, 2) << 1, 2), b = (cv::Mat1d(2, 2) << 1, 0, 0, 3);
    cv::Mat both;
    EXPECT_EQ(compose(a, b, both), cv::Point(0, 0));
    EXPECT_TRUE(equal(both, cv::Mat1d(cv::Matx23d(1, 2, 0, 0, 3, 6)))) << both;
    EXPECT_EQ(compose(a, b, both, {1, 0}, {1, 1}), cv::Point(2, 1));
    EXPECT_NE(errorOf([&] {
                  compose(a, b, both, {2, 0});
              }).find("originOfA is (2, 0); it must lie inside the mask of 2 x 1"),
              std::string::npos);
    EXPECT_NE(errorOf([&] { compose(a, cv::Mat(), both); }).find("compose: b is empty"), std::string::npos);
}

TEST(NormalizingScale, DividesByTheSumUnlessThatIsZero)
{
    EXPECT_EQ(normalizingScale(gaussian273()), 1. / 273);
    EXPECT_EQ(normalizingScale(cv::Mat1b(3, 3, std::uint8_t{1})), 1. / 9);
    EXPECT_EQ(normalizingScale(cv::Mat1d(1, 2, -1)), -0.5);
    EXPECT_EQ(normalizingScale(cv::Mat1d(cv::Matx13d(-1, 0, 1))), 1);
    EXPECT_EQ(normalizingScale(cv::Mat1d(cv::Matx13d(-0.1, -0.2, 0.3))), 1);
}

}} // namespace cudatiled_test
