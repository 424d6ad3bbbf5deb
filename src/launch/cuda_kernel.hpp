// SPDX-License-Identifier: Apache-2.0
// Kernels as a filter holds them: chosen when the filter is created, launched by `apply`.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../core/kernel_choice.hpp"
#include "cuda_call.hpp"

namespace cv { namespace cudatiled {

// A kernel with all its arguments but the images. Constant, so any number of threads may launch it.
class CudaKernel
{
public:
    virtual ~CudaKernel() = default;

    // As in docs/KERNELS.md and in the log of launches; where several kernels run, "first + second".
    virtual std::string name(const CudaCall& call) const = 0;

    // What only the images can tell. Most fast kernels take all images whose rows 32-bit positions reach (isNarrow).
    virtual bool takes(const CudaCall& call) const = 0;

    // Whether it refuses some of those images, so that a filter needs another fast kernel beside it.
    virtual bool isSelective() const { return false; }

    virtual void launch(const CudaCall& call) const = 0;

    // Whether `launch` runs a single kernel, so that it may have siblings.
    virtual bool isOneLaunch(const CudaCall&) const { return false; }

    // Whether one launchBatch takes both calls, whose images differ in sizes, offsets or steps. The kernel takes each.
    virtual bool takesTogether(const CudaCall&, const CudaCall&) const { return false; }

    // Filters by calls on one stream, in one launch if the kernel can, else one after the other. Steps and first pixels
    // are alike modulo 16 bytes; the calls differ in addresses alone, or the kernel takes them together.
    virtual void launchBatch(const CudaCall* calls, int count) const
    {
        std::for_each(calls, calls + count, [this](const CudaCall& call) { launch(call); });
    }
};

using CudaKernelPtr = std::unique_ptr<const CudaKernel>;

// In the order in which they are asked; the last takes every image.
using CudaKernels = std::vector<CudaKernelPtr>;

const CudaKernel& firstThatTakes(const CudaKernels& kernels, const CudaCall& call);

// Whether one kernel is the first for both, and takes them together.
bool takeTogether(const CudaKernels& kernels, const CudaCall& a, const CudaCall& b);

// Kernels for a plan from functions that make one, or null if theirs does not fit the plan, in the order of their
// speed: the first fast one that is not selective, the selective ones before it, and the last, which takes every image.
template <class Plan, class... Make> CudaKernels firstThatFit(const Plan& plan, Make... make)
{
    using Function = CudaKernelPtr (*)(const Plan&);
    const Function all[] = {make...};
    constexpr int last = static_cast<int>(sizeof...(make)) - 1;
    CudaKernels kernels;
    bool more = fastKernels();
    for (int i = 0; i < last && more; ++i)
        if (CudaKernelPtr kernel = all[i](plan))
        {
            more = kernel->isSelective();
            kernels.push_back(std::move(kernel));
        }
    kernels.push_back(all[last](plan));
    return kernels;
}

// Kernels for images that need another plan than the others.
CudaKernelPtr kernelsWhere(std::function<bool(const CudaCall&)> applies, CudaKernels kernels);

}} // namespace cv::cudatiled
