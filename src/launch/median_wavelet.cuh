// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of medians that are found bit by bit: the image part by part, in scratch memory.
#pragma once

#include <algorithm>
#include <memory>

#include "../core/scratch.hpp"
#include "../kernels/median/wavelet.cuh"
#include "../plans/median_plan.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

struct Partition : PartitionTile<256, 16>
{};

} // namespace

// How many digits of two bits the numbers of columns have; at least one.
inline int digitsOfColumns(int width)
{
    int digits = 1;
    while ((width - 1) >> (2 * digits) != 0)
        ++digits;
    return digits;
}

inline MedianArea areaOf(const cv::Rect& r)
{
    return {r.x, r.y, r.width, r.height};
}

inline MedianPart partOf(const cv::Rect& results, const MedianPlan& plan, cv::Size image, int channel,
                         std::uint32_t flip)
{
    const int size = plan.ksize.width;
    const int left = std::min(size / 2, results.x), above = std::min(size / 2, results.y);
    const int right = std::min(size / 2, image.width - results.x - results.width);
    const int below = std::min(size / 2, image.height - results.y - results.height);
    const MedianArea pixels{results.x - left, results.y - above, left + results.width + right,
                            above + results.height + below};
    return {areaOf(results), pixels, size, channel, flip, plan.cutsWindows};
}

// Scratch memory for parts with so many pixels and results.
template <class K> class MedianWaveletMemory
{
public:
    using Element = BitElement<K>;

    MedianWaveletMemory(std::size_t pixels, std::size_t results, int columnDigits, CudaStream stream)
        : words_(pixels / 32 + 1)
    {
        std::size_t bytes = 0;
        const auto place = [&](std::size_t count, std::size_t each) {
            const std::size_t here = bytes;
            bytes += (count * each + 255) / 256 * 256;
            return here;
        };
        const std::size_t offsets[] = {place(pixels, sizeof(Element)),
                                       place(pixels, sizeof(Element)),
                                       place(pixels, sizeof(std::uint16_t)),
                                       place(pixels, sizeof(std::uint16_t)),
                                       place(words_, sizeof(DigitWords)),
                                       place(words_ * columnDigits, sizeof(DigitWords)),
                                       place(pixels / Partition::Elements + 1, sizeof(DigitCounts)),
                                       place(1, sizeof(std::uint32_t)),
                                       place(results * MedianStates::Planes, sizeof(std::uint32_t))};
        memory_.reset(new ScratchImage(bytes, 1, stream, "cudatiled::Filter::apply"));
        const auto at = [&](int i) {
            return static_cast<char*>(memory_->data()) + offsets[i];
        };
        for (int i = 0; i < 2; ++i)
        {
            elements[i] = reinterpret_cast<Element*>(at(i));
            columns[i] = reinterpret_cast<std::uint16_t*>(at(2 + i));
        }
        values = reinterpret_cast<DigitWords*>(at(4));
        columnWords = reinterpret_cast<DigitWords*>(at(5));
        tileCounts = reinterpret_cast<DigitCounts*>(at(6));
        zeros = reinterpret_cast<std::uint32_t*>(at(7));
        states = reinterpret_cast<std::uint32_t*>(at(8));
    }

    std::size_t words() const { return words_; }

    Element* elements[2];      // the sequence, and what it becomes
    std::uint16_t* columns[2]; // of zeros, likewise
    DigitWords *values, *columnWords;
    DigitCounts* tileCounts;
    std::uint32_t *zeros, *states;

private:
    std::size_t words_;
    std::unique_ptr<ScratchImage> memory_;
};

template <class From, class To> void launchPartition(const PartitionArguments<From, To>& a, CudaStream stream)
{
    const dim3 grid(a.length / Partition::Elements + 1);
    launchGrid<Partition, countDigitsKernel<Partition, From, To>>("countDigitsKernel", a, grid, stream);
    launchGrid<Partition, partitionKernel<Partition, From, To>>("partitionKernel", a, grid, stream);
}

// How many tiles an area has.
template <class Tile> dim3 gridOf(const MedianArea& area)
{
    return dim3((area.width + Tile::Width - 1) / Tile::Width, (area.height + Tile::Height - 1) / Tile::Height);
}

