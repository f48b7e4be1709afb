#!/bin/sh
# Runs a command beside an S3 server of its own (PyPI's moto), which is gone when the command has
# ended. The command finds its address by UPFOR_S3, and a key for it by UPFOR_S3_KEY and
# UPFOR_S3_SECRET. The server checks the signature of each request.
#
# usage: Tests/s3.sh COMMAND [ARGUMENT ...]
#
# example: Tests/s3.sh swift test --skip-build --filter StorageTests
set -eu
[ $# -gt 0 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p;}' "$0" >&2; exit 64; }
folder=$(cd "$(dirname "$0")/.." && pwd)
python=$folder/.build/s3/bin/python
[ -x "$python" ] || { echo "s3.sh: no $python: make s3-server" >&2; exit 69; }
home=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || { kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; } || true
    rm -rf "$home"
}
trap end EXIT
trap 'exit 130' INT TERM
"$python" "$folder/Tests/s3.py" "$home/place" >"$home/log" 2>&1 &
server=$!
tries=0
until [ -s "$home/place" ]; do
    tries=$((tries + 1))
    { [ $tries -lt 1200 ] && kill -0 "$server" 2>/dev/null; } || { cat "$home/log" >&2; exit 1; }
    sleep 0.1
done
read -r UPFOR_S3 UPFOR_S3_KEY UPFOR_S3_SECRET <"$home/place"
export UPFOR_S3 UPFOR_S3_KEY UPFOR_S3_SECRET
"$@"
