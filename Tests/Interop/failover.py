"""Three nodes and a PostgreSQL with a synchronous stand-by, which takes over while people write.

The server is killed, the stand-by is promoted, and the nodes find it by themselves: `cluster`
settings name both hosts. No acknowledged message is lost or duplicated, and all users see the same
order.

usage: failover.py PATH-OF-UPFORD
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time

from nodes import Database, Town, play
from until import HANG


class Replicated(Database):
    """A PostgreSQL server whose commits wait for a stand-by to have them on its disk."""

    # A proxy would accept connections for a dead server, and libpq would not try the other one.
    may_be_proxied = False

    def __init__(self, folder):
        super().__init__(folder)
        self.second = os.path.join(folder, "standby")
        os.mkdir(self.second)
        if self.user:
            shutil.chown(self.second, "nobody", "nogroup")
        subprocess.run(
            self.user + [f"{self.bin}/pg_basebackup", "-h", self.folder, "-U", "upfor", "-D",
                         f"{self.second}/data", "-R", "-c", "fast"],
            check=True, stdout=subprocess.DEVNULL, cwd=self.second)
        self.second_log = open(os.path.join(self.second, "log"), "ab")
        self.second_process = subprocess.Popen(
            self.user + [f"{self.bin}/postgres", "-D", f"{self.second}/data", "-k", self.second,
                         "-c", "listen_addresses=", "-c", "max_connections=100"],
            stdout=self.second_log, stderr=self.second_log, cwd=self.second)
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")
        while self.ask("SELECT sync_state FROM pg_stat_replication") != "sync":
            assert self.second_process.poll() is None, "the stand-by has ended"
            time.sleep(0.1)

    @property
    def settings(self):
        return f"host={self.folder},{self.second} user=upfor dbname=postgres"

    def fail_over(self):
        """The server is killed; the stand-by takes over, and waits for no replica."""
        self.process.kill()
        self.process.wait()
        subprocess.run(
            self.user + [f"{self.bin}/pg_ctl", "promote", "-D", f"{self.second}/data", "-w"],
            check=True, stdout=subprocess.DEVNULL, cwd=self.second)

    def end(self):
        for process in (self.process, self.second_process):
            if process.poll() is None:
                process.send_signal(signal.SIGQUIT)
                process.wait(HANG)


async def taken_over(town):
    async def fail():
        await asyncio.sleep(2)
        begin = time.monotonic()
        await asyncio.to_thread(town.database.fail_over)
        town.took = round(time.monotonic() - begin, 1)
    codes = sum(len(node.codes) for node in town.nodes)
    before = await town.talk(2)
    total = await town.talk(5, fail)
    assert total > before, (before, total)
    ended = sum(len(node.codes) for node in town.nodes) - codes
    return (f"{total} messages, {before} of them before; promoted within {town.took} s,"
            f" {ended} nodes had to restart; longest without a node {town.outage()} s")


if __name__ == "__main__":
    asyncio.run(play(
        "failover", lambda folder: Town(sys.argv[1], folder, Replicated), [taken_over]))
