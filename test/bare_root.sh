# SPDX-License-Identifier: Apache-2.0
# Debian with nothing installed, in folders of this machine: debootstrap's smallest system. Sourced by tests that root runs.
# Pristine roots are kept in CUDATILED_ROOTS and made again when the mirror has new package lists.

roots=${CUDATILED_ROOTS:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/cudatiled/roots}

# Prints why this machine cannot make bare roots, or nothing.
no_bare_root() {
    if [ "$(id -u)" != 0 ]; then
        echo "only root can make a bare root"
    elif ! command -v debootstrap >/dev/null; then
        echo "debootstrap is missing (apt-get install debootstrap)"
    elif ! unshare --mount --pid --fork true 2>/dev/null; then
        echo "this machine does not let root make namespaces (unshare)"
    fi
}

codename() {
    case $1 in
    12) echo bookworm ;;
    13) echo trixie ;;
    *) echo "bare_root.sh: Debian '$1' is not known; known are 12 and 13" >&2 && return 1 ;;
    esac
}

# The address that this machine's own apt takes packages with a label ("Debian", "Debian-Security") from, if any.
mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(LABEL) $(SITE)' | sed -n "s/^$1 //p" | head -n 1
}

# "ADDRESS SUITE" of every package list that a fresh system of this release reads.
suites_of() {
    echo "$(mirror Debian) $1"
    echo "$(mirror Debian) $1-updates"
    [ -z "$(mirror Debian-Security)" ] || echo "$(mirror Debian-Security) $1-security"
}

# Changes whenever one of these package lists does.
state_of_lists() {
    suites_of "$1" | while read -r address suite; do
        /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file "$address/dists/$suite/InRelease" "$roots/InRelease" >/dev/null || {
            echo "bare_root.sh: $address/dists/$suite cannot be read" >&2
            exit 1
        }
        sha256sum <"$roots/InRelease"
    done
}

# bare_root RELEASE: prints the folder of the pristine root of Debian 12 or 13. Not for use inside: see fresh_copy.
bare_root() {
    local name state root address suite
    name=$(codename "$1") || return 1
    root=$roots/debian-$1
    mkdir -p "$roots"
    [ -n "$(mirror Debian)" ] || apt-get update -q >&2
    state=$(state_of_lists "$name") || return 1
    if [ "$(cat "$root.state" 2>/dev/null)" != "$state" ]; then
        rm -rf "$root" "$root.state"
        debootstrap --variant=minbase "$name" "$root" "$(mirror Debian)" >"$root.log" 2>&1 || {
            tail "$root.log" >&2
            return 1
        }
        suites_of "$name" | while read -r address suite; do
            echo "deb $address $suite main"
        done >"$root/etc/apt/sources.list"
        apt-config dump | grep '^Acquire::http' >"$root/etc/apt/apt.conf.d/90mirror" || true # a proxy, if there is one
        rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/archives/*.deb
        echo "$state" >"$root.state"
    fi
    echo "$root"
}

# fresh_copy RELEASE FOLDER: a bare root to use, and to remove afterwards.
fresh_copy() {
    local pristine
    pristine=$(bare_root "$1") || return 1
    rm -rf "$2" && cp -a --reflink=auto "$pristine" "$2" && cp -L /etc/resolv.conf "$2/etc/resolv.conf"
}

# in_root FOLDER USER COMMAND...: runs a command there in the user's home, with an empty environment and, if `network` is "off",
# without network. Mounts and processes end with it.
in_root() {
    local folder=$1 user=$2 home="" isolation=""
    shift 2
    home=$(sed -n "s#^$user:.*:\([^:]*\):[^:]*\$#\1#p" "$folder/etc/passwd")
    [ "${network:-on}" = on ] || isolation=--net
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child $isolation sh -c '
        folder=$1 user=$2 home=$3
        shift 3
        mount -t proc proc "$folder/proc" && mount --rbind /dev "$folder/dev" || exit 1
        exec chroot --userspec="$user" "$folder" env -i HOME="$home" USER="$user" LANG=C.UTF-8 TERM=dumb \
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c '\''cd && exec "$@"'\'' sh "$@"
    ' sh "$folder" "$user" "$home" "$@"
}
