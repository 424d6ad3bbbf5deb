#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# nvcc 13.0 leaves out a loop behind `#pragma unroll` that follows a branch of `if constexpr` without braces, if that
# branch is discarded and is such a loop itself. Finds loops that follow such branches, whatever these are.
# Usage: pragmas.sh <root of the repository>
cd "$1" || exit 2
find src -name '*.cuh' -o -name '*.cu' | sort | xargs awk '
    function indentation(line) { match(line, /^ */); return RLENGTH }
    # The last of the lines before `from` that begins with as many spaces as `spaces`, if none between has fewer.
    function above(from, spaces,    i) {
        for (i = from - 1; i > 0; --i)
            if (text[i] ~ /[^ ]/ && text[i] !~ /^#/ && indentation(text[i]) <= spaces)
                return indentation(text[i]) == spaces ? i : 0
        return 0
    }
    FNR == 1 { last = 0 }
    { text[FNR] = $0 }
    last && FNR == last + 1 {
        spaces = indentation($0)
        at = above(last, spaces)
        branch = at
        while (at && text[at] ~ /^ *(else|[{}])/)
            at = above(at, spaces)
        if (branch && at && text[branch] !~ /[{}] *$/ && text[branch] ~ /^ *(else|if)/ && text[at] ~ /^ *if constexpr/) {
            print FILENAME ":" last ": follows a branch without braces:" text[branch]
            broken = 1
        }
    }
    /^#pragma unroll/ { last = FNR }
    END { exit broken }'
