// SPDX-License-Identifier: Apache-2.0
// `apply` of gradients: any of several results from one reading of the image.
#include "apply_gradient.hpp"

#include "../core/require.hpp"
#include "backend.hpp"
#include "extended_filter.hpp"
#include "gpumat.hpp"
#include "host_image.hpp"
#include "image_checks.hpp"
#include "run_on_cuda.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::GradientFilter::apply";
const char* const kNames[kMostResults] = {"magnitude", "dx", "dy", "angle"}; // in the order of targetsOf()

using Outputs = std::array<const cv::_OutputArray*, kMostResults>;

class PlannedGradient final : public ExtendedFilter<GradientFilter, GradientPlan>
{
public:
    using ExtendedFilter::apply;
    using ExtendedFilter::ExtendedFilter;

    void apply(InputArray src, OutputArray dx, OutputArray dy, OutputArray magnitude, OutputArray angle) override
    {
        filter(src, {&magnitude, &dx, &dy, &angle}, nullptr);
    }
    void apply(InputArray src, OutputArray dx, OutputArray dy, OutputArray magnitude, OutputArray angle,
               cv::cuda::Stream& stream) override
    {
        filter(src, {&magnitude, &dx, &dy, &angle}, streamOf(kApply, stream));
    }
    void apply(InputArray src, OutputArray dx, OutputArray dy, OutputArray magnitude, OutputArray angle,
               CUstream_st* stream) override
    {
        filter(src, {&magnitude, &dx, &dy, &angle}, stream);
    }

private:
    int typeOf(int result) const
    {
        const int types[kMostResults] = {plan_.dstType, plan_.dx.dstType, plan_.dy.dstType,
                                         CV_MAKETYPE(CV_32F, CV_MAT_CN(plan_.srcType))};
        return types[result];
    }

    void filter(InputArray src, const Outputs& outputs, CudaStream stream) const;
    void filterOnDevice(InputArray src, const Outputs& outputs, CudaStream stream) const;
    void filterOnHost(InputArray src, const Outputs& outputs, CudaStream stream) const;
};

void PlannedGradient::filter(InputArray src, const Outputs& outputs, CudaStream stream) const
{
    CUDATILED_REQUIRE(src.kind() != cv::_InputArray::NONE && !isBatch(src), kApply, StsBadArg,
                      "src is noArray() or a vector of images; it must be an image");
    const bool device = isDeviceImage(src);
    bool wanted = false;
    for (int i = 0; i < kMostResults; ++i)
        if (outputs[i]->needed())
        {
            CUDATILED_REQUIRE(!isBatch(*outputs[i]) && device == isDeviceImage(*outputs[i]), kApply, StsBadArg,
                              "%s is no %s image, which src is; both must be on the same side, or %s be noArray()",
                              kNames[i], device ? "device" : "host", kNames[i]);
            wanted = true;
        }
    CUDATILED_REQUIRE(wanted, kApply, StsNullPtr,
                      "dx, dy, magnitude and angle are noArray(); at least one must be an image");
    if (device)
        filterOnDevice(src, outputs, stream);
    else
        filterOnHost(src, outputs, stream);
}

void PlannedGradient::filterOnDevice(InputArray src, const Outputs& outputs, CudaStream stream) const
{
    const cv::cuda::GpuMat image = gpuMatOf(src); // a copy: a result may be the same object and be created anew
    checkTypeAndSize(stages_, kApply, image.type(), image.size());
    checkGpuMat(kApply, "src", image);
    requireCudaDevice(kApply);
    CudaCall call{sourceOf(plan_, image), {}, stream};
    cv::cuda::GpuMat results[kMostResults]; // the outputs stay as they are until all images of them are there
    for (int i = 0; i < kMostResults; ++i)
        if (outputs[i]->needed())
        {
            checkResult(kApply, kNames[i], *outputs[i], image.size(), typeOf(i));
            results[i] = gpuMatToMake(*outputs[i]);
            checkGpuMat(kApply, kNames[i], createGpuMat(kApply, kNames[i], results[i], image.size(), typeOf(i)));
            *targetsOf(call)[i] = targetOf(results[i]);
        }
    filterDeviceImage(stages_, kApply, call, nullptr);
    for (int i = 0; i < kMostResults; ++i)
        if (outputs[i]->needed())
            gpuMatToMake(*outputs[i]) = results[i];
}

void PlannedGradient::filterOnHost(InputArray src, const Outputs& outputs, CudaStream stream) const
{
    const cv::Mat image = checkedSource(stages_, kApply, src);
    for (int i = 0; i < kMostResults; ++i)
        if (outputs[i]->needed())
            checkResult(kApply, kNames[i], *outputs[i], image.size(), typeOf(i));
    const bool onCuda = getBackend() == BACKEND_CUDA;
    std::vector<cv::Mat> results(kMostResults);
    for (int i = 0; i < kMostResults; ++i)
        if (outputs[i]->needed())
        {
            outputs[i]->create(image.size(), typeOf(i));
            results[i] = matrixOf(*outputs[i]);
        }
    if (onCuda)
        filterHostImage(stages_, kApply, image, results, stream, nullptr);
    else
        runOnCpu(plan_, image.depth() == CV_16F ? inFloat(plan_, image) : image, results);
}

} // namespace

void GradientFilter::apply(const DeviceImage& src, DeviceImage* dx, DeviceImage* dy, DeviceImage* magnitude,
                           DeviceImage* angle, CUstream_st* stream)
{
    CUDATILED_REQUIRE(!src.empty(), kApply, StsBadSize, "src is empty; it must have at least one pixel");
    DeviceImage* const wanted[] = {dx, dy, magnitude, angle};
    const int channels = CV_MAT_CN(srcType()),
              depth = CV_MAT_DEPTH(dstType()) == CV_8U ? CV_16S : CV_MAT_DEPTH(dstType());
    const int types[] = {CV_MAKETYPE(depth, channels), CV_MAKETYPE(depth, channels), dstType(),
                         CV_MAKETYPE(CV_32F, channels)};
    DeviceImage made[4]; // the results stay as they are until all went well
    for (int i = 0; i < 4; ++i)
        if (wanted[i])
        {
            made[i] = *wanted[i];
            made[i].create(src.size(), types[i]);
        }
    const auto output = [&](int i) -> const cv::_OutputArray {
        return wanted[i] ? cv::_OutputArray(made[i].gpuMat()) : cv::_OutputArray(cv::noArray());
    };
    apply(src.gpuMat(), output(0), output(1), output(2), output(3), stream);
    for (int i = 0; i < 4; ++i)
        if (wanted[i])
            *wanted[i] = made[i];
}

Ptr<GradientFilter> makeGradientFilter(GradientPlan plan)
{
    return cv::Ptr<GradientFilter>(new PlannedGradient(std::move(plan)));
}

}} // namespace cv::cudatiled
