// SPDX-License-Identifier: Apache-2.0
// Batches of calls, and medians of them.
#include "stopwatch.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace perf {

namespace {

constexpr double kSlowMicroseconds = 50000;       // a call as slow as this is timed once
constexpr double kLongestHoldMicroseconds = 8000; // for work that waits for the device, which no hold outlasts
constexpr int kMostCalls = 200;                   // two launches each still fit the queue of a stream

} // namespace

double Stopwatch::batch(const Work& work, Stream stream, int calls)
{
    interval_.begin(stream);
    for (int i = 0; i < calls; ++i)
        work();
    interval_.end(stream);
    return interval_.microseconds() / calls;
}

double Stopwatch::heldBatch(const Work& work, int calls)
{
    for (;;)
    {
        launchHold(holdMicroseconds_, stream_);
        interval_.begin(stream_);
        for (int i = 0; i < calls; ++i)
            work();
        interval_.end(stream_);
        const bool heldToTheEnd = !interval_.hasBegun();
        const double whole = interval_.microseconds(), time = whole / calls;
        std::this_thread::sleep_for(std::chrono::duration<double, std::micro>(restFactor_ * whole));
        if (heldToTheEnd || holdMicroseconds_ >= kLongestHoldMicroseconds)
            return time;
        holdMicroseconds_ *= 2;
    }
}

double Stopwatch::medianOf(const std::function<double(int)>& batchOf, double once, Effort effort) const
{
    if (once > kSlowMicroseconds)
        return once;
    const double batchMicroseconds = effort.batchMicroseconds * effortFactor_;
    const int calls = static_cast<int>(std::clamp(batchMicroseconds / std::max(once, 1.), 1., double(kMostCalls)));
    // Calls that fill several batches by themselves are measured less often, but never just once.
    const double wanted = effort.batches * std::min(1., 2 * batchMicroseconds / (once * calls));
    std::vector<double> times(
        static_cast<std::size_t>(std::clamp(wanted, std::min(3., double(effort.batches)), double(effort.batches))));
    for (double& time : times)
        time = batchOf(calls);
    return median(times);
}

double Stopwatch::deviceMicroseconds(const Work& work, Effort effort)
{
    holdMicroseconds_ = 200;
    batch(work, stream_, 1); // loads modules, creates buffers
    return medianOf([&](int calls) { return heldBatch(work, calls); }, batch(work, stream_, 1), effort);
}

double Stopwatch::issueMicroseconds(const Work& work, Stream stream, Effort effort)
{
    batch(work, stream, 1);
    return medianOf([&](int calls) { return batch(work, stream, calls); }, batch(work, stream, 1), effort);
}

std::pair<double, double> Stopwatch::issueMicroseconds(const Work& work, const Work& other, Effort effort)
{
    std::vector<double> ofOther;
    const auto both = [&](int calls) {
        ofOther.push_back(batch(other, stream_, calls));
        return batch(work, stream_, calls);
    };
    batch(work, stream_, 1);
    const double ofWork = medianOf(both, batch(work, stream_, 1), effort);
    return {ofWork, ofOther.empty() ? batch(other, stream_, 1) : median(ofOther)};
}

double Stopwatch::hostMicroseconds(const Work& work, double deviceMicroseconds)
{
    const int calls = static_cast<int>(std::clamp(4000 * effortFactor_ / deviceMicroseconds, 1., 100.));
    std::vector<double> times(5);
    for (double& time : times)
    {
        synchronize();
        const auto enqueue = [&] {
            for (int i = 0; i < calls; ++i)
                work();
        };
        time = microsecondsOf(enqueue) / calls;
    }
    synchronize();
    return median(times);
}

} // namespace perf
