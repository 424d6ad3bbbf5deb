// SPDX-License-Identifier: Apache-2.0
// Sorting the images of a batch into those that one launch filters.
#include "batch.hpp"

#include "run_on_cuda.hpp"

#if CUDATILED_WITH_CUDA
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <numeric>
#include <tuple>

#include "../core/scratch.hpp"
#include "../launch/batch_places.hpp"
#endif

namespace cv { namespace cudatiled {

#if CUDATILED_WITH_CUDA

namespace {

// All that a launch depends on, except addresses.
struct Likeness
{
    unsigned alignment; // steps and first pixels modulo 16 bytes, the widest unit of loads and stores: four digits
    std::array<std::size_t, 9> shape; // sizes, offset, and steps

    Likeness(const CudaCall& call, std::size_t srcPixel)
    {
        constexpr std::uintptr_t kUnit = 16;
        const Region& r = call.src.region;
        alignment = 0;
        for (const std::uintptr_t place :
             {call.src.step, call.dst.step, reinterpret_cast<std::uintptr_t>(firstPixel(call.src, srcPixel)),
              reinterpret_cast<std::uintptr_t>(call.dst.data)})
            alignment = alignment * kUnit + static_cast<unsigned>(place % kUnit);
        const auto number = [](int i) {
            return static_cast<std::size_t>(i);
        };
        shape = {number(r.size.height), number(r.size.width), number(r.whole.height),
                 number(r.whole.width), number(r.offset.y),   number(r.offset.x),
                 number(r.submatrix),   call.src.step,        call.dst.step};
    }
    bool operator!=(const Likeness& other) const { return alignment != other.alignment || shape != other.shape; }
    bool operator<(const Likeness& other) const
    {
        return std::tie(alignment, shape) < std::tie(other.alignment, other.shape);
    }
};

// Calls in an order whose neighbours are as alike as may be.
struct SortedCalls
{
    SortedCalls(std::vector<CudaCall> all, std::size_t srcPixel) : calls(std::move(all))
    {
        likeness.reserve(calls.size());
        for (const CudaCall& call : calls)
            likeness.emplace_back(call, srcPixel);
        std::vector<int> order(calls.size());
        std::iota(order.begin(), order.end(), 0);
        const bool areAlike =
            std::adjacent_find(likeness.begin(), likeness.end(), std::not_equal_to<>()) == likeness.end();
        const auto isLess = [&](int i, int j) {
            if (!areAlike && likeness[i] != likeness[j])
                return likeness[i] < likeness[j];
            return std::less<const void*>()(calls[i].dst.data, calls[j].dst.data);
        };
        if (std::is_sorted(order.begin(), order.end(), isLess))
            return;
        std::sort(order.begin(), order.end(), isLess);
        calls = inOrder(calls, order);
        likeness = inOrder(likeness, order);
    }

    template <class T> static std::vector<T> inOrder(const std::vector<T>& all, const std::vector<int>& order)
    {
        std::vector<T> result;
        result.reserve(all.size());
        for (const int i : order)
            result.push_back(all[i]);
        return result;
    }

    std::vector<CudaCall> calls;
    std::vector<Likeness> likeness; // of each
};

// How many calls from `first` on may share a launch: see CudaKernel::launchBatch. Images of other shapes are taken
// while the first shape has few images, and while a quarter of the blocks has work: every image gets as many blocks as
// the highest and the widest need.
int alike(const Stages& stages, const SortedCalls& sorted, std::size_t first)
{
    constexpr std::size_t kMany = 64;
    constexpr double kIdle = 4;
    const CudaCall& one = sorted.calls[first];
    const auto hasShapeOfFirst = [&](std::size_t i) {
        return sorted.likeness[i].shape == sorted.likeness[first].shape;
    };
    cv::Size largest = one.src.region.size;
    double area = static_cast<double>(largest.width) * largest.height;
    std::size_t end = first + 1;
    for (; end < sorted.calls.size() && sorted.likeness[end].alignment == sorted.likeness[first].alignment; ++end)
    {
        const CudaCall& next = sorted.calls[end];
        const cv::Size size = next.src.region.size;
        largest = {std::max(largest.width, size.width), std::max(largest.height, size.height)};
        area += static_cast<double>(size.width) * size.height;
        if (hasShapeOfFirst(end))
            continue;
        const double blocks = static_cast<double>(largest.width) * largest.height * (end + 1 - first);
        const bool manyAlike = end - first >= kMany && hasShapeOfFirst(end - 1);
        if (manyAlike || blocks > kIdle * area || stages.size() > 1 || !stages.front()->takesTogether(one, next))
            break;
    }
    return static_cast<int>(end - first);
}

struct Bytes
{
    const char *begin, *end;
};

Bytes sourceBytes(const CudaCall& call, std::size_t pixelBytes)
{
    const cv::Size whole = call.src.region.whole;
    return {static_cast<const char*>(call.src.data),
            pixelAt(call.src.data, call.src.step, {whole.width, whole.height - 1}, pixelBytes)};
}

Bytes targetBytes(const CudaCall& call, cv::Size size, std::size_t pixelBytes)
{
    return {static_cast<const char*>(call.dst.data),
            pixelAt(call.dst.data, call.dst.step, {size.width, size.height - 1}, pixelBytes)};
}

// Whether no call reads memory that another one, or itself, writes: then the order of the calls does not matter.
bool areIndependent(const Stages& stages, const std::vector<CudaCall>& calls)
{
    const std::size_t srcPixel = CV_ELEM_SIZE(stages.front()->plan().srcType);
    const std::size_t dstPixel = CV_ELEM_SIZE(stages.back()->plan().dstType);
    std::vector<Bytes> written;
    written.reserve(calls.size());
    for (const CudaCall& call : calls)
        written.push_back(targetBytes(call, dstSizeOf(stages, call.src.region.size), dstPixel));
    const auto beginsFirst = [](const Bytes& a, const Bytes& b) {
        return a.begin < b.begin;
    };
    if (!std::is_sorted(written.begin(), written.end(), beginsFirst))
        std::sort(written.begin(), written.end(), beginsFirst);
    for (std::size_t i = 1; i < written.size(); ++i)
        if (written[i].begin < written[i - 1].end)
            return false;
    return std::none_of(calls.begin(), calls.end(), [&](const CudaCall& call) {
        const Bytes read = sourceBytes(call, srcPixel);
        if (read.end <= written.front().begin || read.begin >= written.back().end)
            return false;
        const auto after = std::partition_point(written.begin(), written.end(),
                                                [&](const Bytes& bytes) { return bytes.end <= read.begin; });
        return after != written.end() && after->begin < read.end;
    });
}

// Scratch images between the stages of a chain, for a source of that size: as large as the largest result there.
struct Between
{
    Between(const Stages& stages, cv::Size size)
    {
        for (std::size_t i = 0; i + 1 < stages.size(); ++i)
        {
            size = stages[i]->dstSize(size);
            rowBytes =
                std::max<std::size_t>(rowBytes, std::size_t(size.width) * CV_ELEM_SIZE(stages[i]->plan().dstType));
            rows = std::max(rows, size.height);
        }
    }

