#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# OpenCV's clients of cudafilters with the filters of cudatiled: builds cudaimgproc, cudafeatures2d, cudalegacy and
# superres in OpenCV's own tree, links each a second time from the same sources with our header forced in
# (test/contrib), and runs their suites with both.
#     modules/try_clients.sh [OPENCV_TREE|VERSION [CMAKE_ARGUMENT...]]
#     modules/try_clients.sh --build [OPENCV_TREE|VERSION [CMAKE_ARGUMENT...]]
#     modules/try_clients.sh --run CLIENTS
# Takes the tree, with opencv_contrib's, in a folder, or that of pip's package opencv-contrib-python-headless of a
# version such as 4.14.0.94, or, without an argument, the source package of Debian or Ubuntu. --build ends with a
# folder $WORK/clients that has all that --run needs on another machine, which needs a GPU and neither compiler nor
# tree. Builds in $WORK (default: a temporary folder that is removed). The summary, which it prints, goes to
# $OUT/clients.txt (default: $WORK); its first line names the commit, $COMMIT where there is no repository. INSTALL=no
# installs nothing. NPP=FOLDER has include/ and lib/ of NPP, for a CUDA Toolkit without it. OPENCV_TEST_DATA_PATH
# names the testdata of opencv_extra; without it a few pictures are made of OpenCV's samples, and the tests that read
# others fail with both filters.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/cmake/setup.sh"
. "$root/modules/opencv_tree.sh"
. "$root/test/contrib/shards.sh"

packages="g++ cmake ninja-build python3-pip dpkg-dev"
clients="cudaimgproc cudafeatures2d cudalegacy superres"
needed="core imgproc imgcodecs videoio highgui ts flann features2d calib3d video ximgproc optflow"
needed="$needed cudev cudaarithm cudawarping cudaoptflow"
mode=all
case "${1:-}" in
--build | --run)
    mode=${1#--}
    shift
    ;;
esac
if [ -z "${WORK:-}" ]; then
    WORK=$(mktemp -d)
    trap 'rm -rf "$WORK"' EXIT
fi
mkdir -p "$WORK" "${OUT:=$WORK}"
WORK=$(cd "$WORK" && pwd)
summary=$(cd "$OUT" && pwd)/clients.txt
build="$WORK/build"
logs="$WORK/logs"
failed=0

configure_clients() {
    local npp=()
    [ -n "$contrib" ] || die "there is no opencv_contrib beside or inside $tree"
    if [ -n "${NPP:-}" ]; then
        NPP=$(cd "$NPP" && pwd)
        export CPLUS_INCLUDE_PATH="$NPP/include${CPLUS_INCLUDE_PATH:+:$CPLUS_INCLUDE_PATH}"
        # Where the linker looks for what libraries need.
        export LD_LIBRARY_PATH="$NPP/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
        npp=("-DCMAKE_LIBRARY_PATH=$NPP/lib")
    fi
    smallest_build
    CUDACXX="${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}" \
        cmake -S "$tree" -B "$build" "${smallest[@]}" -DCMAKE_C_FLAGS_RELEASE=-O1 -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
        -DENABLE_PRECOMPILED_HEADERS=OFF -DCMAKE_SKIP_RPATH=ON -DWITH_CUDNN=OFF -DWITH_FLATBUFFERS=OFF \
        -DWITH_OBSENSOR=OFF -DBUILD_ZLIB=ON -DBUILD_PNG=ON -DBUILD_JPEG=ON -DBUILD_opencv_python3=OFF \
        -DWITH_CUDA=ON -DENABLE_CUDA_FIRST_CLASS_LANGUAGE=ON \
        "-DCUDA_ARCH_BIN=$(architecture | sed 's/\(.\)-real/.\1/')" \
        -DCUDA_ARCH_PTX= "-DBUILD_LIST=${needed// /,},${clients// /,},cudafilters,cudatiled" \
        "-DOPENCV_EXTRA_MODULES_PATH=$contrib/modules;$root/modules" \
        "-DCMAKE_PROJECT_OpenCV_INCLUDE=$root/test/contrib/clients.cmake" "${npp[@]}" "$@" \
        >"$WORK/configure.log" 2>&1 || {
        tail -n 40 "$WORK/configure.log"
        return 1
    }
}

build_clients() {
    [ "${INSTALL:-yes}" = no ] || install_packages
    find_tree opencv-contrib-python-headless "${1:-}"
    say "Building in OpenCV's tree"
    configure_clients "${@:2}"
    cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target clients
    collect
    say "Built: $WORK/clients"
}

# All that the tests need, in $WORK/clients: programs, the libraries of OpenCV, those on cudatiled, pictures, and what
# was built.
collect() {
    local to="$WORK/clients" library folder client
    rm -rf "$to"
    mkdir -p "$to/bin" "$to/lib" "$to/cudatiled_lib"
    for library in "$build"/lib/libopencv_*.so "$build"/cudatiled_lib/libopencv_*.so ${NPP:+"$NPP"/lib/libnpp*.so}; do
        folder=lib
        [ "${library%/*}" != "$build/cudatiled_lib" ] || folder=cudatiled_lib
        cp "$library" "$to/$folder/$(soname "$library")"
    done
    for client in $clients; do
        cp "$build/bin/opencv_test_$client" "$to/bin"
    done
    cp "$build/bin/client_pictures" "$to/bin"
    strip "$to"/bin/* "$to"/lib/libopencv_* "$to"/cudatiled_lib/*
    LD_LIBRARY_PATH="$to/lib" "$to/bin/client_pictures" "$tree/samples/data" "$to/data"
    {
        sed -nE 's/^-- *General configuration for (OpenCV [0-9.]+).*/\1/p' "$WORK/configure.log"
        sed -nE 's/^-- *NVIDIA CUDA: *YES \(ver ([0-9.]+).*/CUDA \1/p' "$WORK/configure.log"
        echo
        for client in $clients; do
            factories "$client" lib
            factories "$client" cudatiled_lib
        done
    } >"$to/built.txt"
}

