// SPDX-License-Identifier: Apache-2.0
// Running the stages of a filter on CUDA, also where source and destination overlap.
#include "run_on_cuda.hpp"

#include "host_image.hpp"

#if CUDATILED_WITH_CUDA
#include <algorithm>
#include <optional>

#include "../core/cuda_error.hpp"
#include "../core/cuda_marks.hpp"
#include "../core/scratch.hpp"
#include "../cuda/joint_bilateral.hpp"
#include "row_bands.hpp"
#endif

namespace cv { namespace cudatiled {

#if CUDATILED_WITH_CUDA

namespace {

// The same region in an image of that part alone.
Region within(const Region& region, const cv::Rect& part)
{
    return {region.size, part.size(), region.offset - part.tl(), region.image, region.submatrix};
}

// Whether a result lies over a part of this memory. Rows of a gradient's other results may be shorter than this says.
bool overwrites(CudaCall call, cv::Size size, int dstType, const char* begin, const char* end)
{
    for (const CudaTarget* target : targetsOf(call))
    {
        const std::size_t pixel = target == &call.dst ? CV_ELEM_SIZE(dstType) : CV_MAT_CN(dstType) * sizeof(float);
        if (target->data && begin < pixelAt(target->data, target->step, {size.width, size.height - 1}, pixel) &&
            static_cast<const char*>(target->data) < end)
            return true;
    }
    return false;
}

// The part of a source of that type that a plan reads.
struct BytesRead
{
    BytesRead(const ImagePlan& plan, int type, const CudaSource& src)
        : part(partRead(plan, src.region)), pixel(CV_ELEM_SIZE(type)),
          begin(pixelAt(src.data, src.step, part.tl(), pixel)),
          end(pixelAt(src.data, src.step, part.br() - cv::Point(0, 1), pixel))
    {}

    const cv::Rect part;
    const std::size_t pixel; // bytes
    const char *const begin, *const end;
};

// A copy of this part in scratch memory, for results that lie over it.
class SourceCopy
{
public:
    SourceCopy(const BytesRead& read, const CudaSource& src, CudaStream stream, const char* function)
        : memory_(read.part.width * read.pixel, read.part.height, stream, function),
          source_(CudaSource{memory_.data(), memory_.step(), within(src.region, read.part)})
    {
        requireCuda(cudaMemcpy2DAsync(memory_.data(), memory_.step(), read.begin, src.step,
                                      read.part.width * read.pixel, read.part.height, cudaMemcpyDeviceToDevice, stream),
                    function, "the copy of the overlapping source");
    }

    const CudaSource& source() const { return source_; }

private:
    const ScratchImage memory_;
    const CudaSource source_;
};

// Whether each result lies over the one pixel that it depends on.
bool isInPlace(const ImagePlan& plan, const CudaCall& call)
{
    const std::size_t srcPixel = CV_ELEM_SIZE(plan.srcType);
    return plan.pointwise && srcPixel == static_cast<std::size_t>(CV_ELEM_SIZE(plan.dstType)) &&
           firstPixel(call.src, srcPixel) == call.dst.data && call.src.step == call.dst.step;
}

// The call of a stage. Two images between stages take turns.
CudaCall callOfStage(const Stages& stages, const CudaCall& whole, const CudaTarget (&between)[2], std::size_t stage)
{
    const std::size_t last = stages.size() - 1;
    CudaCall call = whole;
    if (stage > 0)
    {
        const CudaTarget& image = between[(stage - 1) % 2];
        cv::Size size = whole.src.region.size;
        for (std::size_t i = 0; i < stage; ++i)
            size = stages[i]->dstSize(size);
        call.src = {image.data, image.step, {size, size, {0, 0}}};
    }
    if (stage < last)
        call.dst = between[stage % 2];
    return call;
}

// The images between stages, in scratch memory.
class ImagesBetween
{
public:
    ImagesBetween(const Stages& stages, const CudaCall& call, const char* function)
    {
        cv::Size size = call.src.region.size;
        const std::size_t count = stages.size() - 1;
        std::size_t rowBytes = 0;
        int rows = 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            size = stages[i]->dstSize(size);
            rowBytes =
                std::max<std::size_t>(rowBytes, std::size_t(size.width) * CV_ELEM_SIZE(stages[i]->plan().dstType));
            rows = std::max(rows, size.height);
        }
        for (std::size_t i = 0; i < std::min<std::size_t>(count, 2); ++i)
        {
            memory_[i].emplace(rowBytes, rows, call.stream, function);
            targets[i] = {memory_[i]->data(), memory_[i]->step()};
        }
    }