    std::size_t rowBytes = 0;
    int rows = 0;
};

// Bounds scratch memory.
int imagesAtOnce(const Stages& stages, const CudaCall& call)
{
    constexpr std::size_t kBytesBetween = 256 << 20;
    if (stages.size() == 1)
        return kMostBlocks;
    const Between between(stages, call.src.region.size);
    const std::size_t bytes = 2 * between.rowBytes * between.rows;
    return static_cast<int>(std::clamp<std::size_t>(kBytesBetween / bytes, 1, kMostBlocks));
}

// Runs the stages on images that may share launches. Two lists of scratch images between stages take turns.
void runStages(const Stages& stages, const char* function, const CudaCall* calls, int count)
{
    const std::size_t last = stages.size() - 1;
    if (last == 0)
        return stages[0]->onCuda(calls, count);
    cv::Size size = calls->src.region.size;
    const Between image(stages, size);
    const ScratchImage scratch(image.rowBytes, 2 * count * image.rows, calls->stream, function);
    const auto between = [&](int list, int number) {
        const std::size_t row = static_cast<std::size_t>(list * count + number) * image.rows;
        return CudaTarget{static_cast<char*>(scratch.data()) + row * scratch.step(), scratch.step()};
    };
    std::vector<CudaCall> stage(calls, calls + count);
    for (std::size_t i = 0; i <= last; ++i)
    {
        for (int n = 0; n < count; ++n)
        {
            if (i > 0)
                stage[n].src = {stage[n].dst.data, stage[n].dst.step, {size, size, {0, 0}}};
            stage[n].dst = i < last ? between(static_cast<int>(i % 2), n) : calls[n].dst;
        }
        stages[i]->onCuda(stage.data(), count);
        size = stages[i]->dstSize(size);
    }
}

// Groups of calls that may share launches. One launch after the other of a filter of one kernel are siblings.
void runGroups(const Stages& stages, const char* function, SortedCalls& sorted)
{
    std::vector<CudaCall>& calls = sorted.calls;
    const auto isOneLaunch = [&](std::size_t i) {
        return stages.size() == 1 && i < calls.size() && stages[0]->isOneLaunch(calls[i]);
    };
    bool before = false;
    for (std::size_t first = 0; first < calls.size();)
    {
        CudaCall* const group = &calls[first];
        const int count = std::min(alike(stages, sorted, first), imagesAtOnce(stages, *group));
        first += count;
        const bool one = isOneLaunch(first - count);
        if (one)
            group->siblings = Siblings::of(before, isOneLaunch(first));
        if (one || count > 1)
            runStages(stages, function, group, count);
        else
            filterDeviceImage(stages, function, *group, nullptr);
        before = one;
    }
}

} // namespace

void filterDeviceBatch(const Stages& stages, const char* function, std::vector<CudaCall> calls)
{
    if (calls.empty())
        return;
    if (!areIndependent(stages, calls))
    {
        for (const CudaCall& call : calls)
            filterDeviceImage(stages, function, call, nullptr);
        return;
    }
    SortedCalls sorted(std::move(calls), CV_ELEM_SIZE(stages.front()->plan().srcType));
    BatchList list(sorted.calls.data(), static_cast<int>(sorted.calls.size()));
    for (std::size_t i = 0; i < sorted.calls.size(); ++i)
    {
        sorted.calls[i].list = &list;
        sorted.calls[i].numberInList = static_cast<int>(i);
    }
    runGroups(stages, function, sorted);
}

#else // images only get here with a device

void filterDeviceBatch(const Stages&, const char*, std::vector<CudaCall>)
{}

#endif

}} // namespace cv::cudatiled
