// SPDX-License-Identifier: Apache-2.0
// Times of the same filter in another library.
#pragma once

#include "../test/support/peers.hpp"
#include "images.hpp"
#include "stopwatch.hpp"

namespace perf {

struct PeerCase
{
    cudatiled_test::Peer peer;
    std::string filter; // its name in the catalogue
    const cudatiled_test::Parameters& parameters;
    int border, srcType, dstType;
};

// Device microseconds per call, or 0 where the library is missing, lacks the case or refuses it.
double peerMicroseconds(const PeerCase& which, Rotation& images, Stopwatch& stopwatch);

// The same on the null stream, where a call may wait for the device: the time per call as calls come.
double peerNullStreamMicroseconds(const PeerCase& which, Rotation& images, Stopwatch& stopwatch);

} // namespace perf
