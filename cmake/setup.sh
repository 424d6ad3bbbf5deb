# SPDX-License-Identifier: Apache-2.0
# What ./demo.sh and ./test.sh share: installs missing packages, configures and builds. For any POSIX shell; sourced by them.

packages="g++ cmake ninja-build libopencv-dev libcli11-dev" # what the demo needs, by their names in Debian and Ubuntu
build="build/default"

say() { printf '\n==> %s\n' "$*"; }

die() {
    printf '%s: %s\n' "$0" "$*" >&2
    exit 1
}

missing_packages() {
    for package in $packages; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || printf '%s ' "$package"
    done
}

install_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        for tool in c++ cmake ninja; do
            command -v "$tool" >/dev/null || die "$tool is missing, and so is apt-get, which would install it. Install what these" \
                "packages of Debian contain, and try again: $packages"
        done
        return 0 # CMake says what else is missing
    fi
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    as_root=""
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "packages are missing, and without sudo only root can install them:" \
            "apt-get install --no-install-recommends $missing"
        as_root="sudo"
    fi
    say "Installing: $missing"
    # shellcheck disable=SC2086
    if ! $as_root apt-get update -q ||
        ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $missing; then
        die "apt-get could not install what is missing (is there a network?): $missing"
    fi
}

# The compute capability of the first GPU, such as 9.0; nothing where there is no GPU.
gpu_capability() {
    ! command -v nvidia-smi >/dev/null || nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null |
        sed -n '1s/^\([0-9]*\.[0-9]*\)$/\1/p'
}

# The architecture of the GPU at hand; without one, a single one, so that the build is quick. The presets have all of them.
architecture() {
    capability=$(gpu_capability)
    echo "$(echo "${capability:-9.0}" | tr -d .)-real"
}

configure() {
    say "Configuring $build"
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CUDA_ARCHITECTURES=$(architecture)" "$@"
}
