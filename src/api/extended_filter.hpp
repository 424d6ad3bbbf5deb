// SPDX-License-Identifier: Apache-2.0
// Classes of the interface with more functions than a Filter.
#pragma once

#include "engine.hpp"

namespace cv { namespace cudatiled {

// A class derived from Filter; it forwards Filter's functions to a filter of the same engine.
template <class Base, class Plan> class ExtendedFilter : public Base, public HasStages
{
public:
    explicit ExtendedFilter(Plan plan)
        : plan_(std::move(plan)), stages_{std::make_shared<EngineOf<Plan>>(plan_)}, filter_(makeFilter(stages_))
    {}

    using Base::apply;
    void apply(InputArray src, OutputArray dst) override { filter_->apply(src, dst); }
    void apply(InputArray src, OutputArray dst, cv::cuda::Stream& stream) override { filter_->apply(src, dst, stream); }
    void apply(InputArray src, OutputArray dst, CUstream_st* stream) override { filter_->apply(src, dst, stream); }
    int srcType() const override { return plan_.srcType; }
    int dstType() const override { return plan_.dstType; }
    Size dstSize(Size srcSize) const override { return filter_->dstSize(srcSize); }
    String kernelName(InputArray src, InputArray dst) const override { return filter_->kernelName(src, dst); }
    const Stages& stages() const override { return stages_; }

protected:
    const Plan plan_;
    const Stages stages_;

private:
    const Ptr<Filter> filter_;
};

}} // namespace cv::cudatiled
