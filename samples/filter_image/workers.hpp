// SPDX-License-Identifier: Apache-2.0
// Threads that do work in the order in which it is handed to them.
#pragma once

#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace samples {

class Workers
{
public:
    explicit Workers(int count);
    ~Workers(); // after all work that was submitted
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // The future is ready when the work is done, and throws what the work threw.
    std::future<void> submit(std::function<void()> work);

private:
    void run();

    std::mutex mutex_; // of the two below
    std::queue<std::packaged_task<void()>> waiting_;
    bool ends_ = false;
    std::condition_variable changed_;
    std::vector<std::thread> threads_;
};

} // namespace samples
