// SPDX-License-Identifier: Apache-2.0
// Lets g++ and clang compile kernel headers and run them on the CPU, one block after another. Include it before them.
#pragma once

#ifdef __CUDACC__
#error "for host compilers: nvcc has all this built in"
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// The language, as far as kernels use it: nothing here is for the tests that launch them.

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
// One block runs at a time, so its memory may as well exist once. It keeps what the last block left in it, of this
// launch or an earlier one: a value that a missing barrier brings too late may be there from before. Only new input in
// every launch shows that; see inAllOrders.
#define __shared__ static

struct uint3
{
    unsigned x, y, z;
};

struct dim3
{
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
constexpr int warpSize = 32;

namespace cuda_on_cpu {

// A call in a kernel at which threads wait for one another.
struct MeetingPoint
{
    const char* function;
    const char* file;
    int line;
};

struct WarpValues
{
    std::uint64_t lane[warpSize];
};

// Returns when all threads of the block, or all lanes of the warp, wait at the same meeting point. The second hands
// every lane what each lane brought.
void meetBlock(const MeetingPoint& here);
const WarpValues& meetWarp(const MeetingPoint& here, std::uint32_t mask, std::uint64_t brought);
unsigned laneOfThread();
void awaitDependency();

// Returns when `holds(subject)`, which other threads bring about.
void await(const MeetingPoint& here, bool (*holds)(const void*), const void* subject);

// Copies on their own, of which `arrived(subject)` tells: at once, or not before somebody asks for those of a subject.
struct LateCopy
{
    void* to;
    const void* from;
    std::size_t bytes;
    void (*arrived)(void* subject, std::size_t bytes);
    void* subject;
};
void startCopy(const MeetingPoint& here, const LateCopy& copy);
void finishCopies(const void* subject);

// Reads nothing, but refuses addresses outside of allocations; an allocation may begin within the first 16 bytes.
void prefetch(const MeetingPoint& here, const void* from, std::size_t bytes);

// Of the emulated device.
bool hasBulkCopies();
void setBulkCopies(bool has);

[[noreturn]] void refuse(const MeetingPoint& here, const char* reason);

template <class T> T shuffle(const MeetingPoint& here, std::uint32_t mask, T value, int width, int fromLane)
{
    static_assert(std::is_arithmetic_v<T> && sizeof(T) <= sizeof(std::uint64_t), "as in CUDA");
    if (width != warpSize)
        refuse(here, "only shuffles across the whole warp are emulated");
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    const WarpValues& values = meetWarp(here, mask, bits);
    // A lane that would look beyond the warp gets its own value.
    const bool inWarp = fromLane >= 0 && fromLane < warpSize;
    std::memcpy(&value, &values.lane[inWarp ? static_cast<unsigned>(fromLane) : laneOfThread()], sizeof(T));
    return value;
}

inline std::uint32_t ballot(const MeetingPoint& here, std::uint32_t mask, bool predicate)
{
    const WarpValues& values = meetWarp(here, mask, predicate);
    std::uint32_t votes = 0;
    for (int lane = 0; lane < warpSize; ++lane)
        votes |= static_cast<std::uint32_t>(values.lane[lane]) << lane;
    return votes;
}

} // namespace cuda_on_cpu

// The default arguments stand for the place of the call.

inline void __syncthreads(const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    cuda_on_cpu::meetBlock({"__syncthreads", file, line});
}

inline void __syncwarp(unsigned mask = 0xffffffffu, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    cuda_on_cpu::meetWarp({"__syncwarp", file, line}, mask, 0);
}

template <class T>
T __shfl_sync(unsigned mask, T value, int lane, int width = warpSize, const char* file = __builtin_FILE(),
              int line = __builtin_LINE())
{
    return cuda_on_cpu::shuffle({"__shfl_sync", file, line}, mask, value, width, lane & (warpSize - 1));
}

template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE())
{
    const int lane = static_cast<int>(cuda_on_cpu::laneOfThread() - delta);
    return cuda_on_cpu::shuffle({"__shfl_up_sync", file, line}, mask, value, width, lane);
}

template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize, const char* file = __builtin_FILE(),
                   int line = __builtin_LINE())
{
    const int lane = static_cast<int>(cuda_on_cpu::laneOfThread() + delta);
    return cuda_on_cpu::shuffle({"__shfl_down_sync", file, line}, mask, value, width, lane);
}

