// SPDX-License-Identifier: Apache-2.0
// Tests the emulated runtime: what streams, events and memory do in CUDA, and that a missing wait shows.

#include "runtime/cuda_runtime.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "../support/error_of.hpp"

namespace {

using namespace cuda_on_cpu;
using cudatiled_test::errorOf;

constexpr std::uint64_t kOrders = 200;

// --- Streams

class Stream
{
public:
    Stream() { EXPECT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess); }
    ~Stream() { EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess); }
    operator cudaStream_t() const { return stream_; }

    void finish() const { EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess); }

private:
    cudaStream_t stream_ = nullptr;
};

class Event
{
public:
    explicit Event(unsigned flags = cudaEventDisableTiming)
    {
        EXPECT_EQ(cudaEventCreateWithFlags(&event_, flags), cudaSuccess);
    }
    ~Event() { EXPECT_EQ(cudaEventDestroy(event_), cudaSuccess); }
    operator cudaEvent_t() const { return event_; }

    void record(cudaStream_t stream) const { EXPECT_EQ(cudaEventRecord(event_, stream), cudaSuccess); }
    void holdUp(cudaStream_t stream) const { EXPECT_EQ(cudaStreamWaitEvent(stream, event_), cudaSuccess); }
    void wait() const { EXPECT_EQ(cudaEventSynchronize(event_), cudaSuccess); }

private:
    cudaEvent_t event_ = nullptr;
};

// In page-locked memory. Tests declare it before the streams that use it, which then finish before it goes.
class Number
{
public:
    explicit Number(int value)
    {
        void* memory = nullptr;
        EXPECT_EQ(cudaHostAlloc(&memory, sizeof(int), cudaHostAllocDefault), cudaSuccess);
        number_ = static_cast<int*>(memory);
        *number_ = value;
    }
    ~Number() { EXPECT_EQ(cudaFreeHost(number_), cudaSuccess); }
    operator int*() const { return number_; }

private:
    int* number_;
};

void copy(int* to, const int* from, cudaStream_t stream)
{
    EXPECT_EQ(cudaMemcpyAsync(to, from, sizeof(int), cudaMemcpyDefault, stream), cudaSuccess);
}

struct LogArguments
{
    std::vector<int>* log;
    int number;
};

__global__ void logNumber(LogArguments a)
{
    a.log->push_back(a.number);
}

__global__ void throwError(int number)
{
    throw std::runtime_error("number " + std::to_string(number));
}

template <class Arguments>
void launchOn(cudaStream_t stream, const char* name, void (*kernel)(Arguments), const Arguments& arguments)
{
    const cudaLaunchConfig_t config{1, 1, 0, stream, nullptr, 0};
    EXPECT_EQ(launchFrom(name, &config, kernel, arguments), cudaSuccess);
}

std::uint64_t ordersWithWrongCopy(bool withWait)
{
    std::uint64_t wrong = 0;
    for (std::uint64_t seed = 0; seed < kOrders; ++seed)
    {
        seedOrder(seed);
        const Number source(1), between(0), result(0);
        const Stream first, second;
        const Event copied;
        copy(between, source, first);
        copied.record(first);
        if (withWait)
            copied.holdUp(second);
        copy(result, between, second);
        second.finish();
        wrong += *result != 1;
    }
    return wrong;
}

TEST(Streams, MissingWaitGivesAWrongResultInSomeOrder)
{
    EXPECT_EQ(ordersWithWrongCopy(true), 0u);
    EXPECT_GT(ordersWithWrongCopy(false), kOrders / 10);
    EXPECT_LT(ordersWithWrongCopy(false), kOrders * 9 / 10);
}

