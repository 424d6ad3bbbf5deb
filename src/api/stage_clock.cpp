// SPDX-License-Identifier: Apache-2.0
// The times of a run's parts, for timeStages.
#include "stage_clock.hpp"

#include <chrono>

namespace cv { namespace cudatiled {

namespace {

class SteadyClock final : public StageClock
{
    using Clock = std::chrono::steady_clock;

    void mark() override { marks_.push_back(Clock::now()); }
    float milliseconds(int from, int to) const override
    {
        return std::chrono::duration<float, std::milli>(marks_[to] - marks_[from]).count();
    }

    std::vector<Clock::time_point> marks_{Clock::now()};
};

} // namespace

FilterTimes StageClock::times() const
{
    FilterTimes times;
    const int count = static_cast<int>(parts_.size());
    times.whole = milliseconds(0, count);
    for (int i = 0; i < count; ++i)
    {
        const float took = milliseconds(i, i + 1);
        switch (parts_[i])
        {
        case Part::Preparation: break;
        case Part::Upload: times.upload = took; break;
        case Part::Stage: times.stages.push_back({names_[times.stages.size()], took}); break;
        case Part::Download: times.download = took; break;
        }
    }
    return times;
}

std::unique_ptr<StageClock> makeSteadyClock()
{
    return std::unique_ptr<StageClock>(new SteadyClock);
}

}} // namespace cv::cudatiled
