// SPDX-License-Identifier: Apache-2.0
// The special instructions, run over arrays on the device and by their twins on the host.
#pragma once

#include <cstdint>
#include <vector>

namespace cudatiled_test {

// Four floats and four words in, the results of all instructions out.
struct IntrinsicInput
{
    float value[4];
    std::uint32_t word[4];
};

struct IntrinsicOutput
{
    static constexpr int count = 63;
    std::uint32_t bits[count];
};

std::vector<IntrinsicOutput> intrinsicsOnDevice(const std::vector<IntrinsicInput>& inputs);
std::vector<IntrinsicOutput> intrinsicsOnHost(const std::vector<IntrinsicInput>& inputs);

} // namespace cudatiled_test
