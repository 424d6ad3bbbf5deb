// SPDX-License-Identifier: Apache-2.0
// Special instructions of the device, each with a twin in plain C++ that computes the same bits (approximations: within
// the error that is stated).
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "half.hpp"
#include "host_device.hpp"

namespace cv { namespace cudatiled {

// Memory that is read and written at once.
template <int N> struct alignas(4 * N) Words
{
    std::uint32_t word[N];
};

// Writes words to global memory at once, to a multiple of their size. (Compilers may write the members of a struct one
// by one.)
CUDATILED_HOST_DEVICE inline void storeWords(void* to, const Words<1>& words)
{
    *static_cast<Words<1>*>(to) = words;
}
CUDATILED_HOST_DEVICE inline void storeWords(void* to, const Words<2>& words)
{
#ifdef __CUDA_ARCH__
    asm volatile("st.global.v2.b32 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(to)), "r"(words.word[0]),
                 "r"(words.word[1])
                 : "memory");
#else
    *static_cast<Words<2>*>(to) = words;
#endif
}
CUDATILED_HOST_DEVICE inline void storeWords(void* to, const Words<4>& words)
{
#ifdef __CUDA_ARCH__
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)), "r"(words.word[0]),
                 "r"(words.word[1]), "r"(words.word[2]), "r"(words.word[3])
                 : "memory");
#else
    *static_cast<Words<4>*>(to) = words;
#endif
}

// The same for results that nobody reads soon: the first to leave the caches.
CUDATILED_HOST_DEVICE inline void storeStreamed(void* to, const Words<4>& words)
{
#ifdef __CUDA_ARCH__
    asm volatile("st.global.cs.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)), "r"(words.word[0]),
                 "r"(words.word[1]), "r"(words.word[2]), "r"(words.word[3])
                 : "memory");
#else
    storeWords(to, words);
#endif
}

// When lines that a load has read leave the L2 cache.
enum class Eviction
{
    First,
    Last,
    Unchanged // as before the load
};
struct CachePolicy
{
    std::uint64_t bits;
};
CUDATILED_HOST_DEVICE inline CachePolicy cachePolicy([[maybe_unused]] Eviction eviction)
{
    CachePolicy policy{};
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if (eviction == Eviction::First)
        asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy.bits));
    else if (eviction == Eviction::Last)
        asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy.bits));
    else
        asm("createpolicy.fractional.L2::evict_unchanged.b64 %0, 1.0;" : "=l"(policy.bits));
#endif
    return policy;
}
CUDATILED_HOST_DEVICE inline Words<4> loadWords(const void* from, [[maybe_unused]] CachePolicy policy)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    Words<4> words;
    asm("ld.global.L2::cache_hint.v4.b32 {%0, %1, %2, %3}, [%4], %5;"
        : "=r"(words.word[0]), "=r"(words.word[1]), "=r"(words.word[2]), "=r"(words.word[3])
        : "l"(__cvta_generic_to_global(from)), "l"(policy.bits));
    return words;
#else
    return *static_cast<const Words<4>*>(from);
#endif
}

// `row` rows of `step` bytes behind `first`, which points to memory of the device, in one instruction.
CUDATILED_HOST_DEVICE inline const char* rowFrom(const char* first, int row, int step)
{
#ifdef __CUDA_ARCH__
    const char* from;
    asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(from) : "r"(row), "r"(step), "l"(first));
    __builtin_assume(__isGlobal(from));
    return from;
#else
    return first + static_cast<std::ptrdiff_t>(row) * step;
#endif
}

// The same value, which the compiler keeps in a register, instead of finding it again wherever it is used.
template <class T> CUDATILED_HOST_DEVICE inline T kept(T word)
{
#ifdef __CUDA_ARCH__
    asm volatile("" : "+r"(word));
#endif
    return word;
}
CUDATILED_HOST_DEVICE inline bool kept(bool value)
{
    return kept(static_cast<int>(value)) != 0;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

// Waits for the launch before, but with bit 0; with bit 1, lets the next one start. For EarlierWork, which has the
// twins of this and of the next function.
__device__ inline void beginSibling(int bits)
{
    asm volatile("{\n\t"
                 ".reg .pred before, behind;\n\t"
                 ".reg .b32 bit;\n\t"
                 "and.b32 bit, %0, 1;\n\t"
                 "setp.ne.u32 before, bit, 0;\n\t"
                 "and.b32 bit, %0, 2;\n\t"
                 "setp.ne.u32 behind, bit, 0;\n\t"
                 "@!before griddepcontrol.wait;\n\t"
                 "@behind griddepcontrol.launch_dependents;\n\t"
                 "}" ::"r"(bits)
                 : "memory");
}

// With bit 0, the first block of a row waits for the launch before.
__device__ inline void endSibling(int bits)
{
    asm volatile("{\n\t"
                 ".reg .pred before, first;\n\t"
                 ".reg .b32 bit, column;\n\t"
                 "and.b32 bit, %0, 1;\n\t"
                 "setp.ne.u32 before, bit, 0;\n\t"
                 "mov.u32 column, %%ctaid.x;\n\t"
                 "setp.eq.and.u32 first, column, 0, before;\n\t"
                 "@first griddepcontrol.wait;\n\t"
                 "}" ::"r"(bits)
                 : "memory");
}

#endif

// Starts to bring the cache line at an address of global memory to the L2 cache.
CUDATILED_HOST_DEVICE inline void prefetchToL2([[maybe_unused]] const void* global)
{
#ifdef __CUDA_ARCH__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(global)));
#endif
}

// Starts to copy 16 bytes from global to shared memory; both are aligned. They are there for this thread after
// waitForCopies().
CUDATILED_HOST_DEVICE inline void copyAsync16(Words<4>* shared, const void* global)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(shared))),
        "l"(global)
        : "memory");
