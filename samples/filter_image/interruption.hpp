// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and the like end a long run between two pictures, not within one.
#pragma once

#include <csignal>
#include <vector>

namespace samples {

// While it lives, the first SIGINT, SIGTERM or SIGHUP is only noted; the second one ends the program at once. Signals
// that were ignored before, as under nohup, are ignored still. One at a time.
class Interruption
{
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    // The signal that came, or 0.
    static int signal();

private:
    struct Handled
    {
        int signal;
        struct sigaction before;
    };
    std::vector<Handled> handled_;
};

} // namespace samples
