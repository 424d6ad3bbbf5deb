// SPDX-License-Identifier: Apache-2.0
// Lines of the laboratory's record, and what its experiments share.
#include "record.hpp"

#include <stdexcept>

#include "../environment.hpp"
#include "../wall_clock.hpp"

namespace perf { namespace lab {

namespace {

const std::vector<std::string> kTimeColumns = {"us", "copy_us", "host_us", "cpu_one_us", "cpu_all_us"};
constexpr int kHostCalls = 3;

std::vector<std::string> header()
{
    std::vector<std::string> names = {"experiment", "case", "variant", "src", "dst", "width", "height", "ksize", "n"};
    names.insert(names.end(), kTimeColumns.begin(), kTimeColumns.end());
    names.insert(names.end(), {"difference", "device", "commit"});
    return names;
}

} // namespace

LabRecord::LabRecord(const std::string& file) : csv_(file, header())
{}

Times LabRecord::add(const Line& line, const Times& times)
{
    std::vector<std::string> fields = {line.experiment,
                                       line.kind,
                                       line.variant,
                                       typeText(line.srcType),
                                       typeText(line.dstType),
                                       std::to_string(line.size.width),
                                       std::to_string(line.size.height),
                                       line.ksize,
                                       std::to_string(line.n)};
    for (const std::string& column : kTimeColumns)
        fields.push_back(timeText(times, column));
    fields.insert(fields.end(), {cv::format("%g", line.difference), deviceName(), commit()});
    csv_.add(fields);
    std::printf("%s, %s %s, %s %s, %dx%d, n %d: %s us\n", line.experiment.c_str(), line.kind.c_str(),
                line.ksize.c_str(), typeText(line.srcType).c_str(), line.variant.c_str(), line.size.width,
                line.size.height, line.n, timeText(times, "us").c_str());
    std::fflush(stdout);
    return times;
}

void LabRecord::addFact(const std::string& name, const std::string& value)
{
    std::vector<std::string> fields(header().size());
    fields[0] = "fact";
    fields[1] = name;
    fields[2] = value;
    csv_.add(fields);
}

void requireAgreement(const Line& line, double allowed)
{
    if (!(line.difference <= allowed))
        throw std::runtime_error(cv::format("%s %s %s: results differ by %g from what it is to compute",
                                            line.experiment.c_str(), line.kind.c_str(), line.variant.c_str(),
                                            line.difference));
}

void addIfSelected(const Settings& settings, const std::string& name, std::function<Times()> measure)
{
    if (settings.selection.takes(name))
        addBenchmark(name, std::move(measure));
}

void measureOnCpu(const std::function<void()>& work, Times& times)
{
    const int all = cv::getNumThreads();
    times["cpu_all_us"] = wallMicroseconds(work, kHostCalls);
    cv::setNumThreads(1);
    times["cpu_one_us"] = wallMicroseconds(work, kHostCalls);
    cv::setNumThreads(all);
}

}} // namespace perf::lab