// What three streams do until the first is done, as 10 * stream + place in the stream.
std::vector<int> logOf(const Stream (&streams)[3], std::uint64_t seed)
{
    seedOrder(seed);
    std::vector<int> all;
    for (int i = 0; i < 10; ++i)
        for (int s = 0; s < 3; ++s)
            launchOn(streams[s], "logNumber", logNumber, {&all, 10 * s + i});
    EXPECT_TRUE(all.empty()) << "nothing runs before the host waits";
    streams[0].finish();
    const std::vector<int> log = all;
    for (const Stream& stream : streams)
        stream.finish();
    EXPECT_EQ(all.size(), 30u);
    return log;
}

TEST(Streams, KeepTheirOrderAndRunNoFurtherThanTheHostWaits)
{
    const Stream streams[3];
    std::set<std::vector<int>> different;
    std::size_t longest = 0;
    for (std::uint64_t seed = 0; seed < kOrders; ++seed)
    {
        const std::vector<int> log = logOf(streams, seed);
        EXPECT_EQ(logOf(streams, seed), log);
        int next[] = {0, 10, 20};
        for (const int number : log)
            EXPECT_EQ(number, next[number / 10]++);
        EXPECT_EQ(next[0], 10);
        EXPECT_EQ(log.back(), 9);
        different.insert(log);
        longest = std::max(longest, log.size());
    }
    EXPECT_GT(different.size(), kOrders / 2);
    EXPECT_GT(longest, 25u) << "others may be done first";
}

TEST(Streams, TheNullStreamDoesItsWorkAtOnce)
{
    const Number source(1), result(0), other(0);
    const Stream late;
    const auto madeUp = reinterpret_cast<cudaStream_t>(std::uintptr_t(2));
    copy(other, source, late);
    for (const cudaStream_t stream : {cudaStream_t(nullptr), madeUp})
    {
        *result = 0;
        copy(result, source, stream);
        EXPECT_EQ(*result, 1);
        std::vector<int> log;
        launchOn(stream, "logNumber", logNumber, {&log, 3});
        EXPECT_EQ(log, std::vector<int>{3});
        const Event event;
        event.record(stream);
        EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
    }
    EXPECT_EQ(*other, 0) << "nobody has waited for this";
    const Event copied;
    copied.record(late);
    copied.holdUp(nullptr);
    EXPECT_EQ(*other, 1);
}

TEST(Streams, MemoryThatIsNotPageLockedIsCopiedBeforeTheCallReturns)
{
    const Number number(1), other(1);
    int pageable = 5;
    const Stream stream;
    copy(other, number, stream);
    copy(&pageable, other, stream);
    EXPECT_EQ(pageable, 1);
    *number = 7;
    copy(other, number, stream);
    EXPECT_EQ(cudaMemcpy2DAsync(&pageable, 4, other, 4, 4, 1, cudaMemcpyDeviceToHost, stream), cudaSuccess);
    EXPECT_EQ(pageable, 7) << "earlier work of the stream is done before";
    *number = 9;
    EXPECT_EQ(cudaMemcpy2DAsync(other, 4, number, 4, 4, 1, cudaMemcpyDefault, stream), cudaSuccess);
    EXPECT_EQ(*other, 7);
    stream.finish();
    EXPECT_EQ(*other, 9);
}

TEST(Streams, PassOnWhatAKernelThrowsAndGoOn)
{
    const Number source(1), result(0);
    const Stream stream;
    launchOn(stream, "throwError", throwError, 5);
    copy(result, source, stream);
    EXPECT_EQ(errorOf([&] { cudaStreamSynchronize(stream); }), "number 5");
    EXPECT_EQ(*result, 0);
    stream.finish();
    EXPECT_EQ(*result, 1);
}

TEST(Streams, ServeFourThreadsAtOnce)
{
    const int threads = 4;
    int right[threads] = {};
    const auto work = [&](int& mine) {
        const Number number(0), other(0);
        const Stream first, second;
        const Event event;
        for (int i = 1; i <= 100; ++i)
        {
            *number = i;
            copy(other, number, first);
            event.record(first);
            event.holdUp(second);
            copy(number, other, second);
            second.finish();
            mine += *other == i && *number == i;
        }
    };
    std::vector<std::thread> running;
    for (int& mine : right)
        running.emplace_back(work, std::ref(mine));
    for (std::thread& thread : running)
        thread.join();
    for (const int mine : right)
        EXPECT_EQ(mine, 100);
}

