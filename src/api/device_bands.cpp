// SPDX-License-Identifier: Apache-2.0
// Device images on their way through a chain, in bands of rows.
#include "device_bands.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "../core/scratch.hpp"
#include "band_sizes.hpp"
#include "filter_band.hpp"

namespace cv { namespace cudatiled {

namespace {

// Kernels that give each pixel the same bits wherever an image is cut above and below its window: sums are integers, or
// have the same order in every row; others pick pixels. Of the rest, columnSumKernel, runningBoxKernel and
// mmaSplitKernel add up floats in an order that depends on the rows.
constexpr const char* kCutKernels[] = {"slidingWindowKernel", "mmaSeparableU8Kernel",  "mmaDenseU8Kernel",
                                       "rowSumKernel",        "minmaxWindowKernel",    "minmaxIdentityKernel",
                                       "minmaxSquareKernel",  "minmaxTransposeKernel", "maskMinmaxKernel",
                                       "medianNetworkKernel", "rectangleMinmaxKernel"};

// Higher windows take longer than their way to memory, so that bands save nothing. An estimate.
constexpr int kHighestWindow = 7;

// Of names that are joined by " + ".
bool areCutKernels(const std::string& names)
{
    static const std::string kPlus = " + ";
    for (std::size_t begin = 0; begin < names.size();)
    {
        const std::size_t end = std::min(names.find(kPlus, begin), names.size());
        if (std::none_of(std::begin(kCutKernels), std::end(kCutKernels),
                         [&](const char* name) { return names.compare(begin, end - begin, name) == 0; }))
            return false;
        begin = end + kPlus.size();
    }
    return true;
}

// What kernels are chosen by, of a stage that filters an image between two stages: address 0 is as aligned as scratch
// memory is.
CudaCall callBetween(const CudaCall& chain, const Stages& stages, std::size_t stage)
{
    const cv::Size size = chain.src.region.size;
    const auto stepOf = [&](int type) {
        return (static_cast<std::size_t>(size.width) * CV_ELEM_SIZE(type) + 255) / 256 * 256;
    };
    const ImagePlan& plan = stages[stage]->plan();
    CudaCall call = chain;
    if (stage > 0)
        call.src = {nullptr, stepOf(plan.srcType), {size, size, {0, 0}}};
    if (stage + 1 < stages.size())
        call.dst = {nullptr, stepOf(plan.dstType)};
    return call;
}

bool canBeCut(const Stages& stages, std::size_t stage, const CudaCall& chain)
{
    const ImagePlan& plan = stages[stage]->plan();
    return plan.border.column != Border::Wrap && (hasChainBandRows() || plan.ksize.height <= kHighestWindow) &&
           areCutKernels(stages[stage]->kernelName(callBetween(chain, stages, stage)));
}

ChainRow rowOf(const Stages& stages, std::size_t begin, std::size_t end, int columns)
{
    ChainRow row{static_cast<int>(end - begin), 0, 0};
    const auto width = static_cast<std::size_t>(columns);
    for (std::size_t i = begin; i < end; ++i)
    {
        const ImagePlan& plan = stages[i]->plan();
        const std::size_t written = width * CV_ELEM_SIZE(plan.dstType);
        row.widest = std::max(row.widest, width * CV_ELEM_SIZE(plan.srcType) + written);
        row.between += i + 1 < end ? written : 0;
    }
    return row;
}

// A cut spoils results of the last stage of a group, which are made in other memory and copied.
bool copiesResults(const Engine& stage)
{
    const RowReach reach = stage.rowReach();
    return reach.spoiltAbove + reach.spoiltBelow > 0;
}

// Bands are filtered in the order of their rows, the first stage one band ahead. Whether it then never reads rows of
// an image whose results are in their place.
bool readsBeforeItWrites(const SeparateBands& bands, const Region& region, int last)
{
    for (int band = 2; band < bands.count(); ++band)
        if (bands.at(band, 0).read.begin - region.offset.y < bands.at(band - 2, last).results.end)
            return false;
    return true;
}

// One group with its bands and the memory between its stages.
class BandsOnDevice
{
public:
    BandsOnDevice(const Stages& stages, int rows, const char* function, const CudaCall& call, Overlap overlap)
        : stages_(stages), function_(function), call_(call), bands_(stages, call.src.region, rows),
          ahead_(overlap == Overlap::None ? 0 : 1),
          memory_(rowBytes(), bands_.capacity() * buffers(), call.stream, function)
    {}

    void run() const
    {
        for (int band = 0; band < bands_.count() + ahead_; ++band)
        {
            if (band < bands_.count())
                filter(band, 0);
            for (int stage = 1; band >= ahead_ && stage <= last(); ++stage)
                filter(band - ahead_, stage);
        }
    }

private:
    int last() const { return static_cast<int>(stages_.size()) - 1; }

