// SPDX-License-Identifier: Apache-2.0
// Frames that several threads filter, and that leave in the order in which they came.
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include <opencv2/cudatiled/frame_stream.hpp>

#include "../core/device.hpp"
#include "../core/require.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kMostFrames = 64;

struct Frame
{
    cv::Mat src, dst;
    std::exception_ptr error;
    bool done = false;
};

} // namespace

class FrameStream::Frames
{
public:
    Frames(const Ptr<Filter>& filter, int count) : filter_(filter), count_(count) {}

    // A thread for each frame in flight, on these devices by turns.
    void start(const std::vector<int>& devices)
    {
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
        changed_.notify_all();
        for (std::thread& thread : threads_)
            thread.join();
    }

    void push(const cv::Mat& frame, const cv::Mat& result)
    {
        CUDATILED_REQUIRE(!isFull(), "cudatiled::FrameStream::push", StsOutOfRange,
                          "%d frames are in the stream, which takes %d at a time; pop() one first", count_, count_);
        inFlight_.push_back(std::make_shared<Frame>());
        inFlight_.back()->src = frame;
        inFlight_.back()->dst = result;
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            waiting_.push_back(inFlight_.back());
        }
        changed_.notify_all();
    }

    cv::Mat pop()
    {
        CUDATILED_REQUIRE(!isEmpty(), "cudatiled::FrameStream::pop", StsOutOfRange,
                          "no frame is in the stream; push() one first");
        const std::shared_ptr<Frame> oldest = inFlight_.front();
        inFlight_.pop_front();
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [&] { return oldest->done; });
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
            changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
            if (ends_)
                return;
            const std::shared_ptr<Frame> frame = waiting_.front();
            waiting_.pop_front();
            lock.unlock();
            filter(*frame);
            lock.lock();
            frame->done = true;
            changed_.notify_all();
        }
    }

    void filter(Frame& frame) const
    {
        try
        {
            filter_->apply(frame.src, frame.dst);
        }
        catch (...)
        {
            frame.error = std::current_exception();
        }
    }

    const Ptr<Filter> filter_;
    const int count_;
    std::deque<std::shared_ptr<Frame>> inFlight_; // in order, of the caller's thread alone
    std::mutex mutex_;                            // of all below, and of Frame::done
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Frame>> waiting_;
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

FrameStream::FrameStream(const Ptr<Filter>& filter, int framesInFlight, const std::vector<int>& devices)
{
    static const char function[] = "cudatiled::FrameStream";
    CUDATILED_REQUIRE(filter, function, StsNullPtr, "filter is null; a create... function must make it");
    CUDATILED_REQUIRE(framesInFlight >= 1 && framesInFlight <= kMostFrames, function, StsOutOfRange,
                      "framesInFlight is %d; it must be 1 to %d", framesInFlight, kMostFrames);
    for (const int device : devices)
        CUDATILED_REQUIRE(device >= 0 && device < cudaDeviceCount(), function, StsOutOfRange,
                          "devices has %d; there are %d CUDA devices, numbered from 0", device, cudaDeviceCount());
    frames_.reset(new Frames(filter, framesInFlight));
    frames_->start(devices.empty() ? std::vector<int>{currentCudaDevice()} : devices);
}

FrameStream::~FrameStream() = default;

void FrameStream::push(const Mat& frame, const Mat& result)
{
    frames_->push(frame, result);
}

Mat FrameStream::pop()
{
    return frames_->pop();
}

bool FrameStream::isEmpty() const
{
    return frames_->isEmpty();
}

bool FrameStream::isFull() const
{
    return frames_->isFull();
}

}} // namespace cv::cudatiled
