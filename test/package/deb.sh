#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the Debian packages of a build tree and checks their fields and files. With --install it also installs them with apt in a bare root
# of this machine's Debian and uses them there, which downloads some hundred MB.
# Usage: deb.sh [--install] BUILD_DIR      Exit code 77 where nothing can be made of this build or on this machine.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
. "$project/test/bare_root.sh"

skip() {
    echo "SKIPPED: $*"
    exit 77
}

install=""
if [ "${1:-}" = --install ]; then
    install=yes
    shift
fi
build=$(cd "${1:?usage: deb.sh [--install] BUILD_DIR}" && pwd)
[ -e "$build/CPackConfig.cmake" ] || skip "this build makes no Debian packages; its configuration said why"

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

version=$(cached CMAKE_PROJECT_VERSION)
library=libcudatiled${version%%.*}
development=libcudatiled-dev
tools=cudatiled-tools
architecture=$(dpkg --print-architecture)
libraries=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# Runs a command whose output matters only if it fails.
quietly() {
    "$@" >"$work/log" 2>&1 </dev/null || {
        tail -n 60 "$work/log"
        echo "FAILED: $*"
        exit 1
    }
}

file_of() { echo "$work/$1_${version}_$architecture.deb"; }

# same WHAT EXPECTED FOUND: both are lines in any order.
same() {
    echo "$2" | sort >"$work/expected"
    echo "$3" | sort >"$work/found"
    diff "$work/expected" "$work/found" || fail "$1: < is expected, > was found"
}

files_in() {
    dpkg-deb --fsys-tarfile "$(file_of "$1")" | tar -t | grep -v '/$' | sed 's/^\.//; s/Targets-[a-z]*\.cmake/Targets-CONFIGURATION.cmake/'
}

# contains PACKAGE FILES: these and the two documents that every package has, nothing else.
contains() {
    same "files of $1" "$2
/usr/share/doc/$1/changelog.gz
/usr/share/doc/$1/copyright" "$(files_in "$1")"
}

# depends PACKAGE DEPENDENCY...: each is the beginning of one of the dependencies; none is CUDA's.
depends() {
    package=$1
    dependencies=$(dpkg-deb --field "$(file_of "$package")" Depends)
    shift
    for dependency; do
        case ", $dependencies" in
        *", $dependency"*) ;;
        *) fail "$package does not depend on $dependency, but on $dependencies" ;;
        esac
    done
    if echo "$dependencies" | sed 's/libcudatiled//g' | grep -iE 'cuda|nvidia|npp'; then
        fail "$package depends on CUDA: $dependencies"
    fi
}

check_fields() {
    for package in $library $development $tools; do
        same "fields of $package" "Package: $package
Version: $version
Architecture: $architecture" "$(dpkg-deb --field "$(file_of "$package")" Package Version Architecture)"
        for field in Maintainer Section Description; do
            [ -n "$(dpkg-deb --field "$(file_of "$package")" $field)" ] || fail "$package has no $field"
        done
    done
    depends "$library" "libc6 " libopencv-core libopencv-imgproc
    depends "$development" "$library (= $version)" libopencv-dev
    depends "$tools" "$library (= $version)" libopencv-imgcodecs libopencv-highgui libopencv-videoio
    same "triggers of $library" "activate-noawait ldconfig" "$(dpkg-deb --info "$(file_of "$library")" triggers)"
}

check_files() {
    contains "$library" "$libraries/libopencv_cudatiled.so.${version%%.*}
$libraries/libopencv_cudatiled.so.$version"
    contains "$development" "$(cd "$project/include" && find . -name '*.hpp' | sed 's#^\.#/usr/include/opencv4#')
$libraries/libopencv_cudatiled.so
$libraries/cmake/cudatiled/cudatiledConfig.cmake
$libraries/cmake/cudatiled/cudatiledConfigVersion.cmake
$libraries/cmake/cudatiled/cudatiledTargets.cmake
$libraries/cmake/cudatiled/cudatiledTargets-CONFIGURATION.cmake
$libraries/pkgconfig/cudatiled.pc"
    contains "$tools" "/usr/bin/filter_image
/usr/bin/live_filters"
}

