#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the library for the CPU alone once more, under ThreadSanitizer, and runs what has threads: the tests of
# FrameStream, filter_image on a folder, and the frames of live_filters.
# Usage: run.sh BUILD_FOLDER [CMAKE_ARGUMENT...]   Exit code 77: this compiler has no ThreadSanitizer that runs here.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
shift
flags="-fsanitize=thread -O1 -g1"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TSAN_OPTIONS="exitcode=66 suppressions=$root/test/threads/not_ours.supp"
export CUDATILED_BACKEND=cpu

die() {
    echo "test/threads: $*" >&2
    exit 1
}

configure() {
    cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=None "-DCMAKE_CXX_FLAGS=$flags" -DCUDATILED_WITH_CUDA=OFF \
        -DCUDATILED_INSTALL=OFF "$@" >"$build/configure.txt" 2>&1 || die "$(cat "$build/configure.txt")"
}

has_target() { cmake --build "$build" --target help | grep -qw "$1"; }

# The compiler that CMake chose must find a race that is there.
find_a_race() {
    local compiler
    compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
    cat >"$scratch/race.cpp" <<'CODE'
#include <thread>
int number;
int main()
{
    std::thread other([] { number = 1; });
    number = 2;
    other.join();
}
CODE
    "$compiler" $flags -pthread "$scratch/race.cpp" -o "$scratch/race" && ! "$scratch/race" 2>"$scratch/race.txt" &&
        grep -q "data race" "$scratch/race.txt"
}

serially() { LD_PRELOAD=$build/test/libserial_loops.so "$@"; }

filter_folders() {
    local filter_image=(serially "$build/samples/filter_image") describe=$build/samples/tests/describe_picture
    mkdir "$scratch/in"
    "$describe" --small-pictures "$root/samples/data/chelsea.png" "$scratch/in"
    cd "$scratch"
    "${filter_image[@]}" median --ksize 7 --then box --threads 4 --compare compare in out
    rm out/1[13]*
    "${filter_image[@]}" median --ksize 7 --then box --threads 4 --resume in out
    echo "no picture" >in/120.png
    local code=0
    "${filter_image[@]}" sharpen --threads 4 in out || code=$?
    [[ $code == 1 ]] || die "exit code $code of a folder with a damaged picture"
}

configure "$@"
find_a_race || { echo "skipped: no ThreadSanitizer that runs here" && exit 77; }
targets=(frame_stream_tests serial_loops)
if has_target filter_image; then
    targets+=(filter_image describe_picture cudatiled_samples_tests)
fi
cmake --build "$build" --parallel "$(nproc)" --target "${targets[@]}" >"$build/build.txt" 2>&1 ||
    die "$(tail -40 "$build/build.txt")"
serially "$build/test/frame_stream_tests" --gtest_brief=1 --gtest_filter='-*Cuda*'
if has_target filter_image; then
    serially "$build/samples/tests/cudatiled_samples_tests" --gtest_brief=1 --gtest_filter='LiveStream.*'
    filter_folders
fi
