// SPDX-License-Identifier: Apache-2.0
// Chains of which a filter reads a second picture, the guide.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <opencv2/cudatiled.hpp>

#include "../common/recipe.hpp"

namespace samples {

struct Guide
{
    std::string name; // of its file
    cv::Mat image;
};

// Applies the filters that take a guide to this one, and those between them as chains. Images are on the host.
class GuidedChain final : public cv::cudatiled::Filter
{
public:
    // For sources of that type and size. Throws std::invalid_argument for a guide of another size or depth than what
    // it guides.
    GuidedChain(const RecipeChain& chain, int srcType, cv::Size srcSize, const Guide& guide);

    void apply(cv::InputArray src, cv::OutputArray dst) override;
    void apply(cv::InputArray src, cv::OutputArray dst, cv::cuda::Stream&) override { apply(src, dst); }
    void apply(cv::InputArray src, cv::OutputArray dst, CUstream_st*) override { apply(src, dst); }
    int srcType() const override { return srcType_; }
    int dstType() const override { return type_; }
    cv::Size dstSize(cv::Size) const override { return size_; }
    cv::String kernelName(cv::InputArray, cv::InputArray) const override { return {}; } // only of device images

private:
    using Filters = std::vector<cv::Ptr<cv::cudatiled::Filter>>;
    void addChain(Filters& filters);
    void requireLike(const Recipe& recipe, const Guide& guide) const;
    void addGuided(const Recipe& recipe, const Guide& guide);

    const int srcType_;
    int type_; // of what the steps so far make
    cv::Size size_;
    std::vector<std::function<void(cv::InputArray src, cv::OutputArray dst)>> steps_;
};

} // namespace samples
