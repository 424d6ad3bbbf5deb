// SPDX-License-Identifier: Apache-2.0
// Products of matrices by tensor cores: of bytes, and of floats of which the upper 19 bits count.
#pragma once

#include "intrinsics.cuh"

namespace cv { namespace cudatiled {

// sum += a * b, by a warp. a is 16 x 32 unsigned bytes, b is 32 x 8, and lane l = 4 g + t holds
//   of a    row g columns 4 t … 4 t + 3; row g + 8, the same columns; row g, columns 16 further on; row g + 8, those;
//   of b    rows 4 t … 4 t + 3 of column g; the same 16 rows below;
//   of sum  row g columns 2 t and 2 t + 1; row g + 8, the same columns.
// The lowest byte of a word comes first. PTX ISA, mma.m16n8k32.
#ifdef __CUDACC__
__device__ inline void multiplyAdd(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                   std::uint32_t b1)
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
        "%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#endif
}

// The same where a holds signed bytes.
__device__ inline void multiplyAddSigned(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                         std::uint32_t b1)
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
        "%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#endif
}

// sum + a * b in TF32, of floats as bits of which the lower 13 are ignored. a is 16 x 8, b is 8 x 8, and lane l = 4 g + t holds
//   of a    row g column t; row g + 8, the same column; row g, column t + 4; row g + 8, that column;
//   of b    row t of column g; row t + 4 of it;
//   of sum  row g columns 2 t and 2 t + 1; row g + 8, the same columns.
// Products are exact; sums are cut off to 24 bits, not rounded. PTX ISA, mma.m16n8k8.
__device__ inline void multiplyAddFloats(float (&sum)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
        "%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}
#else
template <class ByteOfA>
void multiplyAddOf(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1)
{
    const std::uint64_t mine[3] = {a[0] | static_cast<std::uint64_t>(a[1]) << 32,
                                   a[2] | static_cast<std::uint64_t>(a[3]) << 32,
                                   b0 | static_cast<std::uint64_t>(b1) << 32};
    std::uint64_t all[3][32];
    for (int i = 0; i < 3; ++i)
        __gather_sync(0xffffffffu, mine[i], all[i]);
    const auto byte = [](std::uint64_t words, int word, int i) {
        return static_cast<std::uint8_t>(words >> (32 * word + 8 * i) & 0xffu);
    };
    const int lane = static_cast<int>(threadIdx.x % 32), g = lane / 4, t = lane % 4;
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 32; ++k)
        {
            const int ofA = static_cast<ByteOfA>(byte(all[k / 16][4 * g + k % 16 / 4], i / 2, k % 4));
            const int ofB = byte(all[2][4 * (2 * t + i % 2) + k % 16 / 4], k / 16, k % 4);
            sum[i] += static_cast<std::uint32_t>(ofA * ofB);
        }
}

inline void multiplyAdd(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1)
{
    multiplyAddOf<std::uint8_t>(sum, a, b0, b1);
}

inline void multiplyAddSigned(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1)
{
    multiplyAddOf<std::int8_t>(sum, a, b0, b1);
}

inline void multiplyAddFloats(float (&sum)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
{
    const std::uint64_t mine[3] = {a[0] | static_cast<std::uint64_t>(a[1]) << 32,
                                   a[2] | static_cast<std::uint64_t>(a[3]) << 32,
                                   b[0] | static_cast<std::uint64_t>(b[1]) << 32};
    std::uint64_t all[3][32];
    for (int i = 0; i < 3; ++i)
        __gather_sync(0xffffffffu, mine[i], all[i]);
    const auto number = [](std::uint64_t words, int word) {
        return static_cast<double>(asFloat(static_cast<std::uint32_t>(words >> (32 * word)) & 0xffffe000u));
    };
    const int lane = static_cast<int>(threadIdx.x % 32), g = lane / 4, t = lane % 4;
    for (int i = 0; i < 4; ++i)
    {
        double exact = sum[i];
        for (int k = 0; k < 8; ++k)
            exact += number(all[k / 4][4 * g + k % 4], i / 2) * number(all[2][4 * (2 * t + i % 2) + k % 4], k / 4);
        sum[i] = static_cast<float>(exact);
    }
}
#endif

template <class T> CUDATILED_HOST_DEVICE inline void clear(T (&sum)[4])
{
    for (int i = 0; i < 4; ++i)
        sum[i] = 0;
}

}} // namespace cv::cudatiled
