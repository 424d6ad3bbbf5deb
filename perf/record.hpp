// SPDX-License-Identifier: Apache-2.0
// Where measurements go: a line of a CSV file as soon as it is measured, a line of a table, and Google Benchmark's
// counters.
#pragma once

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "cells.hpp"

namespace perf {

using Times = std::map<std::string, double>; // microseconds by column; what was not measured is not there

// A CSV file that has every line on disk before the next one is measured. Without a name it takes no notice.
class CsvFile
{
public:
    CsvFile(const std::string& file, const std::vector<std::string>& header); // throws where it cannot be written
    void add(const std::vector<std::string>& fields);

private:
    std::ofstream out_;
};

// The columns of perf/results/*.csv: what was measured, then times in microseconds, then the kernel that ran, and
// where.
class Record
{
public:
    Record(const std::string& file, std::string device, std::string commit);
    // `kernel` is empty on the CPU.
    void add(const Cell& cell, const Times& times, const std::string& kernel = "");

private:
    CsvFile csv_;
    std::string device_, commit_;
};

// Adds fields, then the times of these columns, the device and the commit, and prints the times behind `name`.
void addTimes(CsvFile& csv, const std::string& name, std::vector<std::string> fields,
              const std::vector<std::string>& columns, const Times& times);

std::string timeText(const Times& times, const std::string& column); // empty where there is none

void printTableHeader(bool onDevice);
void printTableLine(bool onDevice, const Cell& cell, const Times& times);

} // namespace perf
