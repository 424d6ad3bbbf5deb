// SPDX-License-Identifier: Apache-2.0
// From a plan to a Filter: the interface of a plan to the handling of images.
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

// A plan with its kernels on CUDA and its OpenCV functions on the CPU. Constant once it is created.
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
    // See CudaKernel::launchBatch.
    void onCuda(const CudaCall* calls, int count) const { firstThatTakes(kernels_, *calls).launchBatch(calls, count); }
    bool takesTogether(const CudaCall& a, const CudaCall& b) const { return takeTogether(kernels_, a, b); }
    bool isOneLaunch(const CudaCall& call) const { return firstThatTakes(kernels_, call).isOneLaunch(call); }
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

// The engines of a filter, applied one after the other: a chain has several, shared with the filters in it.
using Stages = std::vector<std::shared_ptr<const Engine>>;

// Each stage takes images of the previous stage's type.
cv::Ptr<Filter> makeFilter(Stages stages);

template <class Plan> cv::Ptr<Filter> makeFilter(Plan plan)
{
    return makeFilter(Stages{std::make_shared<EngineOf<Plan>>(std::move(plan))});
}

// Base of all filters of this library.
class HasStages
{
public:
    virtual const Stages& stages() const = 0;

protected:
    ~HasStages() = default;
};

// The size of the last stage's result for a source of `srcSize`.
inline cv::Size dstSizeOf(const Stages& stages, cv::Size srcSize)
{
    for (const auto& stage : stages)
        srcSize = stage->dstSize(srcSize);
    return srcSize;
}

// Whether every stage keeps the size of every source.
bool keepSize(const Stages& stages);

// The stages of a filter; null for a filter of another library.
const Stages* stagesOf(const Filter& filter);

}} // namespace cv::cudatiled
