// SPDX-License-Identifier: Apache-2.0
// createBilateralFilter.
#include <algorithm>
#include <cmath>

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/bilateral_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kLargestRadius = 1000;

double checkedSigma(const char* function, const char* name, double sigma)
{
    CUDATILED_REQUIRE(finite(function, name, sigma) > 0, function, StsOutOfRange, "%s is %g; it must be positive", name,
                      sigma);
    return sigma;
}

// The factor of squares in the exponent of 2 for a Gaussian. One that is narrower than 1e-6 is a peak.
float exponentOf(double sigma)
{
    const double width = std::max(sigma, 1e-6);
    return static_cast<float>(-0.5 / std::log(2.) / (width * width));
}

} // namespace

Ptr<Filter> createBilateralFilter(int srcType, int d, double sigmaColor, double sigmaSpace, int borderMode,
                                  Scalar borderVal)
{
    BilateralPlan plan;
    setTypes(plan, __func__, srcType, srcType, DepthPairs::Same);
    plan.sigmaColor = checkedSigma(__func__, "sigmaColor", sigmaColor);
    plan.sigmaSpace = checkedSigma(__func__, "sigmaSpace", sigmaSpace);
    const double radius = std::max(d > 0 ? d / 2 : std::nearbyint(1.5 * sigmaSpace), 1.);
    CUDATILED_REQUIRE(radius <= kLargestRadius, __func__, StsOutOfRange,
                      "d is %d and sigmaSpace is %g, a radius of %g; it must be at most %d", d, sigmaSpace, radius,
                      kLargestRadius);
    plan.weights = {static_cast<int>(radius), exponentOf(sigmaColor), exponentOf(sigmaSpace)};
    const int size = 2 * plan.weights.radius + 1;
    setAperture(plan, __func__, {size, size}, {-1, -1});
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
