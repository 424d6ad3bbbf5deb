// SPDX-License-Identifier: Apache-2.0
// Prints the backend that CUDATILED_BACKEND leads to, or why there is none: run by tests with several environments.
#include <cstdio>

#include <opencv2/cudatiled.hpp>

int main()
{
    try
    {
        const int backend = cv::cudatiled::getBackend();
        std::printf("BACKEND_%s: %s\n", backend == cv::cudatiled::BACKEND_CUDA ? "CUDA" : "CPU",
                    cv::cudatiled::getBackendName().c_str());
        return 0;
    }
    catch (const cv::Exception& error)
    {
        std::printf("%s\n", error.err.c_str());
        return 1;
    }
}