#else
    *shared = *static_cast<const Words<4>*>(global);
#endif
}

// The same for 4 bytes, `Words` words from both addresses.
template <int Words> CUDATILED_HOST_DEVICE inline void copyAsync4(std::uint32_t* shared, const std::uint32_t* global)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.ca.shared.global [%0 + %2], [%1 + %2], 4;" ::"r"(
                     static_cast<std::uint32_t>(__cvta_generic_to_shared(shared))),
                 "l"(global), "n"(4 * Words)
                 : "memory");
#else
    shared[Words] = global[Words];
#endif
}

CUDATILED_HOST_DEVICE inline void waitForCopies()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// The word that starts `bits` bits up in the pair of words; bits < 32.
CUDATILED_HOST_DEVICE inline std::uint32_t shiftedWord(std::uint32_t low, std::uint32_t high, int bits)
{
#ifdef __CUDA_ARCH__
    return __funnelshift_r(low, high, bits);
#else
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(high) << 32 | low) >> bits);
#endif
}

// Bytes `index` and `index + 1` of a word and its successor as two halves, the first in the lower one.
CUDATILED_HOST_DEVICE inline std::uint32_t bytePair(std::uint32_t word, std::uint32_t next, int index)
{
#ifdef __CUDA_ARCH__
    if (index == 3)
        return __byte_perm(__byte_perm(word, next, 0x0043u), 0u, 0x4140u);
    return __byte_perm(word, 0u, 0x4040u | static_cast<std::uint32_t>(index | (index + 1) << 8));
#else
    const std::uint64_t both = (static_cast<std::uint64_t>(next) << 32 | word) >> (8 * index);
    return static_cast<std::uint32_t>((both & 0xffu) | (both & 0xff00u) << 8);
#endif
}

// Bytes 1 and 3 of a word as two halves.
CUDATILED_HOST_DEVICE inline std::uint32_t oddBytes(std::uint32_t word)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(word, 0u, 0x4341u);
#else
    return word >> 8 & 0x00ff00ffu;
#endif
}

// Both halves of `pairs` minus `bias`, saturated to bytes; all sums and differences fit into signed halves.
CUDATILED_HOST_DEVICE inline std::uint32_t saturateU16x2(std::uint32_t pairs, int bias)
{
    const std::uint32_t subtracted = (static_cast<std::uint32_t>(-bias) & 0xffffu) * 0x10001u;
#ifdef __CUDA_ARCH__
    return __viaddmin_s16x2_relu(pairs, subtracted, 0x00ff00ffu);
#else
    const auto half = [](std::uint32_t a, std::uint32_t b) {
        const int sum = static_cast<std::int16_t>((a + b) & 0xffffu);
        return static_cast<std::uint32_t>(sum < 0 ? 0 : sum > 255 ? 255 : sum);
    };
    return half(pairs & 0xffffu, subtracted & 0xffffu) | half(pairs >> 16, subtracted >> 16) << 16;
#endif
}

// The low bytes of the four halves of two words, the first word's first.
CUDATILED_HOST_DEVICE inline std::uint32_t packU16x2(std::uint32_t first, std::uint32_t second)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(first, second, 0x6420u);
#else
    return (first & 0xffu) | (first >> 8 & 0xff00u) | (second & 0xffu) << 16 | (second << 8 & 0xff000000u);
#endif
}

// The high bytes of the four halves of two words, the first word's first.
CUDATILED_HOST_DEVICE inline std::uint32_t packHighBytes(std::uint32_t first, std::uint32_t second)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(first, second, 0x7531u);
#else
    return packU16x2(first >> 8, second >> 8);
#endif
}

// sum + the products of four bytes of `bytes` and of `taps`, unsigned or signed ones.
CUDATILED_HOST_DEVICE inline std::uint32_t dotBytes(std::uint32_t bytes, std::uint32_t taps, std::uint32_t sum)
{
#ifdef __CUDA_ARCH__
    return __dp4a(bytes, taps, sum);
#else
    for (int i = 0; i < 32; i += 8)
        sum += (bytes >> i & 0xffu) * (taps >> i & 0xffu);
    return sum;
#endif
}
CUDATILED_HOST_DEVICE inline int dotBytesSigned(std::uint32_t bytes, std::uint32_t taps, int sum)
{
#ifdef __CUDA_ARCH__
    int result;
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(bytes), "r"(taps), "r"(sum));
    return result;
#else
    for (int i = 0; i < 32; i += 8)
        sum += static_cast<int>(bytes >> i & 0xffu) * static_cast<std::int8_t>(taps >> i & 0xffu);
    return sum;
#endif
}

// sum + the products of both halves of `halves` and the two low bytes of `taps`.
CUDATILED_HOST_DEVICE inline std::uint32_t dotU16x2(std::uint32_t halves, std::uint32_t taps, std::uint32_t sum)
{
#ifdef __CUDA_ARCH__
    return __dp2a_lo(halves, taps, sum);
#else
    return sum + (halves & 0xffffu) * (taps & 0xffu) + (halves >> 16) * (taps >> 8 & 0xffu);
#endif
}

