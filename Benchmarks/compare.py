#!/usr/bin/env python3
"""The processor time of two builds: of echo, chat, sign-ins, matches, the map and HTTP reads.

usage: compare.py [--work NAMES] [--rounds COUNT] [--after WORDS] BEFORE AFTER

BEFORE and AFTER are folders with `upford` and `upfor-load` of each build. Each load program starts
its own daemon. Rounds alternate, and so does the build that comes first: a machine that becomes
slower is slower for both. The output is a table; each value is the daemon's processor time, in
microseconds:

    min      the least of each build, and their ratio
    median   the median of each build, and their ratio
    pairs    the median of the ratios within the rounds

For matches it has, besides, the 99th percentile of the time until both friends are notified.
`--after` are further words for the load program of AFTER: what only that one can do.

Example: Benchmarks/compare.py --work login,chat --rounds 4 ../before/.build/release .build/release

Exit codes: 0 done, 1 a load program failed, 64 wrong usage.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys

# The arguments of each work, and the keys of microseconds in its report.
WORK = {
    "echo": ("profile echo --seconds 3 --rounds 1", {
        "echo, a message": lambda report: report["servers"][0]["cpuMicroseconds"]}),
    "chat": ("chat --seconds 6", {
        "chat, a message": lambda report: report["cpuMicrosecondsPerMessage"]}),
    "login": ("login --users 2000", {
        "sign-in": lambda report: report["cpuMicrosecondsPerSignIn"]}),
    "match": ("match --users 20000 --seconds 6", {
        "match, a toggle": lambda report: report["cpuMicrosecondsPerToggle"],
        "match, both notified (p99)": lambda report: report["told"]["p99Microseconds"]}),
    "map": ("map --users 20000 --seconds 5", {
        "map, a look": lambda report: report["cpuMicrosecondsPerLook"],
        "map, a hint": lambda report: report["cpuMicrosecondsPerHint"]}),
    "http": ("http --seconds 3", {
        "HTTP, a read": lambda report: report["lines"][0]["reads"]["cpuMicroseconds"],
        "HTTP, a write": lambda report: report["lines"][0]["writes"]["cpuMicroseconds"]}),
}


class Usage(argparse.ArgumentParser):
    def error(self, message):
        print(f"compare.py: {message}\n\n{__doc__}", file=sys.stderr)
        sys.exit(64)


def arguments():
    parser = Usage(usage=__doc__, add_help=False)
    parser.add_argument("--work", default=",".join(WORK))
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--after", default="")
    parser.add_argument("--help", "-h", action="store_true")
    parser.add_argument("builds", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if options.help:
        print(__doc__)
        sys.exit(0)
    options.work = options.work.split(",")
    for name in options.work:
        if name not in WORK:
            parser.error(f"--work: expected names of {', '.join(WORK)}, got {name!r}")
    if options.rounds < 1:
        parser.error(f"--rounds: expected at least 1, got {options.rounds}")
    if len(options.builds) != 2:
        parser.error(f"expected two folders, got {len(options.builds)}")
    for build in options.builds:
        for program in "upford", "upfor-load":
            if not (build / program).is_file():
                parser.error(f"{build}: expected a folder with {program}")
    return options


def measure(build, name, more=""):
    """Microseconds of one run, by name."""
    words, values = WORK[name]
    run = subprocess.run(
        [build / "upfor-load", *words.split(), *more.split(), "--json", "--quiet",
         "--server-binary", build / "upford"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        print(f"compare.py: {build}/upfor-load {words}: exit code {run.returncode}\n"
              f"{run.stderr[-800:]}", file=sys.stderr)
        sys.exit(1)
    report = json.loads(run.stdout)
    return {title: value(report) for title, value in values.items()}


def ratio(before, after):
    return f"{before:.2f}, {after:.2f} = {after / before:.3f}"


def main():
    options = arguments()
    measured = {}
    for turn in range(options.rounds):
        for name in options.work:
            print(f"round {turn + 1} of {options.rounds}: {name}", file=sys.stderr, flush=True)
            for index in (0, 1) if turn % 2 == 0 else (1, 0):
                build, more = options.builds[index].resolve(), options.after if index else ""
                for title, value in measure(build, name, more).items():
                    measured.setdefault(title, ([], []))[index].append(value)
    print("| µs | min | median | pairs |\n| --- | --- | --- | --- |")
    for title, (before, after) in measured.items():
        pairs = statistics.median(b / a for a, b in zip(before, after))
        print(f"| {title} | {ratio(min(before), min(after))} |"
              f" {ratio(statistics.median(before), statistics.median(after))} | {pairs:.3f} |")


if __name__ == "__main__":
    main()
