// SPDX-License-Identifier: Apache-2.0
// Steps of a chain: filters that take a guide, and chains of those between them.
#include "guided_chain.hpp"

#include <stdexcept>

namespace samples {

GuidedChain::GuidedChain(const RecipeChain& chain, int srcType, cv::Size srcSize, const Guide& guide)
    : srcType_(srcType), type_(srcType), size_(srcSize)
{
    Filters between;
    for (const Recipe& recipe : chain.recipes)
        if (recipe.takesGuide())
        {
            addChain(between);
            addGuided(recipe, guide);
        }
        else
            between.push_back(recipe.create(between.empty() ? type_ : between.back()->dstType()));
    addChain(between);
}

void GuidedChain::addChain(Filters& filters)
{
    if (filters.empty())
        return;
    const cv::Ptr<cv::cudatiled::Filter> chain = cv::cudatiled::createChain(filters);
    steps_.push_back([chain](cv::InputArray src, cv::OutputArray dst) { chain->apply(src, dst); });
    type_ = chain->dstType();
    size_ = chain->dstSize(size_);
    filters.clear();
}

// Throws unless the guide is like what the filter gets.
void GuidedChain::requireLike(const Recipe& recipe, const Guide& guide) const
{
    const auto require = [&](bool same, const std::string& ofGuide, const std::string& ofPicture, const char* what) {
        if (!same)
            throw std::invalid_argument("'" + guide.name + "' is " + ofGuide + ", and the picture that " +
                                        recipe.filter->name + " filters " + ofPicture + "; both must have the same " +
                                        what);
    };
    const auto sizeText = [](cv::Size size) {
        return cv::format("%dx%d", size.width, size.height);
    };
    require(guide.image.size() == size_, sizeText(guide.image.size()), sizeText(size_), "size");
    require(guide.image.depth() == CV_MAT_DEPTH(type_), cv::typeToString(guide.image.type()), cv::typeToString(type_),
            "depth");
}

void GuidedChain::addGuided(const Recipe& recipe, const Guide& guide)
{
    requireLike(recipe, guide);
    const Instance instance = recipe.guided(guide.image.channels());
    const cv::Ptr<cv::cudatiled::Filter> filter = recipe.create(instance, type_);
    steps_.push_back([=, image = guide.image](cv::InputArray src, cv::OutputArray dst) {
        instance.applyGuided(*filter, image, src, dst, nullptr);
    });
    type_ = filter->dstType();
}

void GuidedChain::apply(cv::InputArray src, cv::OutputArray dst)
{
    cv::Mat image = src.getMat();
    for (std::size_t i = 0; i + 1 < steps_.size(); ++i)
    {
        cv::Mat next;
        steps_[i](image, next);
        image = next;
    }
    steps_.back()(image, dst);
}

} // namespace samples
