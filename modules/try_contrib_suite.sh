#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# opencv_contrib's own suite of cudafilters on the filters of cudatiled: its sources with another header and another
# namespace (test/contrib/CMakeLists.txt), and as they are, to compare.
#     modules/try_contrib_suite.sh OPENCV_DIR [OPENCV_TREE|VERSION]
#     modules/try_contrib_suite.sh --build OPENCV_DIR [OPENCV_TREE|VERSION]
#     modules/try_contrib_suite.sh --run SUITE
# OPENCV_DIR has OpenCVConfig.cmake of an OpenCV with CUDA and cudafilters. The sources of the same version, with
# opencv_contrib's, are in a folder, or those of pip's package opencv-contrib-python-headless of a version such as
# 4.10.0.84, or, without an argument, of the source package of Debian or Ubuntu. --build ends with a folder
# $WORK/suite that has all that --run needs on another machine with a GPU. Builds in $WORK (default: a temporary
# folder that is removed); CUDATILED=PREFIX has cudatiled installed for that OpenCV, and spares its build. The
# summary, which it prints, goes to $OUT/contrib_suite.txt (default: $WORK); its first line names the commit, $COMMIT
# where there is no repository. INSTALL=no installs nothing.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/cmake/setup.sh"
. "$root/modules/opencv_tree.sh"
. "$root/test/contrib/shards.sh"

packages="g++ cmake ninja-build python3-pip dpkg-dev"
mode=all
case "${1:-}" in
--build | --run)
    mode=${1#--}
    shift
    ;;
esac
[ $# -gt 0 ] || die "which OpenCV? See the first lines of this script"
if [ -z "${WORK:-}" ]; then
    WORK=$(mktemp -d)
    trap 'rm -rf "$WORK"' EXIT
fi
mkdir -p "$WORK" "${OUT:=$WORK}"
WORK=$(cd "$WORK" && pwd)
summary=$(cd "$OUT" && pwd)/contrib_suite.txt
logs="$WORK/logs"

# Sets `installed`.
install_cudatiled() {
    installed="${CUDATILED:-$WORK/installed}"
    [ -z "${CUDATILED:-}" ] || return 0
    say "Building cudatiled"
    cmake -S "$root" -B "$WORK/cudatiled" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DOpenCV_DIR=$1" \
        -DCUDATILED_WITH_CUDA=ON "-DCMAKE_CUDA_ARCHITECTURES=$(architecture)" -DCUDATILED_BUILD_TESTS=OFF \
        -DCUDATILED_BUILD_SAMPLES=OFF "-DCMAKE_INSTALL_PREFIX=$installed" >"$WORK/cudatiled.log"
    cmake --build "$WORK/cudatiled" --parallel "${JOBS:-$(nproc)}" --target install
}

build_suite() {
    local opencv
    opencv=$(cd "$1" && pwd)
    [ "${INSTALL:-yes}" = no ] || install_packages
    find_tree opencv-contrib-python-headless "${2:-}"
    [ -n "$contrib" ] || die "there is no opencv_contrib beside or inside $tree"
    install_cudatiled "$opencv"
    say "Building the suite"
    cmake -S "$root/test/contrib" -B "$WORK/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
        -DCMAKE_SKIP_RPATH=ON "-DOpenCV_DIR=$opencv" "-DCMAKE_PREFIX_PATH=$installed" "-DOPENCV_TREE=$tree" \
        "-DCONTRIB_TREE=$contrib" >"$WORK/configure.log"
    cmake --build "$WORK/build" --parallel "${JOBS:-$(nproc)}"
    collect
    say "Built: $WORK/suite"
}

# All that the tests need, in $WORK/suite: both programs, and the libraries that they load of OpenCV and cudatiled.
collect() {
    local to="$WORK/suite" program library libraries
    rm -rf "$to"
    mkdir -p "$to/lib"
    libraries=$(sed -n 's/^OPENCV_LIBRARIES:.*=//p' "$WORK/build/CMakeCache.txt")
    libraries="$libraries:$(dirname "$(find "$installed" -name libopencv_cudatiled.so -print -quit)")"
    for program in suite_cudafilters suite_cudatiled; do
        cp "$WORK/build/$program" "$to"
        LD_LIBRARY_PATH="$libraries" ldd "$to/$program" |
            sed -n 's/^[[:space:]]*\(libopencv_[^ ]*\) => \([^ ]*\) .*/\1 \2/p' |
            while read -r library path; do
                cp "$path" "$to/lib/$library"
            done
    done
    strip "$to"/suite_* "$to"/lib/*
    sed -n 's/^-- Found OpenCV: .*(found .*version "\([0-9.]*\)".*/OpenCV \1/p' "$WORK/configure.log" |
        sort -u >"$to/built.txt"
}

run_suites() {
    local from filters
    from=$(cd "$1" && pwd)
    for filters in cudafilters cudatiled; do
        say "Testing $filters"
        LD_LIBRARY_PATH="$from/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" run_suite "$filters" "$from/suite_$filters"
    done
    report "$from" | tee "$summary"
}

report() {
    echo "cudatiled ${COMMIT:-$(git -C "$root" describe --always --dirty)}"
    echo "opencv_contrib's suite of cudafilters; $(cat "$1/built.txt"), $(gpu_name)"
    echo
    table_head
    for filters in cudafilters cudatiled; do
        table_row "$filters" cudafilters "$filters"
    done
    echo
    echo "Tests of cudatiled that do not pass: $(grep -vc '^passed' "$logs/cudatiled.tests" || true)"
    suites cudatiled failed
    echo "Passed, by suite:"
    suites cudatiled passed
}

case "$mode" in
build) build_suite "$@" ;;
run) run_suites "$1" ;;
all)
    build_suite "$@"
    run_suites "$WORK/suite"
    ;;
esac
[ "$mode" = build ] || ! grep -qv '^passed' "$logs/cudatiled.tests"
