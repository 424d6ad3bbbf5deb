// SPDX-License-Identifier: Apache-2.0
// Every special instruction computes the bits of its twin in plain C++, which is what runs where kernels are emulated.
#include <random>

#include "../../src/core/half.hpp"
#include "device_test.hpp"
#include "intrinsics_test.hpp"

namespace cudatiled_test { namespace {

class Intrinsics : public DeviceTest
{};

void expectTwins(const std::vector<IntrinsicInput>& inputs)
{
    const std::vector<IntrinsicOutput> device = intrinsicsOnDevice(inputs), host = intrinsicsOnHost(inputs);
    int failures = 0;
    for (std::size_t i = 0; i < inputs.size() && failures < 5; ++i)
        for (int n = 0; n < IntrinsicOutput::count; ++n)
            if (device[i].bits[n] != host[i].bits[n])
            {
                ++failures;
                ADD_FAILURE() << "result " << n << " is " << device[i].bits[n] << " on the device and "
                              << host[i].bits[n] << " by its twin; values " << inputs[i].value[0] << " "
                              << inputs[i].value[1] << " " << inputs[i].value[2] << " " << inputs[i].value[3]
                              << ", words " << inputs[i].word[0] << " " << inputs[i].word[1] << " " << inputs[i].word[2]
                              << " " << inputs[i].word[3];
            }
}

// Every byte in every place of a word, every half, every fixed-point sum; every quarter from -300 to 65800 to be
// rounded.
TEST_F(Intrinsics, EqualTheirTwinsForEveryByteHalfAndFixedPointSum)
{
    std::vector<IntrinsicInput> inputs;
    for (std::uint32_t i = 0; i < 16744448u; i += 4)
    {
        IntrinsicInput input{};
        const std::uint32_t half = i / 4 % 65536;
        for (int n = 0; n < 4; ++n)
            input.value[n] = static_cast<float>(static_cast<int>(i / 4 % 264400) - 1200 + n) / 4.f;
        input.word[0] = half << 16 | (half * 40503u % 65536u);
        input.word[1] = static_cast<std::uint32_t>(static_cast<int>(half) - 40000);
        input.word[2] = half * 2654435761u;
        input.word[3] = i + i / 4 % 4;
        inputs.push_back(input);
    }
    expectTwins(inputs);
}

TEST_F(Intrinsics, EqualTheirTwinsForRandomValues)
{
    const unsigned seed = 20;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(-4000000.f, 4000000.f), small(-300.f, 600.f);
    std::vector<IntrinsicInput> inputs(1 << 20);
    for (IntrinsicInput& input : inputs)
        for (int n = 0; n < 4; ++n)
        {
            input.value[n] = n % 2 ? value(random) : small(random);
            input.word[n] = random();
        }
    expectTwins(inputs);
}

std::uint32_t byteOf(std::uint32_t word, int i)
{
    return word >> (8 * i) & 0xffu;
}

// Element (row, column) of the product of the matrices that the lanes hold, as multiplyAdd says where.
std::uint32_t elementOf(const MatrixProduct& product, int row, int column, BytesOfProduct bytes)
{
    const bool isSigned = bytes == BytesOfProduct::SignedByUnsigned;
    std::uint32_t sum = 0;
    for (int k = 0; k < (bytes == BytesOfProduct::First16 ? 16 : 32); ++k)
    {
        const std::uint32_t a = byteOf(product.a[row % 8 * 4 + k % 16 / 4][k / 16 * 2 + row / 8], k % 4);
        const std::uint32_t b = byteOf(product.b[column * 4 + k % 16 / 4][k / 16], k % 4);
        sum += static_cast<std::uint32_t>((isSigned ? static_cast<std::int8_t>(a) : static_cast<int>(a)) *
                                          static_cast<int>(b));
    }
    return sum;
}

TEST_F(Intrinsics, ProductsOfMatricesAreThoseOfTheirDefinition)
{
    const unsigned seed = 21;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    for (const BytesOfProduct bytes :
         {BytesOfProduct::Unsigned, BytesOfProduct::SignedByUnsigned, BytesOfProduct::First16})
    {
        std::vector<MatrixProduct> products(200);
        for (MatrixProduct& product : products)
            for (int lane = 0; lane < 32; ++lane)
                for (int i = 0; i < 4; ++i)
                {
                    product.a[lane][i] = random();
                    product.b[lane][i % 2] = random();
                    product.sum[lane][i] = random();
                }
        std::vector<MatrixProduct> results = products;
        multiplyOnDevice(results, bytes);
        int wrong = 0;
        for (std::size_t n = 0; n < products.size(); ++n)
            for (int lane = 0; lane < 32; ++lane)
                for (int i = 0; i < 4; ++i)
                    wrong += results[n].sum[lane][i] !=
                             products[n].sum[lane][i] +
                                 elementOf(products[n], lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2, bytes);
        EXPECT_EQ(wrong, 0) << "bytes " << static_cast<int>(bytes);
    }
}

TEST_F(Intrinsics, MatricesAreLoadedRowByRow)
{
    const unsigned seed = 22;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    std::vector<MatrixRows> matrices(20);
    for (MatrixRows& rows : matrices)
        for (auto& row : rows.row)
            for (std::uint32_t& word : row)
                word = random();
    loadOnDevice(matrices);
    int wrong = 0;
    for (const MatrixRows& rows : matrices)
        for (int lane = 0; lane < 32; ++lane)
            for (int m = 0; m < 4; ++m)
                wrong += rows.loaded[lane][m] != rows.row[5 * (8 * m + lane / 4) % 32][lane % 4];
    EXPECT_EQ(wrong, 0);
}

double halfOf(std::uint32_t word, int i)
{
    return cv::cudatiled::halfToFloat(static_cast<std::uint16_t>(word >> (16 * i) & 0xffffu));
}

// Element (row, column) of the product of matrices of halves, and the sum of the magnitudes in it.
std::pair<double, double> elementOf(const HalfMatrixProduct& product, int row, int column, int columns)
{
    double sum = 0, magnitude = 0;
    for (int k = 0; k < columns; ++k)
    {
        const double term = halfOf(product.a[row % 8 * 4 + k % 8 / 2][k / 8 * 2 + row / 8], k % 2) *
                            halfOf(product.b[column * 4 + k % 8 / 2][k / 8], k % 2);
        sum += term;
        magnitude += std::abs(term);
    }
    return {sum, magnitude};
}

TEST_F(Intrinsics, ProductsOfMatricesOfHalvesAreThoseOfTheirDefinition)
{
    const unsigned seed = 22;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> anyValue(-4, 4);
    const auto halves = [&] {
        const auto half = [&] {
            return static_cast<std::uint32_t>(cv::cudatiled::roundToHalf(anyValue(random)));
        };
        const std::uint32_t low = half();
        return low | half() << 16;
    };
    for (const bool first8 : {false, true})
    {
        std::vector<HalfMatrixProduct> products(200);
        for (HalfMatrixProduct& product : products)
            for (int lane = 0; lane < 32; ++lane)
                for (int i = 0; i < 4; ++i)
                {
                    product.a[lane][i] = halves();
                    product.b[lane][i % 2] = halves();
                    product.sum[lane][i] = anyValue(random);
                }
        std::vector<HalfMatrixProduct> results = products;
        multiplyOnDevice(results, first8);
        int wrong = 0;
        for (std::size_t n = 0; n < products.size(); ++n)
            for (int lane = 0; lane < 32; ++lane)
                for (int i = 0; i < 4; ++i)
                {
                    const auto [sum, magnitude] =
                        elementOf(products[n], lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2, first8 ? 8 : 16);
                    const double before = products[n].sum[lane][i];
                    // Terms and the sum are cut off to 24 bits of the largest of them.
                    wrong += std::abs(results[n].sum[lane][i] - (before + sum)) >
                             std::ldexp(magnitude + std::abs(before), -20);
                }
        EXPECT_EQ(wrong, 0) << (first8 ? "8" : "16") << " columns";
    }
}

}} // namespace cudatiled_test