soname() { objdump -p "$1" | sed -n 's/^ *SONAME *//p'; }

# The factories of filters that a library calls and does not have; an error if those of OpenCV are among them where
# ours should be.
factories() {
    local calls
    calls=$(nm -DC --undefined-only "$WORK/clients/$2/libopencv_$1".so.* |
        grep -oE 'cv::[a-z:]*create[A-Za-z]+Filter\(' | tr -d '(' | sort -u)
    [ -n "$calls" ] || die "$2/libopencv_$1 calls no factory"
    case "$2 $calls" in
    cudatiled_lib*cv::cuda::*) die "$2/libopencv_$1 calls a factory of cudafilters: $calls" ;;
    "lib "*cudatiled*) die "$2/libopencv_$1 calls a factory of cudatiled: $calls" ;;
    esac
    echo "$2/libopencv_$1 calls ${calls//$'\n'/, }"
}

# Each client's suite with both kinds of filters.
run_clients() {
    local from client libraries
    from=$(cd "$1" && pwd)
    export OPENCV_TEST_DATA_PATH="${OPENCV_TEST_DATA_PATH:-$from/data}"
    libraries="$from/lib:${LD_LIBRARY_PATH:-}:/usr/local/cuda/lib64"
    for client in $clients; do
        say "Testing $client"
        LD_LIBRARY_PATH="$from/cudatiled_lib:$libraries" ldd "$from/bin/opencv_test_$client" |
            grep "$from/cudatiled_lib/libopencv_$client" >/dev/null ||
            die "opencv_test_$client does not load cudatiled_lib/libopencv_$client"
        LD_LIBRARY_PATH="$libraries" run_suite "$client.cudafilters" "$from/bin/opencv_test_$client"
        LD_LIBRARY_PATH="$from/cudatiled_lib:$libraries" run_suite "$client.cudatiled" "$from/bin/opencv_test_$client"
    done
    report "$from" | tee "$summary"
    [ -z "$(differing)" ] || failed=1
}

# The summary: counts, tests that differ, what failed, who calls which factories.
report() {
    local client filters
    echo "cudatiled ${COMMIT:-$(git -C "$root" describe --always --dirty)}"
    { sed '/^$/Q' "$1/built.txt" && gpu_name; } | paste -sd, | sed 's/,/, /g'
    echo
    table_head
    for client in $clients; do
        for filters in cudafilters cudatiled; do
            table_row "$client.$filters" "$client" "$filters"
        done
    done
    echo
    echo "Lines of tests with another result: $(differing | wc -l)"
    differing
    echo "Tests that fail with cudafilters, by suite:"
    for client in $clients; do
        suites "$client.cudafilters" failed
    done
    echo
    sed '1,/^$/d' "$1/built.txt"
}

differing() {
    local client
    for client in $clients; do
        { diff "$logs/$client.cudafilters.tests" "$logs/$client.cudatiled.tests" || true; } |
            sed -n "s/^< /    $client, cudafilters: /p; s/^> /    $client, cudatiled: /p"
    done
}

case "$mode" in
build) build_clients "$@" ;;
run) run_clients "$1" ;;
all)
    build_clients "$@"
    run_clients "$WORK/clients"
    ;;
esac
exit $failed
