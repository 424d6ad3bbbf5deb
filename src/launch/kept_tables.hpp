// SPDX-License-Identifier: Apache-2.0
// Tables in device memory that outlive their filters. A program may make a filter for each image, and let go of it: the
// next filter of the same taps finds its table here.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../core/device_table.hpp"

namespace cv { namespace cudatiled {

using TableWords = std::vector<std::uint32_t>;

// The table that `make` makes, which `key` names: of the last 64 keys it exists already.
std::shared_ptr<const DeviceTable> keptTable(const std::string& key, const std::function<TableWords()>& make);

// The table with these words.
std::shared_ptr<const DeviceTable> keptTable(const TableWords& words);

}} // namespace cv::cudatiled
