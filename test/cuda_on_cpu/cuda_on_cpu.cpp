// SPDX-License-Identifier: Apache-2.0
// Runs the threads of a block as fibers and makes them meet at barriers.

#include "cuda_on_cpu.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <numeric>
#include <ostream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "fiber.hpp"
#include "sanitizers.hpp"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

#ifdef CUDA_ON_CPU_ASAN
// Tests allocate often. AddressSanitizer keeps three callers of each allocation, not thirty, and 32 MB of freed memory,
// not 256.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options()
{
    return "malloc_context_size=3:quarantine_size_mb=32";
}
#endif

namespace cuda_on_cpu {
namespace {

enum class State
{
    Ready, // to begin, or to go on from a meeting point
    Running,
    InBlockMeeting,
    InWarpMeeting,
    Awaiting, // what other threads bring about
    Finished
};

struct Thread
{
    uint3 index;
    State state;
    MeetingPoint at;            // where it is, in a meeting
    Fiber* fiber;               // that it runs on, once begun
    bool (*holds)(const void*); // what it waits for,
    const void* subject;        // of this
};

struct Warp
{
    WarpValues brought, handedOut;
};

// Unwinds a thread whose launch has failed; never leaves its fiber.
struct Abandoned
{};

bool operator==(const MeetingPoint& a, const MeetingPoint& b)
{
    return a.line == b.line && (a.function == b.function || std::strcmp(a.function, b.function) == 0) &&
           (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}

std::ostream& operator<<(std::ostream& out, const uint3& index)
{
    return out << '(' << index.x << ", " << index.y << ", " << index.z << ')';
}

std::string describe(const Thread& thread)
{
    std::ostringstream text;
    text << "thread " << thread.index;
    if (thread.state == State::Finished)
        text << " has returned";
    else
        text << " waits at " << thread.at.function << ", " << thread.at.file << ':' << thread.at.line;
    return text.str();
}

std::size_t volume(const dim3& size)
{
    return std::size_t(size.x) * size.y * size.z;
}

uint3 position(std::size_t i, const dim3& size)
{
    const std::size_t row = i / size.x;
    return {unsigned(i % size.x), unsigned(row % size.y), unsigned(row / size.y)};
}

// 0 … order.size() - 1 in the given order. Own shuffle: the standard's differs between libraries, and a seed must mean
// one order.
void arrange(std::vector<std::size_t>& order, ThreadOrder how, std::mt19937& random)
{
    std::iota(order.begin(), order.end(), std::size_t(0));
    if (how == ThreadOrder::Reverse)
        std::reverse(order.begin(), order.end());
    if (how == ThreadOrder::Shuffled)
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random() % i]);
}

// Runs the blocks of one launch. Works in passes: a pass lets each thread that can go on, in order, run to its next
// meeting point or its end; after a pass, those who have met are released, warps even before (releaseWarpBehind). A
// thread that ends hands its fiber to the next one that begins, so threads that meet nobody need no switch.
class Runner
{
public:
    Runner();

    void run(const char* name, const Launch& launch, const std::function<void()>& thread);

    void wait(State meeting, const MeetingPoint& here);
    const WarpValues& meetWarp(const MeetingPoint& here, std::uint32_t mask, std::uint64_t brought);
    void await(const MeetingPoint& here, bool (*holds)(const void*), const void* subject);
    void startCopy(const LateCopy& copy);
    void finishCopies(const void* subject);
    unsigned lane() const { return unsigned(running_ % warpSize); }
    std::string whereabouts() const;
    bool busy() const { return body_ != nullptr; }

    std::map<std::string, std::size_t> executed;
    bool bulkCopies = true;

private:
    static void fiberBody();
    void runBlock();
    void runThreadsOnThisFiber();
    void switchToNext();
    bool findNext();
    bool release();
    bool releaseAwaiting();
    bool releaseWarps();
    bool releaseWarp(std::size_t w);
    bool releaseWarpBehind();
    void abandon(std::exception_ptr reason);
    void abandonStuckBlock();
    Fiber& takeIdleFiber();

    const char* name_ = nullptr;
    Launch launch_;
    const std::function<void()>* body_ = nullptr;

    std::vector<Thread> threads_;
    std::vector<Warp> warps_;
    std::vector<std::size_t> order_;
    std::size_t cursor_ = 0;  // in order_: whom to ask next in this pass
    std::size_t running_ = 0; // index of the running thread
    std::exception_ptr failure_;
    std::vector<LateCopy> copies_;

