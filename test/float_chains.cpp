// SPDX-License-Identifier: Apache-2.0
// Measures how far chains of float fma are from exact sums: what the accuracy contract's tolerance for float results is
// made for.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

namespace {

std::mt19937_64 numbers(1);

std::vector<float> draw(int count, double lowest, double highest)
{
    std::uniform_real_distribution<float> any(static_cast<float>(lowest), static_cast<float>(highest));
    std::vector<float> values(count);
    for (float& value : values)
        value = any(numbers);
    return values;
}

struct Sum
{
    float chain = 0;
    double exact = 0, magnitude = 0;

    double unitsOff() const { return std::abs(chain - exact) / std::ldexp(magnitude, -24); }
};

Sum dense(int side, const std::function<std::vector<float>(int)>& drawTaps, const std::vector<float>& pixels)
{
    const std::vector<float> taps = drawTaps(side * side);
    Sum sum;
    for (int i = 0; i < side * side; ++i)
    {
        const double product = static_cast<double>(taps[i]) * pixels[i];
        sum.chain = std::fma(taps[i], pixels[i], sum.chain);
        sum.exact += product;
        sum.magnitude += std::abs(product);
    }
    return sum;
}

Sum separable(int side, const std::function<std::vector<float>(int)>& drawTaps, const std::vector<float>& pixels)
{
    const std::vector<float> row = drawTaps(side), column = drawTaps(side);
    Sum sum;
    for (int j = 0; j < side; ++j)
    {
        float rowSum = 0;
        for (int i = 0; i < side; ++i)
        {
            const float pixel = pixels[j * side + i];
            const double product = static_cast<double>(row[i]) * column[j] * pixel;
            rowSum = std::fma(row[i], pixel, rowSum);
            sum.exact += product;
            sum.magnitude += std::abs(product);
        }
        sum.chain = std::fma(column[j], rowSum, sum.chain);
    }
    return sum;
}

using Filter = Sum (*)(int, const std::function<std::vector<float>(int)>&, const std::vector<float>&);

int trialsOf(int side)
{
    return 3000000 / (side * side) + 20000;
}

// All taps alike, and all pixels.
double largestErrorWhereAlike(Filter filter, int side)
{
    double largest = 0;
    for (int trial = 0; trial < trialsOf(side); ++trial)
    {
        const auto alike = [](int count) {
            return std::vector<float>(count, draw(1, 0.5, 1)[0]);
        };
        largest = std::max(largest, filter(side, alike, alike(side * side)).unitsOff());
    }
    return largest;
}

// Positive taps and pixels, mixed ones, and ones of which the first outweighs the others, so that all partial sums are
// as large as the whole, take turns; a third of the sums get a delta.
double largestError(Filter filter, int side)
{
    const int trials = trialsOf(side);
    double largest = 0;
    for (int trial = 0; trial < trials; ++trial)
    {
        const bool firstOutweighs = trial % 5 == 4;
        const double lowest = trial & 1 ? 0 : -1;
        const auto taps = [&](int count) {
            std::vector<float> all = draw(count, lowest, 1);
            if (firstOutweighs)
                all[0] = static_cast<float>(count * 8);
            return all;
        };
        Sum sum = filter(side, taps, trial & 2 ? draw(side * side, 0.5, 1) : draw(side * side, -1, 1));
        const float delta = trial % 3 == 0 ? draw(1, -1, 1)[0] : 0.f;
        sum.chain += delta;
        sum.exact += delta;
        sum.magnitude += std::abs(delta);
        largest = std::max(largest, sum.unitsOff());
    }
    return largest;
}

} // namespace

// Fails if a chain of products that are not alike is further off than the contract allows.
int main()
{
    bool kept = true;
    std::printf("chain,side,taps,largest_error,over_root,largest_error_alike,over_root_alike\n");
    const auto print = [&](const char* name, Filter filter, int side, int taps) {
        const double root = std::sqrt(taps + 1.), any = largestError(filter, side),
                     alike = largestErrorWhereAlike(filter, side);
        std::printf("%s,%d,%d,%.2f,%.2f,%.2f,%.2f\n", name, side, taps, any, any / root, alike, alike / root);
        kept = kept && any <= std::min(taps + 1., 2.5 * root);
    };
    for (const int side : {1, 2, 3, 5, 7, 9, 15, 21, 31})
        print("separable", separable, side, 2 * side);
    for (const int side : {1, 2, 3, 5, 7, 9, 15})
        print("dense", dense, side, side * side);
    return kept ? 0 : 1;
}
