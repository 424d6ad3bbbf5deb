// SPDX-License-Identifier: Apache-2.0
// The times of a run's parts, for timeStages. `apply` runs without a clock.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <opencv2/cudatiled.hpp>

namespace cv { namespace cudatiled {

class StageClock
{
public:
    enum class Part
    {
        Preparation, // allocations
        Upload,
        Stage,
        Download
    };

    virtual ~StageClock() = default;

    // Says that a part has ended, or its work is enqueued. The next one begins.
    void ended(Part part)
    {
        parts_.push_back(part);
        mark();
    }

    // Names the stages, after all have ended.
    void setNames(std::vector<std::string> names) { names_ = std::move(names); }

    // Waits for the last part.
    FilterTimes times() const;

private:
    virtual void mark() = 0;
    virtual float milliseconds(int from, int to) const = 0; // between two marks; the 0th is the beginning of the run

    std::vector<Part> parts_;
    std::vector<std::string> names_;
};

// A clock of the CPU. The run begins now.
std::unique_ptr<StageClock> makeSteadyClock();

}} // namespace cv::cudatiled
