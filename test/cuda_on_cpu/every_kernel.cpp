// SPDX-License-Identifier: Apache-2.0
// Proves that the shards of an emulated test program have run every kernel there is, by the names that each of them
// wrote. Usage: every_kernel <folder of the kernels> <folder of the shards' files> <number of shards>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "kernel_coverage.hpp"

int main(int argc, char** argv)
{
    if (argc != 4)
        return 2;
    std::set<std::string> executed;
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(argv[2]))
    {
        ++files;
        std::ifstream names(entry.path());
        for (std::string name; std::getline(names, name);)
            executed.insert(name);
    }
    std::vector<std::string> faults = cuda_on_cpu::coverageFaults(argv[1], executed);
    if (files != std::atoi(argv[3]))
        faults.push_back(std::to_string(files) + " shards wrote what they executed, not " + argv[3]);
    for (const std::string& fault : faults)
        std::printf("%s\n", fault.c_str());
    std::printf("%zu kernels executed by %d shards\n", executed.size(), files);
    return faults.empty() ? 0 : 1;
}
