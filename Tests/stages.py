#!/usr/bin/env python3
"""Runs the stages of a test run, as many beside one another as there are cores.

usage: stages.py [--release] [--resume] [--only NAME[,NAME...]] [FILE]

FILE (Tests/stages.txt) has a stage in each line:

    NAME  WHEN  CORES  NEEDS  COMMAND...

WHEN     always; daily: each day one of those; release: only with --release, which runs all
CORES    how many it keeps busy: 2, 1, or 0.3 for a stage that mostly waits
NEEDS    stages that have to pass before, joined by commas; - for none
COMMAND  for bash, in the folder above this script's

Lines NAME=VALUE, words of bash, are for all commands. --only takes names of stages, or what their
names begin with (unit: unit-rules and others); what they need is run, too. --resume goes on with
the last run, if it was of the same commit with the same settings, and nothing has been changed
since: stages that passed count with their times and are not run again.

Output goes to .build/stages/NAME.log; the end of a failed stage's is shown. Stages that need a
failed one are left out, all others run. In .build/stages/times.tsv stand the commit, and of each
stage the result, the wall time, and the processor time of its processes. Exits with 1 if a stage
failed, with 64 for a wrong call.

example: stages.py --only unit,page
"""

import argparse
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
LOGS = ROOT / ".build/stages"
TIMES = LOGS / "times.tsv"
# Lines that are shown of a failed stage's output.
SHOWN = 100
# Seconds between two reports of the running stages.
PULSE = 60
DAY = 86_400
# Stages use so many times the cores that there are: every stage waits now and then.
CROWDING = 1.5
WHEN = ("always", "daily", "release")
# Variables that change what stages do.
SETTINGS = ("CONFIG", "UPFOR_TIMED", "UNREAD_CONNECTIONS", "EXAMPLES", "FROM", "SEEDS", "EVERY",
            "SEED")


class Stage:
    def __init__(self, name, when, cores, needs, command):
        self.name, self.when, self.cores = name, when, cores
        self.needs, self.command = needs, command
        self.log = LOGS / f"{name}.log"
        self.result = None
        self.wall = self.cpu = 0.0

    def start(self):
        self.begun = time.monotonic()
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", self.command], cwd=ROOT, stdout=log,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)

    def end(self, status, usage):
        self.result = "passed" if status == 0 else "FAILED"
        self.wall = time.monotonic() - self.begun
        self.cpu = usage.ru_utime + usage.ru_stime


def refuse(message):
    print(f"stages.py: {message}", file=sys.stderr)
    sys.exit(64)


def say(message):
    print(message, file=sys.stderr, flush=True)


def read(path):
    stages, common = {}, []
    for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if re.match("[A-Z_]+=", line):
            common.append(f"export {line}")
            continue
        words, place = line.split(None, 4), f"{path}:{number}"
        if len(words) != 5 or words[1] not in WHEN or not re.fullmatch(
                r"\d(\.\d)?", words[2]):
            refuse(f"{place}: expected NAME WHEN CORES NEEDS COMMAND")
        name, when, cores, needs, command = words
        needs = [] if needs == "-" else needs.split(",")
        if name in stages or not re.fullmatch("[a-z0-9-]+", name):
            refuse(f"{place}: NAME: expected a new one, of a-z, 0-9 and -, not {name!r}")
        if unknown := [need for need in needs if need not in stages]:
            refuse(f"{place}: NEEDS: expected stages that stand above, not {unknown[0]!r}")
        stages[name] = Stage(
            name, when, float(cores), needs, "\n".join([*common, command]))
    return stages


def named(stages, words):
    """Those that are called so, or whose names begin so."""
    found = set()
    for word in words:
        some = {name for name in stages if name == word or name.startswith(f"{word}-")}
        if not some:
            refuse(f"--only: expected some of {', '.join(stages)}, not {word!r}")
        found |= some
    return found


def of_today(stages):
    """Those of every day, and of the daily ones that which it is the turn of."""
    daily = [stage.name for stage in stages.values() if stage.when == "daily"]
    turn = int(time.time() // DAY) % max(1, len(daily))
    return {stage.name for stage in stages.values() if stage.when == "always"} | {
        *daily[turn:turn + 1]}


def with_needs(stages, names):
    wanted = set(names)
    for stage in reversed(stages.values()):
        if stage.name in wanted:
            wanted.update(stage.needs)
    return {name: stage for name, stage in stages.items() if name in wanted}


def commit():
    """That of the files as they are, and the settings; nothing if some files are changed."""
    git = ["git", "-C", str(ROOT)]
    changed = subprocess.run([*git, "status", "--porcelain"], capture_output=True, check=False)
    if changed.returncode or changed.stdout:
        return ""
    head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, check=True,
                          text=True).stdout.strip()
    return " ".join([head, *(f"{name}={os.environ[name]}" for name in SETTINGS
                             if name in os.environ)])


