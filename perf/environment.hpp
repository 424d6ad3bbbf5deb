// SPDX-License-Identifier: Apache-2.0
// What a measurement depends on besides the code that is measured: versions, the commit, the device.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace perf {

using Facts = std::vector<std::pair<std::string, std::string>>;

Facts softwareFacts();    // versions and the commit
std::string commit();     // with "+" where the tree had changes
std::string deviceName(); // of the GPU, or "CPU"

} // namespace perf
