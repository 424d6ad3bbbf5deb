// SPDX-License-Identifier: Apache-2.0
// Launching mmaMarchU8Kernel: which plans and images it takes, and how the work is cut.
#include "mma_march_u8.hpp"

#include "../core/dispatch.hpp"
#include "../kernels/mma/march_u8.cuh"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"
#include "tap_matrices.hpp"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class S, int Size, int Limbs, int Channels> struct MarchTuningOf
{
    static constexpr MmaMarchU8Tuning value = mmaMarchU8Tuning(sizeof(S), Size, Limbs, Channels);
};

template <class S, int Size, int Limbs, int Channels>
struct MmaMarchU8Block : MmaMarchU8Tile<S, Size, Limbs, Channels, MarchTuningOf<S, Size, Limbs, Channels>>
{};

template <class Block> int marchTilesX(const MmaMarchU8Arguments<typename Block::Scalar>& a)
{
    const int scalars = (a.target.cols + targetSkewPixels(a, kChunkBytes)) * a.target.channels;
    return (scalars + Block::Width - 1) / Block::Width;
}

// Shared memory of a block with which a multiprocessor runs no more blocks than the grid assumes: with more on some,
// others would have none. The rest is for blocks of the next kernel, which may start early.
template <int Blocks>
constexpr std::size_t kLeastSharedFor = (kMultiprocessorShared + kReservedShared) / (Blocks + 1) - kReservedShared
                                        + kSharedUnit;

template <class Block>
void launchMmaMarchU8(MmaMarchU8Arguments<typename Block::Scalar>& a, const CudaCall& call, const char* name)
{
    a.alignment.targetSkew = targetSkewPixels(a, kChunkBytes) * a.target.channels;
    constexpr int kAtOnce = kMultiprocessors * Block::Blocks, kManyTimes = 5;
    const int tilesX = marchTilesX<Block>(a), strips = tilesX * call.images;
    const bool areLow = takeManyRounds(rowsOfOneRound(strips, a.target.rows, kAtOnce), Block::LowRows, kManyTimes);
    const int rows = rowsOfFewestRounds(strips, a.target.rows, kAtOnce, 1, areLow ? Block::LowRows : Block::MostRows);
    // Strips end with the rows of a stage.
    const int stages = (rows + Block::HaloRows + Block::StageRows - 1) / Block::StageRows;
    a.tileRows = stages * Block::StageRows - Block::HaloRows;
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    constexpr std::size_t shared = std::max<std::size_t>(Block::SharedBytes, kLeastSharedFor<Block::Blocks>);
    static_assert(Block::Blocks * (shared + kReservedShared) <= kMultiprocessorShared + kReservedShared &&
                  shared <= kLeastFastShared);
    launchGrid<Block, mmaMarchU8Kernel<Block>>(name, a, tileGrid(tilesX, tilesY, call.images), call.stream, shared);
}

template <int Size, int Limbs, class S>
CudaKernelPtr mmaMarchU8Of(MmaMarchU8Arguments<S>& a, const TapMatrices& matrices)
{
    return withChannels(a.source.channels, [&](auto channels) {
        if constexpr (!hasMmaMarchU8(sizeof(S), Size, Limbs, channels))
            return CudaKernelPtr();
        else
        {
            using Block = MmaMarchU8Block<S, Size, Limbs, channels>;
            const int leastRows = kernelChoice() == KernelChoice::Fast ? 1 : Block::LeastRows;
            return selectiveKernel(
                "mmaMarchU8Kernel", a,
                [leastRows](const MmaMarchU8Arguments<S>& all) {
                    constexpr int blocks = kMultiprocessors * Block::Blocks;
                    return allowsUnits(all, kChunkBytes) &&
                           rowsOfOneRound(marchTilesX<Block>(all), all.target.rows, blocks) >= leastRows;
                },
                [table = matrices.table](MmaMarchU8Arguments<S>& all, const CudaCall& call, const char* name) {
                    all.bands = table->on<Words<4>>();
                    launchMmaMarchU8<Block>(all, call, name);
                });
        }
    });
}

// Columns of a square of `size` before those of the plan's kernel, or -1 if it does not hold them.
int columnsBefore(const Conv2dPlan& plan, int size)
{
    const int before = size / 2 - plan.anchor.x;
    return before >= 0 && before + plan.ksize.width <= size ? before : -1;
}

// What sums of byte taps start with: delta, unless they are scaled, and get it later.
std::uint32_t startOf(const Conv2dPlan& plan, bool isSum)
{
    return isSum ? static_cast<std::uint32_t>(static_cast<int>(plan.delta)) : 0;
}

template <class S, int Size> CudaKernelPtr mmaMarchU8OfSize(const Conv2dPlan& plan)
{
    const bool hasByteTaps = haveByteTaps(plan.kernel), isSum = plan.scale == 1 && hasByteTaps;
    if (!hasByteTaps && plan.scale != 1)
        return nullptr;
    if (isSum && plan.delta != std::floor(plan.delta))
        return nullptr;
    const TapMatrices matrices = makeMarchMatrices(plan.kernel, marchShape(Size, sizeof(S)), sizeof(S),
                                                   columnsBefore(plan, Size), startOf(plan, isSum));
    if (!matrices.table)
        return nullptr;
    MmaMarchU8Arguments<S> a{};
    a.source = batchSource<S>(plan);
    a.target = batchTarget<S>(plan);
    a.anchorY = plan.anchor.y;
    a.scaled = !isSum;
    a.scale = plan.scale != 1 ? plan.scale : matrices.scale;
    a.delta = plan.delta;
    if (hasByteTaps)
        return mmaMarchU8Of<Size, 1>(a, matrices);
    if constexpr (sizeof(S) == 1)
    {
        a.delta -= kMarchStartValue * a.scale;
        return mmaMarchU8Of<Size, 3>(a, matrices);
    }
    else
    {
        a.scale *= 256; // the lowest sum is that of the second limb and the low byte
        a.delta += matrices.offset;
        return mmaMarchU8Of<Size, 4>(a, matrices);
    }
}

} // namespace

template <class S> CudaKernelPtr mmaMarchU8For(const Conv2dPlan& plan)
{
    const auto fits = [&](int size) {
        return plan.ksize.height <= size && columnsBefore(plan, size) >= 0;
    };
    if (fits(3) || (std::abs(plan.delta) > 65536 && plan.scale == 1))
        return nullptr;
    return fits(5)    ? mmaMarchU8OfSize<S, 5>(plan)
           : fits(7)  ? mmaMarchU8OfSize<S, 7>(plan)
           : fits(11) ? mmaMarchU8OfSize<S, 11>(plan)
                      : nullptr;
}

template CudaKernelPtr mmaMarchU8For<std::uint8_t>(const Conv2dPlan&);
template CudaKernelPtr mmaMarchU8For<std::uint16_t>(const Conv2dPlan&);
template CudaKernelPtr mmaMarchU8For<std::int16_t>(const Conv2dPlan&);

}} // namespace cv::cudatiled
