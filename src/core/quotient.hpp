// SPDX-License-Identifier: Apache-2.0
// Divisions whose divisor is known before the dividend.
#pragma once

#include <cmath>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// a / b, rounded as a division, in five operations after each other. `reciprocal` is 1. / b; nothing is infinite or
// subnormal. The second correction starts within one unit in the last place of the quotient, from where it rounds
// correctly (P. Markstein, Computation of elementary functions on the IBM RISC System/6000 processor, 1990).
CUDATILED_HOST_DEVICE inline double quotient(double a, double b, double reciprocal)
{
    const double first = a * reciprocal, second = fma(fma(-first, b, a), reciprocal, first);
    return fma(fma(-second, b, a), reciprocal, second);
}

}} // namespace cv::cudatiled
