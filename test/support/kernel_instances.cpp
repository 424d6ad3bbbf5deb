// SPDX-License-Identifier: Apache-2.0
// Reads the program's own ELF file. A kernel is a function template of cv::cudatiled whose name ends in "Kernel". In a
// program compiled by nvcc it is the host function of that name, whose address a launch passes to CUDA.
#include "kernel_instances.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

namespace cudatiled_test {

namespace {

std::string withoutNamespace(std::string name)
{
    for (const std::string prefix : {"cv::cudatiled::", "(anonymous namespace)::"})
        for (std::size_t at; (at = name.find(prefix)) != std::string::npos;)
            name.erase(at, prefix.size());
    return name;
}

// "void cv::cudatiled::aKernel<…>(…)" becomes "aKernel<…>"; what is no kernel, or a part of one, becomes nothing.
std::string nameOfKernel(const std::string& function)
{
    if (function.find("cv::cudatiled::") == std::string::npos || function.find("[clone") != std::string::npos)
        return {};
    const std::string name = withoutNamespace(function);
    const std::size_t begin = 5; // "void ", which symbols have of templates: all kernels are
    if (name.compare(0, begin, "void ") != 0)
        return {};
    std::size_t end = name.find_first_of("<(", begin), depth = 0;
    if (end == std::string::npos || end < 6 || name.compare(end - 6, 6, "Kernel") != 0 || name.find("::", begin) < end)
        return {};
    for (; end < name.size() && (depth > 0 || name[end] != '('); ++end)
        depth += (name[end] == '<') - (name[end] == '>');
    const bool wholeFunction = name.find("::{lambda", end) == std::string::npos && name.back() == ')';
    return wholeFunction ? name.substr(begin, end - begin) : std::string();
}

std::string demangled(const char* symbol)
{
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                      std::free);
    return status == 0 ? name.get() : std::string();
}

template <class T> const T& at(const std::vector<char>& file, std::size_t offset)
{
    if (offset + sizeof(T) > file.size())
        throw std::runtime_error("/proc/self/exe ends early");
    return *reinterpret_cast<const T*>(file.data() + offset);
}

// Where the program's first segment was loaded, less where its file wants it.
std::uintptr_t loadAddress()
{
    std::uintptr_t address = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* result) {
            *static_cast<std::uintptr_t*>(result) = object->dlpi_addr;
            return 1; // the program is the first object
        },
        &address);
    return address;
}

std::map<std::uintptr_t, std::string> readKernels()
{
    const char* const program = "/proc/self/exe";
    std::vector<char> file(std::filesystem::file_size(program)); // hundreds of megabytes
    std::ifstream(program, std::ios::binary).read(file.data(), static_cast<std::streamsize>(file.size()));
    const auto& header = at<ElfW(Ehdr)>(file, 0);
    const std::uintptr_t base = loadAddress();
    std::map<std::uintptr_t, std::string> kernels;
    for (int i = 0; i < header.e_shnum; ++i)
    {
        const auto& section = at<ElfW(Shdr)>(file, header.e_shoff + i * header.e_shentsize);
        if (section.sh_type != SHT_SYMTAB)
            continue;
        const auto& names = at<ElfW(Shdr)>(file, header.e_shoff + section.sh_link * header.e_shentsize);
        for (std::size_t offset = 0; offset < section.sh_size; offset += section.sh_entsize)
        {
            const auto& symbol = at<ElfW(Sym)>(file, section.sh_offset + offset);
            const char* const mangled = &at<char>(file, names.sh_offset + symbol.st_name);
            const bool function = (symbol.st_info & 0xf) == STT_FUNC && symbol.st_value != 0;
            if (!function || !std::strstr(mangled, "Kernel"))
                continue;
            const std::string name = nameOfKernel(demangled(mangled));
            if (!name.empty())
                kernels[base + symbol.st_value] = name;
        }
    }
    if (kernels.empty())
        throw std::runtime_error("the program has no table of symbols with kernels: was it stripped?");
    return kernels;
}

const std::map<std::uintptr_t, std::string>& kernels()
{
    static const std::map<std::uintptr_t, std::string> all = readKernels();
    return all;
}

} // namespace

std::set<std::string> kernelInstances()
{
    std::set<std::string> names;
    for (const auto& kernel : kernels())
        names.insert(kernel.second);
    return names;
}

std::string kernelInstance(const void* kernel)
{
    const auto found = kernels().find(reinterpret_cast<std::uintptr_t>(kernel));
    if (found == kernels().end())
        throw std::runtime_error("a kernel was launched that is no function of cv::cudatiled with a name in …Kernel");
    return found->second;
}

} // namespace cudatiled_test
