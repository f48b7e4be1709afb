#!/usr/bin/env python3
"""Upfor beside ejabberd: the same work, on the same machine, in the same run.

Chat with durable acknowledgements, presence, a room, sign-ins, and memory: for each the processor
time of the server's processes, from the kernel, and lost messages. Rounds alternate. Upfor is
measured by upfor-load's scenarios, ejabberd (Debian's package) by the same works in XMPP. All
servers are started and ended here, on loopback, on free ports.

docs/PERFORMANCE.md, "Beside ejabberd", describes the configuration and the differences.
"""

import argparse
import json
import os
import platform
import resource
import signal
import subprocess
import sys
import time

OWN = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, OWN)
from beside import table, works  # noqa: E402
from beside.ejabberd import Unavailable, version  # noqa: E402
from beside.upfor import Failed, UpforLoad  # noqa: E402
from beside.xmpp import Broken  # noqa: E402

EXAMPLES = """
exit code: 0; 1 if a message was lost, doubled or out of order, or a notice was wrong; 2 if it
could not be measured; 130 or 143 if it was ended. What was started is ended, and data are removed.

examples:
  make bench-ejabberd
  Benchmarks/rivals.py
  Benchmarks/rivals.py --quick --json figures.json
  Benchmarks/rivals.py --only chat --only room --rounds 5
"""
RELEASE = os.path.join(os.path.dirname(OWN), ".build", "release")
# No further round starts after this time: a run takes ten minutes at most.
ROUNDS_SECONDS = 400


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true",
                        help="only show that all works can be measured, in 90 seconds")
    parser.add_argument("--rounds", type=int, default=3, metavar="N",
                        help="measure each work so often, by turns (3; --quick: 1)")
    parser.add_argument("--only", action="append", choices=list(works.USUAL), metavar="WORK",
                        help=f"one of {', '.join(works.USUAL)}; may be said again")
    parser.add_argument("--json", metavar="FILE", help="write all that was found, too")
    for name in ("upfor-load", "upford"):
        parser.add_argument(f"--{name}", metavar="PROGRAM", default=os.path.join(RELEASE, name),
                            help=f"the optimized program (.build/release/{name})")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds: expected 1 or more")
    if options.quick:
        options.rounds = 1
    return options


def say(words):
    """Prints the progress."""
    print(f"[{time.monotonic() - STARTED:5.0f} s] {words}", file=sys.stderr, flush=True)


def measure(contests, rounds):
    """Runs everything in turns: the results of each round by work and by side, and the failures."""
    results, wrong = {}, []
    for turn in range(rounds):
        for work, sides in contests.items():
            if turn and (work == "idle" or time.monotonic() - STARTED > ROUNDS_SECONDS):
                continue
            # The first side pays for caches that a pause has cooled down.
            order = list(sides) if turn % 2 == 0 else list(reversed(sides))
            for side in order:
                found = sides[side]()
                results.setdefault(work, {}).setdefault(side, []).append(found)
                complaints = works.complaints(work, side, found)
                wrong += complaints
                say(f"{work}, round {turn + 1}: {side}" + "".join(f"; {c}" for c in complaints))
    return results, wrong


def machine():
    """The machine of the measurement."""
    model = platform.processor() or "unknown"
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0] if names else model}, {os.cpu_count()} cores, Linux {platform.release()}"


def main():
    """Measures, prints the results, and returns the exit code."""
    options = arguments()
    # A plain `kill` also ends all started processes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    sizes = works.QUICK if options.quick else works.USUAL
    load_before = os.getloadavg()
    try:
        contests = works.contests(sizes, UpforLoad(options.upfor_load, options.upford))
        if options.only:
            contests = {work: contests[work] for work in contests if work in options.only}
        results, wrong = measure(contests, options.rounds)
    except (Broken, ConnectionError) as error:
        print(f"rivals.py: ejabberd: {error}", file=sys.stderr)
        return 1
    except (Unavailable, Failed, OSError, subprocess.SubprocessError) as error:
        print(f"rivals.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("rivals.py: ended", file=sys.stderr)
        return 130
    if options.json:
        report = {
            "machine": machine(), "ejabberd": version(), "sizes": sizes,
            "loadBefore": load_before, "loadAfter": os.getloadavg(), "results": results,
            "complaints": wrong, "seconds": time.monotonic() - STARTED}
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)
    show(sizes, results, wrong, load_before, options.quick)
    return 1 if wrong else 0


def show(sizes, results, wrong, load_before, is_quick):
    """The table, and its notes."""
    print("\n".join(table.lines(sizes, results, not is_quick)))
    print()
    print("\n".join(f"BROKEN: {words}" for words in wrong)
          or "Lost, doubled or out of order: nothing, on either side.")
    rounds = max((len(one) for sides in results.values() for one in sides.values()), default=0)
    print(f"{machine()}; {version()}; {rounds} rounds, "
          f"load average {load_before[0]:.1f} before, {os.getloadavg()[0]:.1f} after.")
    if is_quick:
        print("--quick: these figures say only that everything can be measured.")


STARTED = time.monotonic()
if __name__ == "__main__":
    sys.exit(main())
