// SPDX-License-Identifier: Apache-2.0
// Launches that may run at the same time.
#pragma once

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// The neighbours of a launch on its stream that may run beside it: launches of one batch. None of them reads or writes
// what another one writes.
struct Siblings
{
    enum
    {
        kBefore = 1, // the launch before this one has waited for all work before both
        kBehind = 2  // the next launch has this one before it
    };
    int bits; // one word of a kernel's arguments

    static Siblings of(bool before, bool behind) { return {(before ? kBefore : 0) | (behind ? kBehind : 0)}; }
    CUDATILED_HOST_DEVICE bool before() const { return (bits & kBefore) != 0; }
    CUDATILED_HOST_DEVICE bool behind() const { return (bits & kBehind) != 0; }
};

}} // namespace cv::cudatiled
