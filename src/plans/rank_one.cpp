// SPDX-License-Identifier: Apache-2.0
// Integer masks that are the outer product of a column and a row.
#include "rank_one.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace cv { namespace cudatiled {

namespace {

bool isExactInteger(double tap)
{
    return tap == std::floor(tap) && std::abs(tap) < 9007199254740992.;
}

double commonDivisor(const cv::Mat1d& taps)
{
    return static_cast<double>(
        std::accumulate(taps.begin(), taps.end(), std::int64_t{0}, [](std::int64_t divisor, double tap) {
            return std::gcd(divisor, static_cast<std::int64_t>(tap));
        }));
}

} // namespace

cv::Point largestTap(const cv::Mat1d& mask)
{
    cv::Point at;
    cv::minMaxLoc(cv::abs(mask), nullptr, nullptr, nullptr, &at);
    return at;
}

void chooseSign(cv::Mat1d& row, cv::Mat1d& column)
{
    const double sum = cv::sum(column)[0], largest = column(largestTap(column));
    const bool cancels = std::abs(sum) <= 1e-9 * std::abs(largest);
    if ((cancels ? largest : sum) < 0)
    {
        row *= -1;
        column *= -1;
    }
}

std::optional<IntegerFactors> integerFactors(const cv::Mat1d& mask)
{
    if (!std::all_of(mask.begin(), mask.end(), isExactInteger))
        return std::nullopt;
    const cv::Point pivot = largestTap(mask);
    const double divisor = commonDivisor(mask.row(pivot.y));
    if (divisor == 0)
        return IntegerFactors{cv::Mat1d::zeros(1, mask.cols), cv::Mat1d::zeros(mask.rows, 1)};
    IntegerFactors factors{mask.row(pivot.y) / divisor, mask.col(pivot.x) / (mask(pivot) / divisor)};
    for (int y = 0; y < mask.rows; ++y)
        for (int x = 0; x < mask.cols; ++x)
            if (!isExactInteger(factors.column(y)) || factors.column(y) * factors.row(x) != mask(y, x))
                return std::nullopt;
    chooseSign(factors.row, factors.column);
    return factors;
}

}} // namespace cv::cudatiled
