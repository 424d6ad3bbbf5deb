// SPDX-License-Identifier: Apache-2.0
// Bulk copies from global to shared memory, and the barriers that they report to (compute capability 9.0). PTX ISA,
// cp.async.bulk and mbarrier. Kernels ask hasBulkCopies(): elsewhere they load rows by other copies.
#pragma once

#include <cstdint>

namespace cv { namespace cudatiled {

#ifdef __CUDACC__

__device__ constexpr bool hasBulkCopies()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    return true;
#else
    return false;
#endif
}

// In shared memory. A phase ends when `count` threads have arrived and all expected bytes are there.
struct TransferBarrier
{
    std::uint64_t word;
};

__device__ inline std::uint32_t sharedAddress(const void* shared)
{
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
}

__device__ inline void initialise([[maybe_unused]] TransferBarrier* barrier, [[maybe_unused]] int count)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(count) : "memory");
#endif
}

// Makes barriers that this thread has initialised known to bulk copies.
__device__ inline void publishBarriers()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

// Bulk copies that start later come after what this thread has written to shared memory.
__device__ inline void beforeBulkCopies()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

__device__ inline void arriveExpecting([[maybe_unused]] TransferBarrier* barrier, [[maybe_unused]] int bytes)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(bytes)
                 : "memory");
#endif
}

__device__ inline void arrive([[maybe_unused]] TransferBarrier* barrier)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(barrier)) : "memory");
#endif
}

// Waits for the end of a phase; phases have parities 0, 1, 0, …
__device__ inline void await([[maybe_unused]] TransferBarrier* barrier, [[maybe_unused]] std::uint32_t parity)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("{\n\t"
                 ".reg .pred isOver;\n\t"
                 "again:\n\t"
                 "mbarrier.try_wait.parity.shared::cta.b64 isOver, [%0], %1;\n\t"
                 "@!isOver bra again;\n\t"
                 "}" ::"r"(sharedAddress(barrier)),
                 "r"(parity)
                 : "memory");
#endif
}

// Starts to copy `bytes` bytes, which the barrier expects; both addresses and the number are multiples of 16.
__device__ inline void copyBulk([[maybe_unused]] void* shared, [[maybe_unused]] const void* global,
                                [[maybe_unused]] int bytes, [[maybe_unused]] TransferBarrier* barrier)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     sharedAddress(shared)),
                 "l"(__cvta_generic_to_global(global)), "r"(bytes), "r"(sharedAddress(barrier))
                 : "memory");
#endif
}

// A kernel prefetches in images of at least this many bytes, if it gains from `bytes` on. Emulated kernels prefetch in
// images of any size, so that tests with small images cover it.
__device__ constexpr std::int64_t leastToPrefetch(std::int64_t bytes)
{
    return bytes;
}

// Begins to bring `bytes` bytes into the L2 cache; the address and the number are multiples of 16.
__device__ inline void prefetchBulk([[maybe_unused]] const void* global, [[maybe_unused]] int bytes)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(global)), "r"(bytes)
                 : "memory");
#endif
}

#else // where kernels are emulated

inline bool hasBulkCopies()
{
    return cuda_on_cpu::hasBulkCopies();
}

struct alignas(8) TransferBarrier
{
    std::uint16_t count, missing; // threads that are to arrive
    std::uint16_t parity, unused; // of the phase
    std::int64_t bytes;           // expected minus arrived
};

inline void endPhaseIfOver(TransferBarrier* barrier)
{
    if (barrier->missing > 0 || barrier->bytes != 0)
        return;
    barrier->missing = barrier->count;
    barrier->parity ^= 1u;
}

inline void initialise(TransferBarrier* barrier, int count)
{
    const auto threads = static_cast<std::uint16_t>(count);
    *barrier = {threads, threads, 0, 0, 0};
}

inline void publishBarriers()
{}
inline void beforeBulkCopies()
{}

inline void arriveExpecting(TransferBarrier* barrier, int bytes)
{
    barrier->bytes += bytes;
    --barrier->missing;
    endPhaseIfOver(barrier);
}

inline void arrive(TransferBarrier* barrier)
{
    arriveExpecting(barrier, 0);
}

inline void await(TransferBarrier* barrier, std::uint32_t parity)
{
    cuda_on_cpu::finishCopies(barrier);
    const auto isEvenOver = [](const void* subject) {
        return static_cast<const TransferBarrier*>(subject)->parity != 0;
    };
    const auto isOddOver = [](const void* subject) {
        return static_cast<const TransferBarrier*>(subject)->parity != 1;
    };
    cuda_on_cpu::await({"await", __FILE__, __LINE__}, parity == 0 ? +isEvenOver : +isOddOver, barrier);
}

inline void copyBulk(void* shared, const void* global, int bytes, TransferBarrier* barrier)
{
    const auto arrived = [](void* subject, std::size_t count) {
        auto* const at = static_cast<TransferBarrier*>(subject);
        at->bytes -= static_cast<std::int64_t>(count);
        endPhaseIfOver(at);
    };
    cuda_on_cpu::startCopy({"copyBulk", __FILE__, __LINE__},
                           {shared, global, static_cast<std::size_t>(bytes), arrived, barrier});
}

constexpr std::int64_t leastToPrefetch(std::int64_t)
{
    return 0;
}

inline void prefetchBulk(const void* global, int bytes)
{
    cuda_on_cpu::prefetch({"prefetchBulk", __FILE__, __LINE__}, global, static_cast<std::size_t>(bytes));
}

#endif

// True for one lane; all lanes of the warp call it. That lane's warp-uniform values are in uniform registers, which
// bulk copies need; for a lane chosen in any other way a loop gathers them.
__device__ inline bool isElected()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    std::uint32_t elected;
    asm volatile("{\n\t"
                 ".reg .pred isElected;\n\t"
                 "elect.sync _|isElected, 0xffffffff;\n\t"
                 "selp.u32 %0, 1, 0, isElected;\n\t"
                 "}"
                 : "=r"(elected));
    return elected != 0;
#else
    return threadIdx.x % 32 == 0;
#endif
}

}} // namespace cv::cudatiled
