// SPDX-License-Identifier: Apache-2.0
// Images inside guarded memory, on the host or on the device, with any step and alignment.
#pragma once

#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/core/cuda.hpp>
#include <opencv2/cudatiled/device_image.hpp>

namespace cudatiled_test {

struct Layout
{
    int rows, cols, type;
    int guardBytes = 64;  // in front of the first and behind the last row
    int offsetBytes = 0;  // of the first row, from there
    int paddingBytes = 0; // behind each row

    std::size_t step() const { return static_cast<std::size_t>(cols) * CV_ELEM_SIZE(type) + paddingBytes; }
    std::size_t total() const { return 2 * guardBytes + offsetBytes + rows * step(); }
};

// Bytes of random poison with an image in them.
class Buffer
{
public:
    Buffer(const Layout& layout, cv::RNG& random);

    cv::Mat image(); // the image on the host

    cv::cuda::GpuMat upload(); // a copy of all bytes on the device; the image there
    void download();           // copies all bytes back
    std::string firstChangeOutside(const Buffer& before, cv::Rect written) const; // a byte that should not have changed

private:
    Layout layout_;
    std::vector<uchar> bytes_;
    cv::cudatiled::DeviceImage device_;
};

} // namespace cudatiled_test