// The same with the two high bytes of `taps`.
CUDATILED_HOST_DEVICE inline std::uint32_t dotU16x2High(std::uint32_t halves, std::uint32_t taps, std::uint32_t sum)
{
#ifdef __CUDA_ARCH__
    return __dp2a_hi(halves, taps, sum);
#else
    return dotU16x2(halves, taps >> 16, sum);
#endif
}

// dotU16x2 with signed taps, and halves that are signed or not.
template <bool Signed> CUDATILED_HOST_DEVICE inline int dot16x2Signed(std::uint32_t halves, std::uint32_t taps, int sum)
{
#ifdef __CUDA_ARCH__
    int result;
    if (Signed)
        asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(halves), "r"(taps), "r"(sum));
    else
        asm("dp2a.lo.u32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(halves), "r"(taps), "r"(sum));
    return result;
#else
    const auto half = [&](std::uint32_t bits) {
        return Signed ? static_cast<std::int16_t>(bits) : static_cast<int>(bits & 0xffffu);
    };
    return sum + half(halves) * static_cast<std::int8_t>(taps & 0xffu) +
           half(halves >> 16) * static_cast<std::int8_t>(taps >> 8 & 0xffu);
#endif
}

// Four bytes, `Stride` apart, of consecutive words, from byte `first` on; the first becomes the lowest. Bytes beyond
// the last word are any that are there.
template <int Stride, int Count>
CUDATILED_HOST_DEVICE inline std::uint32_t gatherBytes(const std::uint32_t (&words)[Count], int first)
{
    const auto word = [&](int byte) {
        return words[byte / 4 < Count ? byte / 4 : Count - 1];
    };
    const int a = first, b = first + Stride, c = first + 2 * Stride, d = first + 3 * Stride;
#ifdef __CUDA_ARCH__
    if (Stride == 1)
        return a % 4 == 0 ? word(a) : __byte_perm(word(a), word(d), 0x3210u + 0x1111u * static_cast<unsigned>(a % 4));
    const std::uint32_t low = __byte_perm(word(a), word(b), static_cast<unsigned>(a % 4 | (b % 4 + 4) << 4));
    const std::uint32_t high = __byte_perm(word(c), word(d), static_cast<unsigned>(c % 4 | (d % 4 + 4) << 4));
    return __byte_perm(low, high, 0x5410u);
#else
    const auto byte = [&](int at) {
        return word(at) >> (8 * (at % 4)) & 0xffu;
    };
    return byte(a) | byte(b) << 8 | byte(c) << 16 | byte(d) << 24;
#endif
}

// Four of the eight bytes of two words: hexadecimal digit i of `selector` is the number of byte i of the result.
CUDATILED_HOST_DEVICE inline std::uint32_t permuteBytes(std::uint32_t first, std::uint32_t second,
                                                        std::uint32_t selector)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(first, second, selector);
#else
    const std::uint64_t both = static_cast<std::uint64_t>(second) << 32 | first;
    std::uint32_t permuted = 0;
    for (int i = 0; i < 4; ++i)
        permuted |= static_cast<std::uint32_t>(both >> (8 * (selector >> (4 * i) & 7u)) & 0xffu) << (8 * i);
    return permuted;
#endif
}

// The upper half of `first` below the lower half of `second`.
CUDATILED_HOST_DEVICE inline std::uint32_t nextU16x2(std::uint32_t first, std::uint32_t second)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(first, second, 0x5432u);
#else
    return first >> 16 | second << 16;
#endif
}

// Bytes 2 of four words, the first lowest.
CUDATILED_HOST_DEVICE inline std::uint32_t gatherBytes2(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                                        std::uint32_t d)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(__byte_perm(a, b, 0x0062u), __byte_perm(c, d, 0x0062u), 0x5410u);
#else
    return (a >> 16 & 0xffu) | (b >> 16 & 0xffu) << 8 | (c >> 16 & 0xffu) << 16 | (d >> 16 & 0xffu) << 24;
#endif
}

// Bytes 3 of four words, the first lowest.
CUDATILED_HOST_DEVICE inline std::uint32_t gatherBytes3(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                                        std::uint32_t d)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(__byte_perm(a, b, 0x0073u), __byte_perm(c, d, 0x0073u), 0x5410u);
#else
    return a >> 24 | b >> 24 << 8 | c >> 24 << 16 | d >> 24 << 24;
#endif
}

// Four integers saturated to bytes, the first lowest.
CUDATILED_HOST_DEVICE inline std::uint32_t packBytes(int first, int second, int third, int fourth)
{
#ifdef __CUDA_ARCH__
    std::uint32_t packed;
    asm("{\n\t"
        ".reg .b32 high;\n\t"
        "cvt.pack.sat.u8.s32.b32 high, %4, %3, 0;\n\t"
        "cvt.pack.sat.u8.s32.b32 %0, %2, %1, high;\n\t"
        "}"
        : "=r"(packed)
        : "r"(first), "r"(second), "r"(third), "r"(fourth));
    return packed;
#else
    const auto byte = [](int v) {
        return static_cast<std::uint32_t>(v < 0 ? 0 : v > 255 ? 255 : v);
    };
    return byte(first) | byte(second) << 8 | byte(third) << 16 | byte(fourth) << 24;
#endif
}

