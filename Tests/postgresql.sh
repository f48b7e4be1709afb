#!/bin/sh
# Runs a command beside a PostgreSQL server of its own, which is gone when the command has ended. The
# command finds it by UPFOR_POSTGRESQL, in libpq's words.
#
# usage: Tests/postgresql.sh COMMAND [ARGUMENT ...]
#   POSTGRESQL=/usr/lib/postgresql/15/bin  where initdb and postgres are; found by itself otherwise.
#
# example: Tests/postgresql.sh swift test --skip-build --filter StorageTests
set -eu
[ $# -gt 0 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p;}' "$0" >&2; exit 64; }
bin=${POSTGRESQL:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)}
[ -x "$bin/initdb" ] || { echo "postgresql.sh: no initdb in '$bin': install postgresql" >&2; exit 69; }

# The server does not run as root.
as=
[ "$(id -u)" != 0 ] || as="setpriv --reuid=nobody --regid=nogroup --clear-groups"
# In memory, where there is such a place: it syncs what it commits, as it must, and at no cost.
memory=$(df --output=avail /dev/shm 2>/dev/null | tail -1)
[ "${memory:-0}" -gt 1048576 ] && home=$(mktemp -d -p /dev/shm) || home=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || { kill -INT "$server" 2>/dev/null; wait "$server" 2>/dev/null; } || true
    rm -rf "$home"
}
trap end EXIT
trap 'exit 130' INT TERM
[ -z "$as" ] || chown nobody:nogroup "$home"
cd "$home"
$as "$bin/initdb" -D "$home/data" -U upfor -A trust -E UTF8 --locale=C --no-sync >"$home/initdb.log" ||
    { cat "$home/initdb.log" >&2; exit 1; }
# Only by its socket: no port is taken.
$as "$bin/postgres" -D "$home/data" -k "$home" -c listen_addresses= \
    -c max_connections=900 -c logging_collector=off >"$home/log" 2>&1 &
server=$!
cd "$OLDPWD"
export UPFOR_POSTGRESQL="host=$home user=upfor dbname=postgres"
tries=0
until "$bin/pg_isready" -q -h "$home" -U upfor -d postgres; do
    tries=$((tries + 1))
    kill -0 "$server" && [ $tries -lt 1200 ] || { cat "$home/log" >&2; exit 1; }
    sleep 0.1
done
"$@"
