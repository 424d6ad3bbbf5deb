// SPDX-License-Identifier: Apache-2.0
// From a measurement to Google Benchmark.
#include "views.hpp"

#include <cstdio>
#include <exception>
#include <utility>

#include <benchmark/benchmark.h>

namespace perf {

namespace {

int failed = 0;

void runOnce(benchmark::State& state, const std::string& name, const std::function<Times()>& measure)
{
    Times times;
    std::string error;
    for (auto _ : state)
    {
        try
        {
            times = measure();
        }
        catch (const std::exception& exception)
        {
            error = exception.what();
        }
        state.SetIterationTime(times["us"] * 1e-6);
    }
    for (const auto& [column, microseconds] : times)
        if (column != "us")
            state.counters[column] = microseconds;
    if (error.empty())
        return;
    ++failed;
    std::fprintf(stderr, "%s: %s\n", name.c_str(), error.c_str());
    state.SkipWithError(error.c_str());
}

} // namespace

void addBenchmark(const std::string& name, std::function<Times()> measure)
{
    const auto run = [name, measure = std::move(measure)](benchmark::State& state) {
        runOnce(state, name, measure);
    };
    benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->Unit(benchmark::kMicrosecond)->Iterations(1);
}

int failures()
{
    return failed;
}

} // namespace perf
