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

# Sets `tree`.
find_tree() {
    local package=opencv-python-headless
    case "$wanted" in
    "")
        say "Fetching OpenCV's source package"
        fetch_source_package
        tree=$(echo "$WORK"/opencv-*/)
        ;;
    [0-9]*.[0-9]*)
        say "Fetching the sources of $package $wanted"
        python3 -m pip download -d "$WORK" --no-deps --no-binary "$package" "$package==$wanted"
        tar xzf "$WORK/${package//-/_}-$wanted.tar.gz" -C "$WORK"
        tree="$WORK/${package//-/_}-$wanted/opencv"
        ;;
    *) tree=$(cd "$wanted" && pwd) ;;
    esac
}

# The distribution's source package, through package lists of our own: the system's stay as they are, and need not name sources.
fetch_source_package() {
    local apt="$WORK/apt" options list
    mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/cache/archives/partial"
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -e "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/sources/${list##*/}"
    done
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | sed -n 's/^deb /deb-src /p' >"$apt/sources/all.list" || true
    options=(-o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$apt/sources" -o "Dir::State::Lists=$apt/lists"
        -o "Dir::Cache=$apt/cache" -o "APT::Sandbox::User=$(id -un)")
    apt-get -q "${options[@]}" update
    (cd "$WORK" && apt-get -q "${options[@]}" source opencv)
}

# Nothing but the modules at hand, for the processors that all have: most of OpenCV's time to build goes into the rest.
configure_tree() {
    local off=() option
    for option in 1394 ADE CAROTENE EIGEN FFMPEG GDAL GSTREAMER GTK IPP ITT JASPER JPEG LAPACK OPENCL OPENEXR OPENJPEG PROTOBUF \
        QT QUIRC TIFF UNIFONT V4L VTK WEBP; do
        off+=("-DWITH_$option=OFF")
    done
    cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "${off[@]}" -DCPU_DISPATCH= \
        -DBUILD_LIST=core,imgproc,imgcodecs,python3,cudatiled "-DOPENCV_EXTRA_MODULES_PATH=$root/modules" \
        -DBUILD_PERF_TESTS=OFF -DBUILD_JAVA=OFF -DBUILD_opencv_apps=OFF -DBUILD_opencv_python2=OFF \
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
find_tree
echo "cudatiled $commit" | tee "$summary"
failed=0
kinds="OFF"
[ -z "$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)" ] || kinds="ON OFF"
for kind in $kinds; do
    try "$kind" "$@"
done
say "Summary: $summary"
exit $failed
