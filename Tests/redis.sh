#!/bin/sh
# Runs a command beside a Redis server of its own, which is gone when the command has ended. The
# command finds its socket by UPFOR_REDIS.
#
# usage: Tests/redis.sh COMMAND [ARGUMENT ...]
#
# example: Tests/redis.sh swift test --skip-build --filter BusTests
set -eu
[ $# -gt 0 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p;}' "$0" >&2; exit 64; }
command -v redis-server >/dev/null || { echo "redis.sh: no redis-server: install it" >&2; exit 69; }
home=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || { kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; } || true
    rm -rf "$home"
}
trap end EXIT
trap 'exit 130' INT TERM
# Only by its socket: no port is taken.
redis-server --port 0 --unixsocket "$home/socket" --save "" >"$home/log" 2>&1 &
server=$!
export UPFOR_REDIS="$home/socket"
tries=0
until [ "$(redis-cli -s "$UPFOR_REDIS" ping 2>/dev/null)" = PONG ]; do
    tries=$((tries + 1))
    kill -0 "$server" && [ $tries -lt 300 ] || { cat "$home/log" >&2; exit 1; }
    sleep 0.1
done
"$@"
