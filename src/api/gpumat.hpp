// SPDX-License-Identifier: Apache-2.0
// Arrays as OpenCV hands them over: the only place that knows GpuMat, with any OpenCV.
#pragma once

#include <opencv2/core.hpp>
#include <opencv2/core/cuda.hpp>

#include "../launch/cuda_call.hpp"

namespace cv { namespace cudatiled {

bool isDeviceImage(const cv::_InputArray& array);

// A vector<cuda::GpuMat>, which isDeviceBatch, or a vector<Mat>.
bool isBatch(const cv::_InputArray& array);
bool isDeviceBatch(const cv::_InputArray& array);

// The vector behind an array that isBatch, of GpuMat if it isDeviceBatch.
template <class Image> const std::vector<Image>& imagesOf(cv::InputArray array)
{
    return *static_cast<const std::vector<Image>*>(array.getObj());
}
template <class Image> std::vector<Image>& imagesToMake(cv::OutputArray array)
{
    return *static_cast<std::vector<Image>*>(array.getObj());
}

// An array on the host as a matrix of two dimensions. In OpenCV 5 vectors have one; they are rows, and whole images.
cv::Mat matrixOf(const cv::_InputArray& array);

// Taps, or a structuring element: on the host and of two dimensions, or an empty array of any kind.
cv::Mat kernelOf(const char* function, const char* name, cv::InputArray array);

// The header behind an array that isDeviceImage. Works where InputArray::getGpuMat throws, in an OpenCV without CUDA.
const cv::cuda::GpuMat& gpuMatOf(cv::InputArray array);

// The header behind an array that is to become an image.
cv::cuda::GpuMat& gpuMatToMake(cv::OutputArray array);

// The destination, made to be of that size and type. Errors call it `name`.
cv::cuda::GpuMat& createGpuMat(const char* function, const char* name, cv::OutputArray dst, cv::Size size, int type);

// Throws unless kernels can read or write the image: it has memory, aligned to its depth, and a step that holds a row.
void checkGpuMat(const char* function, const char* name, const cv::cuda::GpuMat& image);

CudaSource sourceOf(const ImagePlan& plan, const cv::cuda::GpuMat& image);
CudaTarget targetOf(const cv::cuda::GpuMat& image);

// The stream inside an OpenCV stream; throws with an OpenCV that has none.
CudaStream streamOf(const char* function, cv::cuda::Stream& stream);

}} // namespace cv::cudatiled