def resume(stages):
    """Gives stages that passed in the last run their results; returns the rows of others."""
    if not TIMES.exists():
        refuse("--resume: expected a run before, but found no .build/stages/times.tsv")
    first, _, *rows = TIMES.read_text(encoding="utf-8").splitlines()
    head = commit()
    if not head or first != f"# {head}":
        refuse("--resume: expected the commit and the settings of the last run, and no file "
               "changed then or now")
    others = []
    for row in rows:
        name, result, wall, cpu = row.split("\t")
        if name not in stages:
            others.append(row)
        elif result == "passed":
            stages[name].result = result
            stages[name].wall, stages[name].cpu = float(wall), float(cpu)
    passed = sum(stage.result == "passed" for stage in stages.values())
    say(f"{passed} of {len(stages)} stages have passed before")
    return others


def run(stages, others, cores):
    waiting, running = [stage for stage in stages.values() if not stage.result], {}
    head = commit()
    write(stages, others, head)
    begun = told = time.monotonic()
    try:
        while waiting or running:
            for stage in list(waiting):
                results = [stages[need].result for need in stage.needs]
                busy = sum(other.cores for other in running.values())
                if any(result not in (None, "passed") for result in results):
                    stage.result = "left out"
                    waiting.remove(stage)
                elif all(results):
                    # The first that may begin goes before smaller ones behind it.
                    if busy and busy + stage.cores > cores + 0.01:
                        break
                    waiting.remove(stage)
                    stage.start()
                    running[stage.process.pid] = stage
            pid, status, usage = os.wait4(-1, os.WNOHANG) if running else (0, 0, None)
            if pid in running:
                running[pid].end(status, usage)
                write(stages, others, head)
                count = len(stages) - len(waiting) - len(running) + 1
                tell(running.pop(pid), time.monotonic() - begun, f"{count}/{len(stages)}")
            elif time.monotonic() - told > PULSE:
                told = time.monotonic()
                say(f"{told - begun:6.0f} s  running: "
                    f"{', '.join(stage.name for stage in running.values())}")
            else:
                time.sleep(0.05)
    finally:
        for stage in running.values():
            os.killpg(stage.process.pid, signal.SIGTERM)
    return time.monotonic() - begun


def tell(stage, elapsed, count):
    if stage.result != "passed":
        lines = stage.log.read_text(encoding="utf-8", errors="replace").splitlines()
        say("\n".join([f"--- the end of {stage.log.relative_to(ROOT)}:", *lines[-SHOWN:], "---"]))
    say(f"{elapsed:6.0f} s  {count:>6}  {stage.result}  {stage.name}  "
        f"({stage.wall:.0f} s, processor {stage.cpu:.0f} s)")


def write(stages, others, head):
    with open(TIMES, "w", encoding="utf-8") as table:
        print("#", head, file=table)
        print("stage", "result", "wall", "cpu", sep="\t", file=table)
        for stage in stages.values():
            print(stage.name, stage.result or "not run", f"{stage.wall:.1f}", f"{stage.cpu:.1f}",
                  sep="\t", file=table)
        for row in others:
            print(row, file=table)


def report(stages, wall):
    bad = [f"{stage.name} {stage.result}" for stage in stages.values() if stage.result != "passed"]
    cpu = sum(stage.cpu for stage in stages.values())
    say(f"{len(stages)} stages in {wall:.0f} s, {cpu:.0f} s of processor time: "
        f"{', '.join(bad) or 'all passed'}")
    return not bad


def main():
    if {"-h", "--help"} & set(sys.argv):
        print(__doc__.strip())
        return
    parser = argparse.ArgumentParser(add_help=False)
    parser.error = refuse
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("file", nargs="?", default=ROOT / "Tests/stages.txt")
    call = parser.parse_args()
    stages = read(call.file)
    if call.only:
        names = named(stages, call.only.split(","))
    else:
        names = set(stages) if call.release else of_today(stages)
    stages = with_needs(stages, names)
    LOGS.mkdir(parents=True, exist_ok=True)
    others = resume(stages) if call.resume else []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    wall = run(stages, others, CROWDING * len(os.sched_getaffinity(0)))
    sys.exit(0 if report(stages, wall) else 1)


main()
