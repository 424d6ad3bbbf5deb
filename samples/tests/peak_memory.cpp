// SPDX-License-Identifier: Apache-2.0
// Runs a command with its output thrown away, and prints the most memory that it had at any time, in KiB.
#include <cstdio>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv)
{
    if (argc < 2)
        return 2;
    const pid_t child = fork();
    if (child == 0)
    {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    int status = 0;
    rusage usage = {};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return 1;
#ifdef __APPLE__
    usage.ru_maxrss /= 1024; // bytes there
#endif
    std::printf("%ld\n", usage.ru_maxrss);
    return 0;
}
