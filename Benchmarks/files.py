#!/usr/bin/env python3
"""The cost of files in messages: a file of 3 MB, uploaded and downloaded, beside plain C.

usage: files.py UPFORD COPY [--rounds N] [--files N] [--readers N]

COPY is Tests/Yardstick/copy.c, compiled. Rounds alternate. The output:

    upload     the daemon's processor time for a file that is stored as it is, and its ratio to COPY
    download   the same for a download
    memory     what the daemon's resident memory grows by while files are uploaded, one at a time
    crowd      READERS clients download the file at once: how many turns of the loops waited for
               more than 5 ms meanwhile, as the daemon's metrics say

Example: Benchmarks/files.py .build/release/upford .build/copy --rounds 5
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Interop"))

from daemon import Daemon, free_port  # noqa: E402
from files import befriend, uploaded  # noqa: E402
from resumes import User  # noqa: E402

SIZE = 3_000_000
CONTENT = os.urandom(SIZE)
TICKS = os.sysconf("SC_CLK_TCK")


def spent(pid):
    """Microseconds of processor time of a process so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1_000_000 / TICKS


def memory(pid, name):
    """KiB of a line of /proc/PID/status."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"^{name}:\s+(\d+)", text, re.M).group(1))


def late(port):
    """How many turns of loops waited for more than 5 ms, and how many were measured."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text = answer.read().decode()
    soon = sum(map(int, re.findall(
        r'^upfor_loop_lag_seconds_bucket{.*le="0.005"} (\d+)', text, re.M)))
    every = sum(map(int, re.findall(r"^upfor_loop_lag_seconds_count\S* (\d+)", text, re.M)))
    return every - soon, every


def main():
    words = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    words.add_argument("upford")
    words.add_argument("copy")
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--files", type=int, default=40)
    words.add_argument("--readers", type=int, default=200)
    words = words.parse_args()
    costs = {"copy": [], "upload": [], "download": []}
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(
            os.path.abspath(words.upford), folder, files_userBytes="1099511627776",
            admin_port=str(free_port()))
        daemon.start()
        try:
            play(words, folder, daemon, costs)
        finally:
            daemon.stop()


def play(words, folder, daemon, costs):
    pid = daemon.process.pid
    ana, ben = (User(daemon.port, name) for name in ("ana", "ben"))
    befriend(ana, ben)
    uploaded(ana, CONTENT)
    rest, growth = memory(pid, "VmRSS"), []
    for number in range(words.rounds):
        copies = os.path.join(folder, f"copies-{number}")
        os.mkdir(copies)
        costs["copy"].append(float(subprocess.check_output(
            [words.copy, copies, str(words.files), str(SIZE)])))
        pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")
        rest = memory(pid, "VmRSS")
        begun = spent(pid)
        sent = [uploaded(ana, CONTENT) for _ in range(words.files)]
        costs["upload"].append((spent(pid) - begun) / words.files)
        growth.append(memory(pid, "VmHWM") - rest)
        ana.call("roomSend", to="ben", attachments=[sent[0]["id"]], cid=f"c{number}")
        begun = spent(pid)
        for _ in range(words.files):
            assert ben.ask("GET", f"/v1/rooms/files/{sent[0]['id']}")[1] == CONTENT
        costs["download"].append((spent(pid) - begun) / words.files)
        print(f"round {number + 1} of {words.rounds}", file=sys.stderr)
    copy = statistics.median(costs["copy"])
    print(f"{'copy, C':12} {copy:9.0f} us")
    for name in ("upload", "download"):
        cost = statistics.median(costs[name])
        print(f"{name:12} {cost:9.0f} us = {cost / copy:.2f} times copy")
    print(f"{'memory':12} {statistics.median(growth):9.0f} KiB")
    crowd(words, daemon, ben, sent[0])


def crowd(words, daemon, ben, file):
    def read(_):
        line = http.client.HTTPConnection("127.0.0.1", daemon.port, timeout=300)
        line.request("GET", f"/v1/rooms/files/{file['id']}",
                     headers={"Authorization": f"Bearer {ben.token}"})
        return len(line.getresponse().read())

    port = daemon.settings["admin_port"]
    before, (late_before, every_before) = memory(daemon.process.pid, "VmRSS"), late(port)
    with concurrent.futures.ThreadPoolExecutor(words.readers) as pool:
        sizes = list(pool.map(read, range(words.readers)))
    assert sizes == [SIZE] * words.readers, sizes
    late_after, every_after = late(port)
    print(f"{'crowd':12} {words.readers} readers: {late_after - late_before} of "
          f"{every_after - every_before} turns late, memory "
          f"{memory(daemon.process.pid, 'VmHWM') - before} KiB more")


if __name__ == "__main__":
    main()
