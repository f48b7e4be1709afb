"""The cost of a copy for users who chat meanwhile: `upford backup` of large data beside `upfor-load
chat`.

Rounds without a copy and rounds with consecutive copies alternate on the same daemon.

usage: backup.py UPFORD UPFOR-LOAD [MIB] [ROUNDS]
"""

import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Tests/Interop"))
from daemon import Daemon  # noqa: E402

SECONDS = 10


def swell(path, mebibytes):
    """Adds old events to 1,000 inboxes, until the database has this size."""
    data = sqlite3.connect(path)
    body = os.urandom(160)
    seq, number = 0, 0
    while os.stat(path).st_size < mebibytes << 20:
        events, rows = [], []
        for _ in range(50):
            seq += 1
            for user in range(1, 1001, 2):
                number += 1
                events.append((number, 1_790_000_000_000 + number, body))
                rows += [(user, seq, number), (user + 1, seq, number)]
        data.executemany("INSERT INTO event (id, at_ms, body) VALUES (?, ?, ?)", events)
        data.executemany("INSERT INTO inbox VALUES (?, ?, ?)", rows)
        data.commit()
        data.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data.close()


def chat(load, daemon):
    """Starts users who chat."""
    return subprocess.Popen(
        [load, "chat", "--senders", "20", "--in-flight", "1", "--seconds", str(SECONDS),
         "--connect", f"127.0.0.1:{daemon.port}", "--server-pid", str(daemon.process.pid),
         "--json", "--quiet"],
        stdout=subprocess.PIPE, text=True)


def main():
    upford, load = sys.argv[1:3]
    mebibytes = int(sys.argv[3]) if len(sys.argv) > 3 else 512
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    folder = tempfile.mkdtemp()
    try:
        daemon = Daemon(upford, folder, passwords_memoryKiB=64, passwords_passes=1)
        daemon.start()
        daemon.stop()
        data, copy = os.path.join(folder, "data"), os.path.join(folder, "copy")
        swell(os.path.join(data, "upfor.sqlite"), mebibytes)
        daemon.start()
        results = {"alone": [], "beside a copy": []}
        copies = []
        for _ in range(rounds):
            for name, found in results.items():
                talk = chat(load, daemon)
                while name != "alone" and talk.poll() is None:
                    done = subprocess.run(
                        [upford, "backup", "--data", data, "--force", "--json", copy],
                        capture_output=True, text=True, check=True)
                    copies.append(json.loads(done.stdout))
                found.append(json.loads(talk.communicate()[0]))
                assert talk.returncode == 0, found[-1]
        started = time.monotonic()
        subprocess.run([upford, "check", copy], check=True, stdout=subprocess.DEVNULL)
        checked = time.monotonic() - started
        daemon.stop()
        print(f"{'':14} messages/s   p50 ms   p99 ms")
        for name, found in results.items():
            for one in found:
                print(f"{name:14} {one['messagesPerSecond']:10.0f}"
                      f" {one['acks']['p50Microseconds'] / 1e3:8.1f}"
                      f" {one['acks']['p99Microseconds'] / 1e3:8.1f}")
        seconds = [one["seconds"] for one in copies]
        print(f"{len(copies)} copies of {copies[-1]['bytes'] >> 20} MiB: "
              f"{min(seconds):.1f} to {max(seconds):.1f} s, median {statistics.median(seconds):.1f}")
        print(f"check: {checked:.1f} s")
    finally:
        shutil.rmtree(folder)


main()