    // The first stage has two buffers by turns if it is a band ahead; the stages between the first and the last have
    // two. Where it is not, all have the same two.
    int buffers() const { return ahead_ ? 2 + std::min(last() - 1, 2) : std::min(last(), 2); }
    int bufferOf(int band, int stage) const
    {
        return !ahead_ ? stage % 2 : stage == 0 ? band % 2 : 2 + (stage - 1) % 2;
    }

    std::size_t rowBytes() const
    {
        std::size_t pixel = 0;
        for (int stage = 0; stage < last(); ++stage)
            pixel = std::max<std::size_t>(pixel, CV_ELEM_SIZE(stages_[stage]->plan().dstType));
        return static_cast<std::size_t>(call_.src.region.size.width) * pixel;
    }

    // Row `row` of what a stage makes for a band, which has all rows that it filters.
    char* made(int band, int stage, int row) const
    {
        const int begin = bands_.at(band, stage).filtered.begin;
        return static_cast<char*>(memory_.data()) +
               (static_cast<std::size_t>(bufferOf(band, stage)) * bands_.capacity() + (row - begin)) * memory_.step();
    }

    CudaSource source(int band, int stage) const
    {
        const StageBand& rows = bands_.at(band, stage);
        const cv::Size size = call_.src.region.size;
        if (stage > 0)
            return {made(band, stage - 1, rows.read.begin), memory_.step(), regionOfBand({size, size, {0, 0}}, rows)};
        const char* const whole = static_cast<const char*>(call_.src.data);
        return {whole + static_cast<std::size_t>(rows.read.begin) * call_.src.step, call_.src.step,
                regionOfBand(call_.src.region, rows)};
    }

    void filter(int band, int stage) const
    {
        const StageBand& rows = bands_.at(band, stage);
        CudaCall call{source(band, stage), {}, call_.stream};
        if (stage < last())
        {
            call.dst = {made(band, stage, rows.filtered.begin), memory_.step()};
            return stages_[stage]->onCuda(call);
        }
        char* const results = static_cast<char*>(call_.dst.data);
        call.dst = {results + static_cast<std::size_t>(rows.results.begin) * call_.dst.step, call_.dst.step};
        filterBand(*stages_[stage], call, rows, function_);
    }

    const Stages& stages_;
    const char* const function_;
    const CudaCall& call_;
    const SeparateBands bands_;
    const int ahead_;
    const ScratchImage memory_;
};

// Rows of a band of stages [begin, end); 0 if they are not to run together.
int rowsOfGroup(const Stages& stages, std::size_t begin, std::size_t end, const CudaCall& call, Overlap overlap)
{
    const cv::Size size = call.src.region.size;
    const int rows = end - begin < 2 ? 0 : chainBandRows(rowOf(stages, begin, end, size.width), size.height);
    if (rows == 0 || end - begin < stages.size() || overlap == Overlap::None)
        return rows; // an image between groups overlaps nothing
    const bool right = overlap == Overlap::Same && readsBeforeItWrites({stages, call.src.region, rows}, call.src.region,
                                                                       static_cast<int>(stages.size()) - 1);
    return right ? rows : 0;
}

} // namespace

std::vector<StageGroup> oneByOne(std::size_t stages)
{
    std::vector<StageGroup> groups;
    for (std::size_t i = 0; i < stages; ++i)
        groups.push_back({i, i + 1, 0});
    return groups;
}

std::vector<StageGroup> groupsOf(const Stages& stages, const CudaCall& call, Overlap overlap)
{
    const std::size_t count = stages.size();
    const cv::Size size = call.src.region.size;
    if (count == 1 || !mayCutChain(rowOf(stages, 0, count, size.width).widest, size.height))
        return oneByOne(count);
    std::vector<StageGroup> groups;
    for (std::size_t begin = 0; begin < count;)
    {
        std::size_t end = begin;
        while (end < count && canBeCut(stages, end, call))
            ++end;
        while (!hasChainBandRows() && end > begin && copiesResults(*stages[end - 1]))
            --end;
        const int rows = rowsOfGroup(stages, begin, end, call, overlap);
        if (rows > 0)
        {
            groups.push_back({begin, end, rows});
            begin = end;
        }
        else
            for (end = std::max(end, begin + 1); begin < end; ++begin)
                groups.push_back({begin, begin + 1, 0});
    }
    return groups;
}

void filterInBands(const Stages& group, int rows, const char* function, const CudaCall& call, Overlap overlap)
{
    BandsOnDevice(group, rows, function, call, overlap).run();
}

}} // namespace cv::cudatiled
