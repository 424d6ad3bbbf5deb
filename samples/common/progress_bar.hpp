// SPDX-License-Identifier: Apache-2.0
// A progress bar on stderr: redrawn in place on a terminal, a line at every tenth elsewhere.
#pragma once

#include <cstdio>
#include <string>

#include <unistd.h>

namespace samples {

class ProgressBar
{
public:
    explicit ProgressBar(int total) : total_(total), onTerminal_(isatty(STDERR_FILENO) != 0) {}
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar() { clear(); }

    // One more is done; `what` names the next.
    void advance(const std::string& what)
    {
        ++done_;
        const bool newTenth = done_ * 10 / total_ != (done_ - 1) * 10 / total_;
        if (onTerminal_)
            std::fprintf(stderr, "\r\033[K[%-30s] %d/%d %.40s", std::string(done_ * 30 / total_, '=').c_str(), done_,
                         total_, what.c_str());
        else if (newTenth)
            std::fprintf(stderr, "%d/%d %s\n", done_, total_, what.c_str());
    }

    // Makes room for other output.
    void clear() const
    {
        if (onTerminal_)
            std::fprintf(stderr, "\r\033[K");
    }

private:
    int total_, done_ = 0;
    bool onTerminal_;
};

} // namespace samples
