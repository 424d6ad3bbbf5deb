// SPDX-License-Identifier: Apache-2.0
// The record of the laboratory's experiments, a line for each measurement.
#pragma once

#include "../views.hpp"

namespace perf { namespace lab {

struct Line
{
    std::string experiment, kind, variant;
    int srcType, dstType;
    cv::Size size;
    std::string ksize;     // e.g. "9x9"; empty where there is no mask
    int n = 0;             // results, or pixels, of a thread; 0 where that is no question
    double difference = 0; // the largest, from what it was checked against
};

class LabRecord
{
public:
    explicit LabRecord(const std::string& file);
    // Writes and prints the line, and returns the times.
    Times add(const Line& line, const Times& times);
    void addFact(const std::string& name, const std::string& value); // what the times depend on

private:
    CsvFile csv_;
};

// Throws where the difference is larger than allowed.
void requireAgreement(const Line& line, double allowed);

// Registers a measurement if the selection's regular expression finds it.
void addIfSelected(const Settings& settings, const std::string& name, std::function<Times()> measure);

// Wall-clock times of host work with one thread of OpenCV and with all, in columns cpu_one_us and cpu_all_us.
void measureOnCpu(const std::function<void()>& work, Times& times);

using SharedRecord = std::shared_ptr<LabRecord>;
void addLadder(const Settings& settings, const SharedRecord& record);
void addShapes(const Settings& settings, const SharedRecord& record);
void addMaskSizes(const Settings& settings, const SharedRecord& record);
void addFilters(const Settings& settings, const SharedRecord& record);
void addPipeline(const Settings& settings, const SharedRecord& record);
void addHistograms(const Settings& settings, const SharedRecord& record);

}} // namespace perf::lab