TEST(Streams, MadeOfOtherFlagsOrNotAtAllAreRefused)
{
    cudaStream_t stream = nullptr;
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle);
    failNext("cudaStreamCreateWithFlags", cudaErrorMemoryAllocation);
    const int before = calls()["cudaStreamCreateWithFlags"];
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaErrorMemoryAllocation);
    EXPECT_EQ(calls()["cudaStreamCreateWithFlags"], before + 1);
    EXPECT_EQ(stream, nullptr);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
}

TEST(Streams, AreCapturedWhenATestSaysSo)
{
    const Stream stream;
    for (const auto status : {cudaStreamCaptureStatusActive, cudaStreamCaptureStatusNone})
    {
        setCapturing(status == cudaStreamCaptureStatusActive);
        cudaStreamCaptureStatus found[2];
        EXPECT_EQ(cudaStreamIsCapturing(stream, &found[0]), cudaSuccess);
        EXPECT_EQ(cudaStreamIsCapturing(nullptr, &found[1]), cudaSuccess);
        EXPECT_EQ(found[0], status);
        EXPECT_EQ(found[1], status);
    }
}

// --- Events

TEST(Events, RecordedAgainHoldUpByTheirLastRecordOfThatTime)
{
    std::uint64_t early = 0;
    for (std::uint64_t seed = 0; seed < kOrders; ++seed)
    {
        seedOrder(seed);
        const Number one(1), two(2), number(0);
        const Stream first, second;
        const Event event;
        copy(number, one, first);
        event.record(first);
        event.holdUp(second);
        copy(number, two, first);
        event.record(first);
        second.finish();
        EXPECT_GE(*number, 1);
        early += *number == 1;
        event.wait();
        EXPECT_EQ(*number, 2);
    }
    EXPECT_GT(early, 0u);
    EXPECT_LT(early, kOrders);
}

TEST(Events, NeverRecordedOrDestroyedHoldUpNobodyForEver)
{
    const Number one(1), number(0), other(0);
    const Stream first, second;
    const Event never;
    never.holdUp(first);
    never.wait();
    EXPECT_EQ(cudaEventQuery(never), cudaSuccess);
    copy(number, one, first);
    {
        const Event destroyed;
        destroyed.record(first);
        destroyed.holdUp(second);
    }
    copy(other, number, second);
    second.finish();
    EXPECT_EQ(*other, 1);
}

TEST(Events, CanBeAskedUntilTheyHappen)
{
    std::set<int> questions;
    for (std::uint64_t seed = 0; seed < kOrders; ++seed)
    {
        seedOrder(seed);
        const Number one(1), number(0), other(0);
        const Stream first, second;
        const Event event;
        for (int i = 0; i < 5; ++i)
            copy(other, one, second);
        copy(number, one, first);
        event.record(first);
        int asked = 1;
        while (cudaEventQuery(event) != cudaSuccess)
            ++asked;
        EXPECT_EQ(*number, 1);
        EXPECT_EQ(cudaGetLastError(), cudaSuccess);
        questions.insert(asked);
    }
    EXPECT_EQ(*questions.begin(), 1);
    EXPECT_GE(questions.size(), 4u);
    const Stream stream;
    const Event event;
    failNext("cudaEventQuery", cudaErrorIllegalAddress);
    EXPECT_EQ(cudaEventQuery(event), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
}

TEST(Events, MeasureTimeUnlessToldNotTo)
{
    const Number one(1), number(0);
    const Stream stream;
    const Event from(cudaEventDefault), to(cudaEventDefault), untimed;
    float milliseconds = -1;
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, from, to), cudaErrorInvalidResourceHandle) << "not recorded";
    from.record(stream);
    copy(number, one, stream);
    to.record(stream);
    untimed.record(stream);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, from, to), cudaSuccess);
    EXPECT_GE(milliseconds, 0);
    EXPECT_EQ(*number, 1) << "the host waits for both";
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, from, untimed), cudaErrorInvalidResourceHandle);
    cudaGetLastError();
}

