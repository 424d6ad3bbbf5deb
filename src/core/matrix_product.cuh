// SPDX-License-Identifier: Apache-2.0
// Products of matrices by tensor cores: of bytes, of halves (floats of 16 bits), and of floats of which the upper 19
// bits count.
#pragma once

#include "half.hpp"
#include "intrinsics.cuh"

namespace cv { namespace cudatiled {

// sum += a * b, by a warp: 16 x 32 by 32 x 8 unsigned bytes. PTX ISA, mma.m16n8k32. The words of lane l = 4 g + t, the
// lowest byte first; of sum, element i is word i:
//   word  row of a  columns of a            rows of b (all in column g)   row, column of sum
//     0     g       4 t … 4 t + 3           4 t … 4 t + 3                 g,     2 t
//     1     g + 8   4 t … 4 t + 3           4 t + 16 … 4 t + 19           g,     2 t + 1
//     2     g       4 t + 16 … 4 t + 19                                   g + 8, 2 t
//     3     g + 8   4 t + 16 … 4 t + 19                                   g + 8, 2 t + 1
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

// The same with the first 16 columns of a and the first 16 rows of b.
__device__ inline void multiplyAdd(std::uint32_t (&sum)[4], const std::uint32_t (&a)[2], std::uint32_t b)
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(b));
#endif
}

// a * b + addend, where a holds signed bytes, and b, too, if SignedB.
template <bool SignedB = false>
__device__ inline void multiplySigned(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                      std::uint32_t b1, const std::uint32_t (&addend)[4])
{
#if __CUDA_ARCH__ >= 800
    if constexpr (SignedB)
        asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, "
            "%12, %13};"
            : "=r"(sum[0]), "=r"(sum[1]), "=r"(sum[2]), "=r"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "r"(addend[0]), "r"(addend[1]),
              "r"(addend[2]), "r"(addend[3]));
    else
        asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, "
            "%12, %13};"
            : "=r"(sum[0]), "=r"(sum[1]), "=r"(sum[2]), "=r"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1), "r"(addend[0]), "r"(addend[1]),
              "r"(addend[2]), "r"(addend[3]));
#endif
}

