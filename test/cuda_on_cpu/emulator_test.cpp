// SPDX-License-Identifier: Apache-2.0
// Tests the emulator: it computes what a GPU computes, and it catches the mistakes that it is there to catch.

#include "cuda_on_cpu.hpp"
#include "guarded_image.hpp"
#include "kernel_coverage.hpp"
#include "sanitizers.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest-spi.h>
#include <unistd.h>

#include "../support/error_of.hpp"

namespace {

using namespace cuda_on_cpu;
using cudatiled_test::errorOf;

constexpr unsigned kFullMask = 0xffffffffu;
constexpr unsigned kSeed = 20240229;

__device__ unsigned threadInBlock()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

std::vector<int> randomInts(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<int> values(count);
    for (int& value : values)
        value = int(random() % 2001) - 1000;
    return values;
}

// --- What a correct kernel sees

struct CountArguments
{
    int* visits;
};

__global__ void countVisits(CountArguments a)
{
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    ++a.visits[block * blockDim.x * blockDim.y * blockDim.z + threadInBlock()];
}

TEST(Launch, VisitsEveryThreadOfEveryBlockOnce)
{
    for (const Launch& order : inAllOrders({3, 2, 4}, {5, 7, 2}, kSeed))
    {
        SCOPED_TRACE(order);
        std::vector<int> visits(24 * 70);
        launch("countVisits", order, countVisits, CountArguments{visits.data()});
        EXPECT_EQ(visits, std::vector<int>(24 * 70, 1));
    }
}

__global__ void logOrder(std::vector<unsigned>* log)
{
    log->push_back(1000 * blockIdx.x + threadIdx.x);
    __syncthreads();
    log->push_back(1000 * blockIdx.x + threadIdx.x);
}

std::vector<unsigned> orderOf(ThreadOrder order, unsigned seed)
{
    std::vector<unsigned> log;
    launch("logOrder", {2, 3, order, seed}, logOrder, &log);
    return log;
}

TEST(Launch, RunsThreadsAndBlocksInTheOrderAskedFor)
{
    EXPECT_EQ(orderOf(ThreadOrder::Forward, 0),
              (std::vector<unsigned>{0, 1, 2, 0, 1, 2, 1000, 1001, 1002, 1000, 1001, 1002}));
    EXPECT_EQ(orderOf(ThreadOrder::Reverse, 0),
              (std::vector<unsigned>{1002, 1001, 1000, 1002, 1001, 1000, 2, 1, 0, 2, 1, 0}));
}

TEST(Launch, ShufflesBySeedOnly)
{
    const auto reference = orderOf(ThreadOrder::Shuffled, 1);
    EXPECT_EQ(orderOf(ThreadOrder::Shuffled, 1), reference);
    std::set<std::vector<unsigned>> different;
    for (unsigned seed = 0; seed < 100; ++seed)
        different.insert(orderOf(ThreadOrder::Shuffled, seed));
    EXPECT_GT(different.size(), 30u); // of 72 possible ones
}

__global__ void noteFrame(std::set<const void*>* frames)
{
    frames->insert(__builtin_frame_address(0));
}

TEST(Launch, RunsThreadsThatMeetNobodyOnOneStack)
{
    std::set<const void*> frames;
    launch("noteFrame", {4, 256}, noteFrame, &frames);
    EXPECT_EQ(frames.size(), 1u);
}

TEST(Launch, RefusesImpossibleShapes)
{
    const auto never = +[] {
        FAIL();
    };
    EXPECT_THROW(launch("never", {1, 0}, never), std::runtime_error);
    EXPECT_THROW(launch("never", {0, 1}, never), std::runtime_error);
    EXPECT_THROW(launch("never", {1, {32, 33}}, never), std::runtime_error);
    EXPECT_EQ(executedKernels().count("never"), 0u);
}

TEST(Launch, CountsExecutionsByName)
{
    std::vector<int> visits(1);
    const auto before = executedKernels();
    launch("countVisits", {1, 1}, countVisits, CountArguments{visits.data()});
    launch("countVisits", {1, 1}, countVisits, CountArguments{visits.data()});
    const auto count = before.find("countVisits");
    EXPECT_EQ(executedKernels().at("countVisits"), (count == before.end() ? 0 : count->second) + 2);
}

template <int Threads, class T> __global__ void __launch_bounds__(Threads) blockSum(const T* values, T* sums)
{
    __shared__ T partial[Threads];
    partial[threadIdx.x] = __ldg(values + blockIdx.x * Threads + threadIdx.x);
    for (int half = Threads / 2; half > 0; half /= 2)
    {
        __syncthreads();
        if (int(threadIdx.x) < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = partial[0];
}

TEST(SharedMemory, SumsABlock)
{
    for (const Launch& order : inAllOrders(5, 256, kSeed))
    {
        SCOPED_TRACE(order);
        const std::vector<int> values = randomInts(5 * 256, order.seed);
        std::vector<int> sums(5);
        launch("blockSum", order, blockSum<256, int>, values.data(), sums.data());
        for (int block = 0; block < 5; ++block)
            EXPECT_EQ(sums[block], std::accumulate(&values[block * 256], &values[block * 256] + 256, 0));
    }
}

template <class T> struct Shuffles
{
    T indexed[64], up[64], down[64], exchanged[64];
};

template <class T> __global__ void shuffleAll(Shuffles<T>* out, const T* in)
{
    const unsigned i = threadInBlock();
    out->indexed[i] = __shfl_sync(kFullMask, in[i], int(i * 7 + 3));
    out->up[i] = __shfl_up_sync(kFullMask, in[i], 5);
    out->down[i] = __shfl_down_sync(kFullMask, in[i], 9);
    out->exchanged[i] = __shfl_xor_sync(kFullMask, in[i], 13);
}

template <class T> class Shuffle : public testing::Test
{};
using ShuffledTypes = testing::Types<char, short, unsigned, float, double, std::int64_t>;
TYPED_TEST_SUITE(Shuffle, ShuffledTypes);

TYPED_TEST(Shuffle, FollowsItsDefinitionInEveryLane)
{
    for (const Launch& order : inAllOrders(1, {8, 8}, kSeed))
    {
        SCOPED_TRACE(order);
        TypeParam in[64];
        const std::vector<int> random = randomInts(64, order.seed);
        std::transform(random.begin(), random.end(), in, [](int value) { return TypeParam(value); });
        Shuffles<TypeParam> out;
        launch("shuffleAll", order, shuffleAll<TypeParam>, &out, in);
        for (int i = 0; i < 64; ++i)
        {
            const int lane = i % 32, warp = i - lane;
            EXPECT_EQ(out.indexed[i], in[warp + (i * 7 + 3) % 32]);
            EXPECT_EQ(out.up[i], in[lane < 5 ? i : i - 5]);
            EXPECT_EQ(out.down[i], in[lane + 9 > 31 ? i : i + 9]);
            EXPECT_EQ(out.exchanged[i], in[warp + (lane ^ 13)]);
        }
    }
}

// Warps take part in different numbers of warp operations before they meet.
__global__ void sumOfWarps(const int* values, int* sum)
{
    __shared__ int sums[4];
    const unsigned i = threadIdx.x, warp = i / warpSize;
    int value = values[i];
    for (unsigned repetition = 0; repetition <= warp; ++repetition)
    {
        value = values[i];
        for (int delta = warpSize / 2; delta > 0; delta /= 2)
            value += __shfl_xor_sync(kFullMask, value, delta);
        __syncwarp();
    }
    if (i % warpSize == 0)
        sums[warp] = value;
    __syncthreads();
    if (i == 0)
        *sum = sums[0] + sums[1] + sums[2] + sums[3];
}

TEST(Warp, SumsWithShufflesWhileOtherWarpsWait)
{
    for (const Launch& order : inAllOrders(1, 128, kSeed))
    {
        SCOPED_TRACE(order);
        const std::vector<int> values = randomInts(128, order.seed);
        int sum = 0;
        launch("sumOfWarps", order, sumOfWarps, values.data(), &sum);
        EXPECT_EQ(sum, std::accumulate(values.begin(), values.end(), 0));
    }
}

struct Votes
{
    unsigned ballot;
    bool any, all;
};

__global__ void vote(const int* predicates, Votes* votes)
{
    const int predicate = predicates[threadIdx.x];
    votes[threadIdx.x] = {__ballot_sync(kFullMask, predicate), __any_sync(kFullMask, predicate) != 0,
                          __all_sync(kFullMask, predicate) != 0};
}

TEST(Warp, Votes)
{
    for (const unsigned pattern : {0u, 1u, 0x80000000u, 0xdeadbeefu, kFullMask})
        for (const Launch& order : inAllOrders(1, 64, kSeed))
        {
            SCOPED_TRACE(order);
            int predicates[64];
            for (unsigned i = 0; i < 64; ++i)
                predicates[i] = ((i < 32 ? pattern : ~pattern) >> i % 32 & 1) * 8; // true is not always 1
            Votes votes[64];
            launch("vote", order, vote, predicates, votes);
            for (int i = 0; i < 64; ++i)
            {
                const unsigned ballot = i < 32 ? pattern : ~pattern;
                EXPECT_EQ(votes[i].ballot, ballot);
                EXPECT_EQ(votes[i].any, ballot != 0);
                EXPECT_EQ(votes[i].all, ballot == kFullMask);
            }
        }
}

// --- Mistakes that the emulator reports

__global__ void divergentBarrier()
{
    if (threadIdx.x < 20)
        __syncthreads();
    else
        __syncthreads();
}

__global__ void unevenBarriers()
{
    for (unsigned i = 0; i <= threadIdx.x / 40; ++i)
        __syncthreads();
}

__global__ void earlyReturn(int count)
{
    if (int(blockIdx.x * blockDim.x + threadIdx.x) >= count)
        return;
    __syncthreads();
}

__global__ void partialShuffle(int* out)
{
    if (threadIdx.x % 32 != 17)
        out[threadIdx.x] = __shfl_sync(kFullMask, 1, 0);
    __syncthreads();
}

__global__ void mixedWarpOperations(int* out)
{
    out[threadIdx.x] = threadIdx.x % 2 ? __shfl_down_sync(kFullMask, 1, 1) : __any_sync(kFullMask, 1);
}

__global__ void barrierAgainstWarp()
{
    if (threadIdx.x < 32)
        __syncwarp();
    else
        __syncthreads();
}

__global__ void partialMask()
{
    __syncwarp(0x0000ffffu);
}

__global__ void narrowShuffle(int* out)
{
    out[threadIdx.x] = __shfl_xor_sync(kFullMask, 1, 1, 16);
}

// The error must come in every order, say what it should, and leave the emulator fit for the next launch.
template <class... Parameters, class... Arguments>
void expectError(const char* name, dim3 grid, dim3 block, const std::vector<std::string>& parts,
                 void (*kernel)(Parameters...), Arguments&&... arguments)
{
    for (const Launch& order : inAllOrders(grid, block, kSeed))
    {
        SCOPED_TRACE(order);
        const std::string error = errorOf([&] { launch(name, order, kernel, arguments...); });
        EXPECT_NE(error.find(name), std::string::npos) << error;
        for (const std::string& part : parts)
            EXPECT_NE(error.find(part), std::string::npos) << error << "\n  does not say: " << part;

        std::vector<int> visits(2 * 64);
        launch("countVisits", {2, 64, order.order}, countVisits, CountArguments{visits.data()});
        EXPECT_EQ(visits, std::vector<int>(2 * 64, 1));
    }
}

TEST(Mistake, DivergentBarrier)
{
    expectError("divergentBarrier", 2, 64,
                {"thread (0, 0, 0) waits at __syncthreads, ",
                 "emulator_test.cpp:", "but thread (20, 0, 0) waits at __syncthreads"},
                divergentBarrier);
}

TEST(Mistake, DifferentNumberOfBarriers)
{
    expectError("unevenBarriers", 1, 64,
                {"block (0, 0, 0): thread (40, 0, 0) waits", "but thread (0, 0, 0) has returned"}, unevenBarriers);
}

TEST(Mistake, EarlyReturnBeforeABarrier)
{
    expectError("earlyReturn", 3, 32,
                {"block (2, 0, 0): thread (0, 0, 0) waits at __syncthreads", "thread (6, 0, 0) has returned"},
                earlyReturn, 70);
}

TEST(Mistake, PartialWarpShuffle)
{
    int out[64] = {};
    expectError("partialShuffle", 1, 64,
                {"thread (0, 0, 0) waits at __shfl_sync", "thread (17, 0, 0) waits at __syncthreads"}, partialShuffle,
                out);
}

TEST(Mistake, DifferentOperationsInAWarp)
{
    int out[32] = {};
    expectError("mixedWarpOperations", 1, 32, {"(0, 0, 0) waits at __any_sync", "(1, 0, 0) waits at __shfl_down_sync"},
                mixedWarpOperations, out);
}

TEST(Mistake, WarpOperationInAWarpThatIsNotFull)
{
    int out[64] = {};
    expectError("partialShuffle", 1, 40, {"block (0, 0, 0), thread (", "the warp has less than 32 threads"},
                partialShuffle, out);
}

TEST(Mistake, PartialMaskOrWidth)
{
    int out[32] = {};
    expectError("partialMask", 1, 32, {"only full masks"}, partialMask);
    expectError("narrowShuffle", 1, 32, {"across the whole warp"}, narrowShuffle, out);
}

TEST(Mistake, SomeWarpsMissABarrier)
{
    expectError("barrierAgainstWarp", 1, 64, {"(32, 0, 0) waits at __syncthreads", "(0, 0, 0) has returned"},
                barrierAgainstWarp);
}

// --- Exceptions

struct Counted
{
    static int alive;
    Counted() { ++alive; }
    ~Counted() { --alive; }
};
int Counted::alive = 0;

__global__ void throwFromOneThread(unsigned thrower)
{
    const Counted local;
    const std::vector<int> onTheHeap(100);
    __syncthreads();
    if (threadInBlock() == thrower)
        throw std::out_of_range("index 7 of 5");
    __syncthreads();
}

TEST(Exception, ComesOutOfLaunchAfterAllThreadsAreUnwound)
{
    for (const Launch& order : inAllOrders(3, {16, 16}, kSeed))
        for (const unsigned thrower : {0u, 100u, 255u})
        {
            SCOPED_TRACE(order);
            EXPECT_THROW(launch("throwFromOneThread", order, throwFromOneThread, thrower), std::out_of_range);
            EXPECT_EQ(Counted::alive, 0);
        }
    EXPECT_NO_THROW(launch("throwFromOneThread", {3, {16, 16}}, throwFromOneThread, 256u));
}

__global__ void launchInside()
{
    launch("noteFrame", {1, 1}, noteFrame, nullptr);
}

TEST(Exception, NestedLaunchIsAnError)
{
    EXPECT_NE(errorOf([] {
                  launch("launchInside", {1, 1}, launchInside);
              }).find("from within another"),
              std::string::npos);
}

// --- Mistakes that show in the result

template <bool WithBarrier> __global__ void reverseBlock(const int* in, int* out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    if (WithBarrier)
        __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

template <class Kernel> int ordersWithWrongResult(Kernel kernel)
{
    int wrong = 0;
    for (const Launch& order : inAllOrders(1, 64, kSeed))
    {
        const std::vector<int> in = randomInts(64, order.seed);
        std::vector<int> out(64);
        launch("reverseBlock", order, kernel, in.data(), out.data());
        wrong += out != std::vector<int>(in.rbegin(), in.rend());
    }
    return wrong;
}

TEST(Mistake, MissingBarrierGivesAWrongResultInSomeOrder)
{
    EXPECT_EQ(ordersWithWrongResult(reverseBlock<true>), 0);
    EXPECT_GT(ordersWithWrongResult(reverseBlock<false>), 0);
}

// --- Copies on their own

template <bool Waits> __global__ void copyWhole(const int* in, int* out)
{
    alignas(16) __shared__ int copied[64];
    __shared__ std::size_t missing;
    if (threadIdx.x == 0)
    {
        missing = sizeof(copied);
        const auto arrived = [](void* subject, std::size_t bytes) {
            *static_cast<std::size_t*>(subject) -= bytes;
        };
        startCopy({"startCopy", __FILE__, __LINE__}, {copied, in, sizeof(copied), arrived, &missing});
    }
    __syncthreads();
    if (Waits)
    {
        finishCopies(&missing);
        await(
            {"await", __FILE__, __LINE__},
            [](const void* subject) { return *static_cast<const std::size_t*>(subject) == 0; }, &missing);
    }
    out[threadIdx.x] = copied[63 - threadIdx.x];
}

TEST(LateCopy, ArrivesAtTheLatestWhenItIsAwaited)
{
    EXPECT_EQ(ordersWithWrongResult(copyWhole<true>), 0);
}

TEST(Mistake, CopyThatIsNotAwaitedGivesAWrongResultInSomeOrder)
{
    EXPECT_GT(ordersWithWrongResult(copyWhole<false>), 0);
}

// A warp starts the copy that the other one may have awaited for long, and returns.
__global__ void copyForTheOtherWarp(const int* in, int* out)
{
    alignas(16) __shared__ int copied[64];
    __shared__ std::size_t missing;
    if (threadIdx.x == 0)
        missing = sizeof(copied);
    __syncthreads();
    if (threadIdx.x == 63)
    {
        const auto arrived = [](void* subject, std::size_t bytes) {
            *static_cast<std::size_t*>(subject) -= bytes;
        };
        startCopy({"startCopy", __FILE__, __LINE__}, {copied, in, sizeof(copied), arrived, &missing});
    }
    if (threadIdx.x >= 32)
        return;
    finishCopies(&missing);
    await(
        {"await", __FILE__, __LINE__},
        [](const void* subject) { return *static_cast<const std::size_t*>(subject) == 0; }, &missing);
    for (const unsigned i : {threadIdx.x, threadIdx.x + 32})
        out[i] = copied[63 - i];
}

TEST(LateCopy, ArrivesAlsoIfItStartsWhenItIsAwaited)
{
    EXPECT_EQ(ordersWithWrongResult(copyForTheOtherWarp), 0);
}

__global__ void prefetchFrom(const char* from, unsigned bytes)
{
    prefetch({"prefetch", __FILE__, __LINE__}, from, bytes);
}

TEST(Mistake, PrefetchOfPartsOfChunksOrOfWhatIsNotAllocatedIsRefused)
{
    alignas(16) static char image[128];
    const auto chunks = std::make_unique<char[]>(sizeof(image));
    EXPECT_NO_THROW(launch("prefetchFrom", {1, 1}, prefetchFrom, image, 128u));
    EXPECT_THROW(launch("prefetchFrom", {1, 1}, prefetchFrom, image + 8, 16u), std::runtime_error);
    EXPECT_THROW(launch("prefetchFrom", {1, 1}, prefetchFrom, image, 24u), std::runtime_error);
#ifdef CUDA_ON_CPU_ASAN
    EXPECT_THROW(launch("prefetchFrom", {1, 1}, prefetchFrom, chunks.get(), 144u), std::runtime_error);
#endif
}

// The last thread brings about what all others wait for, if it does.
__global__ void awaitTheLast(bool comes, int* out)
{
    __shared__ bool come;
    if (threadIdx.x == 0)
        come = false;
    __syncthreads();
    if (threadIdx.x == 63)
        come = comes;
    else
        await(
            {"await", __FILE__, __LINE__}, [](const void* subject) { return *static_cast<const bool*>(subject); },
            &come);
    out[threadIdx.x] = come;
}

TEST(Await, ReturnsWhenAnotherThreadHasBroughtAboutWhatIsAwaited)
{
    for (const Launch& order : inAllOrders(2, 64, kSeed))
    {
        SCOPED_TRACE(order);
        std::vector<int> out(64);
        launch("awaitTheLast", order, awaitTheLast, true, out.data());
        EXPECT_EQ(out, std::vector<int>(64, 1));
    }
}

TEST(Mistake, WhatIsAwaitedDoesNotCome)
{
    int out[64] = {};
    expectError("awaitTheLast", 1, 64,
                {"thread (0, 0, 0) waits at await", "emulator_test.cpp:", "but thread (63, 0, 0) has returned"},
                awaitTheLast, false, out);
}

TEST(Mistake, BulkCopyOfOtherThanWholeChunks)
{
    alignas(16) int in[68] = {};
    int out[64] = {};
    expectError("copyWhole", 1, 64, {"startCopy", "multiples of 16 bytes"}, copyWhole<true>, in + 1, out);
}

struct StoreArguments
{
    unsigned char* data;
    std::ptrdiff_t step;
    int rows, cols;
    bool guarded;
};

__global__ void storeOnes(StoreArguments a)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y * blockDim.y + threadIdx.y);
    if (!a.guarded || (x < a.cols && y < a.rows))
        a.data[y * a.step + x] = 1;
}

void storeOnesInto(GuardedImage<unsigned char>& image, bool guarded)
{
    launch("storeOnes", {{2, 3}, {8, 4}}, storeOnes,
           StoreArguments{image.data(), image.step(), image.rows(), image.cols(), guarded});
}

TEST(GuardedImage, LetsTheImageBeWritten)
{
    GuardedImage<unsigned char> image(11, 13, kSeed, 29, 3);
    storeOnesInto(image, true);
    EXPECT_EQ(image.violation(), "");
    for (int y = 0; y < image.rows(); ++y)
        for (int x = 0; x < image.cols(); ++x)
            EXPECT_EQ(image.row(y)[x], 1);
}

#ifdef CUDA_ON_CPU_ASAN

using MistakeDeathTest = testing::Test;

TEST(MistakeDeathTest, MissingStoreGuard)
{
    GuardedImage<unsigned char> image(11, 13, kSeed, 29, 3);
    EXPECT_DEATH(storeOnesInto(image, false), "use-after-poison");
    EXPECT_DEATH(storeOnesInto(image, false), "while running storeOnes, block \\(1, 0, 0\\), thread \\(5, 0, 0\\)");
}

TEST(MistakeDeathTest, ReadsOutsideTheImage)
{
    const GuardedImage<float> image(4, 8, kSeed, 40, 4);
    const auto read = [&](int y, int x) {
        return *const_cast<const volatile float*>(image.row(y) + x);
    };
    read(0, 0);
    read(3, 7);
    EXPECT_DEATH(read(0, -2), "AddressSanitizer");
    EXPECT_DEATH(read(0, 8), "AddressSanitizer");
    EXPECT_DEATH(read(1, -2), "AddressSanitizer");
    EXPECT_DEATH(read(3, 8), "AddressSanitizer");
}

template <class Tile> __global__ void sharedIndexPastTheEnd(int* out, int shift)
{
    __shared__ int tile[Tile::kWidth];
    int* volatile flat = tile; // hides the array from UBSan
    flat[threadIdx.x + shift] = int(threadIdx.x);
    __syncthreads();
    *out = tile[0];
}

struct TestTile
{
    static constexpr int kWidth = 32;
};

TEST(MistakeDeathTest, SharedIndexPastTheEndOfTheArray)
{
    int out = 0;
    launch("sharedIndexPastTheEnd", {1, 32}, sharedIndexPastTheEnd<TestTile>, &out, 0);
    EXPECT_DEATH(launch("sharedIndexPastTheEnd", {1, 32}, sharedIndexPastTheEnd<TestTile>, &out, 1),
                 "global-buffer-overflow");
    EXPECT_DEATH(launch("sharedIndexPastTheEnd", {1, 32}, sharedIndexPastTheEnd<TestTile>, &out, 1),
                 "while running sharedIndexPastTheEnd, block \\(0, 0, 0\\), thread \\(31, 0, 0\\)");
}

__global__ void sharedIndexIntoTheNextRow(int* out, int shift)
{
    __shared__ int tile[4][32];
    tile[threadIdx.y][threadIdx.x + shift] = 1;
    __syncthreads();
    *out = tile[0][0];
}

// UndefinedBehaviorSanitizer; it is switched on together with the other.
TEST(MistakeDeathTest, SharedIndexIntoTheNextRow)
{
    int out = 0;
    launch("sharedIndexIntoTheNextRow", {1, {32, 2}}, sharedIndexIntoTheNextRow, &out, 0);
    EXPECT_DEATH(launch("sharedIndexIntoTheNextRow", {1, {32, 2}}, sharedIndexIntoTheNextRow, &out, 1),
                 "index 32 out of bounds");
}

#if defined(__x86_64__) // elsewhere a switch forgets the red zones of the stack: see fiber.cpp

__global__ void stackIndexPastTheEnd(int* out, int count)
{
    int values[8];
    for (int i = 0; i < 8; ++i)
        values[i] = i;
    int* volatile flat = values;
    __syncthreads();
    out[threadIdx.x] = flat[count];
}

TEST(MistakeDeathTest, LocalArrayIndexPastTheEndAfterAFiberSwitch)
{
    int out[32];
    launch("stackIndexPastTheEnd", {1, 32}, stackIndexPastTheEnd, out, 7);
    EXPECT_DEATH(launch("stackIndexPastTheEnd", {1, 32}, stackIndexPastTheEnd, out, 8), "stack-buffer-overflow");
}

#endif

#else

TEST(GuardedImage, NoticesAMissingStoreGuard)
{
    GuardedImage<unsigned char> image(11, 13, kSeed, 29, 3);
    storeOnesInto(image, false);
    EXPECT_NE(image.violation().find("guard byte 1 past the end of row 0 was "), std::string::npos)
        << image.violation();
}

TEST(GuardedImage, NoticesEveryByteAroundIt)
{
    GuardedImage<short> image(3, 5, kSeed, 16, 2);
    unsigned char* const first = reinterpret_cast<unsigned char*>(image.data());
    for (int i = -300; i < 300; ++i)
    {
        const bool inRow = i >= 0 && i < 3 * 16 && i % 16 < 10;
        first[i] ^= 0x40;
        EXPECT_EQ(image.violation().empty(), inRow) << "byte " << i;
        first[i] ^= 0x40;
    }
    EXPECT_EQ(image.violation(), "");
}

#endif

TEST(GuardedImage, PlacesRowsWhereAsked)
{
    for (const std::size_t offset : {0, 1, 2, 3, 64, 255})
        for (const std::ptrdiff_t step : {17, 18, 31, 32, 512})
        {
            const GuardedImage<unsigned char> image(3, 17, kSeed, step, offset);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(image.data()) % 256, offset);
            EXPECT_EQ(image.row(2) - image.row(0), 2 * step);
        }
    EXPECT_EQ((GuardedImage<float>(2, 7, kSeed).step()), 28);
    EXPECT_THROW(GuardedImage<float>(2, 7, kSeed, 30), std::invalid_argument);
    EXPECT_THROW(GuardedImage<float>(2, 7, kSeed, 24), std::invalid_argument);
    EXPECT_THROW(GuardedImage<float>(2, 7, kSeed, 32, 2), std::invalid_argument);
}

TEST(GuardedImage, BeginsAsNoiseOfItsSeed)
{
    const GuardedImage<unsigned char> image(16, 256, 1), same(16, 256, 1), other(16, 256, 2);
    const auto bytes = [](const GuardedImage<unsigned char>& i) {
        return std::vector<int>(i.row(0), i.row(0) + 16 * 256);
    };
    EXPECT_EQ(bytes(image), bytes(same));
    EXPECT_NE(bytes(image), bytes(other));
    EXPECT_EQ(std::set<int>(image.row(0), image.row(0) + 16 * 256).size(), 256u);
}

// --- Coverage

TEST(KernelNames, AreFoundInAllSpellings)
{
    const char* const source = R"(
        // __global__ void inComment();
        /* __global__ void inBlockComment(int a); */
        const char* text = "__global__ void inText(", quote = '"', apostrophe = '\''; int million = 1'000'000;
        __global__ void plain(int a);
        template <class S, class D> __global__ void __launch_bounds__(Tile::Threads * (2 + 1), 4) bounded(A<S, D> a) {}
        template <int N>
        __global__ __launch_bounds__ (N)
        void boundedFirst (A a) {}
        extern "C" __global__ __attribute__((used)) void withAttribute(const float* __restrict__ data)
        __global__ static void plain(int a) { call(a); })";
    EXPECT_EQ(kernelNamesInText(source), (std::set<std::string>{"plain", "bounded", "boundedFirst", "withAttribute"}));
    EXPECT_EQ(kernelNamesInText(""), std::set<std::string>());
    EXPECT_THROW(kernelNamesInText("__global__"), std::runtime_error);
}