template <class T>
T __shfl_xor_sync(unsigned mask, T value, int laneMask, int width = warpSize, const char* file = __builtin_FILE(),
                  int line = __builtin_LINE())
{
    const int lane = static_cast<int>(cuda_on_cpu::laneOfThread()) ^ laneMask;
    return cuda_on_cpu::shuffle({"__shfl_xor_sync", file, line}, mask, value, width, lane);
}

inline unsigned __ballot_sync(unsigned mask, int predicate, const char* file = __builtin_FILE(),
                              int line = __builtin_LINE())
{
    return cuda_on_cpu::ballot({"__ballot_sync", file, line}, mask, predicate != 0);
}

inline int __any_sync(unsigned mask, int predicate, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    return cuda_on_cpu::ballot({"__any_sync", file, line}, mask, predicate != 0) != 0;
}

inline int __all_sync(unsigned mask, int predicate, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    return cuda_on_cpu::ballot({"__all_sync", file, line}, mask, predicate != 0) == 0xffffffffu;
}

// No function of CUDA's: every lane gets the values of all, for the twins of instructions that a warp executes
// together.
inline void __gather_sync(unsigned mask, std::uint64_t value, std::uint64_t (&all)[warpSize],
                          const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    std::memcpy(all, cuda_on_cpu::meetWarp({"__gather_sync", file, line}, mask, value).lane, sizeof(all));
}

// Nothing runs beside a launch: there is nothing to wait for.
inline void cudaGridDependencySynchronize()
{
    cuda_on_cpu::awaitDependency();
}

template <class T> T __ldg(const T* pointer)
{
    return *pointer;
}

namespace cuda_on_cpu {

// If one of the two is NaN, the other, as fminf and fmaxf give; the library's own are calls, which took a third of the
// time of large medians.
inline float lesser(float a, float b)
{
    return a < b || b != b ? a : b;
}
inline float greater(float a, float b)
{
    return a > b || b != b ? a : b;
}

} // namespace cuda_on_cpu

#define fminf cuda_on_cpu::lesser
#define fmaxf cuda_on_cpu::greater

// What tests use.

namespace cuda_on_cpu {

// Threads of a block run one at a time, in this order, each as far as the next barrier; so do the blocks. Warps go as
// far as the next barrier of the block, one after another, unless threads are shuffled.
enum class ThreadOrder
{
    Forward,
    Reverse,
    Shuffled // anew in every block
};

struct Launch
{
    dim3 grid, block;
    ThreadOrder order = ThreadOrder::Forward;
    unsigned seed = 0; // of the shuffled order; of the input, if the test wants to use it
};

std::ostream& operator<<(std::ostream& out, const Launch& launch);

// The launches that a kernel must survive, each with a seed of its own: make new input from it, and check the output,
// every time.
//     for (const Launch& order : inAllOrders(grid, block, seed))
//     {
//         SCOPED_TRACE(order);
//         launch("kernel", order, kernel<T>, argumentsMadeFrom(order.seed));
//     }
std::vector<Launch> inAllOrders(dim3 grid, dim3 block, unsigned seed);

// How many times each kernel was launched, by the name of its __global__ function.
const std::map<std::string, std::size_t>& executedKernels();

// How many threads have called cudaGridDependencySynchronize().
std::size_t dependenciesAwaited();

// Runs all threads of the launch, each as a call of `thread`.
void runThreads(const char* name, const Launch& launch, const std::function<void()>& thread);

// Runs a kernel. `name` is the name of its __global__ function. Throws std::runtime_error, which names kernel, block
// and thread, when threads do not meet at the same barrier; an exception from within the kernel comes out as it is. In
// both cases all threads are unwound, and the next launch finds everything in order. Not for several host threads at a
// time.
//
// AddressSanitizer guards a shared array of a template only if the instance has internal linkage (others may be merged
// with those of other files): let one template argument be a type from an anonymous namespace, such as the test's tile,
//     namespace { struct TestTile : Tile<16, 4> {}; }
template <class... Parameters, class... Arguments>
void launch(const char* name, const Launch& how, void (*kernel)(Parameters...), Arguments&&... arguments)
{
    const std::tuple<Parameters...> values(std::forward<Arguments>(arguments)...);
    runThreads(name, how, [&] { std::apply(kernel, values); });
}

} // namespace cuda_on_cpu
