#!/bin/sh
# Runs a command beside a Redis server of its own, which is gone when the command has ended. The
# command finds its socket by UPFOR_REDIS, and what it has for TLS by UPFOR_REDIS_TLS and, the file of
# its authority, UPFOR_REDIS_AUTHORITIES.
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
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=redis \
    -addext subjectAltName=IP:127.0.0.1 -keyout "$home/key" -out "$home/certificate" 2>"$home/log" ||
    { cat "$home/log" >&2; exit 1; }
export UPFOR_REDIS="$home/socket"
# TLS needs a port, and Redis cannot choose a free one: random ports are tried until one is free.
tries=0
until [ "$(redis-cli -s "$UPFOR_REDIS" ping 2>/dev/null)" = PONG ]; do
    tries=$((tries + 1))
    [ $tries -lt 1200 ] || { cat "$home/log" >&2; exit 1; }
    if [ -z "$server" ] || ! kill -0 "$server" 2>/dev/null; then
        port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
        redis-server --port 0 --unixsocket "$UPFOR_REDIS" --save "" --bind 127.0.0.1 \
            --tls-port $port --tls-auth-clients no --tls-cert-file "$home/certificate" \
            --tls-key-file "$home/key" --tls-ca-cert-file "$home/certificate" >"$home/log" 2>&1 &
        server=$!
    fi
    sleep 0.1
done
export UPFOR_REDIS_TLS="127.0.0.1:$port" UPFOR_REDIS_AUTHORITIES="$home/certificate"
"$@"
