// SPDX-License-Identifier: Apache-2.0
// Which backend filters host images, for the handling of images.
#pragma once

namespace cv { namespace cudatiled {

// Throws, naming `function`, if a device is needed and there is none.
void requireCudaDevice(const char* function);

}} // namespace cv::cudatiled
