// SPDX-License-Identifier: Apache-2.0
// The images that filters are timed on: random, made once and shared by all filters of the same size and type.
#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/cudatiled/device_image.hpp>

#include "cells.hpp"
#include "device.hpp"

namespace perf {

// Sources and destinations that are used in turn, so that none is in the cache when its turn comes again.
class Rotation
{
public:
    Rotation(std::vector<cv::cudatiled::DeviceImage> sources, std::vector<cv::cudatiled::DeviceImage> destinations)
        : sources_(std::move(sources)), destinations_(std::move(destinations))
    {}

    const cv::cuda::GpuMat& src() const { return sources_[turn_].gpuMat(); }
    const cv::cuda::GpuMat& dst() const { return destinations_[turn_].gpuMat(); }
    void next() { turn_ = (turn_ + 1) % sources_.size(); }

private:
    std::vector<cv::cudatiled::DeviceImage> sources_, destinations_;
    std::size_t turn_ = 0;
};

// Bytes to copy, from and to places that are used in turn.
class CopyRotation
{
public:
    CopyRotation(DeviceMemory& from, DeviceMemory& to, std::size_t bytes);
    const char* from() const { return from_.data() + turn_ * stride_; }
    char* to() const { return to_.data() + turn_ * stride_; }
    void next() { turn_ = (turn_ + 1) % places_; }

private:
    DeviceMemory &from_, &to_;
    std::size_t stride_, places_, turn_ = 0;
};

class ImagePool
{
public:
    explicit ImagePool(bool warm)
        : warm_(warm) {} // warm: one source and one destination, which stay in the cache if they fit

    Rotation rotationFor(const Cell& cell);
    CopyRotation copyOf(std::size_t bytes);

private:
    using Images = std::vector<cv::cudatiled::DeviceImage>;
    using Key = std::tuple<int, int, int, bool>; // width, height, type, whether source

    const Images& images(cv::Size size, int type, bool source, std::size_t count);
    std::size_t placesFor(std::size_t bytesInUse) const;

    bool warm_;
    std::pair<int, int> group_{-1, -1}; // width of the images and type of the sources that the pool holds
    std::map<Key, Images> images_;
    std::map<int, std::unique_ptr<DeviceMemory>> noise_; // random scalars of a depth
    std::unique_ptr<DeviceMemory> copySource_, copyDestination_;
};

} // namespace perf
