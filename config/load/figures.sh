#!/bin/sh
# Measures again what docs/PERFORMANCE.md says: each chapter prints the commands behind its figures,
# and their tables as Markdown.
#
# usage: config/load/figures.sh [CHAPTER ...]
#   PROGRAMS=.build/release  where upford and upfor-load are
#   PAGES=FOLDER             writes a page of each run there, too: how long things took, and how it went
#   Chapters, by default all of them, some 50 minutes and 6 GB in TMPDIR, which the million of people
#   in `match` takes:
#     bench         everything that is held against plain C and SwiftNIO; writes docs/performance
#     idle          memory of idle users, and the cost of their first message
#     chat          durable messages of a hundred people, and of two
#     room          one room with ten, two hundred and two thousand devices
#     login         users who sign in by token
#     presence      users who come and go, and their notified friends
#     match         toggles among ten thousand, a hundred thousand and a million
#     storm         ten thousand users who lose their connections, or their server, at once
#     day           everything at the same time
#     log           what the event log and the metrics cost
#     commit        what plain C and SQLite pay for a commit alone, a message, a sign-in's reads
#     ejabberd      the same works beside Debian's ejabberd
#     backup        what a backup costs the users who write meanwhile
#     postgresql    chat and search with the data in PostgreSQL
#     instructions  what an echo costs in instructions, by valgrind
#   A run that lost data or failed does not stop the others; the exit code is 1 then.
#   bench, commit, ejabberd and backup are targets of the Makefile, which builds what they need; postgresql and
#   instructions are scripts beside this one.
#
# examples: config/load/figures.sh login presence
#           PAGES=/tmp/pages config/load/figures.sh room storm day idle
#           PROGRAMS=/usr/bin config/load/figures.sh chat
set -eu
here=$(cd "$(dirname "$0")" && pwd)
programs=${PROGRAMS:-.build/release}
chapters="bench idle chat room login presence match storm day log commit ejabberd backup postgresql instructions"
runs=0 failed=0

load() {
    runs=$((runs + 1))
    [ -z "${PAGES:-}" ] || set -- "$@" --report "$PAGES/$(printf %02d $runs)-$1.html"
    printf '$ upfor-load %s\n\n' "$*"
    "$programs/upfor-load" "$@" --markdown --quiet || failed=1
    echo
}

bench() { make -C "$here/../.." bench || failed=1; }

idle() { load idle; }

chat() {
    load chat --senders 100 --in-flight 4
    load chat --senders 2 --in-flight 1
}

room() {
    load room --devices 10 --rate 200
    load room --devices 200 --rate 100
    load room --devices 2000 --rate 10
}

login() {
    load login
    load login --friends 150
    load login --format binary
}

presence() {
    load presence
    load presence --users 500 --friends 50 --rate 20
}

match() {
    for users in 10000 100000 1000000; do load match --users "$users"; done
    load match --rate 4000 --togglers 8000 --seconds 12
}

storm() {
    load storm
    load storm --restart
}

day() { load day; }

log() {
    for _ in 1 2 3; do "$programs/upford" measure --seconds 2; done
    "$programs/upford" measure --seconds 2 --lines 1000
}

commit() { make -C "$here/../.." bench-commit || failed=1; }

ejabberd() { make -C "$here/../.." bench-ejabberd || failed=1; }

backup() { make -C "$here/../.." bench-backup || failed=1; }

postgresql() { PROGRAMS=$(cd "$programs" && pwd) "$here/postgresql.sh" || failed=1; }

instructions() { PROGRAMS=$(cd "$programs" && pwd) "$here/instructions.sh" || failed=1; }

# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $chapters
for chapter in "$@"; do
    case " $chapters " in
    *" $chapter "*) ;;
    *)
        echo "figures.sh: expected one of $chapters, got $chapter" >&2
        exit 64
        ;;
    esac
done
[ -z "${PAGES:-}" ] || mkdir -p "$PAGES"
for chapter in "$@"; do
    printf '## %s\n\n' "$chapter"
    "$chapter"
done
exit $failed
