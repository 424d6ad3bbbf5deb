// SPDX-License-Identifier: Apache-2.0
// Running an engine on CUDA where source and destination overlap, or lie on the host.
#include "cuda_transfer.hpp"

#if CUDATILED_WITH_CUDA
#include "../core/cuda_error.hpp"
#include "../core/scratch.hpp"
#endif

namespace cv { namespace cudatiled {

#if CUDATILED_WITH_CUDA

namespace {

// The part of the whole image that a region's results depend on: what the kernel reaches, or all of it if it reaches
// beyond.
cv::Rect partRead(const ImagePlan& plan, const Region& region)
{
    const cv::Rect whole({0, 0}, region.whole), reach = region.reach(plan);
    return (reach & whole) == reach ? reach : whole;
}

// The same region in an image of that part alone.
Region within(const Region& region, const cv::Rect& part)
{
    return {region.size, part.size(), region.offset - part.tl()};
}

const char* pixelAt(const void* data, std::size_t step, cv::Point p, std::size_t pixelBytes)
{
    return static_cast<const char*>(data) + p.y * step + p.x * pixelBytes;
}

} // namespace

void filterDeviceImage(const Engine& engine, const char* function, const CudaCall& call)
{
    const ImagePlan& plan = engine.plan();
    const CudaSource& src = call.src;
    const CudaTarget& dst = call.dst;
    const std::size_t srcPixel = CV_ELEM_SIZE(plan.srcType), dstPixel = CV_ELEM_SIZE(plan.dstType);
    const cv::Rect part = partRead(plan, src.region);
    const cv::Size size = src.region.size;
    const char* readBegin = pixelAt(src.data, src.step, part.tl(), srcPixel);
    const char* readEnd = pixelAt(src.data, src.step, part.br() - cv::Point(0, 1), srcPixel);
    const char* writeBegin = static_cast<const char*>(dst.data);
    const char* writeEnd = pixelAt(dst.data, dst.step, {size.width, size.height - 1}, dstPixel);
    if (readEnd <= writeBegin || writeEnd <= readBegin)
        return engine.onCuda(call);

    const std::size_t rowBytes = part.width * srcPixel;
    const ScratchImage copy(rowBytes, part.height, call.stream, function);
    requireCuda(cudaMemcpy2DAsync(copy.data(), copy.step(), readBegin, src.step, rowBytes, part.height,
                                  cudaMemcpyDeviceToDevice, call.stream),
                function, "the copy of the overlapping source");
    engine.onCuda({{copy.data(), copy.step(), within(src.region, part)}, dst, call.stream});
}

void filterHostImage(const Engine& engine, const char* function, const cv::Mat& src, cv::Mat& dst, CudaStream stream)
{
    const ImagePlan& plan = engine.plan();
    const Region region = regionOf(plan, src);
    const cv::Rect part = partRead(plan, region);
    const std::size_t srcPixel = src.elemSize(), srcBytes = part.width * srcPixel;
    const std::size_t dstBytes = dst.cols * dst.elemSize();
    const uchar* whole =
        region.isSubmatrix() ? src.data - region.offset.y * src.step - region.offset.x * srcPixel : src.data;
    const ScratchImage uploaded(srcBytes, part.height, stream, function);
    const ScratchImage filtered(dstBytes, dst.rows, stream, function);
    requireCuda(cudaMemcpy2DAsync(uploaded.data(), uploaded.step(), pixelAt(whole, src.step, part.tl(), srcPixel),
                                  src.step, srcBytes, part.height, cudaMemcpyHostToDevice, stream),
                function, "the upload of src");
    engine.onCuda(
        {{uploaded.data(), uploaded.step(), within(region, part)}, {filtered.data(), filtered.step()}, stream});
    requireCuda(cudaMemcpy2DAsync(dst.data, dst.step, filtered.data(), filtered.step(), dstBytes, dst.rows,
                                  cudaMemcpyDeviceToHost, stream),
                function, "the download of dst");
    requireCuda(cudaStreamSynchronize(stream), function, "cudaStreamSynchronize");
}

#else // images only get here with a device

void filterDeviceImage(const Engine&, const char*, const CudaCall&)
{}
void filterHostImage(const Engine&, const char*, const cv::Mat&, cv::Mat&, CudaStream)
{}

#endif

}} // namespace cv::cudatiled
