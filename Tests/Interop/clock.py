"""Setting the wall clock back must not block anything: the event log of a daemon continues.

usage: clock.py PATH-OF-UPFORD PATH-OF-WALLCLOCK.SO
"""

import json
import os
import struct
import sys
import tempfile

from daemon import Daemon
from until import until

# An event is written within 10 ms; on a stalled machine, later.
SECONDS = 30


def main(upford, library):
    with tempfile.TemporaryDirectory() as folder:
        clock = os.path.join(folder, "clock")

        def put(seconds):
            with open(clock, "r+b" if os.path.exists(clock) else "wb") as file:
                file.write(struct.pack("<q", seconds))

        def lines():
            path = os.path.join(folder, "events.jsonl")
            if not os.path.exists(path):
                return []
            with open(path) as file:
                return [json.loads(line)["ev"] for line in file]

        # For a process that waits for a time of the wall clock, the kernel's clock is an hour
        # behind.
        put(3_600)
        os.environ.update(LD_PRELOAD=library, UPFOR_WALL_CLOCK=clock)
        daemon = Daemon(upford, folder)
        daemon.start()
        try:
            until("line about the start", lambda: "server.started" in lines(), SECONDS)
            for seconds in (0, -86_400, 7_200):
                put(seconds)
                count = len(lines())
                daemon.process.send_signal(1)
                until(
                    f"line after the clock was set to {seconds}", lambda: len(lines()) > count,
                    SECONDS)
        finally:
            daemon.stop()
        print("  the event log goes on, wherever the wall clock is set")


main(*sys.argv[1:])