# Nothing that is installed may know where it was built, or need CUDA's libraries.
check_contents() {
    for package in $library $development $tools; do
        dpkg-deb --extract "$(file_of "$package")" "$work/extracted"
    done
    if grep -rlF -e "$build" -e "$project" "$work/extracted"; then
        fail "these files name $build or $project"
    fi
    for binary in "$work/extracted$libraries/libopencv_cudatiled.so.$version" "$work/extracted/usr/bin/"*; do
        readelf -d "$binary" >"$work/dynamic"
        grep -q NEEDED "$work/dynamic" || fail "${binary##*/} needs no library"
        if grep -E 'RPATH|RUNPATH' "$work/dynamic"; then
            fail "${binary##*/} has a path of libraries"
        fi
        if grep NEEDED "$work/dynamic" | sed 's/libopencv_cudatiled//' | grep -iE 'cuda|nvidia|npp'; then
            fail "${binary##*/} needs CUDA's libraries"
        fi
    done
}

inside() { quietly in_root "$root" root env DEBIAN_FRONTEND=noninteractive sh -c "$1"; }

use_tools() {
    echo "==> $library and $tools"
    inside "apt-get update -q && apt-get install -qy --no-install-recommends /packages/${library}_* /packages/${tools}_*"
    inside 'filter_image --list | grep sharpen && live_filters --help && filter_image sharpen in.png out.png'
    CUDATILED_BACKEND=cpu quietly "$build/samples/filter_image" sharpen "$root/root/in.png" "$work/out.png"
    cmp "$work/out.png" "$root/root/out.png" || fail "the installed filter_image makes another picture than the one that was built"
}

use_library() {
    echo "==> $development"
    inside "apt-get install -qy --no-install-recommends /packages/${development}_* g++ cmake make pkg-config"
    inside 'cmake -S consumer -B build && cmake --build build && build/consumer'
    # /bin is a link to /usr/bin: CMake then looks for packages in / before /usr.
    inside 'PATH=/bin:/usr/bin && cmake -S consumer -B build2 && cmake --build build2 && build2/consumer'
    # shellcheck disable=SC2016
    inside 'g++ -std=c++11 consumer/main.cpp -o by_pkg_config $(pkg-config --cflags --libs cudatiled) && ./by_pkg_config'
    same "version of pkg-config" "$version" "$(in_root "$root" root pkg-config --modversion cudatiled)"
}

remove_packages() {
    echo "==> purge"
    inside "apt-get purge -qy $library $development $tools"
    same "what purging leaves" "" "$(in_root "$root" root find / -xdev -name '*cudatiled*' -not -path '/packages/*')"
}

install_and_use() {
    reason=$(no_bare_root)
    [ -z "$reason" ] || skip "the packages were not installed: $reason"
    release=$(. /etc/os-release && echo "${ID:-}-${VERSION_ID:-}")
    case $release in
    debian-1[23]) ;;
    *) skip "the packages were not installed: they are for this machine's $release, and bare roots are Debian 12 or 13" ;;
    esac
    root=$work/root
    fresh_copy "${release#debian-}" "$root"
    mkdir "$root/packages"
    cp "$work"/*.deb "$root/packages"
    cp -r "$project/test/package/consumer" "$root/root"
    cp "$project/samples/data/coffee.png" "$root/root/in.png"
    use_tools
    use_library
    remove_packages
}

quietly "$(cached CMAKE_CPACK_COMMAND)" --config "$build/CPackConfig.cmake" -B "$work"
same "packages" "$(for package in $library $development $tools; do file_of "$package"; done)" "$(ls "$work"/*.deb)"
[ $failed = 0 ] || exit 1
check_fields
check_files
check_contents
[ $failed = 0 ] || exit 1
if [ -n "$install" ]; then
    if command -v lintian >/dev/null; then
        quietly lintian --fail-on error "$work"/*.deb
    else
        echo "SKIPPED: lintian is not installed"
    fi
    install_and_use
fi
[ $failed = 0 ] || exit 1
echo "passed: $(cd "$work" && echo *.deb)"
