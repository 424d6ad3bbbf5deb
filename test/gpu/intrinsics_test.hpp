// SPDX-License-Identifier: Apache-2.0
// The special instructions, run over arrays on the device and by their twins on the host.
#pragma once

#include <cstdint>
#include <vector>

namespace cudatiled_test {

// Four floats and four words in, the results of all instructions out.
struct IntrinsicInput
{
    float value[4];
    std::uint32_t word[4];
};

struct IntrinsicOutput
{
    static constexpr int count = 107;
    std::uint32_t bits[count];
};

std::vector<IntrinsicOutput> intrinsicsOnDevice(const std::vector<IntrinsicInput>& inputs);
std::vector<IntrinsicOutput> intrinsicsOnHost(const std::vector<IntrinsicInput>& inputs);

// What the lanes of a warp bring to a product of matrices of bytes, and what they get; see multiplyAdd.
struct MatrixProduct
{
    std::uint32_t a[32][4], b[32][2], sum[32][4];
};

// First16: unsigned ones, but the first 16 columns of a and rows of b only.
enum class BytesOfProduct
{
    Unsigned,
    SignedByUnsigned,
    First16
};

// Adds the products to the sums, on the device.
void multiplyOnDevice(std::vector<MatrixProduct>& products, BytesOfProduct bytes);

// Of halves, with sums in float; see multiplyAddF16.
struct HalfMatrixProduct
{
    std::uint32_t a[32][4], b[32][2];
    float sum[32][4];
};

// With the first 8 columns of a and rows of b only, or with all 16.
void multiplyOnDevice(std::vector<HalfMatrixProduct>& products, bool first8);

// Rows in shared memory, and what the lanes of a warp load if lane i has the address of row 5 i, modulo 32; see
// loadMatrices.
struct MatrixRows
{
    std::uint32_t row[32][4], loaded[32][4];
};

void loadOnDevice(std::vector<MatrixRows>& matrices);

} // namespace cudatiled_test
