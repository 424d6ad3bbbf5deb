// SPDX-License-Identifier: Apache-2.0
// Times of other libraries, whose ways to say no are many.
#include "peer_times.hpp"

#include <exception>

namespace perf {

namespace {

using cudatiled_test::PeerFilter;

double measure(const PeerCase& which, Rotation& images, Stream stream,
               const std::function<double(const Work& once)>& stopwatch)
{
    double microseconds = 0;
    try
    {
        const PeerFilter run =
            createPeer(which.peer, which.filter, which.parameters, which.border, which.srcType, which.dstType);
        bool refused = !run;
        const auto once = [&] {
            cv::cuda::GpuMat dst = images.dst();
            refused = refused || !run(images.src(), dst, stream);
            images.next();
        };
        if (!refused)
            once();
        if (!refused)
            microseconds = stopwatch(once);
        if (refused)
            microseconds = 0;
    }
    catch (const std::exception&) // as cv::cuda says that it lacks a type or a size
    {
        microseconds = 0;
    }
    forgetErrors(); // the next launch of ours would report them
    return microseconds;
}

} // namespace

double peerMicroseconds(const PeerCase& which, Rotation& images, Stopwatch& stopwatch)
{
    return measure(which, images, stopwatch.stream(),
                   [&](const Work& once) { return stopwatch.deviceMicroseconds(once, kPeer); });
}

double peerNullStreamMicroseconds(const PeerCase& which, Rotation& images, Stopwatch& stopwatch)
{
    return measure(which, images, nullptr,
                   [&](const Work& once) { return stopwatch.issueMicroseconds(once, nullptr, kPeer); });
}

} // namespace perf
