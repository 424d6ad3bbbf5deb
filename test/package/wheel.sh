#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the Python wheel on a bare Debian root from a clean clone, installs it there into a new environment, and runs
# the package's tests beside PyPI's OpenCV 4 and 5. Then runs them on this machine, with that wheel and each PYTHON.
# Usage: wheel.sh [--wheels FOLDER] RELEASE [PYTHON...]
# RELEASE: 12 or 13. FOLDER keeps the wheel. Needs PyPI; takes minutes. Exit code 77 where there can be no bare root.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
. "$project/test/bare_root.sh"
. "$project/test/package/wheel_steps.sh"

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

inside() { quietly in_root "$root" root env DEBIAN_FRONTEND=noninteractive sh -c "$1"; }

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