// One bit of the medians of a part. The sequence is in one place before a bit, and in the other one behind it.
template <class K>
void launchWaveletBit(const MedianWaveletArguments<K>& a, const MedianWaveletMemory<K>& memory, CudaStream stream)
{
    using Element = BitElement<K>;
    const std::uint32_t pixels = a.part.pixelCount();
    Element* const divided = memory.elements[a.bit % 2];
    launchPartition<Element, Element>({memory.elements[1 - a.bit % 2], divided, a.bit + kColumnBits, 1, pixels, nullptr,
                                       memory.tileCounts, memory.values, memory.zeros},
                                      stream);
    for (int level = 0; level < a.columnDigits; ++level)
    {
        const int bit = 2 * (a.columnDigits - 1 - level);
        std::uint16_t* const to = bit > 0 ? memory.columns[level % 2] : nullptr;
        DigitWords* const words = memory.columnWords + level * memory.words();
        if (level == 0)
            launchPartition<Element, std::uint16_t>(
                {divided, to, bit, 3, pixels, memory.zeros, memory.tileCounts, words, nullptr}, stream);
        else
            launchPartition<std::uint16_t, std::uint16_t>(
                {memory.columns[1 - level % 2], to, bit, 3, pixels, memory.zeros, memory.tileCounts, words, nullptr},
                stream);
    }
    launchGrid<MedianWaveletTile, medianWaveletKernel<MedianWaveletTile, K>>(
        "medianWaveletKernel", a, gridOf<MedianWaveletTile>(a.part.results), stream);
}

template <class K>
void launchMedianPart(const MedianPart& part, const SourceView<K>& source, const TargetView<K>& target,
                      const MedianWaveletMemory<K>& memory, CudaStream stream)
{
    constexpr int kBits = 8 * sizeof(K);
    launchGrid<GatherTile, gatherKeysKernel<GatherTile, K>>(
        "gatherKeysKernel", GatherArguments<K>{source, part, memory.elements[kBits % 2]},
        gridOf<GatherTile>(part.pixels), stream);
    const std::uint32_t results = static_cast<std::uint32_t>(part.results.width) * part.results.height;
    MedianWaveletArguments<K> a{target,
                                part,
                                kBits - 1,
                                memory.values,
                                memory.columnWords,
                                digitsOfColumns(part.pixels.width),
                                static_cast<std::uint32_t>(memory.words()),
                                memory.zeros,
                                {memory.states, results}};
    for (; a.bit >= 0; --a.bit)
        launchWaveletBit(a, memory, stream);
}

// The images and parameters of a median.
template <class K> struct MedianImages
{
    SourceView<K> source;
    TargetView<K> target;
    MedianPlan plan;
    std::uint32_t flip;

    cv::Size size() const { return {source.cols, source.rows}; }
};

// The medians of an area, part by part: at least as large as a window, so that few pixels belong to several of them,
// but otherwise no larger than keeps the device busy. Numbers of columns have 16 bits.
template <class K> void launchWavelet(const MedianImages<K>& a, const cv::Rect& area, CudaStream stream)
{
    const int size = a.plan.ksize.width, side = std::max(2048, size + 1);
    const cv::Size image = a.size();
    const cv::Size results(std::min(side, area.width), std::min(side, area.height));
    const cv::Size pixels(std::min(results.width + size - 1, image.width),
                          std::min(results.height + size - 1, image.height));
    const MedianWaveletMemory<K> memory(static_cast<std::size_t>(pixels.area()),
                                        static_cast<std::size_t>(results.area()), digitsOfColumns(pixels.width),
                                        stream);
    for (int channel = 0; channel < a.source.channels; ++channel)
        for (std::int64_t y = area.y; y < area.br().y; y += side)
            for (std::int64_t x = area.x; x < area.br().x; x += side)
            {
                const cv::Rect part(static_cast<int>(x), static_cast<int>(y),
                                    static_cast<int>(std::min<std::int64_t>(side, area.br().x - x)),
                                    static_cast<int>(std::min<std::int64_t>(side, area.br().y - y)));
                launchMedianPart(partOf(part, a.plan, image, channel, a.flip), a.source, a.target, memory, stream);
            }
}

// Positions of results are those in the whole image; the target may be a band of it.
template <class K> void launchWaveletOfTarget(MedianImages<K>& a, CudaStream stream)
{
    const cv::Rect area(a.source.x0, a.source.y0, a.target.cols, a.target.rows);
    char* const above = reinterpret_cast<char*>(a.target.data) - area.y * a.target.step;
    a.target.data = reinterpret_cast<K*>(above) - static_cast<std::ptrdiff_t>(area.x) * a.target.channels;
    launchWavelet(a, area, stream);
}

template <class K> CudaKernelPtr bits(const MedianPlan& plan, std::uint32_t flip)
{
    return anyImageKernel(
        "medianWaveletKernel", MedianImages<K>{sourceView<K>(plan), targetView<K>(plan), plan, flip},
        [](MedianImages<K>& a, const CudaCall& call, const char*) { launchWaveletOfTarget(a, call.stream); });
}

}} // namespace cv::cudatiled
