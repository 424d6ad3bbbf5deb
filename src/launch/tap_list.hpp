// SPDX-License-Identifier: Apache-2.0
// Filling a list of taps.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "../core/device_table.hpp"
#include "../kernels/general/taps.cuh"

namespace cv { namespace cudatiled {

// The table in device memory of taps that do not fit into the list, or null.
template <class T> std::shared_ptr<const DeviceTable> fillTaps(TapList<T>& list, const std::vector<T>& taps)
{
    list.stored = nullptr;
    if (taps.size() > TapList<T>::kCapacity)
        return std::make_shared<const DeviceTable>(taps);
    std::copy(taps.begin(), taps.end(), list.value);
    return nullptr;
}

// Points a list to its table in the memory of the current device, if it has one.
template <class T> void findTaps(TapList<T>& list, const std::shared_ptr<const DeviceTable>& table)
{
    if (table)
        list.stored = table->template on<T>();
}

}} // namespace cv::cudatiled
