# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0
# Runs OpenCV's test programs in several processes that share a GPU, and counts; sourced. Logs and lists go to $logs.

# Makes $logs/NAME.tests, a line for each test: passed, failed, skipped or lost (its process ended), and the test:
# run_suite NAME PROGRAM
run_suite() {
    local name="$1" program="$2" shard shards="${SHARDS:-$(nproc)}"
    mkdir -p "$logs"
    for ((shard = 0; shard < shards; shard++)); do
        GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard OPENCV_FOR_THREADS_NUM=1 \
            "$program" >"$logs/$name.$shard.log" 2>&1 &
    done
    wait
    for ((shard = 0; shard < shards; shard++)); do
        verdicts <"$logs/$name.$shard.log"
    done | LC_ALL=C sort -k 2 >"$logs/$name.tests"
}

# Reads what a test program printed. Tests that were announced and not begun are lost, too.
verdicts() {
    awk '
        function verdict(word) { if (test != "") { print word, test; done++ } test = "" }
        /\[==========\] Running / { started = 1; sub(/.*Running /, ""); announced = 0 + $1 }
        /\[ RUN      \] / { verdict("lost"); sub(/.*\[ RUN      \] /, ""); sub(/,? .*/, ""); test = $0; skipped = 0 }
        /\[     SKIP \]/ { skipped = 1 }
        /\[       OK \] / { verdict(skipped ? "skipped" : "passed") }
        /\[  FAILED  \] / { verdict("failed") }
        END {
            verdict("lost")
            if (!started) print "lost", "all_tests"
            for (; done < announced; done++) print "lost", "test_never_begun"
        }'
}

# How many tests of a list have a verdict, or have any: count NAME [VERDICT]
count() {
    grep -c "^${2:-}" "$logs/$1.tests" || true
}

# The tests of a list that have a verdict, as their suites with the number of tests: suites NAME VERDICT
suites() {
    sed -n "s#^$2 \([^.]*\..*\)#\1#p" "$logs/$1.tests" | sed 's#/[0-9]*$##' | uniq -c |
        awk '{ print "    " $1 " × " $2 }'
}

# A row of the table of counts, with the columns of table_head.
table_head() { printf '%-16s %-12s %6s %6s %6s %7s %6s\n' suite filters tests passed failed skipped lost; }
table_row() {
    printf '%-16s %-12s %6s %6s %6s %7s %6s\n' "$2" "$3" "$(count "$1")" "$(count "$1" passed)" "$(count "$1" failed)" \
        "$(count "$1" skipped)" "$(count "$1" lost)"
}

gpu_name() { nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1 || echo "no GPU"; }
