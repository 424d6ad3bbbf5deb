#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the Python wheel on a bare Debian root from a clean clone, installs it there into a new environment, and runs
# the package's tests beside PyPI's OpenCV 4 and 5. Then runs them on this machine, with that wheel and each PYTHON.
# Usage: wheel.sh [--wheels FOLDER] RELEASE [PYTHON...]
# RELEASE: 12 or 13. FOLDER keeps the wheel. Needs PyPI; takes minutes. Exit code 77 where there can be no bare root.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
. "$project/test/bare_root.sh"

kept=""
if [ "${1:-}" = --wheels ]; then
    kept=$2
    shift 2
fi
release=${1:?usage: wheel.sh [--wheels FOLDER] RELEASE [PYTHON...]}
shift
reason=$(no_bare_root)
if [ -n "$reason" ]; then
    echo "SKIPPED: no wheel was made on a bare machine: $reason"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

# Runs a command whose output matters only if it fails.
quietly() {
    "$@" >"$work/log" 2>&1 </dev/null || {
        tail -n 60 "$work/log"
        echo "FAILED: $*"
        exit 1
    }
}
inside() { quietly in_root "$root" root env DEBIAN_FRONTEND=noninteractive sh -c "$1"; }

# tests PYTHON: in a new environment, beside each of PyPI's OpenCVs; the last lines say which, and how many passed.
tests='
set -eu
for opencv in "opencv-python-headless<5" "opencv-python-headless>=5"; do
    rm -rf "$4" && "$1" -m venv "$4" && "$4/bin/pip" install -q "$2"/cudatiled-*.whl "$opencv"
    PYTHONDONTWRITEBYTECODE=1 "$4/bin/python" "$3/modules/python/tests/run.py" >"$4/log" 2>&1 || {
        cat "$4/log"
        exit 1
    }
    grep ^Python "$4/log"
    grep -E "^(Ran|OK)" "$4/log"
done'

echo "$(git -C "$project" describe --always --abbrev=10 --dirty=+), Debian $release"
fresh_copy "$release" "$root"
[ ! -e /etc/pip.conf ] || cp -L /etc/pip.conf "$root/etc/pip.conf"
git -c safe.directory="$project" clone -q --no-hardlinks "$project" "$root/root/cudatiled"
inside "apt-get update -q && apt-get install -qy --no-install-recommends python3-venv g++ git ca-certificates"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt" # whom this machine trusts
before=$(date +%s)
inside "python3 -m venv build && build/bin/pip wheel --no-deps -w wheels ./cudatiled"
echo "pip wheel: $(($(date +%s) - before)) s, $(cd "$root/root/wheels" && ls -s --block-size=1 ./*.whl | sed 's#\./##')"
in_root "$root" root sh -c "$tests" sh python3 wheels cudatiled environment
for python; do
    sh -c "$tests" sh "$python" "$root/root/wheels" "$project" "$work/environment"
done
[ -z "$kept" ] || cp "$root"/root/wheels/*.whl "$kept"
echo "passed"
