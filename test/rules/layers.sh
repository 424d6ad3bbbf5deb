#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the rules between the layers of the library (docs/ARCHITECTURE.md). Usage: layers.sh <root of the repository>
cd "$1" || exit 2
broken=0

# rule <what> <regular expression> <files that may match> <folder…>: prints every other line that matches, but comments.
rule()
{
    what=$1 pattern=$2 allowed=$3
    shift 3
    if grep -rnE "$pattern" "$@" | grep -vE "^($allowed)" | grep -vE '^[^:]+:[0-9]+: *(//|///|\*)'; then
        echo "  ^ $what"
        broken=1
    fi
}

nowhere='^$'
rule "kernels are launched in src/launch only" '<<<|cudaLaunchKernel' 'src/launch/' src
rule "special instructions are for src/core/intrinsics.cuh, lane_sum.cuh, matrix_product.cuh and bulk_copy.cuh only" \
    '__dp[24]a|__v[a-z]+[24]\b|\basm\b|__(float|double|int|uint|half)[a-z0-9]*2|__(byte_perm|funnelshift|sad|usad|brev|fma)' \
    'src/core/(intrinsics|lane_sum|matrix_product|bulk_copy)\.cuh:' src
rule "what is inside GpuMat and Stream is for src/api/gpumat* only" \
    'getObj|getGpuMat|[sS]tream_?[aA]ccessor|createGpuMatHeader' 'src/api/gpumat' src
rule "GpuMat and Stream are known to the handling of images only" \
    '\bGpuMat\b|cuda::Stream' 'src/api/(gpumat|extended_filter\.hpp:|apply(_canny|_gradient|_histogram|_joint_bilateral)?\.cpp:)' src
rule "kernels see neither CUDA's nor OpenCV's headers" \
    '#include *[<"](cuda|opencv)|\bcv::[A-Z]|\bcuda[A-Z]' "$nowhere" src/kernels
rule "the CUDA runtime is for core, cuda and launch, and for transfers" \
    'cuda_runtime|cuda_error\.hpp' \
    'src/(core|cuda|launch)/|src/api/(run_on_cuda|host_image|host_link|host_rows|gpumat_device_image)\.[ch]pp:' src
rule "core includes no other layer" '#include "\.\./' "$nowhere" src/core
rule "kernels include core and kernels only" '#include ".*(api|cpu|cuda|filters|launch|plans)/' "$nowhere" src/kernels
rule "plans include core only" '#include "\.\./(api|cpu|cuda|filters|kernels|launch)/' "$nowhere" src/plans
rule "launches include core, kernels and plans only" '#include "\.\./(api|cpu|cuda|filters)/' "$nowhere" src/launch
rule "lists of kernels include what is below them only" '#include "\.\./(api|cpu|filters)/' "$nowhere" src/cuda
rule "the CPU backend includes core and plans only" '#include "\.\./(api|cuda|filters|kernels|launch)/' "$nowhere" src/cpu
rule "filters and the handling of images know no kernel" '#include .*(/kernels/|\.cuh")' "$nowhere" src/filters src/api
rule "public headers include neither CUDA nor the library's own headers" \
    '#include *[<"](cuda|\.\.|src)' "$nowhere" include

for file in $(find include src test samples perf -name '*.[ch]pp' -o -name '*.cu' -o -name '*.cuh' -o -name '*.h' 2>/dev/null); do
    case $(head -n 1 "$file") in
    "// SPDX-License-Identifier: Apache-2.0") ;;
    *)
        echo "$file: the first line must be // SPDX-License-Identifier: Apache-2.0"
        broken=1
        ;;
    esac
done
exit $broken
