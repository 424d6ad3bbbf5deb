# SPDX-License-Identifier: Apache-2.0
# What ./demo.sh and ./test.sh share: installs missing packages, configures and builds. Sourced by them.

packages="g++ cmake ninja-build pkg-config libopencv-dev libgtest-dev libcli11-dev"
build="build/default"

say() { printf '\n==> %s\n' "$*"; }

missing_packages() {
    local package
    for package in $packages; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || printf '%s ' "$package"
    done
}

install_packages() {
    if ! command -v apt-get >/dev/null; then
        say "This script installs packages with apt-get, which is not here. Using what is installed; needed are:"
        echo "    a C++17 compiler, CMake 3.22, Ninja, OpenCV 4.5 or later, GoogleTest, CLI11"
        command -v cmake >/dev/null && command -v ninja >/dev/null || exit 1
        return
    fi
    local missing sudo=""
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    say "Installing: $missing"
    [ "$(id -u)" = 0 ] || sudo="sudo"
    $sudo apt-get update -q
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $sudo -E apt-get install -qy --no-install-recommends $missing
}

# The architecture of the GPU at hand; without one, a single one, so that the build is quick. The presets have all of them.
architecture() {
    local capability=""
    command -v nvidia-smi >/dev/null && capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1)
    case "$capability" in
    [0-9]*.[0-9]*) echo "${capability/./}-real" ;;
    *) echo "90-real" ;;
    esac
}

configure() {
    say "Configuring $build"
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CUDA_ARCHITECTURES=$(architecture)" "$@"
}
