#!/usr/bin/env bash
# Installs the Debian packages that are missing.
#
# usage: Packaging/apt.sh PACKAGE ...
#
# example: Packaging/apt.sh tmux openssl
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p;}' "$0" >&2; exit 64; }
missing=()
for name; do
    status=$(dpkg-query -W -f='${Status}' "$name" 2>/dev/null) || status=unknown
    [[ $status == *'ok installed' ]] || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0
echo "installing: ${missing[*]}" >&2
sudo=()
[ "$(id -u)" = 0 ] || sudo=(sudo)
"${sudo[@]}" apt-get update -qq
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