    Fiber main_;
    Fiber* current_ = &main_;
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<Fiber*> idle_;
};

Runner& runner(); // the one that there is

Runner::Runner()
{
#ifdef CUDA_ON_CPU_ASAN
    // A sanitizer's report tells the line, not the thread.
    __sanitizer_set_death_callback([] {
        if (runner().busy())
            std::fprintf(stderr, "while running %s\n", runner().whereabouts().c_str());
    });
#endif
}

void Runner::run(const char* name, const Launch& launch, const std::function<void()>& thread)
{
    const std::size_t threads = volume(launch.block), blocks = volume(launch.grid);
    if (busy())
        throw std::runtime_error(std::string(name) + ": launched from within another kernel");
    if (threads < 1 || threads > 1024 || blocks < 1)
        throw std::runtime_error(std::string(name) + ": a block has 1 … 1024 threads, a grid at least one block");
    ++executed[name];

    name_ = name;
    launch_ = launch;
    blockDim = launch.block;
    gridDim = launch.grid;
    failure_ = nullptr;
    threads_.resize(threads);
    warps_.resize((threads + warpSize - 1) / warpSize);

    std::mt19937 random(launch.seed);
    std::vector<std::size_t> blockOrder(blocks);
    arrange(blockOrder, launch.order, random);
    order_.resize(threads);
    arrange(order_, launch.order, random);

    body_ = &thread;
    for (std::size_t i = 0; i < blocks && !failure_; ++i)
    {
        blockIdx = position(blockOrder[i], gridDim);
        if (launch.order == ThreadOrder::Shuffled)
            arrange(order_, launch.order, random);
        runBlock();
    }
    body_ = nullptr;
    if (failure_)
        std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Runner::runBlock()
{
    for (std::size_t i = 0; i < threads_.size(); ++i)
        threads_[i] = {position(i, blockDim), State::Ready, {}, nullptr, nullptr, nullptr};
    copies_.clear();
    cursor_ = 0;
    if (findNext())
        switchToNext(); // comes back when all threads have finished
}

// The life of a fiber. It is left for good only with no frame of a kernel on it.
void Runner::fiberBody()
{
    for (;;)
        runner().runThreadsOnThisFiber();
}

void Runner::runThreadsOnThisFiber()
{
    Fiber* const self = current_;
    do
    {
        threads_[running_].fiber = self;
        try
        {
            (*body_)();
        }
        catch (const Abandoned&)
        {}
        catch (...)
        {
            abandon(std::current_exception());
        }
        threads_[running_].state = State::Finished;
        if (!findNext())
        {
            idle_.push_back(self);
            current_ = &main_;
            Fiber::switchTo(*self, main_);
            return;
        }
    } while (!threads_[running_].fiber);
    idle_.push_back(self);
    switchToNext();
}

void Runner::wait(State meeting, const MeetingPoint& here)
{
    const std::size_t self = running_;
    threads_[self].state = meeting;
    threads_[self].at = here;
    findNext(); // there is one: at worst this thread, released or abandoned
    if (running_ != self)
        switchToNext();
    if (failure_)
        throw Abandoned();
}

// Makes the thread that runs next the running one. False when all have finished.
bool Runner::findNext()
{
    for (;;)
    {
        while (releaseWarpBehind() || cursor_ < order_.size())
        {
            Thread& thread = threads_[order_[cursor_++]];
            if (thread.state != State::Ready)
                continue;
            running_ = order_[cursor_ - 1];
            thread.state = State::Running;
            threadIdx = thread.index;
            return true;
        }
        if (!release())
            return false;
        cursor_ = 0;
    }
}

void Runner::switchToNext()
{
    const Thread& next = threads_[running_];
    Fiber& from = *current_;
    current_ = next.fiber ? next.fiber : &takeIdleFiber();
    Fiber::switchTo(from, *current_);
}

Fiber& Runner::takeIdleFiber()
{
    if (idle_.empty())
    {
        fibers_.push_back(std::make_unique<Fiber>(fiberBody));
        return *fibers_.back();
    }
    Fiber* const fiber = idle_.back();
    idle_.pop_back();
    return *fiber;
}

// When every thread waits or has finished: lets those go on that have met. False when all have finished.
bool Runner::release()
{
    if (releaseAwaiting() || releaseWarps())
        return true;
    const Thread& first = threads_.front();
    const auto metFirst = [&](const Thread& thread) {
        return thread.state == first.state && thread.at == first.at;
    };
    const auto finished = [](const Thread& thread) {
        return thread.state == State::Finished;
    };
    if (std::all_of(threads_.begin(), threads_.end(), finished))
        return false;
    if (first.state == State::InBlockMeeting && std::all_of(threads_.begin(), threads_.end(), metFirst))
        for (Thread& thread : threads_)
            thread.state = State::Ready;
    else
        abandonStuckBlock();
    return true;
}

bool Runner::releaseAwaiting()
{
    bool released = false;
    for (Thread& thread : threads_)
        if (thread.state == State::Awaiting)
        {
            finishCopies(thread.subject); // those that have started since
            if (!thread.holds(thread.subject))
                continue;
            thread.state = State::Ready;
            released = true;
        }
    return released;
}

bool Runner::releaseWarps()
{
    bool released = false;
    for (std::size_t w = 0; w < warps_.size(); ++w)
        released = releaseWarp(w) || released;
    return released;
}

// Whether all lanes of a warp had met.
bool Runner::releaseWarp(std::size_t w)
{
    Thread* const first = &threads_[w * warpSize];
    // Nobody enters a warp meeting in an incomplete warp, so there are 32 lanes.
    if (first->state != State::InWarpMeeting || !std::all_of(first, first + warpSize, [&](const Thread& thread) {
            return thread.state == State::InWarpMeeting && thread.at == first->at;
        }))
        return false;
    warps_[w].handedOut = warps_[w].brought; // a copy: the first lane to go on may bring something new at once
    for (Thread* thread = first; thread != first + warpSize; ++thread)
        thread->state = State::Ready;
    return true;
}

// Except in the shuffled order, a warp that has met goes on before the next warp's turn, as far as a barrier of the
// block: so far may it be ahead of the others, and overwrite what they have yet to read.
bool Runner::releaseWarpBehind()
{
    if (launch_.order == ThreadOrder::Shuffled || threads_.size() % warpSize != 0 || cursor_ == 0 ||
        cursor_ % warpSize != 0 || !releaseWarp(order_[cursor_ - 1] / warpSize))
        return false;
    cursor_ -= warpSize;
    return true;
}

void Runner::abandonStuckBlock()
{
    // A warp that does not meet explains more than a block that does not.
    const auto in = [&](State state) {
        return std::find_if(threads_.begin(), threads_.end(),
                            [&](const Thread& thread) { return thread.state == state; });
    };
    auto stuck = in(State::InWarpMeeting);
    auto begin = threads_.begin(), end = threads_.end();
    if (stuck == end)
        stuck = in(State::InBlockMeeting) != end ? in(State::InBlockMeeting) : in(State::Awaiting);
    else
    {
        begin += (stuck - begin) / warpSize * warpSize;
        end = begin + warpSize;
    }
    const auto other = std::find_if(
        begin, end, [&](const Thread& thread) { return thread.state != stuck->state || !(thread.at == stuck->at); });
    std::ostringstream text;
    text << name_ << ", block " << blockIdx << ": " << describe(*stuck) << ", but "
         << (other != end ? describe(*other) : "so do all") << " (" << launch_ << ')';
    abandon(std::make_exception_ptr(std::runtime_error(text.str())));
}

// Lets the waiting threads go on, so that they unwind, and the others not begin.
void Runner::abandon(std::exception_ptr reason)
{
    if (!failure_)
        failure_ = reason;
    for (Thread& thread : threads_)
    {
        if (thread.state == State::Ready && !thread.fiber)
            thread.state = State::Finished;
        if (thread.state == State::InBlockMeeting || thread.state == State::InWarpMeeting ||
            thread.state == State::Awaiting)
            thread.state = State::Ready;
    }
    cursor_ = 0;
}

const WarpValues& Runner::meetWarp(const MeetingPoint& here, std::uint32_t mask, std::uint64_t brought)
{
    Warp& warp = warps_[running_ / warpSize];
    if (mask != 0xffffffffu)
        cuda_on_cpu::refuse(here, "only full masks are emulated");
    if (running_ / warpSize * warpSize + warpSize > threads_.size())
        cuda_on_cpu::refuse(here, "the warp has less than 32 threads");
    warp.brought.lane[lane()] = brought;
    wait(State::InWarpMeeting, here);
    return warp.handedOut;
}

void Runner::await(const MeetingPoint& here, bool (*holds)(const void*), const void* subject)
{
    if (holds(subject))
        return;
    threads_[running_].holds = holds;
    threads_[running_].subject = subject;
    wait(State::Awaiting, here);
}

// In the forward order at once: what is still read there is overwritten. In the others late: who does not wait, reads
// what was there before.
void Runner::startCopy(const LateCopy& copy)
{
    copies_.push_back(copy);
    if (launch_.order == ThreadOrder::Forward)
        finishCopies(copy.subject);
}

void Runner::finishCopies(const void* subject)
{
    const auto ofSubject = [&](const LateCopy& copy) {
        return copy.subject == subject;
    };
    for (const LateCopy& copy : copies_)
        if (ofSubject(copy))
        {
            std::memcpy(copy.to, copy.from, copy.bytes);
            copy.arrived(copy.subject, copy.bytes);
        }
    copies_.erase(std::remove_if(copies_.begin(), copies_.end(), ofSubject), copies_.end());
}

std::string Runner::whereabouts() const
{
    std::ostringstream text;
    text << name_ << ", block " << blockIdx << ", thread " << threadIdx << " (" << launch_ << ')';
    return text.str();
}

Runner theRunner;

Runner& runner()
{
    return theRunner;
}

std::size_t awaited = 0;

} // namespace

void meetBlock(const MeetingPoint& here)
{
    runner().wait(State::InBlockMeeting, here);
}

const WarpValues& meetWarp(const MeetingPoint& here, std::uint32_t mask, std::uint64_t brought)
{
    return runner().meetWarp(here, mask, brought);
}

unsigned laneOfThread()
{
    return runner().lane();
}

void awaitDependency()
{
    ++awaited;
}

void await(const MeetingPoint& here, bool (*holds)(const void*), const void* subject)
{
    runner().await(here, holds, subject);
}

namespace {

bool isAligned(const void* at)
{
    return reinterpret_cast<std::uintptr_t>(at) % 16 == 0;
}

} // namespace

void startCopy(const MeetingPoint& here, const LateCopy& copy)
{
    if (!isAligned(copy.to) || !isAligned(copy.from) || copy.bytes % 16 != 0)
        refuse(here, "bulk copies take multiples of 16 bytes, from and to such addresses");
    runner().startCopy(copy);
}

void finishCopies(const void* subject)
{
    runner().finishCopies(subject);
}

void prefetch(const MeetingPoint& here, const void* from, std::size_t bytes)
{
    if (!isAligned(from) || bytes % 16 != 0 || bytes == 0)
        refuse(here, "prefetches take multiples of 16 bytes, from such addresses");
#ifdef CUDA_ON_CPU_ASAN
    const auto* const certain = static_cast<const char*>(from) + 15;
    if (__asan_region_is_poisoned(const_cast<char*>(certain), bytes - 15))
        refuse(here, "a prefetch of what is not allocated");
#endif
}

bool hasBulkCopies()
{
    return runner().bulkCopies;
}

void setBulkCopies(bool has)
{
    runner().bulkCopies = has;
}

std::size_t dependenciesAwaited()
{
    return awaited;
}

void refuse(const MeetingPoint& here, const char* reason)
{
    std::ostringstream text;
    text << runner().whereabouts() << ": " << here.function << ", " << here.file << ':' << here.line << ": " << reason;
    throw std::runtime_error(text.str());
}

void runThreads(const char* name, const Launch& launch, const std::function<void()>& thread)
{
    runner().run(name, launch, thread);
}

const std::map<std::string, std::size_t>& executedKernels()
{
    return runner().executed;
}

std::vector<Launch> inAllOrders(dim3 grid, dim3 block, unsigned seed)
{
    return {{grid, block, ThreadOrder::Forward, seed},
            {grid, block, ThreadOrder::Reverse, seed + 1},
            {grid, block, ThreadOrder::Shuffled, seed + 2}};
}

std::ostream& operator<<(std::ostream& out, const Launch& launch)
{
    static const char* const names[] = {"forward", "reverse", "shuffled"};
    const auto print = [&](const dim3& size) {
        out << size.x << 'x' << size.y << 'x' << size.z;
    };
    out << "grid ";
    print(launch.grid);
    out << ", block ";
    print(launch.block);
    return out << ", " << names[static_cast<int>(launch.order)] << " order, seed " << launch.seed;
}

} // namespace cuda_on_cpu
