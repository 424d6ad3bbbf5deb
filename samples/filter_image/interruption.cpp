// SPDX-License-Identifier: Apache-2.0
// Notes signals.
#include "interruption.hpp"

#include <atomic>

namespace samples {
namespace {

std::atomic<int> received{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may not wait");

void note(int signal)
{
    received = signal;
}

} // namespace

Interruption::Interruption()
{
    received = 0;
    struct sigaction action = {};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND); // the second one meets the default
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    {
        struct sigaction before = {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN)
            continue;
        sigaction(signal, &action, nullptr);
        handled_.push_back({signal, before});
    }
}

Interruption::~Interruption()
{
    for (const Handled& handled : handled_)
        sigaction(handled.signal, &handled.before, nullptr);
}

int Interruption::signal()
{
    return received;
}

} // namespace samples
