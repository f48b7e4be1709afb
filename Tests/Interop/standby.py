"""Two nodes with config/examples/node.yaml and one PostgreSQL: one serves, the other waits.

One is killed during a conversation, and the other is stopped later; no user has to type anything
again, and nothing is lost or duplicated.

usage: Tests/postgresql.sh standby.py PATH-OF-UPFORD PATH-OF-UPFOR
"""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time

from certificate import certificate
from daemon import PATIENT
from terminal import Terminal
from until import HANG, until

SETTINGS = "config/examples/node.yaml"
WAITS = "another upford has the database"
# Lines of each quarter of the conversation: all fit on one page of the history.
COUNT = 25


class Node:
    """A machine: its supervisor starts upford again whenever it has failed, as systemd does."""

    # A tenth of the unit's value.
    pause = 0.3

    def __init__(self, upford, folder, host, port, files):
        self.folder = os.path.join(folder, host.strip("[]").replace(":", "_"))
        os.mkdir(self.folder)
        self.words = [upford, "serve", "--config", SETTINGS]
        for setting in (
                f"data.postgresql={os.environ['UPFOR_POSTGRESQL']}",
                f"data.folder={self.folder}/data", f"log.file={self.folder}/events.jsonl",
                f"listen.host={host}", "listen.port=0", f"tls.port={port}",
                f"tls.certificate={files[0]}", f"tls.key={files[1]}", "admin.port=0",
                "rates.enabled=false",
                *(f"{key.replace('_', '.')}={value}" for key, value in PATIENT.items())):
            self.words += ["--set", setting]
        self.said, self.codes, self.process = [], [], None
        self.is_wanted = True
        self.life = threading.Thread(target=self.live)
        self.life.start()

    def live(self):
        while self.is_wanted:
            self.process = subprocess.Popen(self.words, stderr=subprocess.PIPE, text=True)
            for line in self.process.stderr:
                self.said.append(line)
            self.codes.append(self.process.wait())
            time.sleep(self.pause)

    @property
    def port(self):
        """Its address; None while it waits."""
        lines = "".join(self.said).rpartition(WAITS)[2]
        found = re.search(r"listens on wss://\S+:(\d+)/", lines)
        return int(found.group(1)) if found else None

    def serves(self, why):
        return until(lambda: f"port: {why}: {self.codes} {self.said}",
                     lambda: self.port)

    def waits(self, why):
        until(lambda: f"waiting: {why}: {self.codes} {self.said}",
              lambda: self.said and WAITS in self.said[-1])

    def end(self):
        self.is_wanted = False
        # It may be about to start one more.
        while self.life.is_alive():
            self.process.terminate()
            self.life.join(1)


class Talk:
    """Ana types one line after the other, while Ben watches."""

    def __init__(self, ana, ben, folder):
        self.ben = ben
        self.told = os.path.join(folder, "told")
        self.count = 0
        self.watch = ben.begins("watch", path=self.told)
        self.chat = ana.begins("chat", "ben", path=os.path.join(folder, "chat"))

    def goes_on(self):
        for _ in range(COUNT):
            self.count += 1
            self.chat.stdin.write(b"line %d\n" % self.count)
            self.chat.stdin.flush()

    def is_heard(self):
        """Waits until Ben has received the last message. (Of messages that were stored while he
        was without a node, he gets only a notice.)"""
        until(lambda: f"line {self.count} among {self.heard()}",
              lambda: self.count in self.heard())

    def heard(self):
        with open(self.told, encoding="utf-8") as file:
            return [int(number) for number in re.findall(r"line (\d+)\n", file.read())]

    def is_stored(self):
        """Expects every line once, in order."""
        wanted = list(range(1, self.count + 1))
        until(lambda: f"{wanted} in {self.stored()}", lambda: self.stored() == wanted)

    def stored(self):
        printed, _ = self.ben.types("history", "ana", "--limit", "100")
        return [int(number) for number in re.findall(r"line (\d+)\n", printed)]

    def returned(self):
        """How often Ben's command has reconnected."""
        with open(self.told, encoding="utf-8") as file:
            return file.read().count("back online\n")

    def returns(self, times):
        """Waits until Ben's command has reconnected more often than this."""
        until(lambda: f"return, but {self.returned()}", lambda: self.returned() > times)

    def break_off(self):
        for process in (self.watch, self.chat):
            process.kill()
            process.wait()

    def ends(self):
        """Nothing was lost, and no message was delivered twice."""
        self.chat.stdin.close()
        assert self.chat.wait(HANG) == 0, self.chat.returncode
        self.watch.terminate()
        self.watch.wait(HANG)
        heard = self.heard()
        assert heard == sorted(set(heard)), heard


def friends(upfor, folder, **variables):
    ana, ben = (Terminal(upfor, folder=os.path.join(folder, name), **variables)
                for name in ("ana", "ben"))
    for person in (ana, ben):
        os.mkdir(person.folder)
        name = os.path.basename(person.folder)
        person.is_told(
            f"signed in as {name}", "register", name, "--email", f"{name}@example.org",
            "--password-stdin", given="correct horse\n")
    ana.is_told("", "request", "ben")
    ben.is_told("", "accept", "ana")
    return ana, ben


def play(first, second, talk):
    """Seconds from a kill until the other node serves."""
    talk.goes_on()
    talk.is_heard()

    talk.goes_on()
    begin, times = time.monotonic(), talk.returned()
    first.process.kill()
    second.serves("it did not take over from one that was killed")
    seconds = time.monotonic() - begin
    talk.is_stored()
    first.waits("who comes back does not wait")
    talk.returns(times)
    talk.goes_on()
    talk.is_heard()

    talk.goes_on()
    times = talk.returned()
    second.end()
    first.serves("it did not take over from one that was stopped")
    talk.is_stored()
    talk.returns(times)
    talk.ends()
    return seconds


def main():
    upford, upfor = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        files = certificate(folder)
        nodes = [Node(upford, folder, "127.0.0.1", 0, files)]
        try:
            port = nodes[0].serves("it did not start")
            # `localhost` is both.
            nodes.append(Node(upford, folder, "::1", port, files))
            nodes[1].waits("it does not wait")
            # Comes back at the same address.
            nodes[0].words[nodes[0].words.index("tls.port=0")] = f"tls.port={port}"
            people = friends(
                upfor, folder, server=f"wss://localhost:{port}", UPFOR_CA=files[0])
            talk = Talk(*people, folder)
            try:
                seconds = play(*nodes, talk)
            finally:
                talk.break_off()
        finally:
            for node in nodes:
                node.end()
    print(f"cluster: {talk.count} lines while one node is killed and one stopped, each stored once;"
          f" {seconds:.1f} s after a kill the"
          " other node served")


main()