// Both halves of the result of `f`, which takes and gives an int, on the halves of two words. For twins.
template <class F> CUDATILED_HOST_DEVICE inline std::uint32_t onU16x2(std::uint32_t a, std::uint32_t b, F f)
{
    const auto half = [&](int shift) {
        return static_cast<std::uint32_t>(
                   f(static_cast<int>(a >> shift & 0xffffu), static_cast<int>(b >> shift & 0xffffu))) &
               0xffffu;
    };
    return half(0) | half(16) << 16;
}

// The lower and the higher ones of unsigned halves.
CUDATILED_HOST_DEVICE inline std::uint32_t minU16x2(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vminu2(a, b);
#else
    const std::uint32_t aLow = a & 0xffffu, bLow = b & 0xffffu, aHigh = a >> 16, bHigh = b >> 16;
    return (aLow < bLow ? aLow : bLow) | (aHigh < bHigh ? aHigh : bHigh) << 16;
#endif
}
CUDATILED_HOST_DEVICE inline std::uint32_t maxU16x2(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vmaxu2(a, b);
#else
    const std::uint32_t aLow = a & 0xffffu, bLow = b & 0xffffu, aHigh = a >> 16, bHigh = b >> 16;
    return (aLow < bLow ? bLow : aLow) | (aHigh < bHigh ? bHigh : aHigh) << 16;
#endif
}

// The same of three words.
CUDATILED_HOST_DEVICE inline std::uint32_t minU16x2(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
#ifdef __CUDA_ARCH__
    return __vimin3_u16x2(a, b, c);
#else
    return minU16x2(minU16x2(a, b), c);
#endif
}
CUDATILED_HOST_DEVICE inline std::uint32_t maxU16x2(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
#ifdef __CUDA_ARCH__
    return __vimax3_u16x2(a, b, c);
#else
    return maxU16x2(maxU16x2(a, b), c);
#endif
}

// The sums of the halves of two words, each modulo 2^16.
CUDATILED_HOST_DEVICE inline std::uint32_t addU16x2(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vadd2(a, b);
#else
    return ((a + b) & 0xffffu) | ((a & 0xffff0000u) + (b & 0xffff0000u));
#endif
}

// The higher ones of signed halves.
CUDATILED_HOST_DEVICE inline std::uint32_t maxS16x2(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vmaxs2(a, b);
#else
    return onU16x2(a, b,
                   [](int x, int y) { return static_cast<std::int16_t>(x) < static_cast<std::int16_t>(y) ? y : x; });
#endif
}

// The higher and the lower ones of the signed halves of a + b, modulo 2^16, and of c.
CUDATILED_HOST_DEVICE inline std::uint32_t maxOfSumS16x2(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
#ifdef __CUDA_ARCH__
    return __viaddmax_s16x2(a, b, c);
#else
    return maxS16x2(addU16x2(a, b), c);
#endif
}
CUDATILED_HOST_DEVICE inline std::uint32_t minOfSumS16x2(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
#ifdef __CUDA_ARCH__
    return __viaddmin_s16x2(a, b, c);
#else
    return ~maxS16x2(~addU16x2(a, b), ~c);
#endif
}

// The lower ones, as before, but not below 0.
CUDATILED_HOST_DEVICE inline std::uint32_t minOfSumS16x2Relu(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
#ifdef __CUDA_ARCH__
    return __viaddmin_s16x2_relu(a, b, c);
#else
    return maxS16x2(minOfSumS16x2(a, b, c), 0u);
#endif
}

// a - b of four bytes and of two halves, saturated.
CUDATILED_HOST_DEVICE inline std::uint32_t subtractU16x2(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vsubus2(a, b);
#else
    return onU16x2(a, b, [](int x, int y) { return x < y ? 0 : x - y; });
#endif
}
CUDATILED_HOST_DEVICE inline std::uint32_t subtractS16x2(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vsubss2(a, b);
#else
    return onU16x2(a, b, [](int x, int y) {
        const int difference = static_cast<std::int16_t>(x) - static_cast<std::int16_t>(y);
        return difference < -32768 ? -32768 : difference > 32767 ? 32767 : difference;
    });
#endif
}
CUDATILED_HOST_DEVICE inline std::uint32_t subtractBytes(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vsubus4(a, b);
#else
    return subtractU16x2(a & 0x00ff00ffu, b & 0x00ff00ffu) | subtractU16x2(a >> 8 & 0x00ff00ffu, b >> 8 & 0x00ff00ffu)
                                                                 << 8;
#endif
}

// The high bytes of all halves, those of `even` below those of `odd`: bytes 1 and 3 of `even`, then 1 and 3 of `odd`,
// in turns.
CUDATILED_HOST_DEVICE inline std::uint32_t mergeHighBytes(std::uint32_t even, std::uint32_t odd)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(even, odd, 0x7351u);
#else
    return (even >> 8 & 0x00ff00ffu) | (odd & 0xff00ff00u);
#endif
}

