// SPDX-License-Identifier: Apache-2.0
// Which pictures a command line means, and where their results go.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace samples {

// As on the command line.
struct Places
{
    std::string input, output, compare; // pictures or folders
    std::string joint;                  // the guide, or a folder of guides; empty: there is none
    std::string format;                 // extension of all results in a folder; empty: that of the input
    bool recursive = false;             // whether folders in the folder are filtered, too
    bool resume = false;                // whether pictures in the folder that have their results are left out
};

struct Job
{
    std::string name;                             // relative to the input folder
    std::filesystem::path input, output, compare; // `compare` is empty when nothing is compared
    std::filesystem::path joint;                  // empty when there is no guide
};

struct FolderJobs
{
    std::vector<Job> jobs;               // sorted
    std::vector<std::string> unreadable; // a message about each folder that was to be searched
    std::string leftOut;                 // a message about folders that are not searched; empty if there are none
    std::vector<Job> complete;           // left out of `jobs`, because their results are there
};

// The job of one picture. Throws std::invalid_argument if the difference picture would overwrite input or output, or
// either of its results the guide.
Job jobOfPicture(const Places& places);

// The jobs of a folder. What lies in the folders of results and guides is no input, and links to folders are not
// followed.
// Throws if there are no pictures, or if a job would overwrite what another one reads or writes. To resume, jobs are
// left out whose results are there and no older than the picture and its guide.
FolderJobs jobsOfFolder(const Places& places);

// With the folders above it. Throws std::runtime_error that says why it cannot be made.
void createFolder(const std::filesystem::path& folder);

// Removes what a run that was killed may have left of the results, complete ones included.
void removeUnfinishedResults(const FolderJobs& folder);

} // namespace samples
