# SPDX-License-Identifier: Apache-2.0
# What the program tests share: a scratch folder, and checks that say what went wrong. `$1` names the test function.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() { echo "FAILED: $*" >&2; exit 1; }

# expect_text TEXT COMMAND...: the command succeeds and prints a line with TEXT.
expect_text() {
    local text=$1 output; shift
    output=$("$@" 2>&1) || fail "exit code $? of: $* -- $output"
    [[ $output == *"$text"* ]] || fail "no '$text' from: $* -- $output"
}

# expect_error TEXT COMMAND...: the command fails, is not killed, and names TEXT on stderr.
expect_error() {
    local text=$1 code=0; shift
    "$@" >stdout.txt 2>stderr.txt || code=$?
    [[ $code -ne 0 ]] || fail "no error from: $*"
    [[ $code -lt 126 ]] || fail "killed or missing ($code): $*"
    grep -qiF -- "$text" stderr.txt || fail "no '$text' on stderr of: $* -- $(cat stderr.txt)"
}

describe() { "$DESCRIBE" "$@"; }
