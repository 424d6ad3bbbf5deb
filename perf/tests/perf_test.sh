# SPDX-License-Identifier: Apache-2.0
# Runs cudatiled_perf and the scripts without a GPU. Each test is a function; the first argument names it.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() { echo "FAILED: $*" >&2; exit 1; }
skip() { echo "SKIPPED: $*"; exit 77; }

expect_text() { # TEXT COMMAND...: the command succeeds and prints a line with TEXT
    local text=$1 output; shift
    output=$("$@" 2>&1) || fail "exit code $? of: $* -- $output"
    [[ $output == *"$text"* ]] || fail "no '$text' from: $* -- $output"
}

expect_error() { # TEXT COMMAND...: the command fails and prints TEXT
    local text=$1 output; shift
    output=$("$@" 2>&1) && fail "no error from: $*"
    [[ $output == *"$text"* ]] || fail "no '$text' from: $* -- $output"
}

# A record of device views with emulated kernels, which pretends to be of large images for the scripts.
emulated_record() {
    "$PROGRAM_ON_CPU" --quick --views=filters,borders,peers,null,cpu,radius --sizes=64x48 --types=8UC1,32FC1 \
        --filter='Sharpen|Sobel 3x3$|Gaussian 5x5' --csv=small.csv \
        --radius-csv=record_radius.csv --json=record.json >printed.txt 2>&1 || fail "$(tail -n 20 printed.txt)"
    sed 's/,64,48,/,8192,8192,/' small.csv >record.csv
}

plotting_python() {
    local python
    for python in python3 /usr/bin/python3; do
        "$python" -c 'import matplotlib' 2>/dev/null && { echo "$python"; return; }
    done
    skip "no Python has matplotlib: apt-get install python3-matplotlib" >&2
}

without_a_gpu_it_times_the_cpu() {
    expect_text "No GPU is used" env CUDATILED_BACKEND=cpu \
        "$PROGRAM" --sizes=64x48 --types=8UC1 --filter='Gaussian 5x5' --csv=cpu.csv --json=cpu.json
    [ "$(wc -l <cpu.csv)" = 2 ] || fail "cpu.csv should have a header and a line: $(cat cpu.csv)"
    grep -q '^Gaussian,8UC1,8UC1,64,48,5x5,replicate,.*,CPU,' cpu.csv || fail "$(cat cpu.csv)"
    grep -q '"commit"' cpu.json || fail "no commit in cpu.json"
}

device_views_fill_their_columns() {
    emulated_record
    python3 - <<'PYTHON'
import csv
rows = list(csv.DictReader(open("small.csv")))
plain = [r for r in rows if r["border"] == "replicate"]
for column in ("copy_us", "early_copy_us", "us", "host_us", "opencv_cpu_us", "empty_us", "issue_us", "empty_issue_us"):
    assert all(r[column] for r in plain), column
assert {r["filter"] for r in rows} == {"Sharpen", "Sobel", "Gaussian"}
assert {(r["border"], r["region"]) for r in rows} == {("replicate", "whole"), ("reflect101", "whole"), ("constant", "whole"), ("inside", "whole"), ("reflect101", "odd")}
radii = list(csv.DictReader(open("record_radius.csv")))
assert [int(r["radius"]) for r in radii] == list(range(1, 33)) and all(r["us"] and r["two_pass_us"] and r["texture_us"] for r in radii)
PYTHON
}

medians_have_their_own_table() {
    "$PROGRAM_ON_CPU" --quick --views=median --sizes=8x6 --filter='Median (3x3|151)' --median-csv=median.csv >printed.txt 2>&1 ||
        fail "$(tail -n 20 printed.txt)"
    [ "$(wc -l <median.csv)" = 13 ] || fail "median.csv should have a header and 12 lines: $(cat median.csv)"
    grep -q '^151,ramp,8,6,16UC1,[0-9.]*,' median.csv || fail "$(cat median.csv)"
}

