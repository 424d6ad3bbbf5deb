// SPDX-License-Identifier: Apache-2.0
// Which backend filters host images; what the environment says is tested by host/print_backend.cpp.
#include <gtest/gtest.h>

#include <opencv2/cudatiled.hpp>

#include "../support/cell.hpp"

namespace cudatiled_test { namespace {

using namespace cv::cudatiled;

class Backends : public testing::Test
{
protected:
    void TearDown() override { setBackend(BACKEND_AUTO); }

    static std::string refusal(int backend)
    {
        try
        {
            setBackend(backend);
        }
        catch (const cv::Exception& error)
        {
            return error.err;
        }
        return "";
    }
};

TEST_F(Backends, AutoIsCudaExactlyWhereThereIsADevice)
{
    setBackend(BACKEND_AUTO);
    EXPECT_EQ(getBackend(), pathExists(Path::Device) ? BACKEND_CUDA : BACKEND_CPU);
}

TEST_F(Backends, CpuCanAlwaysBeChosen)
{
    setBackend(BACKEND_CPU);
    EXPECT_EQ(getBackend(), BACKEND_CPU);
    EXPECT_EQ(getBackendName(), std::string("CPU, OpenCV ") + CV_VERSION + " (chosen)");
}

TEST_F(Backends, CudaCanBeChosenWhereThereIsADevice)
{
    if (!pathExists(Path::Device))
        GTEST_SKIP() << "there is no CUDA device";
    setBackend(BACKEND_CUDA);
    EXPECT_EQ(getBackend(), BACKEND_CUDA);
    EXPECT_NE(getBackendName().find("compute capability "), std::string::npos) << getBackendName();
}

TEST_F(Backends, CudaIsRefusedWithoutADevice)
{
    if (pathExists(Path::Device))
        GTEST_SKIP() << "there is a CUDA device";
    setBackend(BACKEND_CPU);
    EXPECT_EQ(refusal(BACKEND_CUDA).rfind("setBackend: there is no CUDA device", 0), 0u) << refusal(BACKEND_CUDA);
    EXPECT_EQ(getBackend(), BACKEND_CPU) << "the choice from before stands";
}

TEST_F(Backends, TheNameSaysWhyNoDeviceIsUsed)
{
    if (pathExists(Path::Device))
        GTEST_SKIP() << "there is a CUDA device";
    const std::string name = getBackendName(), beginning = std::string("CPU, OpenCV ") + CV_VERSION + " (";
    EXPECT_EQ(name.rfind(beginning, 0), 0u) << name;
    EXPECT_GT(name.size(), beginning.size() + 10) << name;
    EXPECT_EQ(name.find("chosen"), std::string::npos) << name;
}

TEST_F(Backends, OtherNumbersAreRefused)
{
    setBackend(BACKEND_CPU);
    for (const int backend : {-1, 3, 100})
    {
        const std::string text = refusal(backend);
        EXPECT_EQ(text.rfind(cv::format("setBackend: backend is %d; it must be", backend), 0), 0u) << text;
        EXPECT_NE(text.find("BACKEND_AUTO (0), BACKEND_CUDA (1) or BACKEND_CPU (2)"), std::string::npos) << text;
    }
    EXPECT_EQ(getBackend(), BACKEND_CPU) << "the choice from before stands";
}

}} // namespace cudatiled_test
