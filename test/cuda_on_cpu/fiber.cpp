// SPDX-License-Identifier: Apache-2.0
// Implements fibers: makecontext begins them, setjmp and longjmp switch, without swapcontext's two system calls.

#undef _FORTIFY_SOURCE // its longjmp refuses to leave one stack for another

#include "fiber.hpp"

#include <new>

#include <sys/mman.h>
#include <unistd.h>

#include "sanitizers.hpp"

namespace cuda_on_cpu {
namespace {

// Of address space; memory is taken only for pages that are touched. Sanitized frames and error reports are large.
constexpr std::size_t kStackBytes = 256 * 1024;

Fiber* left = nullptr;    // the last switch led from here
Fiber* running = nullptr; // to here

} // namespace

Fiber::Fiber(void (*body)()) : body_(body), begun_(false)
{
    const std::size_t guard = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* mapped =
        mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        throw std::bad_alloc();
    stack_ = mapped;
    mprotect(stack_, guard, PROT_NONE);
    lowest_ = static_cast<char*>(stack_) + guard;
    size_ = kStackBytes - guard;

    getcontext(&beginning_);
    beginning_.uc_stack.ss_sp = static_cast<char*>(stack_) + guard;
    beginning_.uc_stack.ss_size = size_;
    beginning_.uc_link = nullptr;
    makecontext(&beginning_, start, 0);
}

Fiber::~Fiber()
{
    if (!stack_)
        return;
    // The mapping's next user is not to inherit the red zones of the frames that end here.
    ASAN_UNPOISON_MEMORY_REGION(lowest_, size_);
    munmap(stack_, kStackBytes);
}

void Fiber::switchTo(Fiber& from, Fiber& to)
{
    left = &from;
    running = &to;
#ifdef CUDA_ON_CPU_ASAN
    __sanitizer_start_switch_fiber(&from.fakeStack_, to.lowest_, to.size_);
#endif
    leave(from, to);
    arrive();
}

void Fiber::arrive()
{
#ifdef CUDA_ON_CPU_ASAN
    // Tells where the stack is that was left: the only way to learn it of the program's own.
    __sanitizer_finish_switch_fiber(running->fakeStack_, &left->lowest_, &left->size_);
#endif
}

void Fiber::start()
{
    arrive();
    running->body_();
}

// Before a longjmp, AddressSanitizer forgets the red zones of the stack, which takes five times as long as the switch
// (3 against 17 million a second, g++ 12). Hence the compiler's own jumps, where both compilers have them, in functions
// that are not instrumented.
#if defined(__x86_64__)
#define CUDA_ON_CPU_SETJMP __builtin_setjmp
#define CUDA_ON_CPU_LONGJMP __builtin_longjmp
#else
#define CUDA_ON_CPU_SETJMP _setjmp
#define CUDA_ON_CPU_LONGJMP _longjmp
#endif

__attribute__((noinline, no_sanitize("address"))) void Fiber::leave(Fiber& from, Fiber& to)
{
    if (CUDA_ON_CPU_SETJMP(from.registers_) == 0)
        resume(to);
}

__attribute__((noinline, no_sanitize("address"))) void Fiber::resume(Fiber& to)
{
    if (!to.begun_)
    {
        to.begun_ = true;
        setcontext(&to.beginning_);
    }
    CUDA_ON_CPU_LONGJMP(to.registers_, 1);
}

} // namespace cuda_on_cpu
