// SPDX-License-Identifier: Apache-2.0
// What `apply` does around the plans of a filter: checks, borders of regions, host or device, overlapping images.
#include "../core/require.hpp"
#include "backend.hpp"
#include "batch.hpp"
#include "engine.hpp"
#include "gpumat.hpp"
#include "host_image.hpp"
#include "image_checks.hpp"
#include "run_on_cuda.hpp"
#include "stage_clock.hpp"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply";

class PlannedFilter final : public Filter, public HasStages
{
public:
    explicit PlannedFilter(Stages stages) : stages_(std::move(stages)) {}

    void apply(InputArray src, OutputArray dst) override { filter(src, dst, nullptr); }
    void apply(InputArray src, OutputArray dst, cv::cuda::Stream& stream) override
    {
        filter(src, dst, streamOf(kApply, stream));
    }
    void apply(InputArray src, OutputArray dst, CUstream_st* stream) override { filter(src, dst, stream); }
    int srcType() const override { return stages_.front()->plan().srcType; }
    int dstType() const override { return stages_.back()->plan().dstType; }
    Size dstSize(Size srcSize) const override;
    String kernelName(InputArray src, InputArray dst) const override;

    const Stages& stages() const override { return stages_; }
    void filter(InputArray src, OutputArray dst, CudaStream stream, StageClock* clock = nullptr) const;

private:
    void filterBatch(InputArray src, OutputArray dst, CudaStream stream) const;
    void filterHostBatch(const std::vector<cv::Mat>& src, std::vector<cv::Mat>& dst, CudaStream stream) const;
    void filterDeviceBatch(const std::vector<cv::cuda::GpuMat>& src, std::vector<cv::cuda::GpuMat>& dst,
                           CudaStream stream) const;
    void filterOnDevice(InputArray src, OutputArray dst, CudaStream stream, StageClock* clock) const;
    void filterOnHost(InputArray src, OutputArray dst, CudaStream stream, StageClock* clock) const;
    void filterOnCpu(const cv::Mat& src, cv::Mat& dst, StageClock* clock) const;

    // Only the first stage reads a part of the source; the others filter whole images.
    const ImagePlan& sourcePlan() const { return stages_.front()->plan(); }

    const Stages stages_;
};

Size PlannedFilter::dstSize(Size srcSize) const
{
    checkSize(stages_, "cudatiled::Filter::dstSize", srcSize);
    return dstSizeOf(stages_, srcSize);
}

void PlannedFilter::filter(InputArray src, OutputArray dst, CudaStream stream, StageClock* clock) const
{
    CUDATILED_REQUIRE(src.kind() != cv::_InputArray::NONE && dst.kind() != cv::_InputArray::NONE, kApply, StsNullPtr,
                      "src or dst is noArray(); both must be images");
    if (isBatch(src) || isBatch(dst))
    {
        CUDATILED_REQUIRE(!clock, "cudatiled::timeStages", StsBadArg,
                          "src or dst is a vector of images; both must be images");
        return filterBatch(src, dst, stream);
    }
    const bool device = isDeviceImage(src);
    CUDATILED_REQUIRE(device == isDeviceImage(dst), kApply, StsBadArg,
                      "src is a %s image and dst a %s image; both must be on the same side", device ? "device" : "host",
                      device ? "host" : "device");
    if (device)
        filterOnDevice(src, dst, stream, clock);
    else
        filterOnHost(src, dst, stream, clock);
}

void PlannedFilter::filterBatch(InputArray src, OutputArray dst, CudaStream stream) const
{
    CUDATILED_REQUIRE(src.kind() == dst.kind(), kApply, StsBadArg,
                      "src and dst are arrays of different kinds; both must be an image, a vector<cuda::GpuMat> or a "
                      "vector<Mat>");
    if (isDeviceBatch(src))
        filterDeviceBatch(imagesOf<cv::cuda::GpuMat>(src), imagesToMake<cv::cuda::GpuMat>(dst), stream);
    else
        filterHostBatch(imagesOf<cv::Mat>(src), imagesToMake<cv::Mat>(dst), stream);
}

