// SPDX-License-Identifier: Apache-2.0
// `detect` of edge detectors: edges from given derivatives.
#include "apply_canny.hpp"

#include "../core/require.hpp"
#include "backend.hpp"
#include "extended_filter.hpp"
#include "gpumat.hpp"
#include "image_checks.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kDetect[] = "cudatiled::CannyFilter::detect";

class PlannedCanny final : public ExtendedFilter<CannyFilter, CannyPlan>
{
public:
    using ExtendedFilter::ExtendedFilter;

    void detect(InputArray dx, InputArray dy, OutputArray edges) override { detectOn(dx, dy, edges, nullptr); }
    void detect(InputArray dx, InputArray dy, OutputArray edges, cv::cuda::Stream& stream) override
    {
        detectOn(dx, dy, edges, streamOf(kDetect, stream));
    }
    void detect(InputArray dx, InputArray dy, OutputArray edges, CUstream_st* stream) override
    {
        detectOn(dx, dy, edges, stream);
    }

private:
    void detectOn(InputArray dx, InputArray dy, OutputArray edges, CudaStream stream);
    void checkDerivatives(int typeOfX, cv::Size sizeOfX, int typeOfY, cv::Size sizeOfY) const;
    void detectOnDevice(const cv::cuda::GpuMat& dx, const cv::cuda::GpuMat& dy, OutputArray edges,
                        CudaStream stream) const;
    void detectOnHost(const cv::Mat& dx, const cv::Mat& dy, OutputArray edges, CudaStream stream);
};

void PlannedCanny::detectOn(InputArray dx, InputArray dy, OutputArray edges, CudaStream stream)
{
    if (areOnDevice(kDetect, "dx, dy and edges", {&dx, &dy, &edges}))
        detectOnDevice(gpuMatOf(dx), gpuMatOf(dy), edges, stream);
    else
        detectOnHost(matrixOf(dx), matrixOf(dy), edges, stream);
}

void PlannedCanny::checkDerivatives(int typeOfX, cv::Size sizeOfX, int typeOfY, cv::Size sizeOfY) const
{
    const int channels = CV_MAT_CN(plan_.srcType), type = CV_MAKETYPE(CV_16S, channels);
    CUDATILED_REQUIRE(channels == 1 || channels == 3, kDetect, BadNumChannels,
                      "the filter was created for %s; derivatives are taken of 1 or 3 channels",
                      typeName(plan_.srcType).c_str());
    CUDATILED_REQUIRE(typeOfX == type && typeOfY == type, kDetect, StsUnmatchedFormats,
                      "dx is of type %s and dy of type %s; both must be %s", typeName(typeOfX).c_str(),
                      typeName(typeOfY).c_str(), typeName(type).c_str());
    CUDATILED_REQUIRE(sizeOfX == sizeOfY && sizeOfX.width > 0 && sizeOfX.height > 0, kDetect, StsUnmatchedSizes,
                      "dx is %d x %d and dy %d x %d; both must have the same size, of at least one pixel",
                      sizeOfX.width, sizeOfX.height, sizeOfY.width, sizeOfY.height);
}

// dx and dy are copies of the headers: edges may be the same object, and be created anew.
void PlannedCanny::detectOnDevice(const cv::cuda::GpuMat& dx, const cv::cuda::GpuMat& dy, OutputArray edges,
                                  CudaStream stream) const
{
    checkDerivatives(dx.type(), dx.size(), dy.type(), dy.size());
    const cv::cuda::GpuMat x = dx, y = dy;
    checkGpuMat(kDetect, "dx", x);
    checkGpuMat(kDetect, "dy", y);
    requireCudaDevice(kDetect);
    const cv::cuda::GpuMat& result = createGpuMat(kDetect, "edges", edges, x.size(), plan_.dstType);
    checkGpuMat(kDetect, "edges", result);
    CudaCall call{sourceOf(plan_, x), targetOf(result), stream};
    call.dx = targetOf(x);
    call.dy = targetOf(y);
    stages_.front()->onCuda(call);
}

void PlannedCanny::detectOnHost(const cv::Mat& dx, const cv::Mat& dy, OutputArray edges, CudaStream stream)
{
    checkDerivatives(dx.type(), dx.size(), dy.type(), dy.size());
    checkResult(kDetect, "edges", edges, dx.size(), plan_.dstType);
    const cv::Mat x = dx, y = dy;
    const bool onCuda = getBackend() == BACKEND_CUDA;
    edges.create(x.size(), plan_.dstType);
    cv::Mat result = matrixOf(edges);
    if (!onCuda)
        return runOnCpu(plan_, x, y, result);
    DeviceImage onDevice[3];
    onDevice[0].upload(x, stream);
    onDevice[1].upload(y, stream);
    CannyFilter::detect(onDevice[0], onDevice[1], onDevice[2], stream);
    onDevice[2].download(result, stream);
}

} // namespace

void CannyFilter::detect(const DeviceImage& dx, const DeviceImage& dy, DeviceImage& edges, CUstream_st* stream)
{
    CUDATILED_REQUIRE(!dx.empty() && !dy.empty(), kDetect, StsBadSize,
                      "dx or dy is empty; both must have at least one pixel");
    DeviceImage result = edges; // edges stays as it is until all went well
    result.create(dx.size(), dstType());
    detect(dx.gpuMat(), dy.gpuMat(), result.gpuMat(), stream);
    edges = result;
}

Ptr<CannyFilter> makeCannyFilter(CannyPlan plan)
{
    return cv::Ptr<CannyFilter>(new PlannedCanny(std::move(plan)));
}

}} // namespace cv::cudatiled