// --- Memory

cudaMemoryType attributeOf(const void* address)
{
    cudaPointerAttributes attributes{};
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, address), cudaSuccess);
    return attributes.type;
}

char* allocateBytes(std::size_t bytes, cudaStream_t stream = nullptr)
{
    void* memory = nullptr;
    EXPECT_EQ(cudaMallocAsync(&memory, bytes, stream), cudaSuccess);
    return static_cast<char*>(memory);
}

TEST(Memory, IsKnownByAnyAddressInIt)
{
    void *plain = nullptr, *pitched = nullptr, *pageLocked = nullptr;
    std::size_t step = 0;
    std::vector<char> registered(1000);
    EXPECT_EQ(cudaMalloc(&plain, 1000), cudaSuccess);
    EXPECT_EQ(cudaMallocPitch(&pitched, &step, 100, 10), cudaSuccess);
    EXPECT_EQ(cudaHostAlloc(&pageLocked, 1000, cudaHostAllocPortable), cudaSuccess);
    EXPECT_EQ(cudaHostRegister(&registered[10], 980, cudaHostRegisterDefault), cudaSuccess);
    char* const late = allocateBytes(1000);
    for (const int i : {0, 1, 999})
    {
        EXPECT_EQ(attributeOf(static_cast<char*>(plain) + i), cudaMemoryTypeDevice);
        EXPECT_EQ(attributeOf(static_cast<char*>(pitched) + i), cudaMemoryTypeDevice);
        EXPECT_EQ(attributeOf(late + i), cudaMemoryTypeDevice);
        EXPECT_EQ(attributeOf(static_cast<char*>(pageLocked) + i), cudaMemoryTypeHost);
    }
    EXPECT_EQ(attributeOf(&registered[9]), cudaMemoryTypeUnregistered);
    EXPECT_EQ(attributeOf(&registered[10]), cudaMemoryTypeHost);
    EXPECT_EQ(attributeOf(&registered[989]), cudaMemoryTypeHost);
    EXPECT_EQ(attributeOf(&registered[990]), cudaMemoryTypeUnregistered);
    EXPECT_EQ(attributeOf(late + 1000), cudaMemoryTypeUnregistered);
    EXPECT_EQ(attributeOf(&step), cudaMemoryTypeUnregistered);
    EXPECT_EQ(attributeOf(nullptr), cudaMemoryTypeUnregistered);
    EXPECT_EQ(cudaFree(pageLocked), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeHost(plain), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(plain), cudaSuccess);
    EXPECT_EQ(cudaFree(pitched), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(late, nullptr), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(pageLocked), cudaSuccess);
    EXPECT_EQ(cudaHostUnregister(&registered[10]), cudaSuccess);
    for (const void* const memory : {plain, pitched, pageLocked, static_cast<void*>(&registered[10])})
        EXPECT_EQ(attributeOf(memory), cudaMemoryTypeUnregistered);
    cudaGetLastError();
}

