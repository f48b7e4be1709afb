#!/usr/bin/env python3
"""Plays the tests on a machine that is slow: runs a command while other work takes the cores.

usage: slow.py [--times N] [--busy N] [--stop] [--seed N] COMMAND...

--times  rounds (1): COMMAND runs in each
--busy   how many busy processes per core run beside it (2)
--stop   now and then stops COMMAND or a descendant, mostly for 10 to 500 ms, rarely for up to 2 s;
         but no compiler, installer, shell, make or stages.py, and none that a test has stopped
--seed   of the first round, random unless given; each later one's is 1 more. The same seed draws
         the same waits, but which processes they meet depends on the machine

Each round's seed, exit status and wall time go to stderr, and those stages of a failed one that
did not pass, by .build/stages/times.tsv. Exits with 1 if a round failed, with 64 for a wrong call.

example: slow.py --stop --times 5 Tests/stages.py --only unit
"""

import argparse
import contextlib
import functools
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

TIMES = pathlib.Path(__file__).resolve().parents[1] / ".build/stages/times.tsv"
# Ends by itself when its parent has been killed.
BUSY = "import os, sys\nwhile os.getppid() == int(sys.argv[1]):\n for _ in range(100_000): pass"
SPARED = re.compile(r"swift-(build|driver|frontend).*|swiftc|clang.*|l?ld.*|cc1.*|pip[\d.]*"
                    r"|apt-get|dpkg.*|(ba)?sh|make|(stages|slow)\.py")
# States of /proc/PID/stat: stopped, traced, ended.
NOT_RUNNING = "TtZX"
# In seconds: the mean time between stops; how long they are, half of them under the median.
GAP_MEAN = 0.2
STOP_LEAST, STOP_MEDIAN, STOP_MOST, STOP_SPREAD = 0.01, 0.08, 2, 1.2
TICK = 0.02
# How long an interrupted command may take to end, in seconds; longer is an error.
GRACE = 10
interrupts = []
say = functools.partial(print, file=sys.stderr, flush=True)


def refuse(message):
    say(f"slow.py: {message}")
    sys.exit(64)


def look(pid, file):
    """What /proc says of a process; nothing when it is gone."""
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{pid}/{file}").read_bytes().decode(errors="replace")
    return ""


def under_test(root):
    family, stats = [root], [re.match(r"(\d+) \((.*)\) (\S) (\d+) ", look(pid, "stat"), re.S)
                             for pid in os.listdir("/proc") if pid.isdigit()]
    for parent in family:
        family += [int(stat[1]) for stat in stats if stat and int(stat[4]) == parent]
    running = [stat for stat in stats if stat and stat[3] not in NOT_RUNNING]
    # A script's name is its interpreter's first or second argument: python3 -m pip.
    return [int(pid) for pid, name in (stat.group(1, 2) for stat in running)
            if int(pid) in family and not any(SPARED.fullmatch(os.path.basename(word)) for word in
                                              [name, *look(pid, "cmdline").split("\0")[:3]])]


def is_stopped_by_another(pid):
    """A SIGSTOP that meets a stopped process stays pending: a test wants it stopped."""
    status = look(pid, "status")
    pending = re.search(r"^State:\s*T.*^ShdPnd:\s*(\w+)", status, re.M | re.S)
    return bool(pending) and bool(int(pending[1], 16) >> signal.SIGSTOP - 1 & 1)


def pause(command, seconds):
    """Ends early with the command or with an interrupt."""
    end = time.monotonic() + seconds
    while command.poll() is None and not interrupts and (left := end - time.monotonic()) > 0:
        time.sleep(min(TICK, left))


def hold(pid, command, seconds):
    """Stops a process for a while; returns whether it did. It may end, or be another user's."""
    with contextlib.suppress(OSError), contextlib.ExitStack() as at_end:
        # Unlike its number, this never means a later process.
        handle = os.pidfd_open(pid)
        at_end.callback(os.close, handle)
        if not re.match(rf".*\) [^{NOT_RUNNING}] ", look(pid, "stat"), re.S):
            return False
        signal.pidfd_send_signal(handle, signal.SIGSTOP)
        try:
            pause(command, seconds)
        finally:
            if not is_stopped_by_another(pid):
                signal.pidfd_send_signal(handle, signal.SIGCONT)
        return True
    return False


def run(words, stops, seed):
    draw, held = random.Random(seed), 0
    command = subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        while command.poll() is None and not interrupts:
            gap, which = draw.expovariate(1 / GAP_MEAN), draw.random()
            length = STOP_MEDIAN * draw.lognormvariate(0, STOP_SPREAD)
            pause(command, gap)
            if stops and command.poll() is None and (found := under_test(command.pid)):
                held += hold(found[int(which * len(found))], command,
                             min(max(length, STOP_LEAST), STOP_MOST))
    finally:
        if command.poll() is None:
            os.killpg(command.pid, signal.SIGTERM)
            command.wait(GRACE)
    return command.returncode, held


def not_passed(since):
    if not TIMES.exists() or TIMES.stat().st_mtime < since:
        return ""
    rows = [line.split("\t") for line in TIMES.read_text(encoding="utf-8").splitlines()[2:]]
    return "".join(f", {stage} {result}" for stage, result, *_ in rows if result != "passed")


def play(call):
    passed = 0
    for index in range(call.times):
        seed, begun = call.seed + index, time.time()
        status, held = run(call.command, call.stop, seed)
        good = status == 0 and not interrupts
        passed += good
        say(f"round {index + 1}/{call.times}  {'passed' if good else 'FAILED'}  (seed {seed}, "
            f"status {status}, {time.time() - begun:.1f} s, {held} stops)"
            f"{'' if good else not_passed(begun)}")
        if interrupts:
            say(f"slow.py: ended by {signal.Signals(interrupts[0]).name}")
            break
    return passed == call.times


def main():
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.error = refuse
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--busy", type=int, default=2)
    parser.add_argument("--stop", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("command", nargs=argparse.REMAINDER)
    call = parser.parse_args()
    if call.command[:1] == ["--"]:
        del call.command[0]
    if call.help:
        print(__doc__.strip())
        return
    if call.times < 1 or call.busy < 0:
        refuse("expected --times of 1 or more, --busy of 0 or more")
    if not call.command or not shutil.which(call.command[0]):
        refuse(f"expected a COMMAND that can be run, not {' '.join(call.command[:1])!r}")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: interrupts.append(number))
    count, busy = call.busy * len(os.sched_getaffinity(0)), []
    say(f"slow.py: seed {call.seed}, {count} busy processes{', stops' if call.stop else ''}")
    try:
        for _ in range(count):
            busy.append(subprocess.Popen([sys.executable, "-c", BUSY, str(os.getpid())],
                                         start_new_session=True))
        good = play(call)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    sys.exit(0 if good else 1)


main()
