// SPDX-License-Identifier: Apache-2.0
// Searches folders for pictures, and keeps results apart from inputs.
#include "jobs.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <system_error>

#include "../common/picture_file.hpp"

namespace samples {
namespace {

namespace fs = std::filesystem;

struct Found
{
    std::vector<fs::path> pictures; // relative to the input folder
    std::vector<std::string> unreadable;
};

// Whether a folder has no inputs, but what belongs to inputs.
bool isFolderBeside(const fs::path& folder, const Places& places)
{
    std::error_code missing;
    return fs::equivalent(folder, places.output, missing) || fs::equivalent(folder, places.compare, missing) ||
           fs::equivalent(folder, places.joint, missing);
}

// Adds what is in the folder of this name and below it; the input folder itself has the empty name.
void search(const Places& places, const fs::path& name, Found& found)
{
    const fs::path folder = name.empty() ? fs::path(places.input) : places.input / name;
    std::error_code error, unknown;
    const fs::directory_iterator entries(folder, error);
    if (error)
        found.unreadable.push_back("the folder '" + folder.string() + "' cannot be read: " + error.message());
    for (const fs::directory_entry& entry : entries)
    {
        const fs::path entryName = name / entry.path().filename();
        if (entry.is_directory(unknown) && !entry.is_symlink(unknown) && !isFolderBeside(entry.path(), places))
            search(places, entryName, found);
        else if (isPicture(entry.path().string()))
            found.pictures.push_back(entryName);
    }
}

fs::path outputInFolder(const Places& places, const fs::path& name)
{
    fs::path output = places.output / name;
    return places.format.empty() ? output : output.replace_extension(places.format);
}

// Differences are PNGs, which hold them exactly. Names are kept whole: a.jpg and a.png stay apart.
fs::path compareInFolder(const Places& places, const fs::path& name)
{
    if (places.compare.empty())
        return {};
    return places.compare / fs::path(name.string() + (lowerExtension(name.string()) == ".png" ? "" : ".png"));
}

// The guide of the picture of that name.
fs::path jointOf(const Places& places, const fs::path& name)
{
    return fs::is_directory(places.joint) ? places.joint / name : fs::path(places.joint);
}

struct Reader
{
    const Job* owner; // whose result may replace it; null for a guide
    std::string path;
};

// Only its own result may replace an input, and nothing a guide that is not the input itself.
void requireNothingOverwritten(const std::vector<Job>& jobs)
{
    std::multimap<fs::path, Reader> readers;
    std::map<fs::path, std::string> writers;
    for (const Job& job : jobs)
    {
        const fs::path input = fs::weakly_canonical(job.input), joint = fs::weakly_canonical(job.joint);
        readers.emplace(input, Reader{&job, job.input.string()});
        if (!job.joint.empty() && joint != input)
            readers.emplace(joint, Reader{nullptr, job.joint.string()});
    }
    const auto claim = [&](const Job& job, const fs::path& path, bool isResult) {
        const std::string writer =
            (isResult ? "the result of '" : "the difference picture of '") + job.input.string() + "'";
        const auto [first, last] = readers.equal_range(fs::weakly_canonical(path));
        for (auto reader = first; reader != last; ++reader)
            if (!(isResult && reader->second.owner == &job))
                throw std::invalid_argument(writer + " would overwrite '" + reader->second.path + "'");
        const auto [earlier, isNew] = writers.emplace(fs::weakly_canonical(path), writer);
        if (!isNew)
            throw std::invalid_argument("'" + path.string() + "' would be written twice: " + earlier->second +
                                        ", and " + writer);
    };
    for (const Job& job : jobs)
    {
        claim(job, job.output, true);
        if (!job.compare.empty())
            claim(job, job.compare, false);
    }
}

// What a picture's result replaces is filtered already, or not: nothing tells.
void requireResultsBesidePictures(const std::vector<Job>& jobs)
{
    std::error_code missing;
    for (const Job& job : jobs)
        if (fs::equivalent(job.input, job.output, missing))
            throw std::invalid_argument("--resume cannot tell which results are there: that of '" + job.input.string() +
                                        "' replaces it; name another folder for the results");
}

// Files appear whole under their names, so one that is there is complete.
bool isComplete(const Job& job)
{
    const auto isMade = [&](const fs::path& path) {
        std::error_code missing;
        const fs::file_time_type made = fs::last_write_time(path, missing);
        const auto isNoOlderThan = [&](const fs::path& read) {
            return !missing && made >= fs::last_write_time(read, missing) && !missing;
        };
        return isNoOlderThan(job.input) && (job.joint.empty() || isNoOlderThan(job.joint));
    };
    return isMade(job.output) && (job.compare.empty() || isMade(job.compare));
}

void leaveOutComplete(FolderJobs& folder)
{
    requireResultsBesidePictures(folder.jobs);
    const auto complete = std::stable_partition(folder.jobs.begin(), folder.jobs.end(), std::not_fn(isComplete));
    folder.complete.assign(complete, folder.jobs.end());
    folder.jobs.erase(complete, folder.jobs.end());
}

std::string leftOutMessage(const Places& places, std::size_t folders)
{
    if (folders == 0)
        return "";
    return "left out " + std::to_string(folders) + (folders == 1 ? " folder" : " folders") + " with pictures in '" +
           places.input + "'; --recursive filters these, too";
}

// Takes over what is asked for of what was found.
FolderJobs chosen(const Places& places, const Found& found)
{
    FolderJobs folder;
    std::set<fs::path> leftOut;
    for (const fs::path& name : found.pictures)
        if (places.recursive || !name.has_parent_path())
            folder.jobs.push_back({name.string(), places.input / name, outputInFolder(places, name),
                                   compareInFolder(places, name), jointOf(places, name)});
        else
            leftOut.insert(name.parent_path());
    std::sort(folder.jobs.begin(), folder.jobs.end(), [](const Job& a, const Job& b) { return a.input < b.input; });
    if (places.recursive)
        folder.unreadable = found.unreadable;
    folder.leftOut = leftOutMessage(places, leftOut.size());
    return folder;
}

} // namespace

Job jobOfPicture(const Places& places)
{
    const fs::path name = fs::path(places.input).filename();
    Job job = {name.string(), places.input, places.output, places.compare, jointOf(places, name)};
    if (fs::is_directory(job.output))
        job.output = outputInFolder(places, name);
    else if (!places.format.empty())
        throw std::invalid_argument("--format is for an output folder; '" + places.output + "' is none");
    if (fs::is_directory(job.compare))
        job.compare = compareInFolder(places, name);
    requireNothingOverwritten({job});
    return job;
}

FolderJobs jobsOfFolder(const Places& places)
{
    for (const std::string& path : {places.output, places.compare})
        if (fs::exists(path) && !fs::is_directory(path))
            throw std::invalid_argument("'" + places.input + "' is a folder, but '" + path + "' is not");
    Found found;
    search(places, {}, found);
    FolderJobs folder = chosen(places, found);
    if (folder.jobs.empty())
        throw std::runtime_error("there are no pictures in '" + places.input + "'" +
                                 (folder.leftOut.empty() ? "" : "; " + folder.leftOut) +
                                 (found.unreadable.empty() ? "" : "; " + found.unreadable.front()));
    requireNothingOverwritten(folder.jobs);
    if (places.resume)
        leaveOutComplete(folder);
    return folder;
}

void createFolder(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw std::runtime_error("the folder '" + folder.string() + "' cannot be created: " + error.message());
}

void removeUnfinishedResults(const FolderJobs& folder)
{
    for (const std::vector<Job>* jobs : {&folder.jobs, &folder.complete})
        for (const Job& job : *jobs)
            for (const fs::path& path : {job.output, job.compare})
                if (!path.empty())
                    removeUnfinished(path.string());
}

} // namespace samples
