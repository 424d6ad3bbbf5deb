#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs the CUDA compiler and keeps what ptxas says of every kernel beside the object file: <object>.ptxas. CMake's launcher for .cu files.
object= previous=
for argument; do
    [ "$previous" = -o ] && object=$argument
    previous=$argument
done
[ -n "$object" ] || exec "$@"
"$@" -Xptxas=-v 2>"$object.ptxas"
status=$?
grep -v '^ptxas info' "$object.ptxas" | grep -vE '^ +[0-9]+ bytes stack frame' >&2
exit $status
