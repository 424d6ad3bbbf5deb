// SPDX-License-Identifier: Apache-2.0
// From a plan to a Filter: the little that the handling of images needs to know of a plan.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <opencv2/cudatiled.hpp>

#include "../core/device.hpp"
#include "../cpu/any_depth.hpp"
#include "../cuda/kernels_for.hpp"
#include "../plans/dst_size.hpp"
#include "../plans/row_reach.hpp"

namespace cv { namespace cudatiled {

// A plan and what runs it: kernels on CUDA, OpenCV's functions on the CPU. Constant once it is created.
class Engine
{
public:
    virtual ~Engine() = default;
    virtual const ImagePlan& plan() const = 0;
    virtual RowReach rowReach() const = 0;
    virtual cv::Rect window() const = 0;
    virtual bool resizes() const = 0;                     // whether results have another size than the source
    virtual cv::Size dstSize(cv::Size srcSize) const = 0; // the plan must take an image of that size
    virtual void checkSize(const char* function, cv::Size srcSize) const = 0; // throws if it does not
    virtual void onCpu(const cv::Mat& src, cv::Mat& dst) const = 0;

    // Only with a CUDA device.
    void onCuda(const CudaCall& call) const { firstThatTakes(kernels_, call).launch(call); }
    // Calls that differ in the `data` of their images alone, by as many bytes from each to the next.
    void onCuda(const CudaCall* calls, int count) const { firstThatTakes(kernels_, *calls).launchBatch(calls, count); }
    std::string kernelName(const CudaCall& call) const { return firstThatTakes(kernels_, call).name(call); }

protected:
    CudaKernels kernels_;
};

template <class Plan> class EngineOf final : public Engine
{
public:
    explicit EngineOf(Plan plan) : plan_(std::move(plan))
    {
#if CUDATILED_WITH_CUDA
        if (cudaDeviceCount() > 0)
            kernels_ = kernelsFor(plan_);
#endif
    }

    const ImagePlan& plan() const override
    {
        return plan_;
    }
    RowReach rowReach() const override
    {
        return rowReachOf(plan_);
    }
    cv::Rect window() const override
    {
        return windowOf(plan_);
    }
    bool resizes() const override
    {
        return resizesImages(plan_);
    }
    cv::Size dstSize(cv::Size srcSize) const override
    {
        return dstSizeOf(plan_, srcSize);
    }
    void checkSize(const char* function, cv::Size srcSize) const override
    {
        checkSizeFor(plan_, function, srcSize);
    }
    void onCpu(const cv::Mat& src, cv::Mat& dst) const override
    {
        runAnyDepthOnCpu(plan_, src, dst);
    }

private:
    const Plan plan_;
};

// What a filter does, one engine after the other: a chain has several, which it shares with the filters in it.
using Stages = std::vector<std::shared_ptr<const Engine>>;

// Each stage takes images of the type that the one before it makes.
cv::Ptr<Filter> makeFilter(Stages stages);

template <class Plan> cv::Ptr<Filter> makeFilter(Plan plan)
{
    return makeFilter(Stages{std::make_shared<EngineOf<Plan>>(std::move(plan))});
}

// What every filter of this library is.
class HasStages
{
public:
    virtual const Stages& stages() const = 0;

protected:
    ~HasStages() = default;
};

// What they make of an image of that size.
inline cv::Size dstSizeOf(const Stages& stages, cv::Size srcSize)
{
    for (const auto& stage : stages)
        srcSize = stage->dstSize(srcSize);
    return srcSize;
}

// Whether results have the size of the source, whatever that is, after each stage.
bool keepSize(const Stages& stages);

// Those of a filter; null if it is none of this library.
const Stages* stagesOf(const Filter& filter);

}} // namespace cv::cudatiled