transfers_have_their_own_table() {
    "$PROGRAM_ON_CPU" --quick --views=transfers --sizes=64x48 --types=8UC1,32FC1 \
        --transfer-csv=transfers.csv >printed.txt 2>&1 ||
        fail "$(tail -n 20 printed.txt)"
    [ "$(wc -l <transfers.csv)" = 11 ] || fail "transfers.csv should have a header and 10 lines: $(cat transfers.csv)"
    grep -qE '^Gaussian,7x7,32FC1,32FC1,64,48(,[0-9.]+){9},' transfers.csv || fail "$(cat transfers.csv)"
}

chains_have_their_own_table() {
    "$PROGRAM_ON_CPU" --quick --views=chains --sizes=64x48 --types=8UC1,8UC3 --chain-csv=chains.csv >printed.txt 2>&1 ||
        fail "$(tail -n 20 printed.txt)"
    [ "$(wc -l <chains.csv)" = 7 ] || fail "chains.csv should have a header and 6 lines: $(cat chains.csv)"
    grep -qE '^"Gaussian 5x5, Median 3x3, Sharpen 3x3",8UC3,64,48(,[0-9.]+){3},' chains.csv || fail "$(cat chains.csv)"
}

pipelines_have_their_own_table() {
    "$PROGRAM_ON_CPU" --quick --views=pipeline --sizes=64x48 --pipeline-csv=record_pipeline.csv >printed.txt 2>&1 ||
        fail "$(tail -n 20 printed.txt)"
    [ "$(wc -l <record_pipeline.csv)" = 10 ] || fail "a header and 9 lines: $(cat record_pipeline.csv)"
    grep -qE '^histogram-contrast,64,48,[0-9]+(,[0-9.]+){3},' record_pipeline.csv || fail "$(cat record_pipeline.csv)"
    expect_text "| transfers |" python3 -c "
import sys
sys.path.insert(0, '$SCRIPTS')
import table
print(table.pipeline('record.csv'))"
}

histograms_have_their_own_table() {
    "$PROGRAM_ON_CPU" --quick --views=histograms --sizes=64x48 --types=8UC1,16UC1 \
        --histogram-csv=histograms.csv >printed.txt 2>&1 || fail "$(tail -n 20 printed.txt)"
    [ "$(wc -l <histograms.csv)" = 13 ] || fail "a header and 12 lines: $(cat histograms.csv)"
    grep -qE '^flat,16UC1,65536,64,48(,[0-9.]+){2},' histograms.csv || fail "$(cat histograms.csv)"
}

frames_have_their_own_table() {
    "$PROGRAM_ON_CPU" --quick --views=frames --sizes=16x12 --types=8UC1 --frame-csv=frames.csv >printed.txt 2>&1 ||
        fail "$(tail -n 20 printed.txt)"
    [ "$(wc -l <frames.csv)" = 7 ] || fail "frames.csv should have a header and 6 lines: $(cat frames.csv)"
    grep -qE '^Bilateral 15x15,8UC1,16,12,pageable,1,4,[0-9]+,[0-9.]+,' frames.csv || fail "$(cat frames.csv)"
}

batches_have_their_own_table() {
    "$PROGRAM_ON_CPU" --quick --views=batches --sizes=8x6 --types=8UC1 --filter='Sharpen|Erode' \
        --batch-csv=batches.csv >printed.txt 2>&1 || fail "$(tail -n 20 printed.txt)"
    [ "$(wc -l <batches.csv)" = 9 ] || fail "batches.csv should have a header and 8 lines: $(cat batches.csv)"
    grep -qE '^Erode 5x5,8UC1,256,8,6,one tensor(,[0-9.]+){4},' batches.csv || fail "$(cat batches.csv)"
}

views_can_be_selected() {
    "$PROGRAM_ON_CPU" --list --views=borders >list.txt
    grep -q 'odd region' list.txt || fail "$(cat list.txt)"
    grep -q 'replicate' list.txt && fail "rows of another view: $(grep replicate list.txt | head -n 1)"
    expect_error "'speed' is not a view" "$PROGRAM" --views=speed
    expect_error "'8K' is not a size" "$PROGRAM" --sizes=8K
    expect_error "'8UC9' is not a type" "$PROGRAM" --types=8UC9
    expect_error "cannot write" "$PROGRAM" --sizes=64x48 --csv=no/such/folder.csv
    expect_error "the selection is empty" "$PROGRAM" --filter=Nonesuch
}