TEST(Memory, IsRegisteredOnce)
{
    std::vector<char> bytes(100);
    EXPECT_EQ(cudaHostRegister(&bytes[20], 60, cudaHostRegisterDefault), cudaSuccess);
    for (const auto& [begin, count] : {std::pair(20, 60), {0, 21}, {79, 21}, {30, 1}, {0, 100}})
        EXPECT_EQ(cudaHostRegister(&bytes[begin], count, cudaHostRegisterDefault),
                  cudaErrorHostMemoryAlreadyRegistered);
    EXPECT_EQ(cudaHostRegister(&bytes[0], 20, cudaHostRegisterDefault), cudaSuccess);
    EXPECT_EQ(cudaHostRegister(&bytes[80], 20, cudaHostRegisterPortable), cudaSuccess);
    EXPECT_EQ(cudaHostRegister(&bytes[80], 0, cudaHostRegisterDefault), cudaErrorInvalidValue);
    EXPECT_EQ(cudaHostUnregister(&bytes[21]), cudaErrorHostMemoryNotRegistered);
    for (const int begin : {0, 20, 80})
        EXPECT_EQ(cudaHostUnregister(&bytes[begin]), cudaSuccess);
    EXPECT_EQ(cudaHostUnregister(&bytes[20]), cudaErrorHostMemoryNotRegistered);
    cudaGetLastError();
}

TEST(Memory, IsFreedByItsStreamAfterItsUse)
{
    const Number source(1), result(0);
    const Stream stream;
    int* const memory = reinterpret_cast<int*>(allocateBytes(sizeof(int), stream));
    copy(memory, source, stream);
    copy(result, memory, stream);
    EXPECT_EQ(cudaFreeAsync(memory, stream), cudaSuccess);
    EXPECT_EQ(attributeOf(memory), cudaMemoryTypeDevice);
    stream.finish();
    EXPECT_EQ(attributeOf(memory), cudaMemoryTypeUnregistered);
    EXPECT_EQ(*result, 1);
}

TEST(Memory, FreedOrUnregisteredBeforeItIsCopiedIsAnError)
{
    const char* const error = "memory was freed or unregistered before a stream has copied it";
    std::set<std::string> errors;
    for (std::uint64_t seed = 0; seed < kOrders; ++seed)
    {
        seedOrder(seed);
        const Number source(1);
        const Stream first, second;
        int* const memory = reinterpret_cast<int*>(allocateBytes(sizeof(int)));
        copy(memory, source, first);
        EXPECT_EQ(cudaFreeAsync(memory, second), cudaSuccess); // without a wait
        errors.insert(errorOf([&] { cudaStreamSynchronize(first); }));
    }
    EXPECT_EQ(errors, (std::set<std::string>{error, "no error"}));

    const Number result(0);
    int registered = 1;
    const Stream stream;
    EXPECT_EQ(cudaHostRegister(&registered, sizeof(int), cudaHostRegisterDefault), cudaSuccess);
    copy(result, &registered, stream);
    EXPECT_EQ(cudaHostUnregister(&registered), cudaSuccess);
    EXPECT_EQ(errorOf([&] { cudaStreamSynchronize(stream); }), error);
}

TEST(Memory, EndsWhereATestSaysSo)
{
    setDeviceMemory(1000);
    const Stream stream, other;
    char* const first = allocateBytes(600, stream);
    void* none = first;
    std::size_t step = 0;
    EXPECT_EQ(cudaMalloc(&none, 401), cudaErrorMemoryAllocation);
    EXPECT_EQ(none, nullptr);
    EXPECT_EQ(cudaMallocPitch(&none, &step, 100, 4), cudaErrorMemoryAllocation) << "512 bytes";
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    void* pageLocked = nullptr;
    EXPECT_EQ(cudaHostAlloc(&pageLocked, 2000, cudaHostAllocDefault), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(pageLocked), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(first, stream), cudaSuccess);
    EXPECT_EQ(cudaMalloc(&none, 401), cudaErrorMemoryAllocation) << "not freed before the host waits";
    char* const second = allocateBytes(1000, stream); // by the stream that has freed the first
    EXPECT_EQ(cudaFree(second), cudaSuccess);
    EXPECT_EQ(cudaMallocAsync(&none, 1001, other), cudaErrorMemoryAllocation);
    setDeviceMemory(0);
    EXPECT_EQ(cudaFree(allocateBytes(1001)), cudaSuccess);
    cudaGetLastError();
}

} // namespace
