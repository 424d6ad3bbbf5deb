# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
# Where the scripts beside this one have OpenCV's sources from; sourced by them. Reads $WORK.

# Sets `tree`, and `contrib` to the tree of opencv_contrib where there is one: find_tree PIP_PACKAGE [FOLDER|VERSION],
# a version of pip's package; without an argument the source package of the distribution.
find_tree() {
    local package="$1" wanted="${2:-}" sources
    case "$wanted" in
    "")
        say "Fetching OpenCV's source package"
        fetch_source_package
        tree=$(echo "$WORK"/opencv-*/)
        ;;
    [0-9]*.[0-9]*)
        say "Fetching the sources of $package $wanted"
        sources="$WORK/${package//-/_}-$wanted"
        [ -d "$sources" ] || {
            python3 -m pip download -d "$WORK" --no-deps --no-binary "$package" "$package==$wanted"
            tar xzf "$sources.tar.gz" -C "$WORK"
        }
        tree="$sources/opencv"
        ;;
    *) tree=$wanted ;;
    esac
    tree=$(cd "$tree" && pwd)
    contrib=""
    for sources in "$tree/contrib" "$tree/../opencv_contrib"; do # of Debian's package, and of pip's
        [ ! -d "$sources/modules" ] || contrib=$(cd "$sources" && pwd)
    done
}

# The distribution's source package, through package lists of our own: the system's stay as they are, and need not
# name sources.
fetch_source_package() {
    local apt="$WORK/apt" options list
    mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/cache/archives/partial"
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -e "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/sources/${list##*/}"
    done
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
        sed -n 's/^deb /deb-src /p' >"$apt/sources/all.list" || true
    options=(-o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$apt/sources"
        -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o "APT::Sandbox::User=$(id -un)")
    apt-get -q "${options[@]}" update
    (cd "$WORK" && apt-get -q "${options[@]}" source opencv)
}

# Sets `smallest`: CMake's arguments for nothing but the modules that BUILD_LIST names, for the processors that all
# have. Most of OpenCV's time to build goes into the rest.
smallest_build() {
    local option
    smallest=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCPU_DISPATCH= -DBUILD_PERF_TESTS=OFF -DBUILD_JAVA=OFF
        -DBUILD_opencv_apps=OFF -DBUILD_opencv_python2=OFF)
    for option in 1394 ADE CAROTENE EIGEN FFMPEG GDAL GSTREAMER GTK IPP ITT JASPER LAPACK OPENCL OPENEXR OPENJPEG \
        PROTOBUF QT QUIRC TIFF UNIFONT V4L VTK WEBP; do
        smallest+=("-DWITH_$option=OFF")
    done
}
