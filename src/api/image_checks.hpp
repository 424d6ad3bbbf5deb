// SPDX-License-Identifier: Apache-2.0
// What `apply` asks of images before it filters them. Errors name `function`.
#pragma once

#include <initializer_list>

#include "engine.hpp"

namespace cv { namespace cudatiled {

// Throws unless the stages take images of that size.
void checkSize(const Stages& stages, const char* function, cv::Size size);

// Throws unless the stages take images of that type and size.
void checkTypeAndSize(const Stages& stages, const char* function, int type, cv::Size size);

// The source as a matrix, if the stages take it.
cv::Mat checkedSource(const Stages& stages, const char* function, cv::InputArray src);

// Throws unless the arrays, which errors call `names`, are images on the same side. Whether that is the device.
bool areOnDevice(const char* function, const char* names, std::initializer_list<const cv::_InputArray*> arrays);

// Throws unless the array is, or can become, an image of that size and type.
void checkResult(const char* function, const char* name, cv::OutputArray result, cv::Size size, int type);

}} // namespace cv::cudatiled
