// SPDX-License-Identifier: Apache-2.0
// Choosing among the kernels of a filter.
#include "cuda_kernel.hpp"

#include <algorithm>

namespace cv { namespace cudatiled {

namespace {

class KernelsWhere final : public CudaKernel
{
public:
    KernelsWhere(std::function<bool(const CudaCall&)> applies, CudaKernels kernels)
        : applies_(std::move(applies)), kernels_(std::move(kernels))
    {}

    std::string name(const CudaCall& call) const override { return firstThatTakes(kernels_, call).name(call); }
    bool takes(const CudaCall& call) const override { return applies_(call); }
    bool isSelective() const override { return true; }
    void launch(const CudaCall& call) const override { firstThatTakes(kernels_, call).launch(call); }
    bool isOneLaunch(const CudaCall& call) const override { return firstThatTakes(kernels_, call).isOneLaunch(call); }
    bool takesTogether(const CudaCall& a, const CudaCall& b) const override { return takeTogether(kernels_, a, b); }
    void launchBatch(const CudaCall* calls, int count) const override
    {
        firstThatTakes(kernels_, *calls).launchBatch(calls, count);
    }

private:
    std::function<bool(const CudaCall&)> applies_;
    CudaKernels kernels_;
};

} // namespace

const CudaKernel& firstThatTakes(const CudaKernels& kernels, const CudaCall& call)
{
    const auto taking = std::find_if(kernels.begin(), kernels.end() - 1,
                                     [&](const CudaKernelPtr& kernel) { return kernel->takes(call); });
    return **taking;
}

bool takeTogether(const CudaKernels& kernels, const CudaCall& a, const CudaCall& b)
{
    const CudaKernel& kernel = firstThatTakes(kernels, a);
    return &kernel == &firstThatTakes(kernels, b) && kernel.takesTogether(a, b);
}

CudaKernelPtr kernelsWhere(std::function<bool(const CudaCall&)> applies, CudaKernels kernels)
{
    return CudaKernelPtr(new KernelsWhere(std::move(applies), std::move(kernels)));
}

}} // namespace cv::cudatiled