void PlannedFilter::filterHostBatch(const std::vector<cv::Mat>& src, std::vector<cv::Mat>& dst, CudaStream stream) const
{
    for (const cv::Mat& image : src)
        checkTypeAndSize(stages_, kApply, image.type(), image.size());
    dst.resize(src.size());
    for (std::size_t i = 0; i < src.size(); ++i)
        filterOnHost(src[i], dst[i], stream, nullptr);
}

void PlannedFilter::filterDeviceBatch(const std::vector<cv::cuda::GpuMat>& src, std::vector<cv::cuda::GpuMat>& dst,
                                      CudaStream stream) const
{
    for (const cv::cuda::GpuMat& image : src)
    {
        checkTypeAndSize(stages_, kApply, image.type(), image.size());
        checkGpuMat(kApply, "src", image);
    }
    if (!src.empty())
        requireCudaDevice(kApply);
    std::vector<cv::cuda::GpuMat> results = dst; // dst stays as it is until all images of it are there
    results.resize(src.size());
    std::vector<CudaCall> calls;
    calls.reserve(src.size());
    for (std::size_t i = 0; i < src.size(); ++i)
    {
        const cv::cuda::GpuMat& result =
            createGpuMat(kApply, "dst", results[i], dstSizeOf(stages_, src[i].size()), dstType());
        checkGpuMat(kApply, "dst", result);
        calls.push_back({sourceOf(sourcePlan(), src[i]), targetOf(result), stream});
    }
    cudatiled::filterDeviceBatch(stages_, kApply, std::move(calls));
    dst.swap(results);
}

void PlannedFilter::filterOnDevice(InputArray src, OutputArray dst, CudaStream stream, StageClock* clock) const
{
    const cv::cuda::GpuMat image = gpuMatOf(src); // a copy: dst may be the same object and be created anew
    checkTypeAndSize(stages_, kApply, image.type(), image.size());
    checkGpuMat(kApply, "src", image);
    requireCudaDevice(kApply);
    const cv::cuda::GpuMat& result = createGpuMat(kApply, "dst", dst, dstSizeOf(stages_, image.size()), dstType());
    checkGpuMat(kApply, "dst", result);
    filterDeviceImage(stages_, kApply, {sourceOf(sourcePlan(), image), targetOf(result), stream}, clock);
}

String PlannedFilter::kernelName(InputArray src, InputArray dst) const
{
    static const char function[] = "cudatiled::Filter::kernelName";
    CUDATILED_REQUIRE(isDeviceImage(src) && isDeviceImage(dst), function, StsBadArg,
                      "%s is not a device image; both must be", isDeviceImage(src) ? "dst" : "src");
    const cv::cuda::GpuMat &image = gpuMatOf(src), &result = gpuMatOf(dst);
    checkTypeAndSize(stages_, function, image.type(), image.size());
    checkGpuMat(function, "src", image);
    requireCudaDevice(function);
    const cv::Size size = dstSizeOf(stages_, image.size());
    CUDATILED_REQUIRE(result.size() == size && result.type() == dstType(), function, StsUnmatchedSizes,
                      "dst is %d x %d of type %s; it must be %d x %d of type %s", result.cols, result.rows,
                      typeName(result.type()).c_str(), size.width, size.height, typeName(dstType()).c_str());
    checkGpuMat(function, "dst", result);
    return kernelNames(stages_, {sourceOf(sourcePlan(), image), targetOf(result), nullptr});
}

void PlannedFilter::filterOnHost(InputArray src, OutputArray dst, CudaStream stream, StageClock* clock) const
{
    const cv::Mat image = checkedSource(stages_, kApply, src);
    const cv::Size size = dstSizeOf(stages_, image.size());
    checkResult(kApply, "dst", dst, size, dstType());
    const bool onCuda = getBackend() == BACKEND_CUDA;
    dst.create(size, dstType());
    cv::Mat result = matrixOf(dst);
    if (onCuda)
        filterHostImage(stages_, kApply, image, {result}, stream, clock);
    else
        filterOnCpu(image, result, clock);
}

