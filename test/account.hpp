// SPDX-License-Identifier: Apache-2.0
// Runs cells and keeps account of them.
#pragma once

#include <chrono>

#include "tallies.hpp"

namespace cudatiled_test {

class Account
{
public:
    Account(bool peers, bool verbose, bool stop);

    // Prints a cell that fails as the command that repeats it. Returns whether the result is right.
    bool run(const std::string& filter, Path path, std::uint64_t seed, std::uint64_t image);

    // False after a failure, if the account is to stop there.
    bool goesOn() const { return !stop_ || failures_ == 0; }

    // Prints a line in ten seconds, on the error stream.
    void showProgress(long left, const char* unit);

    // Prints the counts and writes the tallies to a file, if it has a name. Returns whether all is well.
    bool finish(const std::string& record) const;

private:
    Tallies tallies_;
    Choice choice_;
    bool verbose_, stop_;
    long cells_ = 0, failures_ = 0;
    std::chrono::steady_clock::time_point reported_ = std::chrono::steady_clock::now();
};

} // namespace cudatiled_test
