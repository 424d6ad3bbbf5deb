// SPDX-License-Identifier: Apache-2.0
// Where scratch memory comes from, on emulated CUDA.
#include <opencv2/cudatiled.hpp>

#include "../../src/core/scratch_pool.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

void takeAndFree(ScratchPools& pools)
{
    void* memory = nullptr;
    EXPECT_EQ(pools.allocate(&memory, 1000, nullptr), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(memory, nullptr), cudaSuccess);
}

Calls callsOfOne(ScratchPools& pools)
{
    return callsDuring([&] { takeAndFree(pools); });
}

TEST(ScratchPool, IsMadeOnceAndKeepsItsMemory)
{
    ScratchPools pools;
    Calls first = callsOfOne(pools);
    EXPECT_EQ(first["cudaMemPoolCreate"], 1);
    EXPECT_EQ(first["cudaMemPoolSetAttribute"], 1);
    EXPECT_EQ(callsOfOne(pools), (Calls{{"cudaGetDevice", 1}, {"cudaMallocFromPoolAsync", 1}, {"cudaFreeAsync", 1}}));
}

TEST(ScratchPool, IsMadeWhileAStreamIsCaptured)
{
    ScratchPools pools;
    cuda_on_cpu::setCapturing(true);
    EXPECT_EQ(callsOfOne(pools)["cudaMallocFromPoolAsync"], 1);
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    cudaThreadExchangeStreamCaptureMode(&mode);
    cuda_on_cpu::setCapturing(false);
    EXPECT_EQ(mode, cudaStreamCaptureModeGlobal) << "as it was before";
}

TEST(ScratchPool, IsTheDefaultOneWhereThereIsNoOther)
{
    ScratchPools pools;
    for (int call = 0; call < 2; ++call)
    {
        const Calls calls = callsDuring([&] {
            if (call == 0)
                cuda_on_cpu::failNext("cudaMemPoolCreate", cudaErrorInvalidValue);
            takeAndFree(pools);
        });
        EXPECT_EQ(calls.count("cudaMallocAsync"), 1u);
        EXPECT_EQ(calls.count("cudaMallocFromPoolAsync"), 0u);
        EXPECT_EQ(calls.count("cudaMemPoolCreate"), call == 0 ? 1u : 0u);
    }
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the caller would trip over it";
    EXPECT_EQ(callsDuring([&] { pools.trim(); }), Calls());
}

TEST(ScratchPool, IsTrimmedByReleaseTransferMemory)
{
    callsOfOne(scratchPools());
    EXPECT_EQ(callsDuring(releaseTransferMemory)["cudaMemPoolTrimTo"], 1);
    EXPECT_EQ(callsOfOne(scratchPools())["cudaMallocFromPoolAsync"], 1);
}

}} // namespace cudatiled_test
