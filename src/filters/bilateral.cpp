// SPDX-License-Identifier: Apache-2.0
// createBilateralFilter and createJointBilateralFilter.
#include <algorithm>
#include <cmath>

#include "../api/apply_joint_bilateral.hpp"
#include "../core/require.hpp"
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

void setWeights(BilateralPlan& plan, const char* function, int d, double sigmaColor, double sigmaSpace)
{
    plan.sigmaColor = checkedSigma(function, "sigmaColor", sigmaColor);
    plan.sigmaSpace = checkedSigma(function, "sigmaSpace", sigmaSpace);
    const double radius = std::max(d > 0 ? d / 2 : std::nearbyint(1.5 * sigmaSpace), 1.);
    CUDATILED_REQUIRE(radius <= kLargestRadius, function, StsOutOfRange,
                      "d is %d and sigmaSpace is %g, a radius of %g; it must be at most %d", d, sigmaSpace, radius,
                      kLargestRadius);
    plan.weights = {static_cast<int>(radius), BilateralWeights::factor(sigmaColor),
                    BilateralWeights::factor(sigmaSpace)};
    const int size = 2 * plan.weights.radius + 1;
    setAperture(plan, function, {size, size}, {-1, -1});
}

} // namespace

Ptr<Filter> createBilateralFilter(int srcType, int d, double sigmaColor, double sigmaSpace, int borderMode,
                                  Scalar borderVal)
{
    BilateralPlan plan;
    setTypes(plan, __func__, srcType, srcType, DepthPairs::Same);
    setWeights(plan, __func__, d, sigmaColor, sigmaSpace);
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    return makeFilter(plan);
}

Ptr<JointBilateralFilter> createJointBilateralFilter(int jointType, int srcType, int d, double sigmaColor,
                                                     double sigmaSpace, int borderMode, Scalar borderVal)
{
    JointBilateralPlan plan;
    setTypes(plan, __func__, srcType, srcType, DepthPairs::ByteOrFloat);
    const auto isGrayOrColor = [](int type) {
        return CV_MAT_CN(type) == 1 || CV_MAT_CN(type) == 3;
    };
    CUDATILED_REQUIRE(isGrayOrColor(srcType), __func__, BadNumChannels,
                      "srcType is %s; images of 1 or 3 channels are supported", typeName(srcType).c_str());
    CUDATILED_REQUIRE(jointType == CV_MAKETYPE(CV_MAT_DEPTH(srcType), CV_MAT_CN(jointType)) && isGrayOrColor(jointType),
                      __func__, StsUnmatchedFormats, "jointType is %s and srcType %s; jointType must be %s or %s",
                      typeName(jointType).c_str(), typeName(srcType).c_str(),
                      typeName(CV_MAKETYPE(CV_MAT_DEPTH(srcType), 1)).c_str(),
                      typeName(CV_MAKETYPE(CV_MAT_DEPTH(srcType), 3)).c_str());
    plan.jointType = jointType;
    setWeights(plan, __func__, d, sigmaColor, sigmaSpace);
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    return makeJointBilateralFilter(plan);
}

}} // namespace cv::cudatiled
