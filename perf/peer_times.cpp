// SPDX-License-Identifier: Apache-2.0
// Times of other libraries, whose ways to say no are many.
#include "peer_times.hpp"

#include <exception>

#include <opencv2/imgproc.hpp>

namespace perf {

namespace {

using cudatiled_test::PeerFilter;

// The filter as the other library has it. cv::cuda's morphology has one border; NPP's minima and maxima are erosions
// and dilations.
PeerCase asThePeerHas(PeerCase which)
{
    const cudatiled_test::Parameters& p = which.parameters;
    if (which.filter != "Morphology")
        return which;
    if (which.peer == cudatiled_test::Peer::OpenCvCuda)
        which.border = cv::BORDER_CONSTANT;
    else if (p.op <= cv::MORPH_DILATE && p.iterations == 1 &&
             cv::countNonZero(p.element) == static_cast<int>(p.element.total()))
        which.filter = p.op == cv::MORPH_ERODE ? "BoxMin" : "BoxMax";
    return which;
}

double measure(const PeerCase& given, Rotation& images, Stream stream,
               const std::function<double(const Work& once)>& stopwatch)
{
    const PeerCase which = asThePeerHas(given);
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