// The highest bit of each number of `Bits`, 8 or 16, in all of its bits.
template <int Bits> CUDATILED_HOST_DEVICE inline std::uint32_t spreadHighestBits(std::uint32_t word)
{
#ifdef __CUDA_ARCH__
    std::uint32_t spread;
    asm("prmt.b32 %0, %1, 0, %2;" : "=r"(spread) : "r"(word), "n"(Bits == 8 ? 0xba98 : 0xbb99));
    return spread;
#else
    const std::uint32_t ones = Bits == 8 ? 0x01010101u : 0x00010001u;
    return (word >> (Bits - 1) & ones) * ((1u << Bits) - 1u);
#endif
}

// Turns 4 x 4 bytes, or 2 x 2 halves, so that byte i of word j becomes byte j of word i.
CUDATILED_HOST_DEVICE inline void turnWords(std::uint32_t (&word)[4])
{
#ifdef __CUDA_ARCH__
    const std::uint32_t low01 = __byte_perm(word[0], word[1], 0x5140u), low23 = __byte_perm(word[2], word[3], 0x5140u);
    const std::uint32_t high01 = __byte_perm(word[0], word[1], 0x7362u),
                        high23 = __byte_perm(word[2], word[3], 0x7362u);
    word[0] = __byte_perm(low01, low23, 0x5410u);
    word[1] = __byte_perm(low01, low23, 0x7632u);
    word[2] = __byte_perm(high01, high23, 0x5410u);
    word[3] = __byte_perm(high01, high23, 0x7632u);
#else
    const std::uint32_t from[4] = {word[0], word[1], word[2], word[3]};
    for (int i = 0; i < 4; ++i)
    {
        word[i] = 0;
        for (int j = 0; j < 4; ++j)
            word[i] |= (from[j] >> (8 * i) & 0xffu) << (8 * j);
    }
#endif
}
CUDATILED_HOST_DEVICE inline void turnWords(std::uint32_t (&word)[2])
{
    const std::uint32_t first = word[0], second = word[1];
#ifdef __CUDA_ARCH__
    word[0] = __byte_perm(first, second, 0x5410u);
    word[1] = __byte_perm(first, second, 0x7632u);
#else
    word[0] = (first & 0xffffu) | second << 16;
    word[1] = first >> 16 | (second & 0xffff0000u);
#endif
}
CUDATILED_HOST_DEVICE inline void turnWords(std::uint32_t (&)[1])
{}

// Nearest integer, ties to even; |value| < 2^31.
CUDATILED_HOST_DEVICE inline int roundToInt(float value)
{
#ifdef __CUDA_ARCH__
    return __float2int_rn(value);
#else
    return static_cast<int>(std::nearbyint(value));
#endif
}

CUDATILED_HOST_DEVICE inline int roundToInt(double value)
{
#ifdef __CUDA_ARCH__
    return __double2int_rn(value);
#else
    return static_cast<int>(std::nearbyint(value));
#endif
}

// The bits of a word as a float.
CUDATILED_HOST_DEVICE inline float asFloat(std::uint32_t bits)
{
#ifdef __CUDA_ARCH__
    return __uint_as_float(bits);
#else
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
#endif
}

CUDATILED_HOST_DEVICE inline std::uint32_t asBits(float value)
{
#ifdef __CUDA_ARCH__
    return __float_as_uint(value);
#else
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
#endif
}

// A word as a value of 4 bytes, and back.
template <class T> CUDATILED_HOST_DEVICE inline T wordAs(std::uint32_t bits)
{
    return static_cast<T>(bits);
}
template <> CUDATILED_HOST_DEVICE inline float wordAs<float>(std::uint32_t bits)
{
    return asFloat(bits);
}
CUDATILED_HOST_DEVICE inline std::uint32_t wordOf(std::uint32_t value)
{
    return value;
}
CUDATILED_HOST_DEVICE inline std::uint32_t wordOf(std::int32_t value)
{
    return static_cast<std::uint32_t>(value);
}
CUDATILED_HOST_DEVICE inline std::uint32_t wordOf(float value)
{
    return asBits(value);
}

// Byte `index` of a word as a float. On the device it is put into the mantissa of 2^23, which the subtraction takes
// away again: two instructions at full rate, where the conversion has a quarter of it. To a signed byte 128 is added
// before; the same subtraction takes it away.
template <bool Signed = false> CUDATILED_HOST_DEVICE float byteToFloat(std::uint32_t word, int index)
{
#ifdef __CUDA_ARCH__
    const std::uint32_t bytes = Signed ? word ^ 0x80808080u : word;
    return asFloat(__byte_perm(bytes, 0x4b000000u, 0x7440u | static_cast<std::uint32_t>(index))) -
           (8388608.f + (Signed ? 128.f : 0.f));
#else
    const std::uint32_t byte = word >> (8 * index) & 0xffu;
    return Signed ? static_cast<float>(static_cast<std::int8_t>(byte)) : static_cast<float>(byte);
#endif
}

// Half `index` of a word as a float, likewise; to a signed one 32768 is added.
template <bool Signed = false> CUDATILED_HOST_DEVICE float halfWordToFloat(std::uint32_t word, int index)
{
#ifdef __CUDA_ARCH__
    const std::uint32_t halves = Signed ? word ^ 0x80008000u : word;
    return asFloat(__byte_perm(halves, 0x4b000000u, index == 0 ? 0x7410u : 0x7432u)) -
           (8388608.f + (Signed ? 32768.f : 0.f));
#else
    const std::uint32_t half = word >> (16 * index) & 0xffffu;
    return Signed ? static_cast<float>(static_cast<std::int16_t>(half)) : static_cast<float>(half);
#endif
}

