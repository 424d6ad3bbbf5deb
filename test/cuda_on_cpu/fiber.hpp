// SPDX-License-Identifier: Apache-2.0
// Fibers: stacks of their own that hand the processor to one another, known to AddressSanitizer.
#pragma once

#include <csetjmp>
#include <cstddef>

#include <ucontext.h>

namespace cuda_on_cpu {

class Fiber
{
public:
    Fiber() = default;              // stands for the stack that is running
    explicit Fiber(void (*body)()); // will run `body`, which must never return
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // Leaves `from`, the running fiber, for `to`; returns when somebody switches back to `from`.
    static void switchTo(Fiber& from, Fiber& to);

private:
    static void start();
    static void arrive();
    static void leave(Fiber& from, Fiber& to);
    [[noreturn]] static void resume(Fiber& to);

    void* stack_ = nullptr; // mapped here, a guard page at its lower end included
    void (*body_)() = nullptr;
    ucontext_t beginning_{};
    bool begun_ = true;

#if defined(__x86_64__)
    void* registers_[5] = {};
#else
    std::jmp_buf registers_{};
#endif

    // What AddressSanitizer wants to be told.
    const void* lowest_ = nullptr;
    std::size_t size_ = 0;
    [[maybe_unused]] void* fakeStack_ = nullptr;
};

} // namespace cuda_on_cpu
