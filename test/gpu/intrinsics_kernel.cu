// SPDX-License-Identifier: Apache-2.0
// Runs every special instruction on the device, and its twin on the host.
#include <stdexcept>

#include "../../src/core/matrix_product.cuh"
#include "intrinsics_test.hpp"

namespace cudatiled_test {

namespace {

using namespace cv::cudatiled;

__host__ __device__ IntrinsicOutput allIntrinsics(const IntrinsicInput& in)
{
    IntrinsicOutput out{};
    int n = 0;
    for (int i = 0; i < 4; ++i)
        out.bits[n++] = asBits(byteToFloat(in.word[0], i));
    for (int i = 0; i < 2; ++i)
        out.bits[n++] = asBits(halfWordToFloat(in.word[0], i));
    for (int i = 0; i < 4; ++i)
    {
        out.bits[n++] = static_cast<std::uint32_t>(roundToInt(in.value[i]));
        out.bits[n++] = static_cast<std::uint32_t>(roundToInt(500.5 * in.value[i]));
        out.bits[n++] = static_cast<std::uint32_t>(roundSmall(in.value[i]));
    }
    const int first = static_cast<int>(in.word[1]), second = static_cast<int>(in.word[2]);
    out.bits[n++] = packBytes(in.value[0], in.value[1], in.value[2], in.value[3]);
    out.bits[n++] = packUnsigned(in.value[0], in.value[1]);
    out.bits[n++] = packSigned(second, first);
    out.bits[n++] = packUnsigned(second, first);
    out.bits[n++] = packUnsigned(first % 70000, second % 70000);
    out.bits[n++] = packSigned(in.value[2], in.value[3]);
    out.bits[n++] = packSigned(roundSmall(in.value[0]), roundSmall(in.value[1]));
    out.bits[n++] = gatherBytes2(in.word[0], in.word[1], in.word[2], in.word[3]);
    out.bits[n++] = gatherBytes3(in.word[0], in.word[1], in.word[2], in.word[3]);
    out.bits[n++] = packBytes(first, second, first % 400, second % 400);
    const std::uint32_t root = in.word[0] % 46341;
    for (std::uint32_t value : {in.word[1] >> 1, root * root + root, root * root + root + 1})
        out.bits[n++] = static_cast<std::uint32_t>(roundedRoot(value));
    out.bits[n++] = shiftedWord(in.word[0], in.word[1], static_cast<int>(in.word[2] % 32));
    for (int i = 0; i < 4; ++i)
        out.bits[n++] = bytePair(in.word[0], in.word[1], i);
    out.bits[n++] = oddBytes(in.word[0]);
    out.bits[n++] = saturateU16x2(in.word[0] & 0x7fff7fffu, static_cast<int>(in.word[1] % 32768));
    out.bits[n++] = packU16x2(in.word[0], in.word[1]);
    out.bits[n++] = nextU16x2(in.word[0], in.word[1]);
    out.bits[n++] = dotBytes(in.word[0], in.word[1], in.word[2] % 65536);
    out.bits[n++] = static_cast<std::uint32_t>(dotBytesSigned(in.word[0], in.word[1], first % 65536));
    out.bits[n++] = dotU16x2(in.word[0], in.word[1], in.word[2]);
    out.bits[n++] = dotU16x2High(in.word[0], in.word[1], in.word[2]);
    out.bits[n++] = spreadHighestBits<8>(in.word[0]);
    out.bits[n++] = spreadHighestBits<16>(in.word[0]);
    std::uint32_t turned[4] = {in.word[0], in.word[1], in.word[2], in.word[3]}, half[2] = {in.word[0], in.word[1]};
    turnWords(turned);
    turnWords(half);
    for (int i = 0; i < 4; ++i)
        out.bits[n++] = turned[i];
    for (int i = 0; i < 2; ++i)
        out.bits[n++] = half[i];
    out.bits[n++] = mergeHighBytes(in.word[0], in.word[1]);
    out.bits[n++] = minU16x2(in.word[0], in.word[1]);
    out.bits[n++] = maxU16x2(in.word[0], in.word[1]);
    out.bits[n++] = minU16x2(in.word[0], in.word[1], in.word[2]);
    out.bits[n++] = maxU16x2(in.word[0], in.word[1], in.word[2]);
    out.bits[n++] = maxS16x2(in.word[0], in.word[1]);
    out.bits[n++] = maxOfSumS16x2(in.word[0], in.word[1], in.word[2]);
    out.bits[n++] = minOfSumS16x2(in.word[0], in.word[1], in.word[2]);
    out.bits[n++] = minOfSumS16x2Relu(in.word[0], in.word[1], in.word[2]);
    out.bits[n++] = subtractU16x2(in.word[0], in.word[1]);
    out.bits[n++] = subtractS16x2(in.word[0], in.word[1]);
    out.bits[n++] = subtractBytes(in.word[0], in.word[1]);
    for (int i = 0; i < 4; ++i)
    {
        out.bits[n++] = gatherBytes<1>(in.word, i);
        out.bits[n++] = gatherBytes<2>(in.word, i);
        out.bits[n++] = gatherBytes<3>(in.word, i);
        out.bits[n++] = gatherBytes<4>(in.word, i);
        out.bits[n++] = doubledBytes(in.word[0], i, in.word[1], 3 - i);
        out.bits[n++] = joinedU16x2(in.word[0], i / 2, in.word[1], i % 2);
    }
    out.bits[n++] = packHighBytes(in.word[0], in.word[1]);
    out.bits[n++] = addU16x2(in.word[0], in.word[1]);
    out.bits[n++] = shiftedUp(in.word[0], in.word[1]);
    out.bits[n++] = countBits(in.word[2]);
    out.bits[n++] = static_cast<std::uint32_t>(lowestBit(in.word[3] | 0x80000000u));
    out.bits[n++] = u16x2From(in.word[0] & 0x7fff7fffu, static_cast<int>(in.word[1] % 32768));
    out.bits[n++] = highestBits(in.word[0], in.word[1]);
    out.bits[n++] = secondByteAbove(in.word[0] & 0xffu, in.word[1]);
    out.bits[n++] = fourthByteAbove(in.word[0] & 0xffu, in.word[1]);
    out.bits[n++] = roundToF16x2(in.value[0], in.value[1]);
    const std::uint32_t first16 = roundToF16x2(in.value[0], in.value[1]),
                        second16 = roundToF16x2(in.value[2], in.value[3]);
    out.bits[n++] = minF16x2(first16, second16);
    out.bits[n++] = maxF16x2(first16, second16);
    // Bytes, and sums of them that fit into 11 bits, are halves of the same bits.
    const std::uint32_t a = in.word[0] & 0x00ff00ffu, b = in.word[1] & 0x00ff00ffu, c = in.word[2] & 0x00ff00ffu;
    const std::uint32_t minusOne = 0xbc00bc00u, two = 0x40004000u, difference = multiplyAddF16x2(a, minusOne, b);
    out.bits[n++] = difference;
    out.bits[n++] = multiplyAddF16x2(difference, two, c);
    out.bits[n++] = addMagnitudesF16x2(difference, multiplyAddF16x2(c, minusOne, b));
    for (int i = 0; i < 2; ++i)
    {
        out.bits[n++] = asBits(halfToFloat(roundToF16x2(in.value[2], in.value[3]), i));
        out.bits[n++] = bytesToF16x2(in.word[0], i);
    }
    return out;
}

__global__ void runAll(const IntrinsicInput* in, IntrinsicOutput* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = allIntrinsics(in[i]);
}

__global__ void multiplyAll(MatrixProduct* products, BytesOfProduct bytes)
{
    MatrixProduct& product = products[blockIdx.x];
    const int lane = threadIdx.x;
    if (bytes == BytesOfProduct::First16)
        multiplyAdd(product.sum[lane], {product.a[lane][0], product.a[lane][1]}, product.b[lane][0]);
    else if (bytes == BytesOfProduct::SignedByUnsigned)
        multiplyAddSigned(product.sum[lane], product.a[lane], product.b[lane][0], product.b[lane][1]);
    else
        multiplyAdd(product.sum[lane], product.a[lane], product.b[lane][0], product.b[lane][1]);
}

__global__ void multiplyAllHalves(HalfMatrixProduct* products, bool first8)
{
    HalfMatrixProduct& product = products[blockIdx.x];
    const int lane = threadIdx.x;
    if (first8)
        multiplyAddF16(product.sum[lane], {product.a[lane][0], product.a[lane][1]}, product.b[lane][0]);
    else
        multiplyAddF16(product.sum[lane], product.a[lane], product.b[lane]);
}

// Lane i has the address of row 5 i, modulo 32.
__global__ void loadAll(MatrixRows* all)
{
    __shared__ Words<4> rows[32];
    MatrixRows& matrices = all[blockIdx.x];
    const int lane = threadIdx.x;
    for (int i = 0; i < 4; ++i)
        rows[lane].word[i] = matrices.row[lane][i];
    __syncwarp();
    loadMatrices(matrices.loaded[lane], &rows[5 * lane % 32]);
}

void require(cudaError_t error)
{
    if (error != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(error));
}

} // namespace

std::vector<IntrinsicOutput> intrinsicsOnDevice(const std::vector<IntrinsicInput>& inputs)
{
    const int count = static_cast<int>(inputs.size());
    IntrinsicInput* in = nullptr;
    IntrinsicOutput* out = nullptr;
    require(cudaMalloc(&in, count * sizeof(*in)));
    require(cudaMalloc(&out, count * sizeof(*out)));
    require(cudaMemcpy(in, inputs.data(), count * sizeof(*in), cudaMemcpyHostToDevice));
    runAll<<<(count + 255) / 256, 256>>>(in, out, count);
    std::vector<IntrinsicOutput> outputs(count);
    require(cudaMemcpy(outputs.data(), out, count * sizeof(*out), cudaMemcpyDeviceToHost));
    require(cudaFree(in));
    require(cudaFree(out));
    return outputs;
}

std::vector<IntrinsicOutput> intrinsicsOnHost(const std::vector<IntrinsicInput>& inputs)
{
    std::vector<IntrinsicOutput> outputs;
    for (const IntrinsicInput& input : inputs)
        outputs.push_back(allIntrinsics(input));
    return outputs;
}

// A warp for each item.
template <class Item, class... Options>
void runOnDevice(std::vector<Item>& items, void (*kernel)(Item*, Options...), Options... options)
{
    Item* onDevice = nullptr;
    const std::size_t bytes = items.size() * sizeof(Item);
    require(cudaMalloc(&onDevice, bytes));
    require(cudaMemcpy(onDevice, items.data(), bytes, cudaMemcpyHostToDevice));
    kernel<<<static_cast<unsigned>(items.size()), 32>>>(onDevice, options...);
    require(cudaMemcpy(items.data(), onDevice, bytes, cudaMemcpyDeviceToHost));
    require(cudaFree(onDevice));
}

void multiplyOnDevice(std::vector<MatrixProduct>& products, BytesOfProduct bytes)
{
    runOnDevice(products, multiplyAll, bytes);
}

void multiplyOnDevice(std::vector<HalfMatrixProduct>& products, bool first8)
{
    runOnDevice(products, multiplyAllHalves, first8);
}

void loadOnDevice(std::vector<MatrixRows>& matrices)
{
    runOnDevice(matrices, loadAll);
}

} // namespace cudatiled_test
