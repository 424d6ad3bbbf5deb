// SPDX-License-Identifier: Apache-2.0
// The catalogue of filters, as suites and test programs name it.
#pragma once

#include "../../catalogue/catalogue.hpp"

namespace cudatiled_test {

using namespace cudatiled_catalogue;

} // namespace cudatiled_test