rows_keep_the_order_of_a_list() {
    "$PROGRAM_ON_CPU" --list --views=filters --types=8UC1 | tac >rows.txt
    "$PROGRAM_ON_CPU" --list --views=filters --rows=rows.txt >list.txt
    cmp rows.txt list.txt || fail "$(diff rows.txt list.txt | head -n 4)"
    expect_error "is not a row of this selection" "$PROGRAM_ON_CPU" --list --views=borders --rows=rows.txt
    expect_error "cannot read" "$PROGRAM" --rows=nonesuch.txt
    : >empty.txt
    expect_error "empty.txt names no rows" "$PROGRAM" --rows=empty.txt
}

# Views with tables of their own have no rows to list; the program refuses names that are no views.
tuning_names_what_times_it() {
    local options count=0
    while read -r options; do
        eval "\"$PROGRAM_ON_CPU\" --list --sizes=8192x8192 $options" >list.txt 2>&1 ||
            fail "cudatiled_perf $options: $(cat list.txt)"
        [ "$options" = --views=batches ] || grep -q 8192x8192 list.txt ||
            fail "tuning.hpp names options that time nothing: $options"
        count=$((count + 1))
    done < <(sed -n 's#^// \(--[a-z].*\)#\1#p' "$SCRIPTS/../src/launch/tuning.hpp")
    [ "$count" -ge 10 ] || fail "tuning.hpp names $count selections of benchmarks"
}

tables_of_old_and_new_records() {
    emulated_record
    expect_text "| Gaussian 5×5 |" python3 "$SCRIPTS/table.py" record.csv
    expect_text "| Gaussian 5×5 |" python3 "$SCRIPTS/table.py"
    expect_text "Sobel 3×3 → 16S" python3 "$SCRIPTS/floors.py" record.csv
    expect_text "cells reach their floor" python3 "$SCRIPTS/floors.py"
}

python_tables_have_each_library_of_the_record() {
    cat >record_python.csv <<'RECORD'
filter,src,width,height,memory,library,version,us,loop_us,difference,note,device
Gaussian 5x5,32FC1,4096,4096,device,cudatiled,1,2,9,0,,NVIDIA GPU
Gaussian 5x5,32FC1,4096,4096,device,CV-CUDA,0.1,30,9,0,,NVIDIA GPU
Sobel 3x3,32FC1,4096,4096,device,cudatiled,1,4,9,0,,NVIDIA GPU
Sobel 3x3,32FC1,4096,4096,device,CV-CUDA,0.1,,,,has no such filter,NVIDIA GPU
RECORD
    python3 - >tables.md <<PYTHON || fail "exit code $?"
import sys
sys.path.insert(0, "$SCRIPTS")
import table
print(*table.python_sections("record.csv"))
PYTHON
    local line
    for line in 'On an NVIDIA GPU, beside CV-CUDA 0.1.' '| Arrays on the GPU, µs | cudatiled | CV-CUDA |' \
        '| Gaussian 5×5, 32FC1, 4096 × 4096 | 2 | 30 |' '| Sobel 3×3, 32FC1, 4096 × 4096 | 4 | – |' \
        '| In Python, arrays on an NVIDIA GPU, µs | cudatiled | CV-CUDA |'; do
        grep -qF "$line" tables.md || fail "no '$line' in: $(cat tables.md)"
    done
}

