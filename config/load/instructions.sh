#!/bin/sh
# Measures what an echo and a fan-out cost a server in instructions outside the kernel, by valgrind:
# the figures of docs/PERFORMANCE.md. Two runs of different length, and the difference between them;
# so what is done once does not count.
#
# usage: config/load/instructions.sh
#   PROGRAMS=.build/release  where upford and upfor-load are, optimized
#
# example: PROGRAMS=/usr/bin config/load/instructions.sh
set -eu
cd "$(dirname "$0")/../.."
programs=${PROGRAMS:-.build/release}
command -v valgrind >/dev/null || { echo "instructions.sh: needs valgrind" >&2; exit 69; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Without what debuggers read, which valgrind may not understand.
strip -o "$folder/upford" "$programs/upford"
# Valgrind 3.19 writes to the mask of sigsuspend, which lies in read-only memory with Dispatch.
cat >"$folder/suspend.c" <<'EOF'
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
    sigset_t own = *mask;
    return syscall(SYS_rt_sigsuspend, &own, 8);
}
EOF
cc -O2 -Wall -shared -fPIC -o "$folder/suspend.so" "$folder/suspend.c"
cc -O2 -Wall -o "$folder/echo" Tests/Yardstick/echo.c

# Instructions and messages of a run: so many SECONDS, the command of a server, and of upfor-load.
run() (
    seconds=$1 program=$2 work=$3 server=
    trap '[ -z "$server" ] || kill $server 2>/dev/null || true' EXIT
    rm -f "$folder/out"* "$folder/said"
    # shellcheck disable=SC2086
    LD_PRELOAD=$folder/suspend.so valgrind --tool=callgrind --callgrind-out-file="$folder/out" $program \
        >"$folder/said" 2>"$folder/errors" &
    server=$!
    until port=$(sed -n 's/^listening //p' "$folder/said") && [ -n "$port" ]; do
        kill -0 $server 2>/dev/null || { cat "$folder/errors" >&2; exit 1; }
        sleep 0.1
    done
    # shellcheck disable=SC2086
    "$programs/upfor-load" $work --rounds 1 --seconds "$seconds" --connect "127.0.0.1:$port" \
        --json --quiet >"$folder/report"
    kill -TERM $server
    wait $server 2>/dev/null || true
    server=
    echo "$(sed -n 's/^\(summary\|totals\): //p' "$folder/out" | tail -1)" \
        "$(sed 's/.*"messages":\([0-9]*\).*/\1/' "$folder/report")"
)

echo "| Instructions | Upfor | C epoll |"
echo "| --- | --- | --- |"
measure() {
    name=$1 work=$2 ours=$3 theirs=$4
    row="| $name |"
    for program in "$ours" "$theirs"; do
        short=$(run 2 "$program" "$work")
        long=$(run 6 "$program" "$work")
        # shellcheck disable=SC2086
        set -- $short $long
        row="$row $((($3 - $1) / ($4 - $2))) |"
    done
    echo "$row"
}
ours="$folder/upford echo --listen 127.0.0.1:0"
measure '`echo` 64 × 1, a message' "echo --connections 64" "$ours" "$folder/echo 0"
measure '`echo` 64 × 16, a message' "echo --connections 64 --depth 16" "$ours" "$folder/echo 0"
measure '`fanout`, a delivery' "fanout --receivers 1000" "$ours --broadcast" \
    "$folder/echo 0 broadcast"
