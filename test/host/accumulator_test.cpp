// SPDX-License-Identifier: Apache-2.0
// The float accumulator: exact for integers, and no worse for more taps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "../../src/core/accumulator.hpp"

namespace cudatiled_test { namespace {

using cv::cudatiled::FloatAccumulator;

struct Product
{
    float tap, pixel;
};

std::vector<Product> randomProducts(int count, float lowestTap, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> taps(lowestTap, 1.f), pixels(0.f, 255.f);
    std::vector<Product> products(count);
    for (Product& p : products)
        p = {taps(random), pixels(random)};
    return products;
}

// As kernels do it: products take turns between two sums, which join; fold after every kPartialTaps products.
float accumulate(const std::vector<Product>& products)
{
    FloatAccumulator sum, other;
    for (std::size_t i = 0; i < products.size(); ++i)
    {
        if (i > 0 && i % FloatAccumulator::kPartialTaps == 0)
        {
            sum.join(other);
            sum.fold();
            other = {};
        }
        (i % 2 == 0 ? sum : other).add(products[i].tap, products[i].pixel);
    }
    sum.join(other);
    return sum.value();
}

// The sum by fma, in one chain or in two by turns.
template <int Chains> float plainSum(const std::vector<Product>& products)
{
    float sum[2] = {};
    for (std::size_t i = 0; i < products.size(); ++i)
        sum[i % Chains] = std::fmaf(products[i].tap, products[i].pixel, sum[i % Chains]);
    return sum[0] + sum[1];
}

struct Exact
{
    double sum = 0, magnitude = 0;

    explicit Exact(const std::vector<Product>& products)
    {
        for (const Product& p : products)
        {
            const double product = static_cast<double>(p.tap) * p.pixel;
            sum += product;
            magnitude += std::abs(product);
        }
    }

    double relativeError(float value) const { return std::abs(value - sum) / magnitude; }
};

TEST(FloatAccumulator, IsExactForIntegers)
{
    std::mt19937 random(1);
    std::uniform_int_distribution<int> taps(-9, 9), pixels(0, 255);
    for (const int count : {1, 9, 16, 17, 32, 33, 1000, 7000})
    {
        std::vector<Product> products(count);
        for (Product& p : products)
            p = {static_cast<float>(taps(random)), static_cast<float>(pixels(random))};
        EXPECT_EQ(accumulate(products), Exact(products).sum) << count << " products";
    }
}

TEST(FloatAccumulator, IsThePlainSumOfFewProducts)
{
    for (int count = 1; count <= FloatAccumulator::kPartialTaps; ++count)
    {
        const std::vector<Product> products = randomProducts(count, -1.f, count);
        EXPECT_EQ(accumulate(products), plainSum<2>(products)) << count << " products";
    }
}

// Products that are alike are rounded alike, so that the errors of a plain sum add up.
TEST(FloatAccumulator, KeepsTheContractWhereAPlainSumDoesNot)
{
    for (const int count : {1000, 100000})
    {
        const double contract = 2.5 * std::sqrt(count + 1.) * std::ldexp(1., -24);
        double worstPlain = 0;
        for (unsigned seed = 1; seed <= 20; ++seed)
        {
            const std::vector<Product> products(count, randomProducts(1, 0.5f, seed).front());
            const Exact exact(products);
            EXPECT_LE(exact.relativeError(accumulate(products)), contract) << "seed " << seed;
            worstPlain = std::max(worstPlain, exact.relativeError(plainSum<1>(products)));
        }
        EXPECT_GT(worstPlain, contract) << "a plain sum would do";
    }
}

// Small products are rounded as coarsely as the large ones before them, and alike.
TEST(FloatAccumulator, KeepsTheContractWhereSmallProductsFollowLargeOnes)
{
    for (int count = 2; count <= 64; ++count)
        for (int large = 1; large < count; ++large)
            for (int step = 1; step <= 30; ++step)
            {
                std::vector<Product> products(count, Product{1.f, static_cast<float>(large * step) * 1.7e-8f});
                std::fill_n(products.begin(), large, Product{1.f, 2.f});
                const double tolerance = std::min(count + 1., 2.5 * std::sqrt(count + 1.)) * std::ldexp(1., -24);
                ASSERT_LE(Exact(products).relativeError(accumulate(products)), tolerance)
                    << large << " of " << count << " products are large, step " << step;
            }
}

TEST(FloatAccumulator, PassesInfinityAndNaNOn)
{
    const float infinity = std::numeric_limits<float>::infinity();
    for (const int place : {0, 15, 16, 100, 199})
    {
        std::vector<Product> products = randomProducts(200, 0.f, 1);
        products[place] = {1.f, infinity};
        EXPECT_EQ(accumulate(products), infinity) << "at " << place;
        products[place].tap = -1.f;
        EXPECT_EQ(accumulate(products), -infinity) << "at " << place;
        products[place].tap = 0.f;
        EXPECT_TRUE(std::isnan(accumulate(products))) << "at " << place;
    }
}

}} // namespace cudatiled_test
