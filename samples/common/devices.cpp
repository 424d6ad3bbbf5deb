// SPDX-License-Identifier: Apache-2.0
// Reads --devices.
#include "devices.hpp"

#include <algorithm>
#include <cstdio>
#include <regex>
#include <sstream>
#include <stdexcept>

#include <opencv2/cudatiled/frame_stream.hpp>

namespace samples {
namespace {

std::string malformed(const std::string& text)
{
    static const std::regex form("all|[0-9]{1,4}(,[0-9]{1,4})*");
    return std::regex_match(text, form) ? "" : "'" + text + "' is neither all nor a list of numbers, such as 0,1";
}

} // namespace

CLI::Option* addDevicesOption(CLI::App& app, std::string& text)
{
    return app
        .add_option("--devices", text,
                    "CUDA devices that take turns: all, or their numbers, such as 0,1; default: the first")
        ->check(malformed)
        ->type_name("LIST");
}

std::vector<int> devicesOf(const std::string& text)
{
    const std::string option = "--devices " + text;
    if (text.empty())
        return {};
    const bool onCpu = cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CPU;
    const std::string backend = cv::cudatiled::getBackendName();
    if (text == "all" && onCpu)
        std::fprintf(stderr, "%s means the CPU here: %s\n", option.c_str(), backend.c_str());
    if (text == "all")
        return onCpu ? std::vector<int>{} : cv::cudatiled::FrameStream::allDevices();
    if (onCpu)
        throw std::invalid_argument(option + ": no CUDA device is in use, but the " + backend +
                                    "; only all is accepted then");
    const std::vector<int> all = cv::cudatiled::FrameStream::allDevices();
    std::vector<int> devices;
    std::istringstream numbers(text);
    for (std::string number; std::getline(numbers, number, ',');)
    {
        devices.push_back(std::stoi(number));
        if (devices.back() >= int(all.size()))
            throw std::invalid_argument(option + ": there is no device " + number + "; all and the numbers from 0 to " +
                                        std::to_string(all.back()) + " are accepted");
    }
    return devices;
}

std::string whereFiltered(const std::vector<int>& devices)
{
    if (devices.empty() || cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CPU)
        return cv::cudatiled::getBackendName();
    std::string text = devices.size() == 1 ? "CUDA device " : "CUDA devices ";
    for (std::size_t i = 0; i < devices.size(); ++i)
        text += (i == 0 ? "" : ",") + std::to_string(devices[i]);
    return text;
}

} // namespace samples
