// SPDX-License-Identifier: Apache-2.0
// A queue of work, and the threads that empty it.
#include "workers.hpp"

#include <utility>

namespace samples {

Workers::Workers(int count)
{
    for (int i = 0; i < count; ++i)
        threads_.emplace_back([this] { run(); });
}

Workers::~Workers()
{
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_)
        thread.join();
}

std::future<void> Workers::submit(std::function<void()> work)
{
    std::packaged_task<void()> task(std::move(work));
    std::future<void> done = task.get_future();
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        waiting_.push(std::move(task));
    }
    changed_.notify_one();
    return done;
}

void Workers::run()
{
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;)
    {
        changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (waiting_.empty())
            return;
        std::packaged_task<void()> task = std::move(waiting_.front());
        waiting_.pop();
        lock.unlock();
        task();
        lock.lock();
    }
}

} // namespace samples
