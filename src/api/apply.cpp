// SPDX-License-Identifier: Apache-2.0
// What `apply` does around a plan: checks, borders of regions, host or device, overlapping images.
#include "../core/require.hpp"
#include "backend.hpp"
#include "cuda_transfer.hpp"
#include "engine.hpp"
#include "gpumat.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply";

class PlannedFilter final : public Filter
{
public:
    explicit PlannedFilter(std::unique_ptr<const Engine> engine) : engine_(std::move(engine)) {}

    void apply(InputArray src, OutputArray dst) override { filter(src, dst, nullptr); }
    void apply(InputArray src, OutputArray dst, cv::cuda::Stream& stream) override
    {
        filter(src, dst, streamOf(kApply, stream));
    }
    void apply(InputArray src, OutputArray dst, CUstream_st* stream) override { filter(src, dst, stream); }
    int srcType() const override { return engine_->plan().srcType; }
    int dstType() const override { return engine_->plan().dstType; }
    String kernelName(InputArray src, InputArray dst) const override;

private:
    void filter(InputArray src, OutputArray dst, CudaStream stream) const;
    void filterOnDevice(InputArray src, OutputArray dst, CudaStream stream) const;
    void filterOnHost(InputArray src, OutputArray dst, CudaStream stream) const;
    void checkTypeAndSize(const char* function, int type, cv::Size size) const;

    const std::unique_ptr<const Engine> engine_;
};

void PlannedFilter::filter(InputArray src, OutputArray dst, CudaStream stream) const
{
    CUDATILED_REQUIRE(src.kind() != cv::_InputArray::NONE && dst.kind() != cv::_InputArray::NONE, kApply, StsNullPtr,
                      "src or dst is noArray(); both must be images");
    const bool device = isDeviceImage(src);
    CUDATILED_REQUIRE(device == isDeviceImage(dst), kApply, StsBadArg,
                      "src is a %s image and dst a %s image; both must be on the same side", device ? "device" : "host",
                      device ? "host" : "device");
    if (device)
        filterOnDevice(src, dst, stream);
    else
        filterOnHost(src, dst, stream);
}

void PlannedFilter::checkTypeAndSize(const char* function, int type, cv::Size size) const
{
    const ImagePlan& plan = engine_->plan();
    CUDATILED_REQUIRE(size.width > 0 && size.height > 0, function, StsBadSize,
                      "src is empty (%d x %d); it must have at least one pixel", size.width, size.height);
    CUDATILED_REQUIRE(type == plan.srcType, function, StsUnmatchedFormats,
                      "src is of type %s; the filter was created for %s", typeName(type).c_str(),
                      typeName(plan.srcType).c_str());
    CUDATILED_REQUIRE(static_cast<std::int64_t>(size.width) + plan.ksize.width < 0x7fffff00 &&
                          static_cast<std::int64_t>(size.height) + plan.ksize.height < 0x7fffff00,
                      function, StsOutOfRange,
                      "src is %d x %d and the kernel %d x %d; together they must stay below 2^31", size.width,
                      size.height, plan.ksize.width, plan.ksize.height);
}

void PlannedFilter::filterOnDevice(InputArray src, OutputArray dst, CudaStream stream) const
{
    const ImagePlan& plan = engine_->plan();
    const cv::cuda::GpuMat image = gpuMatOf(src); // a copy: dst may be the same object and be created anew
    checkTypeAndSize(kApply, image.type(), image.size());
    checkGpuMat(kApply, "src", image);
    requireCudaDevice(kApply);
    const cv::cuda::GpuMat& result = createGpuMat(kApply, dst, image.size(), plan.dstType);
    checkGpuMat(kApply, "dst", result);
    filterDeviceImage(*engine_, kApply, {sourceOf(plan, image), targetOf(result), stream});
}

String PlannedFilter::kernelName(InputArray src, InputArray dst) const
{
    static const char function[] = "cudatiled::Filter::kernelName";
    CUDATILED_REQUIRE(isDeviceImage(src) && isDeviceImage(dst), function, StsBadArg,
                      "%s is not a device image; both must be", isDeviceImage(src) ? "dst" : "src");
    const cv::cuda::GpuMat &image = gpuMatOf(src), &result = gpuMatOf(dst);
    checkTypeAndSize(function, image.type(), image.size());
    checkGpuMat(function, "src", image);
    requireCudaDevice(function);
    const int dstType = engine_->plan().dstType;
    CUDATILED_REQUIRE(result.size() == image.size() && result.type() == dstType, function, StsUnmatchedSizes,
                      "dst is %d x %d of type %s; it must be %d x %d of type %s", result.cols, result.rows,
                      typeName(result.type()).c_str(), image.cols, image.rows, typeName(dstType).c_str());
    checkGpuMat(function, "dst", result);
    return engine_->kernelName({sourceOf(engine_->plan(), image), targetOf(result), nullptr});
}

void PlannedFilter::filterOnHost(InputArray src, OutputArray dst, CudaStream stream) const
{
    CUDATILED_REQUIRE(src.dims() <= 2, kApply, StsBadSize, "src has %d dimensions; an image has 2", src.dims());
    const cv::Mat image = matrixOf(src);
    checkTypeAndSize(kApply, image.type(), image.size());
    CUDATILED_REQUIRE(image.data, kApply, StsNullPtr,
                      "src is a Mat of %d x %d pixels at a null pointer; it must point to its pixels", image.cols,
                      image.rows);
    const int dstType = engine_->plan().dstType;
    CUDATILED_REQUIRE((!dst.fixedType() || dst.type() == dstType) && (!dst.fixedSize() || dst.size() == image.size()),
                      kApply, StsUnmatchedSizes,
                      "dst is %d x %d of type %s and cannot be changed; it must be %d x %d of type %s", dst.cols(),
                      dst.rows(), typeName(dst.type()).c_str(), image.cols, image.rows, typeName(dstType).c_str());
    const bool onCuda = getBackend() == BACKEND_CUDA;
    dst.create(image.size(), dstType);
    cv::Mat result = matrixOf(dst);
    if (onCuda)
        filterHostImage(*engine_, kApply, image, result, stream);
    else
        engine_->onCpu(image, result);
}

} // namespace

Ptr<Filter> makeFilter(std::unique_ptr<const Engine> engine)
{
    return cv::Ptr<Filter>(new PlannedFilter(std::move(engine)));
}

void Filter::apply(const DeviceImage& src, DeviceImage& dst, CUstream_st* stream)
{
    CUDATILED_REQUIRE(!src.empty(), kApply, StsBadSize, "src is empty; it must have at least one pixel");
    DeviceImage result = dst; // dst stays as it is until all went well
    result.create(src.size(), dstType());
    apply(src.gpuMat(), result.gpuMat(), stream);
    dst = result;
}

}} // namespace cv::cudatiled
