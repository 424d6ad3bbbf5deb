// SPDX-License-Identifier: Apache-2.0
// How plans run through OpenCV's imgproc: which border mode to hand it, or a padded copy where it has none.
#pragma once

#include <functional>

#include "../plans/image_plan.hpp"

namespace cv { namespace cudatiled {

// Whether two images may share memory.
bool overlap(const cv::Mat& a, const cv::Mat& b);

// Whether imgproc can do the plan's borders, depth and destination itself.
bool imgprocCanFilter(const ImagePlan& plan, const cv::Mat& src, const cv::Mat& dst);

// A function of imgproc: filters src to dst, which has size and type already, with a border type for imgproc.
using ImgprocFilter = std::function<void(const cv::Mat& src, cv::Mat& dst, int borderType)>;

// The image in 32F with what the plan reaches around it, of which imgproc's filters have more than of 16F.
cv::Mat inFloat(const ImagePlan& plan, const cv::Mat& src);

// Runs `filter` on `src` if imgproc can filter it and `direct` allows, else on the same region of a copy that has all
// the neighbours it needs around it.
void filterWithNeighbours(const ImagePlan& plan, const cv::Mat& src, cv::Mat& dst, bool direct,
                          const ImgprocFilter& filter);

// What `filter` makes of a copy of the image in double.
cv::Mat sumsInDouble(const ImagePlan& plan, const cv::Mat& src, const ImgprocFilter& filter);

// Runs `filter` in double on a copy, and rounds and saturates what it made: for depths and sums that imgproc lacks.
void filterInDouble(const ImagePlan& plan, const cv::Mat& src, cv::Mat& dst, const ImgprocFilter& filter);

// dst = delta + scale * sums: each rounded once and saturated. In float, or in double if that is what sums are.
void scaleSums(const cv::Mat& sums, double scale, double delta, cv::Mat& dst);

// Whether pixels or results are 32S, which imgproc's linear filters lack.
bool has32S(const ImagePlan& plan);

// Whether a sum may leave the range of int, where imgproc wraps before it saturates. `taps` is the sum of their
// magnitudes.
bool sumsMayLeaveInt(const ImagePlan& plan, double taps, double delta);

// A copy of the pixels that the kernel reaches, continued by the plan's border modes; 8S comes as 16S.
cv::Mat paddedCopy(const ImagePlan& plan, const cv::Mat& src);

// The rectangle of the results in such a copy.
cv::Rect insidePadding(const ImagePlan& plan, cv::Size size);

// The depth in which imgproc makes what becomes `depth`: 16S for 8S.
int imgprocDepth(int depth);

}} // namespace cv::cudatiled
