#!/usr/bin/env bash
# Runs built tests, and tells at the end, once more, which of them failed and why: in the output of a
# thousand that run at once it lies far above.
#
# usage: Tests/run.sh RESULTS SECONDS [ARGUMENT ...]
#   RESULTS      what is kept: RESULTS.log, and RESULTS-swift-testing.xml for Tests/features.py
#   SECONDS      how long all of them may take
#   ARGUMENT     what `swift test` understands: --filter, --skip, --no-parallel
#
# example: Tests/run.sh .build/results/storage 400 --filter StorageTests
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p;}' "$0" >&2; exit 64; }
results=$1 seconds=$2
shift 2
mkdir -p "$(dirname "$results")"
status=0
# The program itself: `swift test` would think for 10 s about what is to be built.
# So many at once: if hundreds began together, each would wait for its turn longer than it waits for
# a daemon. It takes no longer.
NO_COLOR=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$((6 * $(nproc))) timeout "$seconds" .build/debug/upforPackageTests.xctest \
    --testing-library swift-testing --xunit-output "$results-swift-testing.xml" "$@" 2>&1 |
    tee "$results.log" || status=$?
[ $status != 0 ] || exit 0
[ $status != 124 ] || echo "run.sh: not done within $seconds s" >&2
awk -f Tests/failures.awk "$results.log" >&2
exit $status
