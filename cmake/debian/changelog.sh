#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints CHANGELOG.md as Debian packages have it. Usage: changelog.sh CHANGELOG.md VERSION MAINTAINER
# VERSION is that of the packages, which must be the newest that is released there.
set -eu
LC_ALL=C awk -v version="$2" -v maintainer="$3" '
    function fail(what) {
        print FILENAME ": " what >"/dev/stderr"
        failed = 1
        exit 1
    }
    function sign() {
        if (released)
            print "\n -- " maintainer "  " date "\n"
    }
    # Prints words behind a mark, in lines of at most 79 characters.
    function wrap(line, text,    words, count, i) {
        count = split(text, words, " ")
        for (i = 1; i <= count; ++i) {
            if (length(line " " words[i]) > 79) {
                print line
                line = "   "
            }
            line = line " " words[i]
        }
        print line
    }
    /^## \[Unreleased\]/ { next }
    /^## / {
        if ($0 !~ /^## \[[0-9.]+\] - [0-9]+-[0-9]+-[0-9]+$/)
            fail("\"" $0 "\" is not \"## [VERSION] - YEAR-MONTH-DAY\"")
        number = substr($2, 2, length($2) - 2)
        if (!released && number != version)
            fail("the newest version is " number "; that of the packages is " version)
        sign()
        if ((("date --utc --rfc-email --date=" $4) | getline date) <= 0)
            fail("\"" $4 "\" is not a day")
        released = 1
        print "cudatiled (" number ") unstable; urgency=medium"
    }
    !released || /^## / || /^$/ { next }
    /^### / { print "\n  [ " substr($0, 5) " ]"; next }
    /^- / { wrap("  *", substr($0, 3)); next }
    { wrap("   ", $0) }
    END {
        if (!failed && !released)
            fail("there is no version")
        if (!failed)
            sign()
        exit failed
    }' "$1"
