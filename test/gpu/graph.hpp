// SPDX-License-Identifier: Apache-2.0
// Graphs of what filters enqueue on a stream.
#pragma once

#include "device_test.hpp"

namespace cudatiled_test {

inline void copyOnStream(const cv::cudatiled::DeviceImage& from, const cv::cudatiled::DeviceImage& to,
                         cudaStream_t stream)
{
    const cv::cuda::GpuMat &source = from.gpuMat(), &target = to.gpuMat();
    require(cudaMemcpy2DAsync(target.data, target.step, source.data, source.step, source.cols * source.elemSize(),
                              source.rows, cudaMemcpyDeviceToDevice, stream));
}

class Graph
{
public:
    // Records what `work` enqueues on the stream. In this mode an allocation, or a call that waits, fails in all of the
    // process.
    template <class F> Graph(cudaStream_t stream, F&& work)
    {
        require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        cudaGraph_t graph = nullptr;
        try
        {
            work();
        }
        catch (...)
        {
            cudaStreamEndCapture(stream, &graph);
            throw;
        }
        require(cudaStreamEndCapture(stream, &graph));
        const cudaError_t error = cudaGraphInstantiateWithFlags(&executable_, graph, 0);
        cudaGraphDestroy(graph);
        require(error);
    }
    ~Graph() { cudaGraphExecDestroy(executable_); }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    void launch(cudaStream_t stream) { require(cudaGraphLaunch(executable_, stream)); }

private:
    cudaGraphExec_t executable_ = nullptr;
};

// Captures a filter on the current device and replays it on new pixels, twice.
inline void expectReplay(const cv::Ptr<cv::cudatiled::Filter>& filter, cv::Size size, bool inPlace, cv::RNG& random)
{
    const cv::cudatiled::DeviceImage src(randomImage(size, filter->srcType(), random));
    const cv::Size dstSize = filter->dstSize(size);
    const cv::cudatiled::DeviceImage dst = inPlace ? src : cv::cudatiled::DeviceImage(dstSize, filter->dstType());
    const Stream stream;
    filter->apply(src.gpuMat(), dst.gpuMat(), stream); // loads the kernel
    require(cudaStreamSynchronize(stream));
    Graph graph(stream, [&] { filter->apply(src.gpuMat(), dst.gpuMat(), stream); });
    for (int replay = 0; replay < 2; ++replay)
    {
        const cv::cudatiled::DeviceImage pixels(randomImage(size, filter->srcType(), random)),
            direct(dstSize, filter->dstType());
        filter->apply(pixels.gpuMat(), direct.gpuMat(), stream);
        cv::cudatiled::DeviceImage(dst).upload(cv::Mat(dstSize, filter->dstType(), cv::Scalar::all(77)), stream);
        copyOnStream(pixels, src, stream);
        graph.launch(stream);
        require(cudaStreamSynchronize(stream));
        EXPECT_TRUE(equal(downloaded(dst), downloaded(direct)));
    }
}

} // namespace cudatiled_test
