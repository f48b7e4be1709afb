#!/bin/sh
# Measures what chat costs with the data in PostgreSQL, and how long a search for words takes there:
# the figures of docs/PERFORMANCE.md. The server is one of its own, by Tests/postgresql.sh.
#
# usage: config/load/postgresql.sh
#   PROGRAMS=.build/release  where upford and upfor-load are
#
# example: PROGRAMS=/usr/bin config/load/postgresql.sh
set -eu
cd "$(dirname "$0")/../.."
[ -n "${UPFOR_POSTGRESQL:-}" ] || exec Tests/postgresql.sh "config/load/postgresql.sh"
programs=${PROGRAMS:-.build/release}
folder=$(mktemp -d)
UPFORD_DATA_POSTGRESQL=$UPFOR_POSTGRESQL UPFORD_DATA_FOLDER=$folder/data UPFORD_LISTEN_PORT=0 \
    UPFORD_ADMIN_ENABLED=false UPFORD_RATES_ENABLED=false UPFORD_LIMITS_SIGN_IN_SECONDS=300 \
    UPFORD_PASSWORDS_MEMORY_KIB=8 UPFORD_PASSWORDS_PASSES=1 UPFORD_PASSWORDS_QUEUE=65536 \
    "$programs/upford" serve >"$folder/log" 2>&1 &
daemon=$!
trap 'kill $daemon 2>/dev/null || true; wait $daemon 2>/dev/null || true; rm -rf "$folder"' EXIT
until address=$(sed -n 's,.*ws://\([0-9.:]*\)/.*,\1,p' "$folder/log") && [ -n "$address" ]; do
    kill -0 $daemon 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.1
done
for load in "--senders 100 --in-flight 4" "--senders 2 --in-flight 1"; do
    # shellcheck disable=SC2086
    "$programs/upfor-load" chat $load --connect "$address" --server-pid $daemon --quiet
done
psql -q "$UPFOR_POSTGRESQL" -f config/load/words.sql | grep 'Execution Time'
