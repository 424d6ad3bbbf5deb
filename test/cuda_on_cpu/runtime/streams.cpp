// SPDX-License-Identifier: Apache-2.0
// Streams and events of the emulated runtime: who does which work when.
#include "streams.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "calls.hpp"

namespace cuda_on_cpu { namespace {

// One recording of an event. Who waits for it keeps it: the event may be recorded again meanwhile, or destroyed.
struct Record
{
    bool happened = false;
    std::chrono::steady_clock::time_point when;
};

using RecordPtr = std::shared_ptr<Record>;

struct Work
{
    std::function<void()> run;
    RecordPtr after; // may be null
};

}} // namespace cuda_on_cpu

struct CUevent_st
{
    bool timed;
    cuda_on_cpu::RecordPtr last; // null before the first
};

struct CUstream_st
{
    std::deque<cuda_on_cpu::Work> queue;
    std::uint64_t rank;
};

namespace cuda_on_cpu {

namespace {

struct Streams
{
    std::vector<std::unique_ptr<CUstream_st>> all; // in the order of their creation, which a seed goes with
    std::mt19937_64 random;
    bool capturing = false;
};

thread_local cudaStreamCaptureMode captureMode = cudaStreamCaptureModeGlobal;

// Never destroyed: static objects of other files may wait for streams when the process ends.
Streams& streams()
{
    static Streams& theStreams = *new Streams;
    return theStreams;
}

auto find(cudaStream_t stream)
{
    auto& all = streams().all;
    return std::find_if(all.begin(), all.end(), [&](const auto& other) { return other.get() == stream; });
}

void drawRanks()
{
    for (const auto& stream : streams().all)
        stream->rank = streams().random();
}

bool canGoOn(const CUstream_st& stream)
{
    return !stream.queue.empty() && (!stream.queue.front().after || stream.queue.front().after->happened);
}

// Lets the stream of the lowest rank do one thing. Ranks last for several: one stream may be far ahead of the others.
void runNext()
{
    if (streams().random() % 4 == 0)
        drawRanks();
    CUstream_st* next = nullptr;
    for (const auto& stream : streams().all)
        if (canGoOn(*stream) && (!next || stream->rank < next->rank))
            next = stream.get();
    if (!next)
        throw std::runtime_error("the host waits for work that never happens");
    const Work work = std::move(next->queue.front());
    next->queue.pop_front(); // first, so that an exception leaves the rest of the queue to later waits
    work.run();
}

void await(const RecordPtr& record)
{
    while (record && !record->happened)
        runNext();
}

} // namespace

bool isLate(cudaStream_t stream)
{
    const Lock lock(mutex());
    return find(stream) != streams().all.end();
}

bool refusesUnsafeCalls()
{
    const Lock lock(mutex());
    return streams().capturing && captureMode != cudaStreamCaptureModeRelaxed;
}

void finish(cudaStream_t stream)
{
    const Lock lock(mutex());
    if (isLate(stream))
        while (!stream->queue.empty())
            runNext();
}

void giveWork(cudaStream_t stream, std::function<void()> work)
{
    const Lock lock(mutex());
    if (isLate(stream))
        stream->queue.push_back({std::move(work), nullptr});
    else
        work();
}

void seedOrder(std::uint64_t seed)
{
    const Lock lock(mutex());
    streams().random.seed(seed);
    drawRanks();
}

void setCapturing(bool capturing)
{
    const Lock lock(mutex());
    streams().capturing = capturing;
}

} // namespace cuda_on_cpu

using namespace cuda_on_cpu;

// The null stream waits for streams of other flags, and they for it: only the others are emulated.
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags)
{
    const Lock lock(mutex());
    *stream = nullptr;
    if (const cudaError_t error = called("cudaStreamCreateWithFlags"))
        return error;
    if (flags != cudaStreamNonBlocking)
        return failed(cudaErrorInvalidValue);
    streams().all.push_back(std::make_unique<CUstream_st>());
    *stream = streams().all.back().get();
    (*stream)->rank = streams().random();
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    const Lock lock(mutex());
    const cudaError_t error = called("cudaStreamDestroy");
    if (!isLate(stream))
        return failed(cudaErrorInvalidResourceHandle);
    finish(stream);
    streams().all.erase(find(stream));
    return error;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    finish(stream);
    return called("cudaStreamSynchronize");
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    const Lock lock(mutex());
    if (const cudaError_t error = called("cudaStreamWaitEvent"))
        return error;
    if (isLate(stream))
        stream->queue.push_back({[] {}, event->last});
    else
        await(event->last);
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status)
{
    const Lock lock(mutex());
    *status = streams().capturing ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return called("cudaStreamIsCapturing");
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode)
{
    std::swap(*mode, captureMode);
    return called("cudaThreadExchangeStreamCaptureMode");
}

cudaError_t cudaEventCreate(cudaEvent_t* event)
{
    const cudaError_t error = called("cudaEventCreate");
    *event = error == cudaSuccess ? new CUevent_st{true, nullptr} : nullptr;
    return error;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags)
{
    const cudaError_t error = called("cudaEventCreateWithFlags");
    *event = error == cudaSuccess ? new CUevent_st{(flags & cudaEventDisableTiming) == 0, nullptr} : nullptr;
    return error;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    const Lock lock(mutex());
    if (const cudaError_t error = called("cudaEventRecord"))
        return error;
    const RecordPtr record = std::make_shared<Record>();
    event->last = record;
    giveWork(stream, [record] {
        record->happened = true;
        record->when = std::chrono::steady_clock::now();
    });
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    const Lock lock(mutex());
    await(event->last);
    return called("cudaEventSynchronize");
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    const Lock lock(mutex());
    if (const cudaError_t error = called("cudaEventQuery"))
        return error;
    const auto isPending = [&] {
        return event->last && !event->last->happened;
    };
    for (std::uint64_t count = streams().random() % 4; count > 0 && isPending(); --count)
        runNext();
    return isPending() ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    const Lock lock(mutex());
    if (const cudaError_t error = called("cudaEventElapsedTime"))
        return error;
    if (!from->timed || !to->timed || !from->last || !to->last)
        return failed(cudaErrorInvalidResourceHandle);
    await(from->last);
    await(to->last);
    *milliseconds = std::chrono::duration<float, std::milli>(to->last->when - from->last->when).count();
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    return called("cudaEventDestroy");
}
