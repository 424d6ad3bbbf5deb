#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the module inside OpenCV's own tree, with and without its CUDA backend, and runs its tests there, Python's included.
#     modules/try_in_tree.sh [OPENCV_TREE|VERSION [CMAKE_ARGUMENT...]]
# Takes the tree in a folder, or that of pip's package opencv-python-headless of a version such as 5.0.0.93, or, without an argument, the
# source package of Debian or Ubuntu. Writes into $WORK (default: a temporary folder that is removed) and the summary, which it prints,
# to $OUT/in_tree.txt (default: $WORK); its first line names the commit, $COMMIT where there is no repository. INSTALL=no installs
# nothing: -DCMAKE_PREFIX_PATH= says where GoogleTest is, and -DPYTHON3_EXECUTABLE= which Python has numpy (default: the system's).
# An OpenCV with CUDA is tried with arguments such as
#     -DWITH_CUDA=ON -DCUDA_ARCH_BIN=9.0 "-DOPENCV_EXTRA_MODULES_PATH=opencv_contrib/modules;cudatiled/modules"
#     -DBUILD_LIST=core,imgproc,imgcodecs,cudev,cudaarithm,cudafilters,cudaimgproc,python3,cudatiled
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/cmake/setup.sh"
. "$root/modules/opencv_tree.sh"

packages="g++ cmake ninja-build zlib1g-dev libpng-dev libgtest-dev python3-dev python3-numpy python3-pip dpkg-dev"
wanted="${1:-}"
[ $# = 0 ] || shift
commit="${COMMIT:-$(git -C "$root" describe --always --dirty)}"
if [ -z "${WORK:-}" ]; then
    WORK=$(mktemp -d)
    trap 'rm -rf "$WORK"' EXIT
fi
mkdir -p "$WORK" "${OUT:=$WORK}"
WORK=$(cd "$WORK" && pwd)
summary=$(cd "$OUT" && pwd)/in_tree.txt
build="$WORK/build"

configure_tree() {
    smallest_build
    cmake -S "$tree" -B "$build" "${smallest[@]}" -DWITH_JPEG=OFF \
        -DBUILD_LIST=core,imgproc,imgcodecs,python3,cudatiled "-DOPENCV_EXTRA_MODULES_PATH=$root/modules" \
        -DPYTHON3_EXECUTABLE=/usr/bin/python3 "-DCMAKE_CUDA_ARCHITECTURES=$(architecture)" "$@" >"$WORK/configure.log" || {
        tail -n 40 "$WORK/configure.log"
        return 1
    }
}

# Builds one kind of the module, ON or OFF, and tests it.
try() {
    say "Building with CUDATILED_WITH_CUDA=$1"
    configure_tree "-DCUDATILED_WITH_CUDA=$1" "${@:2}"
    cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target opencv_tests opencv_python3 opencv_cudatiled
    say "Testing"
    ctest --test-dir "$build" --label-regex '^cudatiled$' --verbose >"$WORK/ctest.log" && status=0 || status=1
    report "$1" | tee -a "$summary"
    [ "$status" = 0 ] || { cat "$WORK/ctest.log" && failed=1; }
}

# What was configured and what the tests printed, less the paths of this machine and the tests that say that they need a device.
report() {
    printf '\nCUDATILED_WITH_CUDA=%s\n' "$1"
    grep -E '^-- *(General configuration|cudatiled:|C\+\+ Compiler:|NVIDIA CUDA:|To be built:|Interpreter:|numpy:)' "$WORK/configure.log" |
        sed -E 's/^-- *//; s/ =+$//; s# /[^ ]*##g'
    sed -nE "s#^[0-9]+: ##; s#$root/|$WORK/##g; s# \(__main__[^)]*\)##; /^(OpenCV |CPU, |CUDA |[0-9]+ (cells from|passed|of [0-9]+ lines)|\[[=PSF -]|test_|Ran |OK|FAILED|ERROR|FAIL)/p" "$WORK/ctest.log"
    grep -E '^ *[0-9]+/[0-9]+ Test|^[0-9]+% tests passed' "$WORK/ctest.log"
}

[ "${INSTALL:-yes}" = no ] || install_packages
find_tree opencv-python-headless "$wanted"
echo "cudatiled $commit" | tee "$summary"
failed=0
kinds="OFF"
[ -z "$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)" ] || kinds="ON OFF"
for kind in $kinds; do
    try "$kind" "$@"
done
say "Summary: $summary"
exit $failed