// sum += a * b in TF32, 16 x 8 by 8 x 8 floats as bits, of which the lower 13 are ignored. Products are exact; sums are
// truncated to 24 bits, not rounded. PTX ISA, mma.m16n8k8. The words of lane l = 4 g + t; sum as above:
//   word  row of a  column of a    row of b (column g)
//     0     g       t              t
//     1     g + 8   t              t + 4
//     2     g       t + 4
//     3     g + 8   t + 4
__device__ inline void multiplyAddTf32(float (&sum)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
        "%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

// The same for 16 x 16 by 16 x 8 halves. PTX ISA, mma.m16n8k16. The words of lane l = 4 g + t; sum as above:
//   word  row of a  columns of a            rows of b (column g)
//     0     g       2 t, 2 t + 1            2 t, 2 t + 1
//     1     g + 8   2 t, 2 t + 1            2 t + 8, 2 t + 9
//     2     g       2 t + 8, 2 t + 9
//     3     g + 8   2 t + 8, 2 t + 9
__device__ inline void multiplyAddF16(float (&sum)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
        "%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

// The same with the first 8 columns of a and the first 8 rows of b.
__device__ inline void multiplyAddF16(float (&sum)[4], const std::uint32_t (&a)[2], std::uint32_t b)
{
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(b));
#endif
}
#else
// A lane's words of both factors, unpacked: `InWord` elements from each word.
template <int InWord> struct LaneFactors
{
    double a[4 * InWord], b[2 * InWord];
};

// A lane's results. In all layouts above, word w of a begins at row g + 8 (w % 2), column InWord (t + 4 (w / 2)), word
// w of b at row InWord (t + 4 w), column g. Not sanitized: that would take a tenth of the tests' time.
template <int InWord>
__attribute__((no_sanitize("address", "undefined"))) void multiplyOfLane(double (&product)[4],
                                                                         const std::uint64_t (&factors)[32], int lane)
{
    const int g = lane / 4, t = lane % 4;
    for (int i = 0; i < 4; ++i)
    {
        product[i] = 0;
        for (int word = 0; word < 2; ++word)
            for (int other = 0; other < 4; ++other)
            {
                const auto& ofA = *reinterpret_cast<const LaneFactors<InWord>*>(factors[4 * g + other]);
                const auto& ofB = *reinterpret_cast<const LaneFactors<InWord>*>(factors[4 * (2 * t + i % 2) + other]);
                for (int k = 0; k < InWord; ++k)
                    product[i] += ofA.a[(i / 2 + 2 * word) * InWord + k] * ofB.b[word * InWord + k];
            }
    }
}

template <int InWord> void multiplyInWarp(double (&product)[4], const LaneFactors<InWord>& own)
{
    std::uint64_t factors[32];
    __gather_sync(0xffffffffu, reinterpret_cast<std::uintptr_t>(&own), factors);
    multiplyOfLane<InWord>(product, factors, static_cast<int>(threadIdx.x % 32));
    __syncwarp(); // until then others read `own`
}

template <class ByteOfA, class ByteOfB = std::uint8_t>
void multiplyOf(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1,
                const std::uint32_t (&addend)[4])
{
    LaneFactors<4> own;
    for (int i = 0; i < 16; ++i)
        own.a[i] = static_cast<ByteOfA>(a[i / 4] >> (8 * (i % 4)) & 0xffu);
    for (int i = 0; i < 8; ++i)
        own.b[i] = static_cast<ByteOfB>((i < 4 ? b0 : b1) >> (8 * (i % 4)) & 0xffu);
    double product[4];
    multiplyInWarp(product, own);
    for (int i = 0; i < 4; ++i)
        sum[i] = addend[i] + static_cast<std::uint32_t>(static_cast<std::int64_t>(product[i]));
}

inline void multiplyAdd(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1)
{
    multiplyOf<std::uint8_t>(sum, a, b0, b1, sum);
}

inline void multiplyAdd(std::uint32_t (&sum)[4], const std::uint32_t (&a)[2], std::uint32_t b)
{
    multiplyAdd(sum, {a[0], a[1], 0u, 0u}, b, 0u);
}

template <bool SignedB = false>
void multiplySigned(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1,
                    const std::uint32_t (&addend)[4])
{
    multiplyOf<std::int8_t, std::conditional_t<SignedB, std::int8_t, std::uint8_t>>(sum, a, b0, b1, addend);
}

// The float next to a value, towards zero.
inline float cutOff(double value)
{
    const auto nearest = static_cast<float>(value);
    return std::abs(static_cast<double>(nearest)) > std::abs(value) ? std::nextafter(nearest, 0.f) : nearest;
}

template <int InWord> void addProduct(float (&sum)[4], const LaneFactors<InWord>& own)
{
    double product[4];
    multiplyInWarp(product, own);
    for (int i = 0; i < 4; ++i)
        sum[i] = cutOff(sum[i] + product[i]);
}

inline void multiplyAddTf32(float (&sum)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
{
    LaneFactors<1> own;
    for (int i = 0; i < 4; ++i)
        own.a[i] = asFloat(a[i] & 0xffffe000u);
    for (int i = 0; i < 2; ++i)
        own.b[i] = asFloat(b[i] & 0xffffe000u);
    addProduct(sum, own);
}

inline void multiplyAddF16(float (&sum)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2])
{
    const auto half = [](std::uint32_t word, int i) {
        return halfToFloat(static_cast<std::uint16_t>(word >> (16 * i) & 0xffffu));
    };
    LaneFactors<2> own;
    for (int i = 0; i < 8; ++i)
        own.a[i] = half(a[i / 2], i % 2);
    for (int i = 0; i < 4; ++i)
        own.b[i] = half(b[i / 2], i % 2);
    addProduct(sum, own);
}

inline void multiplyAddF16(float (&sum)[4], const std::uint32_t (&a)[2], std::uint32_t b)
{
    multiplyAddF16(sum, {a[0], a[1], 0u, 0u}, {b, 0u});
}
#endif

// Writes N matrices of 8 x 8 elements of 16 bits, transposed. Lane 4 g + t holds elements 2 t and 2 t + 1 of row g of
// each; column i of matrix m becomes chunk 8 m + i. PTX ISA, stmatrix.
template <int N> __device__ void storeTransposed(Words<4>* chunks, const std::uint32_t (&matrix)[N])
{
    static_assert(N == 1 || N == 2 || N == 4, "");
    const unsigned lane = threadIdx.x % 32;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    const auto to = static_cast<std::uint32_t>(__cvta_generic_to_shared(chunks + lane % (8 * N)));
    if constexpr (N == 1)
        asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(to), "r"(matrix[0]) : "memory");
    else if constexpr (N == 2)
        asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(to), "r"(matrix[0]),
                     "r"(matrix[1])
                     : "memory");
    else
        asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(matrix[0]),
                     "r"(matrix[1]), "r"(matrix[2]), "r"(matrix[3])
                     : "memory");
