// SPDX-License-Identifier: Apache-2.0
// CSV files and the table on the screen.
#include "record.hpp"

#include <cstdio>
#include <stdexcept>
#include <utility>

#include "environment.hpp"

namespace perf {

namespace {

const std::vector<std::string> kTimesFirst = {"copy_us", "us", "opencv_cuda_us", "npp_us", "host_us"};
const std::vector<std::string> kTimesLast = {"opencv_cuda_null_us", "opencv_cpu_us", "empty_us", "issue_us",
                                             "empty_issue_us",      "early_copy_us"};

std::vector<std::string> header()
{
    std::vector<std::string> names = {"filter", "src", "dst", "width", "height", "ksize", "border"};
    names.insert(names.end(), kTimesFirst.begin(), kTimesFirst.end());
    names.insert(names.end(), {"variant", "region"});
    names.insert(names.end(), kTimesLast.begin(), kTimesLast.end());
    names.insert(names.end(), {"kernel", "device", "commit"});
    return names;
}

std::string ratioText(const Times& times, const std::string& column, double by)
{
    const auto found = times.find(column);
    return found == times.end() || by <= 0 ? "-" : cv::format("%.2f", found->second / by);
}

// As RFC 4180 writes a field.
std::string quoted(const std::string& field)
{
    if (field.find_first_of(",\"\r\n") == std::string::npos)
        return field;
    std::string text = "\"";
    for (const char c : field)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

} // namespace

CsvFile::CsvFile(const std::string& file, const std::vector<std::string>& header)
{
    if (file.empty())
        return;
    out_.open(file);
    if (!out_)
        throw std::runtime_error("cannot write " + file);
    add(header);
}

void CsvFile::add(const std::vector<std::string>& fields)
{
    if (!out_.is_open())
        return;
    for (std::size_t i = 0; i < fields.size(); ++i)
        out_ << (i ? "," : "") << quoted(fields[i]);
    out_ << std::endl; // on disk, whatever happens next
}

void addTimes(CsvFile& csv, const std::string& name, std::vector<std::string> fields,
              const std::vector<std::string>& columns, const Times& times)
{
    std::string text = name + ":";
    for (const std::string& column : columns)
    {
        fields.push_back(timeText(times, column));
        text += " " + column + " " + fields.back();
    }
    fields.insert(fields.end(), {deviceName(), commit()});
    csv.add(fields);
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
}

std::string timeText(const Times& times, const std::string& column)
{
    const auto found = times.find(column);
    return found == times.end() ? "" : cv::format("%.2f", found->second);
}

Record::Record(const std::string& file, std::string device, std::string commit)
    : csv_(file, header()), device_(std::move(device)), commit_(std::move(commit))
{}

void Record::add(const Cell& cell, const Times& times, const std::string& kernel)
{
    std::vector<std::string> fields = {cell.benchmark->filter,           typeText(cell.srcType),
                                       typeText(cell.dstType),           std::to_string(cell.size.width),
                                       std::to_string(cell.size.height), cell.benchmark->kernelText(),
                                       borderText(cell.border)};
    for (const std::string& column : kTimesFirst)
        fields.push_back(timeText(times, column));
    fields.insert(fields.end(), {cell.benchmark->variant, cell.oddRegion ? "odd" : "whole"});
    for (const std::string& column : kTimesLast)
        fields.push_back(timeText(times, column));
    fields.insert(fields.end(), {kernel, device_, commit_});
    csv_.add(fields);
}

void printTableHeader(bool onDevice)
{
    std::printf("%-78s %11s %8s %8s %9s %9s %9s\n", "filter/types/size/border", "us", onDevice ? "of copy" : "",
                onDevice ? "host us" : "", onDevice ? "cv::cuda/" : "", onDevice ? "NPP/" : "", "CPU cv::/");
    std::fflush(stdout);
}

void printTableLine(bool onDevice, const Cell& cell, const Times& times)
{
    const auto us = times.find("us"), copy = times.find("copy_us");
    const double own = us == times.end() ? 0 : us->second;
    const std::string share =
        onDevice && own > 0 && copy != times.end() ? cv::format("%.0f %%", 100 * copy->second / own) : "";
    std::printf("%-78s %11s %8s %8s %9s %9s %9s\n", cell.name().c_str(), timeText(times, "us").c_str(), share.c_str(),
                timeText(times, "host_us").c_str(), onDevice ? ratioText(times, "opencv_cuda_us", own).c_str() : "",
                onDevice ? ratioText(times, "npp_us", own).c_str() : "",
                ratioText(times, "opencv_cpu_us", own).c_str());
    std::fflush(stdout);
}

} // namespace perf
