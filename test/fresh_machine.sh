#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# First contact: runs ./demo.sh, and on request ./test.sh, of a clean clone on bare Debian roots, as the users that there are.
#     test/fresh_machine.sh [--quick] [--tests] [--without PACKAGE] [RELEASE...]      RELEASE: 12 or 13; both if none is named
# --quick: the demo as root only. --tests: ./test.sh too. --without: as if cmake/setup.sh did not name that package, which must fail.
# Prints a table at its end, into $OUT/fresh_machine.txt too if OUT is set. Exit code 77 where this machine cannot make bare roots.
set -eu
project=$(cd "$(dirname "$0")/.." && pwd)
. "$project/test/bare_root.sh"

quick="" tests="" without="" releases=""
while [ $# -gt 0 ]; do
    case $1 in
    --quick) quick=yes ;;
    --tests) tests=yes ;;
    --without) without=$2 && shift ;;
    -*) echo "fresh_machine.sh: there is no option '$1'; see its first lines" >&2 && exit 2 ;;
    *) releases="$releases $1" ;;
    esac
    shift
done

reason=$(no_bare_root)
if [ -n "$reason" ]; then
    echo "SKIPPED: the demo was not tried on a bare machine: $reason"
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
table=$work/table
failed=0

# The scripts run where `git` shows no more than what is committed.
clone_into() {
    rm -rf "$1"
    git -c safe.directory="$project" clone -q --no-hardlinks "$project" "$1"
    [ -z "$without" ] || sed -i "s/\b$without\b//" "$1/cmake/setup.sh" "$1/demo.sh" "$1/test.sh"
}

# A bare root of a release with a clone in the home of root and of each user that is named.
new_machine() {
    fresh_copy "$1" "$root"
    shift
    clone_into "$root/root/cudatiled"
    for user; do
        in_root "$root" root useradd --create-home "$user"
        clone_into "$root/home/$user/cudatiled"
        in_root "$root" root chown -R "$user:$user" "/home/$user/cudatiled"
    done
}

row() {
    printf '%-7s  %-26s  %-12s  %7s  %s\n' "$@" | tee -a "$table"
}

# try RELEASE USER WHO COMMAND: runs it in the clone, leaves its output in $work/log, its exit code in $code, its time in $seconds.
try() {
    echo "==> Debian $1, $3: $4"
    begun=$(date +%s)
    code=0
    in_root "$root" "$2" sh -c "cd cudatiled && $4" >"$work/log" 2>&1 </dev/null || code=$?
    seconds=$(($(date +%s) - begun))
}

must_succeed() {
    try "$@"
    verdict="ok"
    if [ "$code" != 0 ]; then
        verdict="FAILED: exit code $code"
        failed=1
        tail -n 60 "$work/log"
    fi
    row "$1" "$3" "$4" "$seconds" "$verdict"
}

# The command must end with a line that contains TEXT, which tells the user what to do: must_refuse TEXT RELEASE USER WHO COMMAND
must_refuse() {
    text=$1
    shift
    try "$@"
    verdict="refused: $(tail -n 1 "$work/log")"
    if [ "$code" = 0 ] || ! tail -n 1 "$work/log" | grep -qF "$text"; then
        verdict="FAILED: exit code $code, and its last line has no '$text'"
        failed=1
        tail -n 20 "$work/log"
    fi
    row "$1" "$3" "$4" "$seconds" "$verdict"
}

demo_as_root() {
    new_machine "$1"
    must_succeed "$1" root root ./demo.sh
    grep -E '^(Backend:|[0-9]+ pictures)' "$work/log" || true
}

refusals() {
    new_machine "$1" visitor
    must_refuse "apt-get install --no-install-recommends g++" "$1" visitor "user without sudo" ./demo.sh
    network=off
    must_refuse "is there a network?" "$1" root "root without network" ./demo.sh
    network=on
    rm "$root/usr/bin/apt-get"
    must_refuse "Install what these packages" "$1" root "root without apt-get" ./demo.sh
}

demo_as_user() {
    new_machine "$1" owner
    in_root "$root" root sh -c 'apt-get update -q && apt-get install -qy --no-install-recommends sudo' >"$work/log" 2>&1
    echo 'owner ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/owner"
    must_succeed "$1" owner "user with sudo" "sh ./demo.sh"
    must_succeed "$1" owner "the same, again" ./demo.sh
    if grep -q '==> Installing' "$work/log"; then
        row "$1" "the same, again" ./demo.sh "" "FAILED: installs packages that were there"
        failed=1
    fi
}

suites() {
    new_machine "$1"
    must_succeed "$1" root root ./test.sh
    grep -E '^[0-9]+% tests passed|\(Skipped\)|\(Failed\)|Not Run' "$work/log" | tee -a "$table"
}

{
    commit=$(git -c safe.directory="$project" -C "$project" describe --always --abbrev=10)
    echo "cudatiled $commit on bare Debian roots, $(nproc) cores, packages included, $(date -u +%Y-%m-%d)"
    [ -z "$without" ] || echo "as if cmake/setup.sh did not name $without"
    echo
} >"$table"
row release user command seconds verdict >/dev/null
for release in ${releases:-12 13}; do
    demo_as_root "$release"
    [ -n "$quick" ] || { refusals "$release" && demo_as_user "$release"; }
    [ -z "$tests" ] || suites "$release"
done
echo
cat "$table"
[ -z "${OUT:-}" ] || { mkdir -p "$OUT" && cp "$table" "$OUT/fresh_machine.txt"; }
exit $failed