#else
    const unsigned g = lane / 4, t = lane % 4;
    for (unsigned m = 0; m < N; ++m)
        for (unsigned i = 0; i < 2; ++i)
            reinterpret_cast<std::uint16_t*>(chunks + 8 * m + 2 * t + i)[g] =
                static_cast<std::uint16_t>(matrix[m] >> (16 * i));
#endif
}

// Reads four matrices of 8 rows of 16 bytes each. Lane 8 m + i holds the address of row i of matrix m, in shared
// memory; lane 4 g + t gets bytes 4 t … 4 t + 3 of row g of each. PTX ISA, ldmatrix.
__device__ inline void loadMatrices(std::uint32_t (&matrix)[4], [[maybe_unused]] const void* row)
{
#ifndef __CUDACC__
    std::uint64_t rows[32];
    __gather_sync(0xffffffffu, reinterpret_cast<std::uintptr_t>(row), rows);
    const unsigned lane = threadIdx.x % 32;
    for (unsigned m = 0; m < 4; ++m)
        std::memcpy(&matrix[m], reinterpret_cast<const std::uint8_t*>(rows[8 * m + lane / 4]) + 4 * (lane % 4), 4);
#elif __CUDA_ARCH__ >= 800
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(matrix[0]), "=r"(matrix[1]), "=r"(matrix[2]), "=r"(matrix[3])
                 : "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(row)))
                 : "memory");
#endif
}

// Bytes 2 i and 2 i + 1 of a word as halves, divided by 256: put into the mantissa of 2^10, which is taken away again.
CUDATILED_HOST_DEVICE inline std::uint32_t bytesToF16x2(std::uint32_t word, int i)
{
#ifdef __CUDA_ARCH__
    const std::uint32_t lifted = __byte_perm(word, 0x64646464u, i == 0 ? 0x4140u : 0x4342u);
    std::uint32_t halves;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(halves) : "r"(lifted), "r"(0x1c001c00u), "r"(0xc400c400u));
    return halves;
#else
    return roundToF16x2((word >> (16 * i) & 0xffu) / 256.f, (word >> (16 * i + 8) & 0xffu) / 256.f);
#endif
}

__device__ inline void multiplyAddSigned(std::uint32_t (&sum)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                         std::uint32_t b1)
{
    multiplySigned(sum, a, b0, b1, sum);
}

template <class T> CUDATILED_HOST_DEVICE inline void clear(T (&sum)[4])
{
    for (int i = 0; i < 4; ++i)
        sum[i] = 0;
}

}} // namespace cv::cudatiled
