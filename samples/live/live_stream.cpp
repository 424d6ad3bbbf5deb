// SPDX-License-Identifier: Apache-2.0
// A FrameStream whose filter may change from frame to frame.
#include "live_stream.hpp"

#include <stdexcept>

namespace samples {
namespace {

cv::Mat takeLast(std::vector<cv::Mat>& images)
{
    if (images.empty())
        return {};
    const cv::Mat image = images.back();
    images.pop_back();
    return image;
}

} // namespace

LiveStream::LiveStream(const std::vector<Recipe>& following, int framesInFlight, const std::vector<int>& devices)
    : following_(following), framesInFlight_(framesInFlight), stream_(framesInFlight, devices)
{}

void LiveStream::select(const Selection& selection, int type)
{
    if (filter_ && selection == selection_ && type == filter_->srcType())
        return;
    const auto chain = std::make_shared<const RecipeChain>(recipeOf(selection), following_);
    const cv::Ptr<cv::cudatiled::Filter> filter = chain->create(type);
    if (filter->dstType() != type && filter->dstType() != CV_MAKETYPE(CV_MAT_DEPTH(type), 1))
        throw std::invalid_argument("'" + chain->text() + "' makes " + cv::typeToString(filter->dstType()) + " of " +
                                    cv::typeToString(type) + "; both must be the same here, or the result gray");
    selection_ = selection;
    chain_ = chain;
    filter_ = filter;
}

cv::Mat LiveStream::memory()
{
    return takeLast(spareFrames_);
}

void LiveStream::push(const Selection& selection, const cv::Mat& frame)
{
    select(selection, frame.type());
    const Pushed pushed = {frame, chain_, Clock::now()};
    stream_.push(filter_, frame, takeLast(spareResults_));
    pushed_.push_back(pushed);
}

void LiveStream::pop(FilteredFrame& shown)
{
    if (!shown.frame.empty())
    {
        spareFrames_.push_back(shown.frame);
        spareResults_.push_back(shown.result);
    }
    const Pushed pushed = pushed_.front();
    pushed_.pop_front();
    shown.result = stream_.pop(&shown.milliseconds);
    shown.frame = pushed.frame;
    shown.chain = pushed.chain;
    shown.age = std::chrono::duration<double, std::milli>(Clock::now() - pushed.time).count();
}

void LiveStream::drain()
{
    for (FilteredFrame dropped; !stream_.isEmpty();)
        pop(dropped);
}

} // namespace samples