// Two floats as halves, each the nearest; the first is the lower one.
CUDATILED_HOST_DEVICE inline std::uint32_t roundToF16x2(float first, float second)
{
#ifndef __CUDA_ARCH__
    return roundToHalf(first) | static_cast<std::uint32_t>(roundToHalf(second)) << 16;
#elif __CUDA_ARCH__ >= 800
    std::uint32_t halves;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(halves) : "f"(second), "f"(first));
    return halves;
#else
    std::uint32_t halves;
    asm("{.reg .b16 low, high; cvt.rn.f16.f32 low, %1; cvt.rn.f16.f32 high, %2; mov.b32 %0, {low, high};}"
        : "=r"(halves)
        : "f"(first), "f"(second));
    return halves;
#endif
}

// One of two halves as a float.
CUDATILED_HOST_DEVICE inline float halfToFloat(std::uint32_t halves, int index)
{
#ifdef __CUDA_ARCH__
    float value;
    if (index == 0)
        asm("{.reg .b16 low, high; mov.b32 {low, high}, %1; cvt.f32.f16 %0, low;}" : "=f"(value) : "r"(halves));
    else
        asm("{.reg .b16 low, high; mov.b32 {low, high}, %1; cvt.f32.f16 %0, high;}" : "=f"(value) : "r"(halves));
    return value;
#else
    return halfToFloat(static_cast<std::uint16_t>(halves >> (16 * index) & 0xffffu));
#endif
}

// The lower (Sign 0) or the higher one (Sign 0x8000) of two halves, as bits; of a number and NaN, the number.
template <std::uint32_t Sign> CUDATILED_HOST_DEVICE inline std::uint32_t extremeHalf(std::uint32_t a, std::uint32_t b)
{
    const auto isNan = [](std::uint32_t half) {
        return (half & 0x7fffu) > 0x7c00u;
    };
    const auto ordered = [](std::uint32_t half) { // of negative numbers, the larger bits are the lower value
        half ^= Sign;
        return half & 0x8000u ? ~half & 0xffffu : half | 0x8000u;
    };
    if (isNan(a) || isNan(b))
        return isNan(a) && isNan(b) ? 0x7fffu : isNan(a) ? b : a;
    return ordered(b) < ordered(a) ? b : a;
}

// The lower and the higher ones of the halves in two words.
CUDATILED_HOST_DEVICE inline std::uint32_t minF16x2(std::uint32_t a, std::uint32_t b)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    std::uint32_t lower;
    asm("min.f16x2 %0, %1, %2;" : "=r"(lower) : "r"(a), "r"(b));
    return lower;
#else
    return extremeHalf<0>(a & 0xffffu, b & 0xffffu) | extremeHalf<0>(a >> 16, b >> 16) << 16;
#endif
}
CUDATILED_HOST_DEVICE inline std::uint32_t maxF16x2(std::uint32_t a, std::uint32_t b)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    std::uint32_t higher;
    asm("max.f16x2 %0, %1, %2;" : "=r"(higher) : "r"(a), "r"(b));
    return higher;
#else
    return extremeHalf<0x8000u>(a & 0xffffu, b & 0xffffu) | extremeHalf<0x8000u>(a >> 16, b >> 16) << 16;
#endif
}

// a * b + c of both halves of the words, each rounded once.
CUDATILED_HOST_DEVICE inline std::uint32_t multiplyAddF16x2(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    std::uint32_t sum;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
    return sum;
#else
    return roundToF16x2(fmaf(halfToFloat(a, 0), halfToFloat(b, 0), halfToFloat(c, 0)),
                        fmaf(halfToFloat(a, 1), halfToFloat(b, 1), halfToFloat(c, 1)));
#endif
}

// |a| + |b| of both halves of the words.
CUDATILED_HOST_DEVICE inline std::uint32_t addMagnitudesF16x2(std::uint32_t a, std::uint32_t b)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    std::uint32_t sum;
    asm("{.reg .b32 first, second; abs.f16x2 first, %1; abs.f16x2 second, %2; add.f16x2 %0, first, second;}"
        : "=r"(sum)
        : "r"(a), "r"(b));
    return sum;
#else
    return multiplyAddF16x2(a & 0x7fff7fffu, 0x3c003c00u, b & 0x7fff7fffu);
#endif
}

// The nearest integer, ties to even, of a |value| < 2^22: added to 1.5 * 2^23, the fraction is rounded away.
CUDATILED_HOST_DEVICE inline int roundSmall(float value)
{
#ifdef __CUDA_ARCH__
    return static_cast<int>(__float_as_uint(value + 12582912.f)) - 0x4b400000;
#else
    return static_cast<int>(std::rint(value));
#endif
}

// Within 2^-22 of the root.
CUDATILED_HOST_DEVICE inline float approximateRoot(float value)
{
#ifdef __CUDA_ARCH__
    float root;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(value));
    return root;
#else
    return std::sqrt(value);
#endif
}

// Within 2^-23 of the root, in one instruction; 0 for a subnormal number.
CUDATILED_HOST_DEVICE inline float quickRoot(float value)
{
#ifdef __CUDA_ARCH__
    float root;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(value));
    return root;
#else
    return std::sqrt(value);
#endif
}

