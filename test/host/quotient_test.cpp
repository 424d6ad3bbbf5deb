// SPDX-License-Identifier: Apache-2.0
// Quotients from reciprocals: those of a division.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "../../src/core/quotient.hpp"

namespace cudatiled_test { namespace {

using cv::cudatiled::quotient;

constexpr std::uint64_t kSeed = 20261125;

void expectDivision(double a, double b)
{
    ASSERT_EQ(quotient(a, b, 1. / b), a / b) << std::hexfloat << a << " / " << b;
}

double anyMantissa(std::mt19937_64& random, int exponent)
{
    return std::ldexp(1. + std::ldexp(static_cast<double>(random() >> 12), -52), exponent);
}

TEST(Quotient, IsThatOfADivisionForAnyNumbers)
{
    std::mt19937_64 random(kSeed);
    SCOPED_TRACE(kSeed);
    for (int i = 0; i < 2000000; ++i)
        expectDivision(anyMantissa(random, static_cast<int>(random() % 60) - 30),
                       anyMantissa(random, static_cast<int>(random() % 60) - 30));
}

TEST(Quotient, IsThatOfADivisionBesideEveryEndOfAMantissa)
{
    const double ends[] = {1., std::nextafter(1., 2.), std::nextafter(2., 1.), 1.5, std::nextafter(1.5, 2.)};
    std::mt19937_64 random(kSeed);
    SCOPED_TRACE(kSeed);
    for (const double end : ends)
    {
        for (const double other : ends)
            expectDivision(end, other);
        for (int i = 0; i < 100000; ++i)
        {
            const double any = anyMantissa(random, 0);
            expectDivision(any, end);
            expectDivision(end, any);
        }
    }
}

// The product of a divisor and a number half way between two others lies next to the hardest dividends.
TEST(Quotient, IsThatOfADivisionNextToTies)
{
    std::mt19937_64 random(kSeed);
    SCOPED_TRACE(kSeed);
    for (int i = 0; i < 1000000; ++i)
    {
        const double b = anyMantissa(random, 0), lower = anyMantissa(random, 0);
        const double nearTie = std::fma(std::ldexp(1., -53), b, lower * b);
        for (const double a : {std::nextafter(nearTie, 0.), nearTie, std::nextafter(nearTie, 8.)})
            expectDivision(a, b);
    }
}

TEST(Quotient, OfZeroIsZero)
{
    expectDivision(0., 0.3);
}

}} // namespace cudatiled_test
