// SPDX-License-Identifier: Apache-2.0
// Every special instruction computes the bits of its twin in plain C++, which is what runs where kernels are emulated.
#include <random>

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

// Every byte in every place of a word, every half, every fixed-point sum; every quarter from -300 to 65800 to be rounded.
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
std::uint32_t elementOf(const MatrixProduct& product, int row, int column, bool isSigned)
{
    std::uint32_t sum = 0;
    for (int k = 0; k < 32; ++k)
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
    for (const bool isSigned : {false, true})
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
        multiplyOnDevice(results, isSigned);
        int wrong = 0;
        for (std::size_t n = 0; n < products.size(); ++n)
            for (int lane = 0; lane < 32; ++lane)
                for (int i = 0; i < 4; ++i)
                    wrong += results[n].sum[lane][i] !=
                             products[n].sum[lane][i] +
                                 elementOf(products[n], lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2, isSigned);
        EXPECT_EQ(wrong, 0) << (isSigned ? "signed" : "unsigned");
    }
}

}} // namespace cudatiled_test
