// SPDX-License-Identifier: Apache-2.0
// Tables in device memory, on emulated CUDA.
#include <opencv2/cudatiled.hpp>

#include "../../src/core/device_table.hpp"
#include "../../src/launch/band_matrices.hpp"
#include "../support/path_test.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

using Taps = std::vector<std::uint8_t>;

TEST(DeviceTable, IsMadeAndFreedWhileAStreamIsCaptured)
{
    cuda_on_cpu::setCapturing(true);
    Calls calls = callsDuring([] {
        const DeviceTable table(std::vector<int>{1, 2, 3});
        EXPECT_EQ(table.on<int>()[2], 3);
    });
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    cudaThreadExchangeStreamCaptureMode(&mode);
    cuda_on_cpu::setCapturing(false);
    EXPECT_EQ(calls["cudaMalloc"], 1);
    EXPECT_EQ(calls["cudaFree"], 1);
    EXPECT_EQ(mode, cudaStreamCaptureModeGlobal) << "as it was before";
}

TEST(DeviceTable, WaitsForNoWorkOfOthers)
{
    const Calls calls = callsDuring([] { const DeviceTable table(std::vector<int>{1}); });
    EXPECT_EQ(calls.count("cudaMemcpy"), 0u) << "it would wait for streams";
}

TEST(DeviceTable, ThatCannotBeCopiedLeavesNothingBehind)
{
    Calls calls = callsDuring([] {
        cuda_on_cpu::failNext("cudaMemcpyAsync", cudaErrorInvalidValue);
        EXPECT_THROW(DeviceTable(std::vector<int>{1}), cv::Exception);
    });
    EXPECT_EQ(calls["cudaMalloc"], calls["cudaFree"]);
    EXPECT_EQ(calls["cudaStreamCreateWithFlags"], calls["cudaStreamDestroy"]);
}

// A program may make a filter for each image.
TEST(BandMatrices, OfEqualTapsShareATable)
{
    const Taps row{1, 2, 1}, column{3, 4, 5};
    const BandMatrices first(row, column, 3, 1);
    const auto same = [&](const Taps& otherRow, const Taps& otherColumn, int channels, int rowChunks) {
        const BandMatrices other(otherRow, otherColumn, channels, rowChunks);
        return other.onDevice<int>(0, 1).ofRow == first.onDevice<int>(0, 1).ofRow;
    };
    EXPECT_EQ(callsDuring([&] { EXPECT_TRUE(same(row, column, 3, 1)); }).count("cudaMalloc"), 0u);
    EXPECT_FALSE(same(row, column, 4, 1));
    EXPECT_FALSE(same(row, column, 3, 2));
    EXPECT_FALSE(same(column, row, 3, 1));
    EXPECT_FALSE(same({1, 2, 1, 3}, {4, 5}, 3, 1));
}

TEST(BandMatrices, AreKeptInSmallNumbers)
{
    Calls calls = callsDuring([] {
        for (int i = 0; i < 200; ++i)
            const BandMatrices matrices(Taps(49, 1), {static_cast<std::uint8_t>(i), 100}, 1, 5);
    });
    EXPECT_EQ(calls["cudaMalloc"], 200);
    EXPECT_GE(calls["cudaFree"], 200 - 64);
}

}} // namespace cudatiled_test