// The integer next to the root of a number up to 2^31. The factor outweighs the errors of the float root, so that the
// guess k is the result or 1 below it; roots of integers do not lie halfway between integers: k if value <= k^2 + k.
CUDATILED_HOST_DEVICE inline int roundedRoot(std::uint32_t value)
{
    const float root = quickRoot(static_cast<float>(value));
    constexpr float kIntegers = 12582912.f; // 3 * 2^22: sums with it are integers, in the lowest bits
    const std::uint32_t k = asBits(fmaf(root, 1.f - 1.f / (1 << 20), kIntegers)) - asBits(kIntegers);
    return static_cast<int>(k + (value > k * k + k ? 1u : 0u));
}

// 2^value, within 2^-22 of it; 0 for a value below -126.
CUDATILED_HOST_DEVICE inline float approximateExp2(float value)
{
#ifdef __CUDA_ARCH__
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(value));
    return power;
#else
    return value < -126.f ? 0.f : std::exp2(value);
#endif
}

// first / second for a second of at most 2^126; within 2^-22 of it.
CUDATILED_HOST_DEVICE inline float approximateQuotient(float first, float second)
{
#ifdef __CUDA_ARCH__
    return __fdividef(first, second);
#else
    return first / second;
#endif
}

// Two values rounded to nearest, ties to even, and saturated to 16 bits, the second above the first. NaN becomes 0.
CUDATILED_HOST_DEVICE inline std::uint32_t packUnsigned(float second, float first)
{
#ifdef __CUDA_ARCH__
    std::uint32_t packed;
    asm("{\n\t"
        ".reg .u16 a, b;\n\t"
        "cvt.rni.sat.u16.f32 a, %1;\n\t"
        "cvt.rni.sat.u16.f32 b, %2;\n\t"
        "mov.b32 %0, {a, b};\n\t"
        "}"
        : "=r"(packed)
        : "f"(first), "f"(second));
    return packed;
#else
    const auto half = [](float v) {
        return static_cast<std::uint32_t>(std::nearbyint(std::fmin(std::fmax(v, 0.f), 65535.f)));
    };
    return half(first) | half(second) << 16;
#endif
}

CUDATILED_HOST_DEVICE inline std::uint32_t packSigned(float second, float first)
{
#ifdef __CUDA_ARCH__
    std::uint32_t packed;
    asm("{\n\t"
        ".reg .s16 a, b;\n\t"
        "cvt.rni.sat.s16.f32 a, %1;\n\t"
        "cvt.rni.sat.s16.f32 b, %2;\n\t"
        "mov.b32 %0, {a, b};\n\t"
        "}"
        : "=r"(packed)
        : "f"(first), "f"(second));
    return packed;
#else
    const auto half = [](float v) {
        const float limited = std::isnan(v) ? 0.f : std::fmin(std::fmax(v, -32768.f), 32767.f);
        return static_cast<std::uint32_t>(static_cast<int>(std::nearbyint(limited))) & 0xffffu;
    };
    return half(first) | half(second) << 16;
#endif
}

// Four values rounded to nearest, ties to even, and saturated to bytes; the first becomes the lowest. NaN becomes 0.
CUDATILED_HOST_DEVICE inline std::uint32_t packBytes(float first, float second, float third, float fourth)
{
#ifdef __CUDA_ARCH__
    // Each pair of conversions and its packing are one instruction, F2IP.
    std::uint32_t packed;
    asm("{\n\t"
        ".reg .s32 a, b, c, d;\n\t"
        ".reg .b32 high;\n\t"
        "cvt.rni.s32.f32 a, %1;\n\t"
        "cvt.rni.s32.f32 b, %2;\n\t"
        "cvt.rni.s32.f32 c, %3;\n\t"
        "cvt.rni.s32.f32 d, %4;\n\t"
        "cvt.pack.sat.u8.s32.b32 high, d, c, 0;\n\t"
        "cvt.pack.sat.u8.s32.b32 %0, b, a, high;\n\t"
        "}"
        : "=r"(packed)
        : "f"(first), "f"(second), "f"(third), "f"(fourth));
    return packed;
#else
    const auto byte = [](float v) {
        return static_cast<std::uint32_t>(std::nearbyint(std::fmin(std::fmax(v, 0.f), 255.f)));
    };
    return byte(first) | byte(second) << 8 | byte(third) << 16 | byte(fourth) << 24;
#endif
}

// Two integers saturated to unsigned 16 bits, the second above the first.
CUDATILED_HOST_DEVICE inline std::uint32_t packUnsigned(int second, int first)
{
#ifdef __CUDA_ARCH__
    std::uint32_t packed;
    asm("cvt.pack.sat.u16.s32 %0, %1, %2;" : "=r"(packed) : "r"(second), "r"(first));
    return packed;
#else
    const auto half = [](int v) {
        return static_cast<std::uint32_t>(v < 0 ? 0 : v > 65535 ? 65535 : v);
    };
    return half(second) << 16 | half(first);
#endif
}

// Two integers saturated to signed 16 bits, the second above the first.
CUDATILED_HOST_DEVICE inline std::uint32_t packSigned(int second, int first)
{
#ifdef __CUDA_ARCH__
    std::uint32_t packed;
    asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(packed) : "r"(second), "r"(first));
    return packed;
#else
    const auto half = [](int v) {
        return static_cast<std::uint32_t>(v < -32768 ? -32768 : v > 32767 ? 32767 : v) & 0xffffu;
    };
    return half(second) << 16 | half(first);
