// SPDX-License-Identifier: Apache-2.0
// The experiments of the laboratory, in the order of docs/EXPERIMENTS.md.
#include "../device.hpp"
#include "../environment.hpp"
#include "record.hpp"

namespace perf {

void addLabView(const Settings& settings)
{
    const auto record = std::make_shared<lab::LabRecord>(settings.labCsv);
    for (const auto& [name, value] : deviceFacts())
        record->addFact(name, value);
    record->addFact("cpu_threads", std::to_string(cv::getNumThreads()));
    lab::addLadder(settings, record);
    lab::addShapes(settings, record);
    lab::addMaskSizes(settings, record);
    lab::addPipeline(settings, record);
    lab::addFilters(settings, record);
    lab::addHistograms(settings, record);
}

} // namespace perf
