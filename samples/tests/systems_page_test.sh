# SPDX-License-Identifier: Apache-2.0
# Runs what docs/SYSTEMS.md says; see common.sh.
source "$(dirname "$0")/common.sh"

root=$DATA/../..
page=$root/docs/SYSTEMS.md

# Commands without pictures, such as a subcommand's name, are left out.
every_command_runs() {
    local command output count=0
    cp "$DATA/chelsea.png" in.png
    mkdir pictures
    cp "$DATA"/*.png pictures
    while read -r command; do
        case $command in
        *in.png* | *pictures* | *--separate*) ;;
        *) continue ;;
        esac
        output=$(eval "\"\$PROGRAM\" ${command#filter_image }" 2>&1) || fail "$command: $output"
        case $command in
        *--compare*) [[ $output == *"equal to OpenCV"* || $output == *"accuracy contract"* ]] || fail "$command: $output" ;;
        esac
        count=$((count + 1))
    done < <(grep -o '`filter_image [^`]*`' "$page" | tr -d '`')
    [[ $count -ge 30 ]] || fail "the page has $count commands"
}

every_factory_is_there() {
    local factory
    for factory in $(grep -o 'create[A-Za-z]*' "$page"); do
        grep -rq "\b$factory(" "$root/include" || fail "the page names $factory"
    done
}

"$1"
