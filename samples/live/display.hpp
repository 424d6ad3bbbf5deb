// SPDX-License-Identifier: Apache-2.0
// Whether a window can be opened, found out without dying of it.
#pragma once

namespace samples {

// GTK and Qt abort the process where there is no display, so a child process tries first.
// Throws std::runtime_error with what to do instead.
void requireDisplay();

} // namespace samples
