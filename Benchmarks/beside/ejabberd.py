"""A private ejabberd: Debian's programs, with a configuration, data and a port of its own.

The node runs without distribution: it has no name, no cookie and no epmd, and connects to no other.
"""

import glob
import os
import select
import shutil
import signal
import socket
import sqlite3
import string
import subprocess
import tempfile
import time

from beside.process import Meter

OWN = os.path.dirname(os.path.abspath(__file__))
SCHEMA = "/usr/share/ejabberd/sql/lite.sql"
PASSWORD = "correct horse"
START_SECONDS = 60
ANSWER_SECONDS = 120

# Idle schedulers sleep at once: by default they look for work for a while first, which would count
# as processor time. Mnesia may batch its writes.
OPTIONS = [
    "-noshell", "+K", "true", "+P", "250000", "+Q", "65536",
    "+sbwt", "none", "+sbwtdcpu", "none", "+sbwtdio", "none",
    "-mnesia", "dump_log_write_threshold", "100000",
]


class Unavailable(Exception):
    """ejabberd is not installed, or does not start."""


def version():
    """The version, from Debian's packages."""
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f=${Package} ${Version}, ", "ejabberd", "erlang-base"],
        capture_output=True, text=True, check=False)
    return asked.stdout.rstrip(", ")


def _libraries():
    """Debian's folder of ejabberd's libraries, on any architecture."""
    found = glob.glob("/usr/lib/*/ejabberd-*/ebin/ejabberd.app")
    if not found or not shutil.which("erl") or not os.path.exists(SCHEMA):
        raise Unavailable("there is no ejabberd here: `make bench-ejabberd` installs it")
    if not glob.glob("/usr/lib/erlang/lib/p1_sqlite3-*"):
        raise Unavailable("erlang-p1-sqlite3 is missing: `make bench-ejabberd` installs it")
    return os.path.dirname(os.path.dirname(os.path.dirname(found[0])))


def _free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Ejabberd:
    """One running node, until the `with` statement ends."""

    def __init__(self, archive=None, rooms=False):
        """`archive` is where messages are archived: "sql", "mnesia", or None for no archive."""
        self.archive = archive
        self.rooms = rooms
        self.folder = tempfile.mkdtemp(prefix="beside-")
        self.port = _free_port()
        self.process = None
        self.meter = None

    def __enter__(self):
        try:
            self._prepare()
            self._start()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """Kills it at once: its data are discarded."""
        self._stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def address(self):
        """Its address."""
        return ("127.0.0.1", self.port)

    def ask(self, expression):
        """The value of an Erlang expression, as text."""
        try:
            self.process.stdin.write(f"{expression}.\n".encode())
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Unavailable("ejabberd has ended by itself") from error
        end = time.monotonic() + ANSWER_SECONDS
        while line := self._line(end):
            if line.startswith("= "):
                return line[2:].strip()
        raise Unavailable(f"ejabberd has not answered {expression!r}")

    def populate(self, size, distances=()):
        """Creates users, friends at these distances in a circle; without distances, in pairs."""
        places = ",".join(str(distance) for distance in distances)
        said = self.ask(f'control:people({size}, [{places}], <<"{PASSWORD}">>)')
        if said != str(size):
            raise Unavailable(f"ejabberd took no accounts: {said}")

    def restart(self):
        """Restarts on the same data, so that memory from creating them is not reused."""
        self.process.stdin.write(b"init:stop().\n")
        self.process.stdin.flush()
        end = time.monotonic() + START_SECONDS
        while self._line(end):
            pass
        self._stop()
        self._start()

    def archived(self):
        """Number of rows in its SQL archive."""
        data = sqlite3.connect(os.path.join(self.folder, "archive.sqlite"))
        try:
            return data.execute("SELECT count(*) FROM archive").fetchone()[0]
        finally:
            data.close()

    def _prepare(self):
        for name in ("spool", "log"):
            os.mkdir(os.path.join(self.folder, name))
        modules = ""
        if self.archive:
            modules += self._read("archive.yml").substitute(ARCHIVE=self.archive)
        if self.rooms:
            modules += self._read("room.yml").substitute()
        text = self._read("ejabberd.yml").substitute(
            FOLDER=self.folder, PORT=self.port, MODULES=modules)
        with open(os.path.join(self.folder, "ejabberd.yml"), "w", encoding="utf-8") as file:
            file.write(text)
        self._make_archive()
        subprocess.run(
            ["erlc", "-o", self.folder, os.path.join(OWN, "control.erl")], check=True)

    def _make_archive(self):
        if not os.path.exists(SCHEMA):
            raise Unavailable("there is no ejabberd here: `make bench-ejabberd` installs it")
        data = sqlite3.connect(os.path.join(self.folder, "archive.sqlite"))
        with open(SCHEMA, encoding="utf-8") as file:
            data.executescript(file.read())
        data.execute("PRAGMA journal_mode = WAL")
        data.close()

    @staticmethod
    def _read(name):
        with open(os.path.join(OWN, name), encoding="utf-8") as file:
            return string.Template(file.read())

    def _start(self):
        environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": self.folder,
            "ERL_LIBS": _libraries(), "ERL_CRASH_DUMP_BYTES": "0",
            "EJABBERD_CONFIG_PATH": os.path.join(self.folder, "ejabberd.yml"),
            "EJABBERD_LOG_PATH": os.path.join(self.folder, "log", "ejabberd.log"),
        }
        spool = os.path.join(self.folder, "spool")
        self.process = subprocess.Popen(
            ["erl", *OPTIONS, "-pa", self.folder, "-mnesia", "dir", f'"{spool}"',
             "-ejabberd", "quiet", "true", "-s", "ejabberd", "-s", "control"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=environment, cwd=self.folder, start_new_session=True)
        self.meter = Meter(self.process.pid)
        self._await_listener()

    def _stop(self):
        if not self.process:
            return
        # A process group that we have created; its id is not reused before we have waited.
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process = None

    def _await_listener(self):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            with socket.socket() as one:
                if one.connect_ex(self.address) == 0:
                    return
            time.sleep(0.05)
        raise Unavailable(f"ejabberd has not started:\n{self._log()}")

    def _log(self):
        try:
            with open(os.path.join(self.folder, "log", "ejabberd.log"), encoding="utf-8") as file:
                return file.read()[-2000:]
        except OSError:
            return "(no log)"

    def _line(self, end):
        """The node's next line of output; empty when it has ended, or is silent for long."""
        line = b""
        while not line.endswith(b"\n"):
            left = max(0, end - time.monotonic())
            if not select.select([self.process.stdout], [], [], left)[0]:
                return ""
            byte = os.read(self.process.stdout.fileno(), 1)
            if not byte:
                return ""
            line += byte
        return line.decode(errors="replace")
