// SPDX-License-Identifier: Apache-2.0
// From a plan to a Filter: the little that the handling of images needs to know of a plan.
#pragma once

#include <memory>
#include <utility>

#include <opencv2/cudatiled.hpp>

#include "../core/device.hpp"
#include "../core/kernel_choice.hpp"
#include "../engines/cuda_images.hpp"

namespace cv { namespace cudatiled {

class Operation
{
public:
    virtual ~Operation() = default;
    virtual const ImagePlan& plan() const = 0;
    virtual void onCuda(const CudaSource& src, const CudaTarget& dst, CudaStream stream) const = 0;
    virtual void onCpu(const cv::Mat& src, cv::Mat& dst) const = 0;
};

template <class Plan> class PlannedOperation final : public Operation
{
public:
    explicit PlannedOperation(Plan plan) : plan_(std::move(plan))
    {
#if CUDATILED_WITH_CUDA
        if (cudaDeviceCount() > 0)
        {
            fastKernels(); // asks for the devices' properties now, not in the first apply
            prepareForCuda(plan_);
        }
#endif
    }

    const ImagePlan& plan() const override
    {
        return plan_;
    }
    void onCpu(const cv::Mat& src, cv::Mat& dst) const override
    {
        runOnCpu(plan_, src, dst);
    }
#if CUDATILED_WITH_CUDA
    void onCuda(const CudaSource& src, const CudaTarget& dst, CudaStream stream) const override
    {
        runOnCuda(plan_, src, dst, stream);
    }
#else
    void onCuda(const CudaSource&, const CudaTarget&, CudaStream) const override
    {} // no image gets here without CUDA
#endif

private:
    Plan plan_;
};

cv::Ptr<Filter> makeFilter(std::unique_ptr<const Operation> operation);

template <class Plan> cv::Ptr<Filter> makeFilter(Plan plan)
{
    return makeFilter(std::unique_ptr<const Operation>(new PlannedOperation<Plan>(std::move(plan))));
}

}} // namespace cv::cudatiled