records_are_set_side_by_side() {
    "$PROGRAM_ON_CPU" --quick --views=filters --sizes=64x48 --types=8UC1 --filter='Sobel 3x3$' --csv=small.csv >printed.txt 2>&1 ||
        fail "$(tail -n 20 printed.txt)"
    sed 's/,64,48,/,8192,8192,/' small.csv >record.csv
    expect_text "filter | types | size" python3 "$SCRIPTS/compare.py" --all record.csv record.csv
    expect_text "| Sobel 3×3 → 16S | 8UC1 → 16SC1 |" python3 "$SCRIPTS/compare.py" --all record.csv record.csv
    expect_text "width 8192: 1.000 of" python3 "$SCRIPTS/compare.py" record.csv record.csv
    head -n 1 record.csv >empty.csv
    sed -E 's/^(Sobel,8UC1,16SC1,8192,8192,3x3,replicate,[0-9.]+),[0-9.]+/\1,9999/' record.csv >slow.csv
    expect_text "more than 3% slower" python3 "$SCRIPTS/compare.py" record.csv slow.csv
    expect_text "Sobel 8UC1" python3 "$SCRIPTS/compare.py" record.csv slow.csv
    expect_text "0 of" python3 "$SCRIPTS/compare.py" record.csv slow.csv --again record.csv record.csv \
        --again record.csv record.csv
    expect_error "no row in common" python3 "$SCRIPTS/compare.py" record.csv empty.csv
}

# A record of the experiments, which pretends to be of large images, with counters that are made up.
emulated_experiments() {
    "$PROGRAM_ON_CPU" --quick --views=lab --sizes=40x24,24x16 --lab-csv=small_lab.csv >printed.txt 2>&1 ||
        fail "$(tail -n 20 printed.txt)"
    { echo fact,multiprocessors,132; echo fact,highest_sm_clock_mhz,1980; } |
        sed 's/$/,,,,,,,,,,,,,,/' >facts.csv
    sed 's/,40,24,/,8192,8192,/; s/,24,16,/,1024,1024,/' small_lab.csv | sed '1r facts.csv' >record_lab.csv
    cat >record_lab_ncu.txt <<'COUNTERS'

ladder/dense 9x9/32FC1/d
    void severalLoadsKernel<float, float>
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum               4,194,304
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum               2,097,152
    dram__throughput.avg.pct_of_peak_sustained_elapsed                     % 20.00
    dram__bytes_read.sum                                                   byte 268,435,456
    lts__t_sectors.sum                                                     sector 33,554,432
    sm__warps_active.avg.pct_of_peak_sustained_active                      % 75.00
    sm__inst_issued.avg.pct_of_peak_sustained_active                       % 91.20
    smsp__inst_executed.sum                                                inst 419,430,400
    stalled_long_scoreboard                                                inst 0.40
    stalled_wait                                                           inst 1.50
COUNTERS
}

experiments_make_a_page() {
    emulated_experiments
    python3 "$SCRIPTS/experiments.py" record_lab.csv >page.md || fail "exit code $?"
    grep -q '^| \[(d) shared tile, several loads a thread\](../perf/lab/d_several_loads_a_thread.cuh) |' page.md || fail "$(cat page.md)"
    grep -q '^| `32FC1/d` | 200 | issue slots 91 %, DRAM 20 % | instruction before 1.5, memory 0.4 | 48 | 3.00 | 16.0 | 4.00 |' page.md ||
        fail "$(grep '32FC1/d' page.md)"
    grep -q '^| 16 × 16 | 1 | 2.25 |' page.md || fail "no ratio of loaded to stored pixels: $(cat page.md)"
    ! grep '{{' page.md || fail "an expression was not replaced"
}

charts_are_drawn() {
    local python
    python=$(plotting_python) || exit $?
    emulated_record
    "$python" "$SCRIPTS/plot.py" --out charts_of_the_record || fail "exit code $?"
    emulated_experiments
    "$python" "$SCRIPTS/plot.py" record.csv --out charts || fail "exit code $?"
    for chart in charts/perf_{heatmap,roofline,radius,ladder,tiles,roofline_sizes,cpu,histogram}.png charts_of_the_record/perf_{heatmap,speedup,roofline}.png; do
        [ -s "$chart" ] || fail "$chart was not drawn"
    done
}

"$1"
