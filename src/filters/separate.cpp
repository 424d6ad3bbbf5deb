// SPDX-License-Identifier: Apache-2.0
// separate: the two vectors whose outer product is nearest to a mask.
#include <cmath>

#include "../core/require.hpp"
#include "../plans/rank_one.hpp"
#include "mask.hpp"

namespace cv { namespace cudatiled {

namespace {

// The first singular triple, both vectors of the same norm.
Separation nearestProduct(const cv::Mat1d& mask)
{
    cv::Mat1d sigma, u, vt;
    cv::SVD::compute(mask, sigma, u, vt);
    cv::Mat1d row = vt.row(0) * std::sqrt(sigma(0)), column = u.col(0) * std::sqrt(sigma(0));
    chooseSign(row, column);
    Separation separation;
    separation.row = row;
    separation.column = column;
    separation.residual = cv::norm(mask, column * row, cv::NORM_INF);
    separation.sigmaRatio = sigma.rows > 1 ? sigma(1) / sigma(0) : 0;
    return separation;
}

} // namespace

Separation separate(InputArray mask, double tolerance)
{
    CUDATILED_REQUIRE(tolerance >= 0, __func__, StsBadArg, "tolerance is %g; it must not be negative", tolerance);
    const cv::Mat1d taps = tapsInDouble(__func__, "mask", mask);
    Separation separation;
    if (const auto exact = integerFactors(taps))
    {
        separation.row = exact->row;
        separation.column = exact->column;
    }
    else
        separation = nearestProduct(taps);
    separation.isSeparable = separation.residual <= tolerance * cv::norm(taps, cv::NORM_INF);
    return separation;
}

}} // namespace cv::cudatiled
