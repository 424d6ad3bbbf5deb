// SPDX-License-Identifier: Apache-2.0
#include "kept_tables.hpp"

#include "../core/recently_used.hpp"

namespace cv { namespace cudatiled {

std::shared_ptr<const DeviceTable> keptTable(const std::string& key, const std::function<TableWords()>& make)
{
    constexpr std::size_t kTablesKept = 64; // of up to 23 KB; those of long kernels are larger
    // Never destroyed: at exit, CUDA may be gone before it.
    static auto& tables = *new RecentlyUsed<std::shared_ptr<const DeviceTable>>(kTablesKept);
    return tables.get(key, [&] { return std::make_shared<const DeviceTable>(make()); });
}

std::shared_ptr<const DeviceTable> keptTable(const TableWords& words)
{
    const std::string bytes(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(words[0]));
    return keptTable("words " + bytes, [&] { return words; });
}

}} // namespace cv::cudatiled
