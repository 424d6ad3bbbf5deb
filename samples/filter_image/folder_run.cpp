// SPDX-License-Identifier: Apache-2.0
// Hands pictures from reading to filtering to writing.
#include "folder_run.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <opencv2/core/utility.hpp>

#include "interruption.hpp"

namespace samples {
namespace {

// OpenCV's count knows of a container's share of the cores, as std::thread::hardware_concurrency() does not.
std::size_t threadsOf(const FolderOptions& options)
{
    return std::size_t(options.threads != 0 ? options.threads : std::max(1, cv::getNumberOfCPUs()));
}

// Of each device: one frame is filtered while others are uploaded and downloaded, and one is ready.
constexpr std::size_t kFramesOfADevice = 4;
constexpr std::size_t kMostFrames = 64; // that a FrameStream takes

// Messages instead of exceptions, so that they can wait for their turn.
template <class Work> std::string messageOf(Work&& work)
{
    try
    {
        work();
    }
    catch (const cv::Exception& error)
    {
        return error.err;
    }
    catch (const std::exception& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

FolderRun::FolderRun(PictureFilter& filter, const FolderOptions& options, std::function<void(const JobResult&)> report)
    : filter_(filter), report_(std::move(report)), threads_(threadsOf(options)),
      framesInFlight_(std::min(kMostFrames, kFramesOfADevice * std::max<std::size_t>(1, options.devices.size()))),
      stream_(int(framesInFlight_), options.devices), workers_(int(threads_))
{}

std::size_t FolderRun::run(const std::vector<Job>& jobs)
{
    std::size_t begun = 0;
    for (; begun < jobs.size() && Interruption::signal() == 0; ++begun)
    {
        if (reading_.size() == threads_)
            startFiltering();
        startReading(jobs[begun]);
    }
    while (!reading_.empty())
        startFiltering();
    while (!filtering_.empty())
        startWriting();
    while (!writing_.empty())
        finish();
    return begun;
}

std::unique_ptr<FolderRun::Item> FolderRun::takeOldest(Items& items)
{
    std::unique_ptr<Item> item = std::move(items.front());
    items.pop_front();
    return item;
}

void FolderRun::startReading(const Job& job)
{
    reading_.push_back(std::make_unique<Item>());
    Item& item = *reading_.back();
    item.job = &job;
    item.work = workers_.submit([this, &item] { read(item); });
}

void FolderRun::read(Item& item) const
{
    item.error = messageOf([&] {
        createFolder(item.job->output.parent_path());
        if (!item.job->compare.empty())
            createFolder(item.job->compare.parent_path());
        item.picture = filter_.read(*item.job);
    });
}

void FolderRun::startFiltering()
{
    if (filtering_.size() == framesInFlight_)
        startWriting();
    filtering_.push_back(takeOldest(reading_));
    Item& item = *filtering_.back();
    item.work.get();
    if (item.error.empty())
        item.error = messageOf([&] { stream_.push(filter_.filterFor(item.picture), item.picture.part); });
}

void FolderRun::startWriting()
{
    if (writing_.size() == threads_)
        finish();
    writing_.push_back(takeOldest(filtering_));
    Item& item = *writing_.back();
    if (item.error.empty())
        item.error = messageOf([&] { item.result = stream_.pop(&item.report.milliseconds); });
    if (item.error.empty())
        item.work = workers_.submit([this, &item] {
            item.error = messageOf([&] { filter_.write(*item.job, item.picture, item.result, item.report); });
        });
}

void FolderRun::finish()
{
    const std::unique_ptr<Item> item = takeOldest(writing_);
    if (item->work.valid())
        item->work.get();
    report_({*item->job, item->report, item->error});
}

} // namespace samples
