// SPDX-License-Identifier: Apache-2.0
// Backend option and error handling of the programs.
#include "command_line.hpp"

#include <cstdio>
#include <exception>
#include <map>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/cudatiled.hpp>

namespace samples {

void addBackendOption(CLI::App& app)
{
    app.add_option_function<std::string>(
           "--backend",
           [](const std::string& name) {
               static const std::map<std::string, int> backends = {{"auto", cv::cudatiled::BACKEND_AUTO},
                                                                   {"cuda", cv::cudatiled::BACKEND_CUDA},
                                                                   {"cpu", cv::cudatiled::BACKEND_CPU}};
               cv::cudatiled::setBackend(backends.at(name));
           },
           "where images are filtered: auto, cuda or cpu")
        ->check(CLI::IsMember({"auto", "cuda", "cpu"}))
        ->type_name("NAME");
}

int runProgram(CLI::App& app, int argc, char** argv, const std::function<int()>& body)
{
    // The codecs' and cameras' own warnings would stand before our message and say the same.
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    std::string message;
    try
    {
        app.parse(argc, argv);
        return body();
    }
    catch (const CLI::ParseError& error)
    {
        return app.exit(error);
    }
    catch (const cv::Exception& error)
    {
        message = error.err;
    }
    catch (const std::exception& error)
    {
        message = error.what();
    }
    std::fprintf(stderr, "%s: %s\n", app.get_name().c_str(), message.c_str());
    return 1;
}

std::string shortBackendName()
{
    const std::string name = cv::cudatiled::getBackendName();
    return cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CUDA ? name.substr(0, name.find_first_of("(,"))
                                                                      : "CPU";
}

} // namespace samples
