// SPDX-License-Identifier: Apache-2.0
// Runs cells and keeps account of them.
#include "account.hpp"

#include <cstdio>

namespace cudatiled_test {

Account::Account(bool peers, bool verbose, bool stop) : verbose_(verbose), stop_(stop)
{
    choice_.peers = peers;
}

bool Account::run(const std::string& filter, Path path, std::uint64_t seed, std::uint64_t image)
{
    choice_.image = image;
    const Outcome outcome = runCell(filter, path, seed, choice_);
    tallies_[{filter, outcome.srcDepth, outcome.dstDepth}].add(outcome);
    ++cells_;
    if (verbose_)
        std::printf("%s\n", outcome.text.c_str());
    if (outcome.failure.empty())
        return true;
    ++failures_;
    std::printf("FAILED %s\n  %s\n  repeat: conformance --cells=1 --filter=%s --path=%s --seed=%llu --image=%llu\n",
                outcome.text.c_str(), outcome.failure.c_str(), filter.c_str(), pathName(path),
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(image));
    return false;
}

void Account::showProgress(long left, const char* unit)
{
    const auto now = std::chrono::steady_clock::now();
    if (now - reported_ < std::chrono::seconds(10))
        return;
    reported_ = now;
    std::fprintf(stderr, "%ld cells, %ld failed; %ld %s left\n", cells_, failures_, left, unit);
}

bool Account::finish(const std::string& record) const
{
    if (!record.empty())
        writeCsv(record, tallies_);
    std::printf("%ld passed, %ld failed\n", cells_ - failures_, failures_);
    return failures_ + furtherThanOpenCvCuda(tallies_) == 0;
}

} // namespace cudatiled_test
