#!/bin/sh
# Measures again what docs/PERFORMANCE.md says: each chapter prints its table and the commands behind
# it. What is held against plain C and SwiftNIO is `make bench`; PostgreSQL has postgresql.sh.
#
# usage: config/load/figures.sh [CHAPTER ...]
#   PROGRAMS=.build/release  where upford and upfor-load are
#   Chapters: chat login presence match log; by default all of them, some 15 minutes and 6 GB in
#   TMPDIR, which the million of people in `match` takes.
#
# examples: config/load/figures.sh login presence
#           PROGRAMS=/usr/bin config/load/figures.sh chat
set -eu
programs=${PROGRAMS:-.build/release}
load() {
    echo "\$ upfor-load $*"
    "$programs/upfor-load" "$@" --quiet
}

chat() {
    load chat --senders 100 --in-flight 4
    load chat --senders 2 --in-flight 1
}

login() {
    load login
    load login --friends 150
}

presence() {
    load presence
    load presence --users 500 --friends 50 --rate 20
}

match() {
    for users in 10000 100000 1000000; do load match --users "$users"; done
    load match --rate 4000 --togglers 8000 --seconds 12
}

log() {
    for _ in 1 2 3; do "$programs/upford" measure --seconds 2; done
}

[ $# -gt 0 ] || set -- chat login presence match log
for chapter in "$@"; do
    case $chapter in
    chat | login | presence | match | log) "$chapter" ;;
    *)
        echo "figures.sh: expected chat, login, presence, match or log, got $chapter" >&2
        exit 64
        ;;
    esac
done