class Coverage : public testing::Test
{
protected:
    Coverage() : folder_(std::filesystem::path(testing::TempDir()) / ("cuda_on_cpu_" + std::to_string(getpid())))
    {
        std::filesystem::create_directories(folder_ / "below");
    }
    ~Coverage() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& file, const std::string& text) { std::ofstream(folder_ / file) << text; }

    const std::filesystem::path folder_;
};

TEST_F(Coverage, ReadsKernelHeadersOfAFolderAndBelow)
{
    write("one_kernel.cuh", "__global__ void one(int);");
    write("below/two_kernel.cuh", "__global__ void two(int);");
    write("other.hpp", "__global__ void three(int);");
    EXPECT_EQ(kernelNamesIn(folder_.string()), (std::set<std::string>{"one", "two"}));
}

TEST_F(Coverage, NamesTheKernelThatNoTestHasLaunched)
{
    std::string executed;
    for (const auto& kernel : executedKernels())
        executed += "__global__ void " + kernel.first + "();\n";
    executed += "__global__ void noteFrame();\n";
    launch(
        "noteFrame", {1, 1}, +[] {});

    static EveryShippedKernelHasBeenExecuted coverage(folder_.string());
    write("all_kernel.cuh", executed);
    coverage.check();
    write("new_kernel.cuh", "__global__ void newKernel();");
    EXPECT_NONFATAL_FAILURE(coverage.check(), "newKernel is in ");
}

} // namespace
