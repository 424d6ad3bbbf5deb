// SPDX-License-Identifier: Apache-2.0
// Microseconds per call of work that is enqueued on a stream: of the device, of the host, and of both as they come.
#pragma once

#include <functional>
#include <utility>

#include "device.hpp"
#include "wall_clock.hpp"

namespace perf {

// How long to measure: `batches` of about `batchMicroseconds` each, of which the median counts.
struct Effort
{
    int batches;
    double batchMicroseconds;
};
constexpr Effort kOurs{7, 3000}, kReference{9, 3000}, kPeer{3, 2000};

class Stopwatch
{
public:
    // After each batch that deviceMicroseconds() measures, the device rests `restFactor` times as long as it worked.
    explicit Stopwatch(double effortFactor = 1, double restFactor = 0)
        : effortFactor_(effortFactor), restFactor_(restFactor)
    {}

    Stream stream() const { return stream_; }

    // The time that the device needs per call. A kernel holds the stream until a batch of calls is enqueued, so that
    // the device then runs them back to back: neither the host's work nor the latency of a first launch is counted.
    double deviceMicroseconds(const Work& work, Effort effort);

    // The time per call when the host enqueues as fast as it can: the longer of the host's and the device's.
    double issueMicroseconds(const Work& work, Stream stream, Effort effort);

    // The same of two works whose batches take turns, so that whatever state the host is in for a while is in both.
    std::pair<double, double> issueMicroseconds(const Work& work, const Work& other, Effort effort);

    // The time that the caller spends in a call, of which the device needs `deviceMicroseconds`.
    double hostMicroseconds(const Work& work, double deviceMicroseconds);

private:
    double batch(const Work& work, Stream stream, int calls);
    double heldBatch(const Work& work, int calls);
    double medianOf(const std::function<double(int calls)>& batchOf, double once, Effort effort) const;

    OwnStream stream_;
    Interval interval_;
    double effortFactor_, restFactor_;
    double holdMicroseconds_ = 200;
};

} // namespace perf