    CudaTarget targets[2] = {};

private:
    std::optional<ScratchImage> memory_[2];
};

// dst does not overlap src, or there are several stages.
void runStages(const Stages& stages, const char* function, const CudaCall& whole, StageClock* clock)
{
    const std::size_t last = stages.size() - 1;
    const ImagesBetween between(stages, whole, function);
    if (clock)
        clock->ended(StageClock::Part::Preparation);
    for (std::size_t i = 0; i <= last; ++i)
    {
        stages[i]->onCuda(callOfStage(stages, whole, between.targets, i));
        if (clock)
            clock->ended(StageClock::Part::Stage);
    }
    if (!clock)
        return;
    std::vector<std::string> names;
    for (std::size_t i = 0; i <= last; ++i)
        names.push_back(stages[i]->kernelName(callOfStage(stages, whole, between.targets, i)));
    clock->setNames(std::move(names));
}

class CudaClock final : public StageClock
{
public:
    CudaClock(int parts, const char* function, CudaStream stream) : marks_(parts + 1, stream, function)
    {
        marks_.add();
    }

private:
    void mark() override { marks_.add(); }
    float milliseconds(int from, int to) const override { return marks_.milliseconds(from, to); }

    CudaMarks marks_;
};

} // namespace

void filterDeviceImage(const Stages& stages, const char* function, const CudaCall& call, StageClock* clock)
{
    const ImagePlan& plan = stages.front()->plan();
    const BytesRead read(plan, plan.srcType, call.src);
    const cv::Size size = dstSizeOf(stages, call.src.region.size);
    if (stages.size() > 1 || isInPlace(plan, call) ||
        !overwrites(call, size, stages.back()->plan().dstType, read.begin, read.end))
        return runStages(stages, function, call, clock);

    const SourceCopy copy(read, call.src, call.stream, function);
    CudaCall ofCopy = call;
    ofCopy.src = copy.source();
    runStages(stages, function, ofCopy, clock);
}

void filterGuidedImage(const JointBilateralPlan& plan, const char* function, const CudaSource& joint,
                       const CudaCall& call)
{
    std::optional<SourceCopy> copies[2];
    const auto unwritten = [&](const CudaSource& src, int type, std::optional<SourceCopy>& copy) {
        const BytesRead read(plan, type, src);
        if (!overwrites(call, src.region.size, plan.dstType, read.begin, read.end))
            return src;
        return copy.emplace(read, src, call.stream, function).source();
    };
    CudaCall beside = call;
    beside.src = unwritten(call.src, plan.srcType, copies[0]);
    jointBilateralOnCuda(plan, unwritten(joint, plan.jointType, copies[1]), beside);
}

std::string kernelNames(const Stages& stages, const CudaCall& call)
{
    constexpr CudaTarget between[2] = {}; // address 0 is as aligned as scratch memory is
    const std::size_t last = stages.size() - 1;
    std::string names;
    for (std::size_t i = 0; i <= last; ++i)
        names += (i == 0 ? "" : " + ") + stages[i]->kernelName(callOfStage(stages, call, between, i));
    return names;
}

std::unique_ptr<StageClock> makeCudaClock(const Stages& stages, const char* function, CudaStream stream)
{
    constexpr int kPartsBesideStages = 3; // preparation, upload and download
    return std::unique_ptr<StageClock>(
        new CudaClock(static_cast<int>(stages.size()) + kPartsBesideStages, function, stream));
}

#else // images only get here with a device

void filterDeviceImage(const Stages&, const char*, const CudaCall&, StageClock*)
{}
void filterGuidedImage(const JointBilateralPlan&, const char*, const CudaSource&, const CudaCall&)
{}
void filterHostImage(const Stages&, const char*, const cv::Mat&, const std::vector<cv::Mat>&, CudaStream, StageClock*,
                     const HostGuide*)
{}
void releaseTransferMemory()
{}
std::string kernelNames(const Stages&, const CudaCall&)
{
    return {};
}
std::unique_ptr<StageClock> makeCudaClock(const Stages&, const char*, CudaStream)
{
    return makeSteadyClock();
}

#endif

}} // namespace cv::cudatiled
