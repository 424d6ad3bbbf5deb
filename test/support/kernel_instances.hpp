// SPDX-License-Identifier: Apache-2.0
// The kernels of a program, one by one: every instance of every template, by the program's own table of symbols.
#pragma once

#include <set>
#include <string>

namespace cudatiled_test {

// Names such as "lineBufferKernel<unsigned char, short, 3, …>" of the kernels that the running program contains.
// Throws std::runtime_error where the program cannot be read as an ELF file with symbols.
std::set<std::string> kernelInstances();

// The name of the kernel at an address, as a launch gives it; throws std::runtime_error if there is none.
std::string kernelInstance(const void* kernel);

} // namespace cudatiled_test
