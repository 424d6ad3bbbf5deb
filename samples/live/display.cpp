// SPDX-License-Identifier: Apache-2.0
// Tries to open a window in a child process.
#include "display.hpp"

#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <opencv2/highgui.hpp>

namespace samples {
namespace {

// Runs in the child: its last words and its core file would only confuse.
[[noreturn]] void openWindowAndExit()
{
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    const rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    try
    {
        cv::namedWindow("can a window be opened?");
        _exit(EXIT_SUCCESS);
    }
    catch (const std::exception&)
    {
        _exit(EXIT_FAILURE);
    }
}

bool canOpenWindow()
{
    const pid_t child = fork();
    if (child == 0)
        openWindowAndExit();
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

} // namespace

void requireDisplay()
{
    if (canOpenWindow())
        return;
    const char* display = std::getenv("DISPLAY");
    const std::string where = display != nullptr && *display != '\0'
                                  ? std::string("display '") + display + "' cannot be opened"
                                  : "there is no display (DISPLAY is not set)";
    throw std::runtime_error(where + ": run in a graphical session, or without a window by --headless 100");
}

} // namespace samples
