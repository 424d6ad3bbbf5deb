// SPDX-License-Identifier: Apache-2.0
// The measurements of a run, each as a Google Benchmark of one iteration whose time is the measured median.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cells.hpp"
#include "record.hpp"

namespace perf {

struct Settings
{
    Selection selection;
    bool warm = false;  // images stay in the cache if they fit
    bool quick = false; // a quarter of the time per measurement
    double rest = 1;    // the device's after a batch, as a multiple of the batch's time
    std::string csv, radiusCsv, medianCsv, transferCsv, chainCsv, batchCsv, gradientCsv, labCsv, histogramCsv,
        pipelineCsv, frameCsv, json;

    double effort() const { return quick ? 0.25 : 1; }
};

// Register what the selection asks for. Results are recorded while Google Benchmark runs.
void addDeviceView(const Settings& settings, std::shared_ptr<Record> record);
void addRadiusView(const Settings& settings);
void addMedianView(const Settings& settings);
void addTransferView(const Settings& settings);
void addChainView(const Settings& settings);
void addBatchView(const Settings& settings);
void addGradientView(const Settings& settings);
void addLabView(const Settings& settings);
void addHistogramView(const Settings& settings);
void addPipelineView(const Settings& settings);
void addFrameView(const Settings& settings);
void addHostView(const Settings& settings, std::shared_ptr<Record> record);

// Registers a measurement: its times become counters, the one in column "us" the time; an exception becomes its error.
void addBenchmark(const std::string& name, std::function<Times()> measure);
int failures(); // so far

} // namespace perf
