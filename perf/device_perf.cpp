// SPDX-License-Identifier: Apache-2.0
// Times every filter on device images beside the copy of the same bytes, cv::cuda and NPP, in one run; writes a CSV file and a table.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

#include <opencv2/cudatiled.hpp>

#include "../test/support/catalogue.hpp"
#include "../test/support/peers.hpp"

using namespace cudatiled_test;
using cv::cudatiled::DeviceImage;

namespace {

constexpr std::size_t kColdBytes =
    400u << 20; // several times the L2 of any chip: no image is still there when its turn comes

struct Row
{
    std::string filter, type, dstType;
    cv::Size size, ksize;
    double copyUs = 0, us = 0, hostUs = 0, openCvCudaUs = 0, nppUs = 0;
};

std::vector<Row>& rows()
{
    static std::vector<Row> all;
    return all;
}

// Source and destination images that are used in turn.
class Rotation
{
public:
    Rotation(cv::Size size, int srcType, int dstType)
    {
        const std::size_t bytes = size.area() * (CV_ELEM_SIZE(srcType) + CV_ELEM_SIZE(dstType));
        const int count = static_cast<int>(std::clamp<std::size_t>(kColdBytes / bytes + 1, 2, 64));
        cv::Mat pixels(size, srcType);
        cv::theRNG().fill(pixels, cv::RNG::UNIFORM, 0, CV_MAT_DEPTH(srcType) == CV_32F ? 1 : 256);
        for (int i = 0; i < count; ++i)
        {
            src_.emplace_back(pixels);
            dst_.emplace_back(size, dstType);
        }
    }

    const cv::cuda::GpuMat& src() const { return src_[turn_].gpuMat(); }
    const cv::cuda::GpuMat& dst() const { return dst_[turn_].gpuMat(); }
    void next() { turn_ = (turn_ + 1) % src_.size(); }

private:
    std::vector<DeviceImage> src_, dst_;
    std::size_t turn_ = 0;
};

class Timer
{
public:
    Timer()
    {
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        cudaEventCreate(&start_);
        cudaEventCreate(&end_);
    }
    ~Timer()
    {
        cudaEventDestroy(start_);
        cudaEventDestroy(end_);
        cudaStreamDestroy(stream_);
    }

    // Microseconds per call of `work`, which enqueues on the stream: the median of several batches of some milliseconds.
    template <class F> double microseconds(F&& work)
    {
        batch(1, work);
        const double once = std::max(batch(3, work), 1.);
        const int calls = static_cast<int>(std::clamp(4000 / once, 3., 300.));
        std::vector<double> times(once > 20000 ? 1 : 7);
        for (double& time : times)
            time = batch(calls, work);
        std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
        return times[times.size() / 2];
    }

    // The time that the caller spends in `work` itself.
    template <class F> double hostMicroseconds(F&& work)
    {
        constexpr int kCalls = 200;
        cudaStreamSynchronize(stream_);
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < kCalls; ++i)
            work();
        const auto end = std::chrono::steady_clock::now();
        cudaStreamSynchronize(stream_);
        return std::chrono::duration<double, std::micro>(end - begin).count() / kCalls;
    }

    cudaStream_t stream() const { return stream_; }

private:
    template <class F> double batch(int calls, F&& work)
    {
        cudaEventRecord(start_, stream_);
        for (int i = 0; i < calls; ++i)
            work();
        cudaEventRecord(end_, stream_);
        cudaEventSynchronize(end_);
        float milliseconds = 0;
        cudaEventElapsedTime(&milliseconds, start_, end_);
        return milliseconds * 1000. / calls;
    }

    cudaStream_t stream_{};
    cudaEvent_t start_{}, end_{};
};

std::string typeText(int type)
{
    static const char* const depths[] = {"8U", "8S", "16U", "16S", "32S", "32F"};
    return std::string(depths[CV_MAT_DEPTH(type)]) + "C" + std::to_string(CV_MAT_CN(type));
}

double peerMicroseconds(Peer peer, const Benchmark& benchmark, int srcType, int dstType, Rotation& images, Timer& timer)
{
    const PeerFilter run =
        createPeer(peer, benchmark.filter, benchmark.instance.parameters, cv::BORDER_REPLICATE, srcType, dstType);
    bool refused = !run;
    const auto once = [&] {
        cv::cuda::GpuMat dst = images.dst();
        refused = refused || !run(images.src(), dst, timer.stream());
        images.next();
    };
    try
    {
        if (!refused)
            once();
        return refused ? 0 : timer.microseconds(once);
    }
    catch (const cv::Exception&)
    {
        return 0;
    }
}

