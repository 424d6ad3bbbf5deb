// SPDX-License-Identifier: Apache-2.0
// Filters many pictures at a time: some are read, some filtered and some written, in the order of their jobs.
#pragma once

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include <opencv2/cudatiled/frame_stream.hpp>

#include "picture_filter.hpp"
#include "workers.hpp"

namespace samples {

// How a folder is filtered, as on the command line.
struct FolderOptions
{
    std::vector<int> devices; // what a FrameStream takes
    int threads = 0;          // that read and write; 0: one for each core
};

// A job that is done. `error` is empty where it succeeded.
struct JobResult
{
    const Job& job;
    const Report& report;
    const std::string& error;
};

// Threads read and write pictures; a FrameStream filters them, whatever their types. At most so many pictures are read
// as there are threads, as many are written, and the stream has some: no more are in memory, however many jobs there
// are.
class FolderRun
{
public:
    // `report` is called for each job, in order.
    FolderRun(PictureFilter& filter, const FolderOptions& options, std::function<void(const JobResult&)> report);

    // Returns how many jobs were begun. No more are begun after a signal; the others are finished.
    std::size_t run(const std::vector<Job>& jobs);

private:
    struct Item
    {
        const Job* job;
        Picture picture;
        cv::Mat result;
        Report report;
        std::string error;
        std::future<void> work; // that a thread does: reads, then writes
    };
    using Items = std::deque<std::unique_ptr<Item>>;

    void startReading(const Job& job);
    void startFiltering();
    void startWriting();
    void finish();
    static std::unique_ptr<Item> takeOldest(Items& items);
    void read(Item& item) const;

    PictureFilter& filter_;
    const std::function<void(const JobResult&)> report_;
    const std::size_t threads_;
    const std::size_t framesInFlight_;
    Items reading_, filtering_, writing_; // each in order
    cv::cudatiled::FrameStream stream_;   // the items of `filtering_` that have no error
    Workers workers_;                     // the last member: its threads use the others
};

} // namespace samples