#endif
}

// Byte `i` of `first` in both bytes of the lower half, byte `j` of `second` in those of the upper half.
CUDATILED_HOST_DEVICE inline std::uint32_t doubledBytes(std::uint32_t first, int i, std::uint32_t second, int j)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(first, second,
                       static_cast<std::uint32_t>(i) * 0x11u + static_cast<std::uint32_t>(j + 4) * 0x1100u);
#else
    return (first >> (8 * i) & 0xffu) * 0x101u + (second >> (8 * j) & 0xffu) * 0x1010000u;
#endif
}

// Half `i` of `first` below half `j` of `second`.
CUDATILED_HOST_DEVICE inline std::uint32_t joinedU16x2(std::uint32_t first, int i, std::uint32_t second, int j)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(first, second, (i == 0 ? 0x10u : 0x32u) + (j == 0 ? 0x5400u : 0x7600u));
#else
    return (first >> (16 * i) & 0xffffu) | (second >> (16 * j)) << 16;
#endif
}

// Adds to a word of shared memory without waiting for it. Other threads may add to it too.
CUDATILED_HOST_DEVICE inline void addShared(std::uint32_t* shared, std::uint32_t value)
{
#ifdef __CUDA_ARCH__
    atomicAdd(shared, value);
#else
    *shared += value;
#endif
}

// A product that is rounded before it is added to something: compilers contract other ones with the sum.
CUDATILED_HOST_DEVICE inline double roundedProduct(double a, double b)
{
#ifdef __CUDA_ARCH__
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

// Adds to a word of global memory without waiting for it. Other threads may do so too.
CUDATILED_HOST_DEVICE inline void addGlobal(std::uint32_t* global, std::uint32_t value)
{
#ifdef __CUDA_ARCH__
    atomicAdd(global, value);
#else
    *global += value;
#endif
}

// Makes the number the lower one of both and returns the one before. Other threads may do so too.
CUDATILED_HOST_DEVICE inline int atomicMinimum(int* number, int other)
{
#ifdef __CUDA_ARCH__
    return atomicMin(number, other);
#else
    const int before = *number;
    *number = before < other ? before : other;
    return before;
#endif
}

// The place of the highest bit that is 1; there must be one.
CUDATILED_HOST_DEVICE inline int highestBit(std::uint32_t word)
{
#ifdef __CUDA_ARCH__
    return 31 - __clz(static_cast<int>(word));
#else
    int place = 0;
    while (word >>= 1)
        ++place;
    return place;
#endif
}

// The place of the lowest bit that is 1; there must be one.
CUDATILED_HOST_DEVICE inline int lowestBit(std::uint32_t word)
{
#ifdef __CUDA_ARCH__
    return __ffs(static_cast<int>(word)) - 1;
#else
    return highestBit(word & (0u - word));
#endif
}

// How many bits of a word are 1.
CUDATILED_HOST_DEVICE inline std::uint32_t countBits(std::uint32_t word)
{
#ifdef __CUDA_ARCH__
    return static_cast<std::uint32_t>(__popc(word));
#else
    std::uint32_t count = 0;
    for (; word != 0; word &= word - 1u)
        ++count;
    return count;
#endif
}

// `value` as many bits up as the lowest five bits of `bits` say.
CUDATILED_HOST_DEVICE inline std::uint32_t shiftedUp(std::uint32_t value, std::uint32_t bits)
{
#ifdef __CUDA_ARCH__
    return __funnelshift_l(0u, value, bits);
#else
    return value << (bits & 31u);
#endif
}

// 1 in each half of `halves`, of numbers below 2^15, that is at least `limit`; 0 in the other.
CUDATILED_HOST_DEVICE inline std::uint32_t u16x2From(std::uint32_t halves, int limit)
{
#ifdef __CUDA_ARCH__
    return __viaddmin_s16x2_relu(halves, (static_cast<std::uint32_t>(1 - limit) & 0xffffu) * 0x10001u, 0x00010001u);
#else
    return (static_cast<int>(halves & 0xffffu) >= limit ? 1u : 0u) |
           (static_cast<int>(halves >> 16) >= limit ? 0x10000u : 0u);
#endif
}

// 0xff in each byte whose half has its highest bit, else 0: bytes 0 and 2 from the halves of `even`, 1 and 3 from
// `odd`.
CUDATILED_HOST_DEVICE inline std::uint32_t highestBits(std::uint32_t even, std::uint32_t odd)
{
#ifdef __CUDA_ARCH__
    std::uint32_t bytes;
    asm("prmt.b32 %0, %1, %2, 0xfbd9;" : "=r"(bytes) : "r"(even), "r"(odd));
    return bytes;
#else
    return (even >> 15 & 0x00010001u) * 0xffu | (odd >> 15 & 0x00010001u) * 0xff00u;
#endif
}

// The second or the fourth byte of `word` above `low`, which is a byte.
CUDATILED_HOST_DEVICE inline std::uint32_t secondByteAbove(std::uint32_t low, std::uint32_t word)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(low, word, 0x1150u);
#else
    return low | (word & 0xff00u);
#endif
}
CUDATILED_HOST_DEVICE inline std::uint32_t fourthByteAbove(std::uint32_t low, std::uint32_t word)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(low, word, 0x1170u);
#else
    return low | (word >> 16 & 0xff00u);
#endif
}

}} // namespace cv::cudatiled