void measure(benchmark::State& state, const Benchmark& benchmark, cv::Size size, int srcType, bool withPeers)
{
    const int dstType =
        CV_MAKETYPE(benchmark.dstDepth < 0 ? CV_MAT_DEPTH(srcType) : benchmark.dstDepth, CV_MAT_CN(srcType));
    const cv::Ptr<cv::cudatiled::Filter> filter =
        benchmark.instance.create(srcType, dstType, {cv::BORDER_REPLICATE, cv::BORDER_REPLICATE, {}});
    Rotation images(size, srcType, dstType);
    Timer timer;
    const std::size_t copied = size.area() * (CV_ELEM_SIZE(srcType) + CV_ELEM_SIZE(dstType)) / 2;
    const auto apply = [&] {
        filter->apply(images.src(), images.dst(), timer.stream());
        images.next();
    };
    const auto copy = [&] {
        const std::size_t bytes = std::min({copied, images.src().step * size.height, images.dst().step * size.height});
        cudaMemcpyAsync(images.dst().data, images.src().data, bytes, cudaMemcpyDeviceToDevice, timer.stream());
        images.next();
    };
    Row row{benchmark.filter, typeText(srcType), typeText(dstType), size, benchmark.instance.parameters.ksize};
    for (auto _ : state)
    {
        row.copyUs =
            timer.microseconds(copy) * static_cast<double>(copied) /
            static_cast<double>(std::min({copied, images.src().step * size.height, images.dst().step * size.height}));
        row.us = timer.microseconds(apply);
        state.SetIterationTime(row.us * 1e-6);
    }
    row.hostUs = timer.hostMicroseconds(apply);
    if (withPeers)
    {
        row.openCvCudaUs = peerMicroseconds(Peer::OpenCvCuda, benchmark, srcType, dstType, images, timer);
        row.nppUs = peerMicroseconds(Peer::Npp, benchmark, srcType, dstType, images, timer);
    }
    state.counters["copy_us"] = row.copyUs;
    state.counters["of_copy"] = row.copyUs / row.us;
    rows().push_back(row);
}

void writeCsv(const std::string& file)
{
    std::ofstream out(file);
    out << "filter,src,dst,width,height,ksize,border,copy_us,us,opencv_cuda_us,npp_us,host_us\n";
    for (const Row& r : rows())
        out << r.filter << "," << r.type << "," << r.dstType << "," << r.size.width << "," << r.size.height << ","
            << r.ksize.width << "x" << r.ksize.height << ",replicate,"
            << cv::format("%.2f,%.2f,%.2f,%.2f,%.2f", r.copyUs, r.us, r.openCvCudaUs, r.nppUs, r.hostUs) << "\n";
}

void registerBenchmarks(bool withPeers, bool quick)
{
    const std::vector<int> types = {CV_8UC1, CV_8UC3, CV_8UC4, CV_16UC1, CV_16SC1, CV_32FC1};
    const std::vector<cv::Size> sizes = {{640, 480}, {1920, 1080}, {3840, 2160}, {8192, 8192}, {16384, 16384}};
    for (const cv::Size size : sizes)
        for (const int type : types)
            for (const Benchmark& b : benchmarks())
            {
                if (quick && (size.width == 640 || size.width == 16384))
                    continue;
                if (b.dstDepth >= 0 && CV_MAT_DEPTH(type) != CV_8U)
                    continue;
                const std::string name =
                    cv::format("%s/%s/%dx%d", b.instance.text.c_str(), typeText(type).c_str(), size.width, size.height);
                benchmark::RegisterBenchmark(
                    name.c_str(),
                    [&b, size, type, withPeers](benchmark::State& state) { measure(state, b, size, type, withPeers); })
                    ->UseManualTime()
                    ->Unit(benchmark::kMicrosecond)
                    ->Iterations(1);
            }
}

} // namespace

int main(int argc, char** argv)
{
    std::string csv;
    bool peers = true, quick = false;
    std::vector<char*> rest{argv[0]};
    for (int i = 1; i < argc; ++i)
    {
        const std::string argument = argv[i];
        if (argument.rfind("--csv=", 0) == 0)
            csv = argument.substr(6);
        else if (argument == "--no-peers")
            peers = false;
        else if (argument == "--quick")
            quick = true;
        else
            rest.push_back(argv[i]);
    }
    int count = static_cast<int>(rest.size());
    if (cv::cudatiled::getBackend() != cv::cudatiled::BACKEND_CUDA)
    {
        std::fprintf(stderr, "cudatiled_perf: there is no CUDA device to measure: %s\n",
                     cv::cudatiled::getBackendName().c_str());
        return 1;
    }
    registerBenchmarks(peers, quick);
    benchmark::Initialize(&count, rest.data());
    if (benchmark::ReportUnrecognizedArguments(count, rest.data()))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    if (!csv.empty())
        writeCsv(csv);
    return 0;
}
