#!/bin/sh
# Installs Debian's ejabberd by name, without a running service: a policy of its own keeps the
# package from starting its services, and those that it has enabled are disabled again. An ejabberd
# that is already installed stays unchanged.
set -eu

missing=
for name in ejabberd erlang-p1-sqlite3; do
    dpkg-query -W -f='${Status}' $name 2>/dev/null | grep -q 'ok installed' || missing="$missing $name"
done
[ -n "$missing" ] || exit 0
echo "installing:$missing"

sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
    trap '$sudo rm -f $policy' EXIT
    printf '#!/bin/sh\nexit 101\n' | $sudo tee $policy >/dev/null
    $sudo chmod 755 $policy
fi
had_epmd=$(command -v epmd || true)
$sudo apt-get update -qq
# shellcheck disable=SC2086
$sudo env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
    apt-get install -y -qq --no-install-recommends $missing >/dev/null
case "$missing" in *ejabberd*)
    if command -v systemctl >/dev/null; then
        units=ejabberd.service
        [ -n "$had_epmd" ] || units="$units epmd.socket epmd.service"
        # shellcheck disable=SC2086
        $sudo systemctl disable --quiet $units 2>/dev/null || true
    fi
    ;;
esac
