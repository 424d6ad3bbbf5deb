// SPDX-License-Identifier: Apache-2.0
// `apply` of joint bilateral filters: a guide beside the source.
#include "apply_joint_bilateral.hpp"

#include "../core/require.hpp"
#include "../cpu/joint_bilateral.hpp"
#include "backend.hpp"
#include "extended_filter.hpp"
#include "gpumat.hpp"
#include "host_image.hpp"
#include "image_checks.hpp"
#include "run_on_cuda.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::JointBilateralFilter::apply";

// Whether two images of one size are the same region of the same image: then the filter of one image makes the same,
// and faster.
template <class Image> bool areOne(const Image& a, const Image& b)
{
    return a.data == b.data && a.step == b.step && a.type() == b.type() && a.datastart == b.datastart &&
           a.dataend == b.dataend;
}

class PlannedJointBilateral final : public ExtendedFilter<JointBilateralFilter, JointBilateralPlan>
{
public:
    using ExtendedFilter::apply;
    using ExtendedFilter::ExtendedFilter;

    void apply(InputArray joint, InputArray src, OutputArray dst) override { filter(joint, src, dst, nullptr); }
    void apply(InputArray joint, InputArray src, OutputArray dst, cv::cuda::Stream& stream) override
    {
        filter(joint, src, dst, streamOf(kApply, stream));
    }
    void apply(InputArray joint, InputArray src, OutputArray dst, CUstream_st* stream) override
    {
        filter(joint, src, dst, stream);
    }

private:
    void filter(InputArray joint, InputArray src, OutputArray dst, CudaStream stream);
    void checkJoint(int type, cv::Size size, cv::Size srcSize) const;
    void filterOnDevice(InputArray joint, InputArray src, OutputArray dst, CudaStream stream) const;
    void filterOnHost(InputArray joint, InputArray src, OutputArray dst, CudaStream stream);
};

void PlannedJointBilateral::filter(InputArray joint, InputArray src, OutputArray dst, CudaStream stream)
{
    if (areOnDevice(kApply, "joint, src and dst", {&joint, &src, &dst}))
        filterOnDevice(joint, src, dst, stream);
    else
        filterOnHost(joint, src, dst, stream);
}

void PlannedJointBilateral::checkJoint(int type, cv::Size size, cv::Size srcSize) const
{
    CUDATILED_REQUIRE(type == plan_.jointType, kApply, StsUnmatchedFormats,
                      "joint is of type %s; the filter was created for %s", typeName(type).c_str(),
                      typeName(plan_.jointType).c_str());
    CUDATILED_REQUIRE(size == srcSize, kApply, StsUnmatchedSizes,
                      "joint is %d x %d and src %d x %d; both must have the same size", size.width, size.height,
                      srcSize.width, srcSize.height);
}

// The headers are copies: dst may be the same object, and be created anew.
void PlannedJointBilateral::filterOnDevice(InputArray joint, InputArray src, OutputArray dst, CudaStream stream) const
{
    const cv::cuda::GpuMat guide = gpuMatOf(joint), image = gpuMatOf(src);
    checkTypeAndSize(stages_, kApply, image.type(), image.size());
    checkJoint(guide.type(), guide.size(), image.size());
    checkGpuMat(kApply, "joint", guide);
    checkGpuMat(kApply, "src", image);
    requireCudaDevice(kApply);
    const cv::cuda::GpuMat& result = createGpuMat(kApply, "dst", dst, image.size(), plan_.dstType);
    checkGpuMat(kApply, "dst", result);
    const CudaCall call{sourceOf(plan_, image), targetOf(result), stream};
    if (areOne(guide, image))
        filterDeviceImage(stages_, kApply, call, nullptr);
    else
        filterGuidedImage(plan_, kApply, sourceOf(plan_, guide), call);
}

void PlannedJointBilateral::filterOnHost(InputArray joint, InputArray src, OutputArray dst, CudaStream stream)
{
    CUDATILED_REQUIRE(joint.dims() <= 2, kApply, StsBadSize, "joint has %d dimensions; an image has 2", joint.dims());
    const cv::Mat image = checkedSource(stages_, kApply, src), guide = matrixOf(joint);
    checkJoint(guide.type(), guide.size(), image.size());
    CUDATILED_REQUIRE(guide.data, kApply, StsNullPtr,
                      "joint is a Mat of %d x %d pixels at a null pointer; it must point to its pixels", guide.cols,
                      guide.rows);
    checkResult(kApply, "dst", dst, image.size(), plan_.dstType);
    if (areOne(guide, image))
        return apply(image, dst, stream);
    const bool onCuda = getBackend() == BACKEND_CUDA;
    dst.create(image.size(), plan_.dstType);
    cv::Mat result = matrixOf(dst);
    if (onCuda)
    {
        const HostGuide beside{guide, [this](const CudaSource& rows, const CudaCall& call) {
                                   filterGuidedImage(plan_, kApply, rows, call);
                               }};
        filterHostImage(stages_, kApply, image, {result}, stream, nullptr, &beside);
    }
    else
        runOnCpu(plan_, guide, image, result);
}

} // namespace

void JointBilateralFilter::apply(const DeviceImage& joint, const DeviceImage& src, DeviceImage& dst,
                                 CUstream_st* stream)
{
    CUDATILED_REQUIRE(!joint.empty() && !src.empty(), kApply, StsBadSize,
                      "joint or src is empty; both must have at least one pixel");
    DeviceImage result = dst; // dst stays as it is until all went well
    result.create(src.size(), dstType());
    apply(joint.gpuMat(), src.gpuMat(), result.gpuMat(), stream);
    dst = result;
}

Ptr<JointBilateralFilter> makeJointBilateralFilter(JointBilateralPlan plan)
{
    return cv::Ptr<JointBilateralFilter>(new PlannedJointBilateral(std::move(plan)));
}

}} // namespace cv::cudatiled
