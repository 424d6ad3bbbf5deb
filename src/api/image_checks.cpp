// SPDX-License-Identifier: Apache-2.0
// What `apply` asks of images before it filters them.
#include "image_checks.hpp"

#include "../core/require.hpp"
#include "gpumat.hpp"

namespace cv { namespace cudatiled {

void checkSize(const Stages& stages, const char* function, cv::Size size)
{
    CUDATILED_REQUIRE(size.width > 0 && size.height > 0, function, StsBadSize,
                      "src is empty (%d x %d); it must have at least one pixel", size.width, size.height);
    for (const auto& stage : stages)
    {
        const cv::Size ksize = stage->plan().ksize;
        CUDATILED_REQUIRE(static_cast<std::int64_t>(size.width) + ksize.width < 0x7fffff00 &&
                              static_cast<std::int64_t>(size.height) + ksize.height < 0x7fffff00,
                          function, StsOutOfRange,
                          "src is %d x %d and the kernel %d x %d; together they must stay below 2^31", size.width,
                          size.height, ksize.width, ksize.height);
        stage->checkSize(function, size);
        size = stage->dstSize(size);
    }
}

void checkTypeAndSize(const Stages& stages, const char* function, int type, cv::Size size)
{
    const int srcType = stages.front()->plan().srcType;
    CUDATILED_REQUIRE(size.width > 0 && size.height > 0, function, StsBadSize,
                      "src is empty (%d x %d); it must have at least one pixel", size.width, size.height);
    CUDATILED_REQUIRE(type == srcType, function, StsUnmatchedFormats,
                      "src is of type %s; the filter was created for %s", typeName(type).c_str(),
                      typeName(srcType).c_str());
    checkSize(stages, function, size);
}

cv::Mat checkedSource(const Stages& stages, const char* function, cv::InputArray src)
{
    CUDATILED_REQUIRE(src.dims() <= 2, function, StsBadSize, "src has %d dimensions; an image has 2", src.dims());
    const cv::Mat image = matrixOf(src);
    checkTypeAndSize(stages, function, image.type(), image.size());
    CUDATILED_REQUIRE(image.data, function, StsNullPtr,
                      "src is a Mat of %d x %d pixels at a null pointer; it must point to its pixels", image.cols,
                      image.rows);
    return image;
}

bool areOnDevice(const char* function, const char* names, std::initializer_list<const cv::_InputArray*> arrays)
{
    const bool device = isDeviceImage(**arrays.begin());
    for (const cv::_InputArray* array : arrays)
        CUDATILED_REQUIRE(array->kind() != cv::_InputArray::NONE && !isBatch(*array) && isDeviceImage(*array) == device,
                          function, StsBadArg,
                          "%s must be images, all of them on the host or all of them on the device", names);
    return device;
}

void checkResult(const char* function, const char* name, cv::OutputArray result, cv::Size size, int type)
{
    CUDATILED_REQUIRE(
        (!result.fixedType() || result.type() == type) && (!result.fixedSize() || result.size() == size), function,
        StsUnmatchedSizes, "%s is %d x %d of type %s and cannot be changed; it must be %d x %d of type %s", name,
        result.cols(), result.rows(), typeName(result.type()).c_str(), size.width, size.height, typeName(type).c_str());
}

}} // namespace cv::cudatiled
