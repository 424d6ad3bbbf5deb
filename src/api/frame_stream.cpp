// SPDX-License-Identifier: Apache-2.0
// Frames that several threads filter, and that leave in the order in which they were pushed.
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>

#include <opencv2/cudatiled/frame_stream.hpp>

#include "../core/device.hpp"
#include "../core/require.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kMostFrames = 64;
const char* const kClass = "cudatiled::FrameStream";
const char* const kPush = "cudatiled::FrameStream::push";

struct Frame
{
    cv::Ptr<Filter> filter;
    cv::Mat src, dst;
    double milliseconds = 0; // that apply took
    std::exception_ptr error;
    bool done = false;
};

void requireDevices(const std::vector<int>& devices)
{
    for (const int device : devices)
    {
        CUDATILED_REQUIRE(cudaDeviceCount() > 0, kClass, StsOutOfRange,
                          "devices has %d, but there is no CUDA device (%s); devices must be empty", device,
                          whyNoCudaDevice().c_str());
        CUDATILED_REQUIRE(device >= 0 && device < cudaDeviceCount(), kClass, StsOutOfRange,
                          "devices has %d; there are %d CUDA devices, numbered from 0", device, cudaDeviceCount());
    }
}

} // namespace

class FrameStream::Frames
{
public:
    // `filter` is null where every frame brings its own.
    Frames(const Ptr<Filter>& filter, int count) : filter_(filter), count_(count) {}

    // A thread for each frame in flight, on these devices by turns; on the current one if there are none.
    void start(std::vector<int> devices)
    {
        if (devices.empty())
            devices.push_back(currentCudaDevice());
        for (int i = 0; i < count_; ++i)
        {
            const int device = devices[static_cast<std::size_t>(i) % devices.size()];
            threads_.emplace_back([this, device] { work(device); });
        }
    }

    ~Frames()
    {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            waiting_.clear();
            ends_ = true;
        }
        arrived_.notify_all();
        for (std::thread& thread : threads_)
            thread.join();
    }

    void push(const cv::Mat& frame, const cv::Mat& result)
    {
        CUDATILED_REQUIRE(filter_, kPush, StsNullPtr,
                          "the stream was made without a filter; push(filter, frame) brings one");
        push(filter_, frame, result);
    }

    void push(const Ptr<Filter>& filter, const cv::Mat& frame, const cv::Mat& result)
    {
        CUDATILED_REQUIRE(filter, kPush, StsNullPtr, "filter is null; a create... function must make it");
        CUDATILED_REQUIRE(!isFull(), kPush, StsOutOfRange,
                          "%d frames are in the stream, which takes %d at a time; pop() one first", count_, count_);
        inFlight_.push_back(std::make_shared<Frame>());
        inFlight_.back()->filter = filter;
        inFlight_.back()->src = frame;
        inFlight_.back()->dst = result;
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            waiting_.push_back(inFlight_.back());
        }
        arrived_.notify_one();
    }

    cv::Mat pop(double* milliseconds)
    {
        CUDATILED_REQUIRE(!isEmpty(), "cudatiled::FrameStream::pop", StsOutOfRange,
                          "no frame is in the stream; push() one first");
        const std::shared_ptr<Frame> oldest = inFlight_.front();
        inFlight_.pop_front();
        std::unique_lock<std::mutex> lock(mutex_);
        finished_.wait(lock, [&] { return oldest->done; });
        if (milliseconds)
            *milliseconds = oldest->milliseconds;
        if (oldest->error)
            std::rethrow_exception(oldest->error);
        return oldest->dst;
    }

    bool isEmpty() const { return inFlight_.empty(); }
    bool isFull() const { return static_cast<int>(inFlight_.size()) == count_; }

private:
    void work(int device)
    {
        useCudaDevice(device);
        std::unique_lock<std::mutex> lock(mutex_);
        for (;;)
        {
            arrived_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
            if (ends_)
                return;
            const std::shared_ptr<Frame> frame = waiting_.front();
            waiting_.pop_front();
            lock.unlock();
            filter(*frame);
            lock.lock();
            frame->done = true;
            finished_.notify_one();
        }
    }

    static void filter(Frame& frame)
    {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point start = Clock::now();
        try
        {
            frame.filter->apply(frame.src, frame.dst);
        }
        catch (...)
        {
            frame.error = std::current_exception();
        }
        frame.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

    const Ptr<Filter> filter_;
    const int count_;
    std::deque<std::shared_ptr<Frame>> inFlight_; // in order, of the caller's thread alone
    std::mutex mutex_;                            // of all below, and of Frame::done
    std::condition_variable arrived_, finished_;  // a frame for a thread; a frame for the caller
    std::deque<std::shared_ptr<Frame>> waiting_;
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

FrameStream::FrameStream(int framesInFlight, const std::vector<int>& devices)
{
    start(nullptr, framesInFlight, devices);
}

FrameStream::FrameStream(const Ptr<Filter>& filter, int framesInFlight, const std::vector<int>& devices)
{
    CUDATILED_REQUIRE(filter, kClass, StsNullPtr, "filter is null; a create... function must make it");
    start(filter, framesInFlight, devices);
}

void FrameStream::start(const Ptr<Filter>& filter, int framesInFlight, const std::vector<int>& devices)
{
    CUDATILED_REQUIRE(framesInFlight >= 1 && framesInFlight <= kMostFrames, kClass, StsOutOfRange,
                      "framesInFlight is %d; it must be 1 to %d", framesInFlight, kMostFrames);
    requireDevices(devices);
    frames_.reset(new Frames(filter, framesInFlight));
    frames_->start(devices);
}

FrameStream::~FrameStream() = default;

void FrameStream::push(const Mat& frame, const Mat& result)
{
    frames_->push(frame, result);
}

void FrameStream::push(const Ptr<Filter>& filter, const Mat& frame, const Mat& result)
{
    frames_->push(filter, frame, result);
}

Mat FrameStream::pop(double* milliseconds)
{
    return frames_->pop(milliseconds);
}

bool FrameStream::isEmpty() const
{
    return frames_->isEmpty();
}

bool FrameStream::isFull() const
{
    return frames_->isFull();
}

std::vector<int> FrameStream::allDevices()
{
    std::vector<int> devices(static_cast<std::size_t>(cudaDeviceCount()));
    std::iota(devices.begin(), devices.end(), 0);
    return devices;
}

}} // namespace cv::cudatiled