void PlannedFilter::filterOnCpu(const cv::Mat& src, cv::Mat& dst, StageClock* clock) const
{
    cv::Mat between[2]; // each holds the result of one stage, the source of the next; they take turns
    for (std::size_t i = 0; i < stages_.size(); ++i)
    {
        const cv::Mat& from = i == 0 ? src : between[(i - 1) % 2];
        cv::Mat& to = i + 1 == stages_.size() ? dst : between[i % 2];
        to.create(stages_[i]->dstSize(from.size()), stages_[i]->plan().dstType);
        stages_[i]->onCpu(from, to);
        if (clock)
            clock->ended(StageClock::Part::Stage);
    }
    if (clock)
        clock->setNames(std::vector<std::string>(stages_.size(), "CPU"));
}

} // namespace

Ptr<Filter> makeFilter(Stages stages)
{
    return cv::Ptr<Filter>(new PlannedFilter(std::move(stages)));
}

bool keepSize(const Stages& stages)
{
    return std::none_of(stages.begin(), stages.end(), [](const auto& stage) { return stage->resizes(); });
}

const Stages* stagesOf(const Filter& filter)
{
    const auto* planned = dynamic_cast<const HasStages*>(&filter);
    return planned ? &planned->stages() : nullptr;
}

FilterReach reachOf(const Filter& filter)
{
    const Stages* const stages = stagesOf(filter);
    CUDATILED_REQUIRE(stages, __func__, StsBadArg, "filter is none of this library; a create... function must make it");
    FilterReach reach{{0, 0, 1, 1}, false, false, false};
    for (const auto& stage : *stages)
    {
        const cv::Rect window = stage->window();
        CUDATILED_REQUIRE(
            keepSize(*stages), __func__, StsBadArg,
            "filter makes images of another size than its source; only filters that keep it have a window "
            "around a result");
        reach.window += window.tl();
        reach.window += window.size() - cv::Size(1, 1);
        reach.wrapsRows = reach.wrapsRows || stage->plan().border.row == Border::Wrap;
        reach.wholeImage = reach.wholeImage || stage->rowReach().wholeImage;
        reach.wrapsColumns = reach.wrapsColumns || stage->plan().border.column == Border::Wrap;
    }
    return reach;
}

FilterTimes timeStages(const Filter& filter, InputArray src, OutputArray dst, CUstream_st* stream)
{
    const Stages* const stages = stagesOf(filter);
    CUDATILED_REQUIRE(stages, __func__, StsBadArg, "filter is none of this library; a create... function must make it");
    const bool onCuda = isDeviceImage(src) ? cudaDeviceCount() > 0 : getBackend() == BACKEND_CUDA;
    const std::unique_ptr<StageClock> clock = onCuda ? makeCudaClock(*stages, __func__, stream) : makeSteadyClock();
    PlannedFilter(*stages).filter(src, dst, stream, clock.get());
    return clock->times();
}

Size Filter::dstSize(Size srcSize) const
{
    return srcSize;
}

void Filter::apply(const DeviceImage& src, DeviceImage& dst, CUstream_st* stream)
{
    CUDATILED_REQUIRE(!src.empty(), kApply, StsBadSize, "src is empty; it must have at least one pixel");
    DeviceImage result = dst; // dst stays as it is until all went well
    result.create(dstSize(src.size()), dstType());
    apply(src.gpuMat(), result.gpuMat(), stream);
    dst = result;
}

void Filter::apply(const std::vector<DeviceImage>& src, std::vector<DeviceImage>& dst, CUstream_st* stream)
{
    std::vector<DeviceImage> results = dst;
    results.resize(src.size());
    std::vector<cv::cuda::GpuMat> from, to;
    for (std::size_t i = 0; i < src.size(); ++i)
    {
        CUDATILED_REQUIRE(!src[i].empty(), kApply, StsBadSize, "src[%zu] is empty; it must have at least one pixel", i);
        results[i].create(dstSize(src[i].size()), dstType());
        from.push_back(src[i].gpuMat());
        to.push_back(results[i].gpuMat());
    }
    apply(from, to, stream);
    dst.swap(results);
}

}} // namespace cv::cudatiled
