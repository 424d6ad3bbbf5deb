// SPDX-License-Identifier: Apache-2.0
// Finds kernels in source files and compares them with those that were launched.

#include "kernel_coverage.hpp"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "cuda_on_cpu.hpp"

namespace cuda_on_cpu {
namespace {

// The source without comments and literals.
std::string codeOf(const std::string& source)
{
    std::string code;
    std::size_t i = 0;
    const auto startsWith = [&](const char* text) {
        return source.compare(i, 2, text) == 0;
    };
    const auto skipPast = [&](const char* end) {
        const std::size_t found = source.find(end, i);
        i = found == std::string::npos ? source.size() : found + std::char_traits<char>::length(end);
        code += ' ';
    };
    while (i < source.size())
    {
        const char c = source[i];
        const bool digitSeparator = c == '\'' && i > 0 && std::isxdigit(static_cast<unsigned char>(source[i - 1]));
        if (startsWith("//"))
            skipPast("\n");
        else if (startsWith("/*"))
            skipPast("*/");
        else if (c == '"' || (c == '\'' && !digitSeparator))
        {
            for (++i; i < source.size() && source[i] != c; ++i)
                if (source[i] == '\\')
                    ++i;
            ++i;
            code += ' ';
        }
        else
        {
            code += c;
            ++i;
        }
    }
    return code;
}

std::size_t closingParenthesis(const std::string& code, std::size_t opening)
{
    int depth = 0;
    for (std::size_t i = opening; i < code.size(); ++i)
    {
        depth += (code[i] == '(') - (code[i] == ')');
        if (depth == 0)
            return i;
    }
    throw std::runtime_error("unbalanced parentheses after __global__");
}

// The function's name is the first one followed by a parenthesis that is not an attribute such as __launch_bounds__(…).
std::string functionName(const std::string& code, std::size_t from)
{
    const auto partOfName = [](char c) {
        return c == '_' || std::isalnum(static_cast<unsigned char>(c));
    };
    for (;;)
    {
        const std::size_t opening = code.find('(', from);
        if (opening == std::string::npos)
            throw std::runtime_error("__global__ without a function");
        std::size_t end = opening;
        while (end > from && !partOfName(code[end - 1]))
            --end;
        std::size_t begin = end;
        while (begin > from && partOfName(code[begin - 1]))
            --begin;
        const std::string name = code.substr(begin, end - begin);
        if (name.compare(0, 2, "__") != 0 && name != "alignas")
            return name;
        from = closingParenthesis(code, opening) + 1;
    }
}

} // namespace

std::set<std::string> kernelNamesInText(const std::string& source)
{
    static const std::string keyword = "__global__";
    const std::string code = codeOf(source);
    std::set<std::string> names;
    for (std::size_t at = code.find(keyword); at != std::string::npos; at = code.find(keyword, at + 1))
        names.insert(functionName(code, at + keyword.size()));
    return names;
}

std::set<std::string> kernelNamesIn(const std::string& folder)
{
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".cuh")
        {
            std::ostringstream source;
            source << std::ifstream(entry.path()).rdbuf();
            names.merge(kernelNamesInText(source.str()));
        }
    return names;
}

std::vector<std::string> coverageFaults(const std::string& folder, const std::set<std::string>& executed)
{
    const std::set<std::string> shipped = kernelNamesIn(folder);
    std::vector<std::string> faults;
    if (shipped.empty())
        faults.push_back("no kernels in " + folder);
    for (const std::string& name : shipped)
        if (executed.count(name) == 0)
            faults.push_back(name + " is in " + folder + " and no test has launched it");
    for (const std::string& name : executed)
        if (shipped.count(name) == 0)
            faults.push_back(name + " was launched and is not in " + folder);
    return faults;
}

std::set<std::string> executedKernelNames()
{
    std::set<std::string> names;
    for (const auto& executed : executedKernels())
        names.insert(executed.first);
    return names;
}

void EveryShippedKernelHasBeenExecuted::check() const
{
    for (const std::string& fault : coverageFaults(folder_, executedKernelNames()))
        ADD_FAILURE() << fault;
}

void EveryShippedKernelHasBeenExecuted::TearDown()
{
    const bool shard = std::getenv("GTEST_TOTAL_SHARDS") != nullptr;
    if (!shard && testing::GTEST_FLAG(filter) == "*")
        check();
    const char* const file = std::getenv("CUDATILED_EXECUTED_KERNELS");
    if (!shard || !file)
        return;
    std::ofstream out(file);
    for (const std::string& name : executedKernelNames())
        out << name << '\n';
    EXPECT_TRUE(out.flush()) << "cannot write " << file;
}

} // namespace cuda_on_cpu
