// SPDX-License-Identifier: Apache-2.0
// FrameStream: filters the frames of a video several at a time, on one or several devices.
#ifndef OPENCV_CUDATILED_FRAME_STREAM_HPP
#define OPENCV_CUDATILED_FRAME_STREAM_HPP

#include <memory>
#include <vector>

#include "opencv2/cudatiled.hpp"

namespace cv { namespace cudatiled {

/** @addtogroup cudatiled
@{ */

/** @brief Filters host images several at a time, and hands the results out in the order in which the images came.

    cv::cudatiled::FrameStream stream(filter);
    for (;;)
    {
        cv::Mat frame; // a new one: the stream still reads the last ones
        if (!capture.read(frame))
            break;
        stream.push(frame);
        if (stream.isFull())
            show(stream.pop());
    }
    while (!stream.isEmpty())
        show(stream.pop());

Frames may have filters of their own, so that one stream serves images of several types, or a filter that changes from
frame to frame: `stream.push(filter, frame)`.

While one frame is filtered, the next ones are uploaded and the last ones downloaded, so the link is busy both ways.
Every frame in flight has a thread, which calls Filter::apply; the CPU backend filters several frames at a time. Only
one thread at a time may call the members. */
class CV_EXPORTS FrameStream
{
public:
    /** @brief Starts the threads.
    @param filter a filter, or a chain
    @param framesInFlight frames that are pushed and not yet popped, at most; 1 to 64
    @param devices the numbers of the CUDA devices that take turns with the frames; empty: the current one. A device
    may be named several times; one behind the first framesInFlight gets no frames
    @throws cv::Exception for a null filter, another number of frames, and a device that is not there */
    explicit FrameStream(const Ptr<Filter>& filter, int framesInFlight = 4,
                         const std::vector<int>& devices = std::vector<int>());

    /** @brief Starts the threads of a stream in which each frame has a filter of its own.
    @param framesInFlight frames that are pushed and not yet popped, at most; 1 to 64
    @param devices the numbers of the CUDA devices that take turns with the frames; empty: the current one
    @throws cv::Exception for another number of frames, and a device that is not there */
    explicit FrameStream(int framesInFlight, const std::vector<int>& devices = std::vector<int>());

    /** @brief Waits for the frames that are being filtered, and drops the others. */
    ~FrameStream();

    FrameStream(const FrameStream&) = delete;
    FrameStream& operator=(const FrameStream&) = delete;

    /** @brief Takes a frame, and returns at once.
    @param frame the image. Its pixels are not copied: they must stay as they are until its result is popped
    @param result takes the result, if it has the right size and type; else a new image is made. Page-locked images are
    quickest. Nothing may use it until it is popped
    @throws cv::Exception if the stream is full, or has no filter. What Filter::apply throws for the frame, pop()
    throws */
    void push(const Mat& frame, const Mat& result = Mat());

    /** @brief Takes a frame with the filter for it, and returns at once.
    @param filter filters this frame; any number of frames may share it
    @param frame the image, of the filter's type
    @param result takes the result, as above
    @throws cv::Exception for a null filter, and if the stream is full */
    void push(const Ptr<Filter>& filter, const Mat& frame, const Mat& result = Mat());

    /** @brief Waits for the result of the oldest frame, and removes it from the stream.
    @param milliseconds if it is not null, takes how long Filter::apply worked on this frame
    @throws cv::Exception if the stream is empty; what Filter::apply threw for this frame. The later ones are not
    affected */
    Mat pop(double* milliseconds = nullptr);

    bool isEmpty() const; //!< whether all frames were popped
    bool isFull() const;  //!< whether a frame must be popped before the next one is pushed

    /** @brief The numbers of all CUDA devices; empty where there is none, which a stream takes as well. */
    static std::vector<int> allDevices();

private:
    class Frames;
    void start(const Ptr<Filter>& filter, int framesInFlight, const std::vector<int>& devices);

    std::unique_ptr<Frames> frames_;
};

//! @}

}} // namespace cv::cudatiled

#endif // OPENCV_CUDATILED_FRAME_STREAM_HPP
