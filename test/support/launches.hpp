// SPDX-License-Identifier: Apache-2.0
// Which kernels the library launches. Programs that ask link launches_on_gpu.cpp or launches_on_cpu.cpp.
#pragma once

#include <vector>

namespace cudatiled_test {

struct Launched
{
    const void* kernel;
    long blocks;
};

// While it lives, notes the launches of this program; those of a watch that withholds them do not run.
class LaunchWatch
{
public:
    explicit LaunchWatch(bool withhold);
    ~LaunchWatch();
    LaunchWatch(const LaunchWatch&) = delete;
    LaunchWatch& operator=(const LaunchWatch&) = delete;

    const std::vector<Launched>& launches() const { return launches_; }

private:
    std::vector<Launched> launches_;
};

} // namespace cudatiled_test
