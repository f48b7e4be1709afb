"""The life cycle of the daemon under an administrator: reload, rotate, socket activation, upgrade.

Real processes and signals; nothing but Python's own library.

usage: life.py PATH-OF-UPFORD [NAME-OF-A-CHAPTER]
"""

import contextlib
import itertools
import json
import os
import re
import resource
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from certificate import certificate
from chapters import play
from daemon import PATIENT
from peer import Peer
from until import HANG, promised, until

# The same limits as environment variables: the settings files of these chapters have others.
VARIABLES = {
    "UPFORD_" + re.sub("([A-Z]+)", r"_\1", key).upper(): str(value)
    for key, value in PATIENT.items()}


class Site:
    """One folder with a program, its settings and its data, and the daemon that runs there."""

    def __init__(self, binary):
        self.folder = tempfile.mkdtemp()
        self.program = self.path("upford")
        shutil.copy(binary, self.program)
        self.settings = {}
        self.process = None
        self.port = 0
        self.heard = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def copy(self):
        """Copies the data, except the socket."""
        shutil.copytree(
            self.path("data"), self.path("copy"), ignore=shutil.ignore_patterns("*.sock"))

    def configure(self, **sections):
        """Writes the settings: sections of keys and values."""
        self.settings.update(sections)
        with open(self.path("upford.yaml"), "w") as file:
            for section, keys in self.settings.items():
                file.write(f"{section}:\n")
                for key, value in keys.items():
                    file.write(f"  {key}: {json.dumps(value)}\n")

    def start(self, sockets=(), environment=None, limit=None, listens=True, stderr=None):
        """Starts it; `sockets` are handed over as systemd would.

        Unless the test `listens`, stderr is closed once the daemon has printed its address. If
        `stderr` is given, the daemon writes there, and no line of it is read.
        """
        command = [self.program, "serve", "--config", self.path("upford.yaml")]
        variables = {**os.environ, **VARIABLES, **(environment or {})}
        if sockets:
            # systemd puts them at 3 and up; the shell knows the id of the process.
            first, places = 3, ""
            for index, one in enumerate(sockets):
                places += f" {first + index}<&{one.fileno()}"
            script = f'export LISTEN_PID=$$; exec "$0" "$@"{places}'
            command = ["/bin/bash", "-c", script] + command
            variables.setdefault("LISTEN_FDS", str(len(sockets)))
        if limit:
            command = ["/bin/sh", "-c", f'ulimit -n {limit}; exec "$0" "$@"'] + command
        self.process = subprocess.Popen(
            command, stderr=stderr or subprocess.PIPE, text=True, env=variables,
            pass_fds=[one.fileno() for one in sockets])
        if stderr:
            self.event("server.started")
            return ""
        line = self.process.stderr.readline()
        if "listens on" not in line:
            return line + self.process.stderr.read()
        self.port = int(line.split(":")[-1].split("/")[0])
        if not listens:
            self.process.stderr.close()
            return ""
        # A pipe without a reader would fill; a successor writes to the same one.
        threading.Thread(
            target=lambda pipe: self.heard.extend(pipe), args=(self.process.stderr,),
            daemon=True).start()
        return ""

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=HANG)

    def end(self):
        """Ends all running processes, including successors, and removes all files."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for number in self.running():
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        until("end of its processes", lambda: not self.running())
        shutil.rmtree(self.folder)

    def running(self):
        """The ids of all processes whose program is in this folder, with any parent."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                program = os.readlink(f"/proc/{name}/exe")
            except OSError:
                continue  # It has ended, or belongs to another user.
            if program.startswith(self.path("")):
                found.append(int(name))
        return found

    def events(self, name="events.jsonl"):
        try:
            with open(self.path(name)) as file:
                # The last line may be half written.
                return [json.loads(line) for line in file if line.endswith("\n")]
        except FileNotFoundError:
            return []

    def event(self, name, count=1, file="events.jsonl"):
        """Waits for the event of that name to be written `count` times, and returns the last."""
        def last():
            found = [event for event in self.events(file) if event["ev"] == name]
            return len(found) >= count and found[-1]

        return until(lambda: f"{name}: {self.events(file)}", last)

    def peer(self):
        return Peer(self.port)


def settings(site, **others):
    site.configure(
        listen={"port": 0}, data={"folder": site.path("data")},
        passwords={"memoryKiB": 64, "passes": 1}, rates={"enabled": False}, admin={"port": 0}, log={"file": site.path("events.jsonl")},
        **others)


def reload(site):
    """SIGHUP: live settings change on open connections; wrong settings change nothing."""
    settings(site)
    assert site.start() == ""
    early = site.peer()
    site.configure(limits={"messageBytes": 1000, "connections": 77}, drain={"returnSeconds": 3})
    site.process.send_signal(signal.SIGHUP)
    event = site.event("config.reloaded")
    assert event["n"] == 2, event
    assert event["reason"] == "limits.connections: needs a restart", event
    early.say({"id": 1, "friendList": {"x": "y" * 1000}})
    assert early.hear()["error"]["code"] == "TOO_LARGE"
    token = site.peer().register("ana")
    session = early.call(2, "sessionOpen", token=token, device="x")["session"]
    assert session["limits"]["messageBytes"] == 1000, session

    site.configure(limits={"messageBytes": 10**9}, heartbeat={"pingSeconds": 0})
    site.process.send_signal(signal.SIGHUP)
    event = site.event("config.refused")
    assert event["n"] == 4 and "limits.messageBytes" in event["reason"], event
    assert site.peer().get("/readyz") == 200

    # The setting is valid by itself, but not with the outbox of this daemon.
    site.configure(
        limits={"messageBytes": 400_000, "outboxBytes": 800_000}, heartbeat={"pingSeconds": 9},
        deflate={"inflatedBytes": 800_000})
    site.process.send_signal(signal.SIGHUP)
    event = site.event("config.refused", 2)
    assert "limits.outboxBytes" in event["reason"], event

    site.configure(limits={}, log={"file": site.path("events.jsonl"), "level": "debug"})
    site.process.send_signal(signal.SIGHUP)
    site.event("config.reloaded", 2)
    assert site.peer().get("/healthz") == 200
    site.event("conn.opened")
    assert site.stop() == 0
    assert any("goes on with the settings it has" in line for line in site.heard), site.heard


def renew(site):
    """SIGHUP: a new certificate is served, even if the settings are wrong by then."""
    chain, key = certificate(site.folder)
    settings(site, tls={"certificate": chain, "key": key, "port": 0})
    site.configure(listen={"plain": "never"})
    assert site.start() == ""
    certificate(site.folder)
    site.configure(limits={"messageBytes": 10**9})
    site.process.send_signal(signal.SIGHUP)
    site.event("config.refused")
    with open(chain) as file:
        assert ssl.get_server_certificate(("127.0.0.1", site.port)) == file.read()
    assert site.stop() == 0


def unheard(site):
    """The reader of stderr is gone: wrong settings are still refused, and the daemon lives."""
    settings(site)
    assert site.start(listens=False) == ""
    site.configure(limits={"messageBytes": 10**9})
    site.process.send_signal(signal.SIGHUP)
    site.event("config.refused")
    assert site.peer().get("/readyz") == 200
    assert site.stop() == 0


def deaf(site):
    """stderr has no reader and is full: output to it does not block the daemon."""
    settings(site)
    reading, writing = os.pipe()
    assert site.start(stderr=writing) == ""
    # An open file description of its own: that of the daemon must block.
    filler = os.open(f"/proc/self/fd/{writing}", os.O_WRONLY | os.O_NONBLOCK)
    try:
        while True:
            os.write(filler, b"*" * 4096)
    except BlockingIOError:
        pass
    site.configure(limits={"messageBytes": 10**9})
    for count in (1, 2):
        site.process.send_signal(signal.SIGHUP)
        site.event("config.refused", count)
    # The stop does not wait for a reader of stderr.
    assert site.stop() == 0
    for descriptor in (reading, writing, filler):
        os.close(descriptor)


def rotate(site):
    """SIGHUP: the log that was moved away stays unchanged, and a new one continues."""
    settings(site)
    assert site.start() == ""
    site.event("server.started")
    os.rename(site.path("events.jsonl"), site.path("events.1"))
    site.process.send_signal(signal.SIGHUP)
    site.event("log.reopened")
    assert site.stop() == 0
    site.event("server.stopped")
    for name in ("events.1", "events.jsonl"):
        # Users whom root adds to the group may read the log, and none of the other files.
        assert os.stat(site.path(name)).st_mode & 0o777 == 0o640, name
    old = [event["ev"] for event in site.events("events.1")]
    assert "server.started" in old and "log.reopened" not in old, old


def restore(site):
    """Data put back from a copy start a new epoch: a device that has seen more gets a reset."""
    settings(site)
    assert site.start() == ""
    peer = site.peer()
    token = peer.register("ana")
    first = peer.call(2, "sessionOpen", token=token, device="x", after=0)["session"]
    for number in (3, 4):
        assert peer.call(number, "activitySet", activity="gym", on=number % 2 == 1)["activity"]
    assert site.stop() == 0
    site.copy()

    # A stop and a start: the epoch stays.
    assert site.start() == ""
    peer = site.peer()
    same = peer.call(1, "sessionOpen", token=token, device="x", after=2, epoch=first["epoch"])
    assert same["session"]["epoch"] == first["epoch"] and not same["session"].get("reset"), same
    assert peer.call(2, "activitySet", activity="eat", on=True)["activity"]
    assert site.stop() == 0

    # The database alone, as restored from a backup.
    for name in os.listdir(site.path("copy")):
        if name.startswith("upfor.sqlite"):
            shutil.copy(site.path(f"copy/{name}"), site.path(f"data/{name}"))
    assert site.start() == ""
    peer = site.peer()
    late = peer.call(1, "sessionOpen", token=token, device="x", after=2, epoch=first["epoch"])
    assert late["session"]["epoch"] != first["epoch"], late
    assert late["session"]["reset"] and late["session"]["top"] == 2, late
    states = late["session"]["snapshot"]["activities"]["activities"]
    assert [one["activity"] for one in states if one["on"]] == [], states

    # The whole folder, copied while the daemon runs, and put back after its stop, times and all.
    second = late["session"]["epoch"]
    shutil.rmtree(site.path("copy"))
    site.copy()
    assert peer.call(2, "activitySet", activity="eat", on=True)["activity"]
    assert site.stop() == 0
    shutil.rmtree(site.path("data"))
    shutil.copytree(site.path("copy"), site.path("data"))
    assert site.start() == ""
    peer = site.peer()
    again = peer.call(1, "sessionOpen", token=token, device="x", after=3, epoch=second)
    assert again["session"]["epoch"] != second and again["session"]["reset"], again

    # The database alone, copied while the daemon runs.
    third = again["session"]["epoch"]
    shutil.rmtree(site.path("copy"))
    site.copy()
    assert peer.call(2, "activitySet", activity="eat", on=True)["activity"]
    assert site.stop() == 0
    for name in os.listdir(site.path("data")):
        if name.startswith("upfor.sqlite"):
            os.unlink(site.path(f"data/{name}"))
    for name in os.listdir(site.path("copy")):
        if name.startswith("upfor.sqlite"):
            shutil.copy(site.path(f"copy/{name}"), site.path(f"data/{name}"))
    assert site.start() == ""
    peer = site.peer()
    last = peer.call(1, "sessionOpen", token=token, device="x", after=3, epoch=third)
    assert last["session"]["epoch"] != third and last["session"]["reset"], last
    assert site.stop() == 0


def downgrade(site):
    """Data of a newer version are refused; a successor does so before a client is disconnected."""
    def change(statement):
        data = sqlite3.connect(site.path("data/upfor.sqlite"))
        data.execute(statement)
        data.commit()
        data.close()

    settings(site)
    assert site.start() == ""
    peer = site.peer()
    token = peer.register("ana")
    epoch = peer.call(2, "sessionOpen", token=token, device="x", after=0)["session"]["epoch"]
    change("INSERT INTO grdb_migrations VALUES ('rooms.99')")
    site.process.send_signal(signal.SIGUSR2)
    site.event("upgrade.failed")
    assert "friends" in peer.call(3, "friendList")
    assert site.stop() == 0
    with open(site.path("data/upfor.sqlite"), "rb") as file:
        before = file.read()
    said = site.start()
    assert "from a newer upford: this one does not know the step rooms.99" in said, said
    assert site.process.wait(timeout=HANG) == 1
    with open(site.path("data/upfor.sqlite"), "rb") as file:
        assert file.read() == before
    # The newer version continues at its position.
    change("DELETE FROM grdb_migrations WHERE identifier = 'rooms.99'")
    assert site.start() == ""
    again = site.peer().call(1, "sessionOpen", token=token, device="x", after=0, epoch=epoch)
    assert again["session"]["epoch"] == epoch and not again["session"].get("reset"), again
    assert site.stop() == 0


def activate(site):
    """LISTEN_FDS: an inherited socket is served; no client is refused across a restart."""
    settings(site)
    with socket.create_server(("127.0.0.1", 0)) as held:
        assert site.start([held]) == ""
        port = held.getsockname()[1]
        assert site.port == port
        token = site.peer().register("ana")
        assert site.stop() == 0
        # No daemon serves; the connection waits.
        waiting = Peer(port)
        assert site.start([held]) == ""
        waiting.upgrade()
        assert waiting.call(1, "sessionOpen", token=token, device="x")["session"]
        assert site.stop() == 0
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(
            ("127.0.0.1", 0)) as two:
        assert site.start([one, two], {"LISTEN_FDNAMES": "upford:upford"}) == ""
        for held in (one, two):
            assert Peer(held.getsockname()[1]).get("/readyz") == 200
        assert site.stop() == 0
        said = site.start([one, two], {"LISTEN_FDNAMES": "upford:other"})
        assert "sockets called upford, other were handed over: expected upford" in said, said
        said = site.start([one, two], {"LISTEN_FDNAMES": "upford"})
        assert "LISTEN_FDNAMES: expected 2 names, got 1" in said, said
    with socket.create_server(("127.0.0.1", 0)) as held, socket.create_server(
            ("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        # As for clients, one for IPv4 and one for IPv6.
        names = {"LISTEN_FDNAMES": "upford:upford-admin:upford-admin"}
        assert site.start([held, one, two], names) == ""
        for asked in (one, two):
            assert Peer(asked.getsockname()[1]).get("/healthz") == 200
        assert site.stop() == 0
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wrong:
        said = site.start([wrong])
        assert "cannot listen on descriptor 3" in said, said
    assert site.process.wait(timeout=HANG) == 1


def notify(site):
    """NOTIFY_SOCKET: systemd gets each change of state, in order."""
    settings(site)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.settimeout(HANG)
        ear.bind(f"\0upford-test-{os.getpid()}")
        place = {"NOTIFY_SOCKET": f"@upford-test-{os.getpid()}"}
        assert site.start(environment=place) == ""
        pid = site.process.pid
        assert ear.recv(999).decode() == f"READY=1\nMAINPID={pid}"
        before = time.monotonic_ns() // 1000
        site.process.send_signal(signal.SIGHUP)
        told = ear.recv(999).decode()
        assert told.startswith("RELOADING=1\nMONOTONIC_USEC="), told
        assert before <= int(told.split("=")[-1]) <= time.monotonic_ns() // 1000, told
        assert ear.recv(999).decode() == f"READY=1\nMAINPID={pid}"
        site.process.send_signal(signal.SIGUSR2)
        successor = site.event("upgrade.ready")["pid"]
        assert ear.recv(999).decode() == f"MAINPID={successor}"
        # systemd would kill the child of another process instead of waiting for its end.
        with open(f"/proc/{successor}/stat", encoding="utf-8") as stat:
            assert int(stat.read().rsplit(")", 1)[1].split()[1]) != pid
        with open(f"/proc/{successor}/status", encoding="utf-8") as status:
            ignored = int(re.search(r"^SigIgn:\s*(\w+)", status.read(), re.MULTILINE)[1], 16)
        assert not ignored & 1 << signal.SIGQUIT - 1, f"{ignored:x}"
        assert ear.recv(999).decode() == f"READY=1\nMAINPID={successor}"
        assert site.process.wait(timeout=HANG) == 0
        os.kill(successor, signal.SIGTERM)
        assert ear.recv(999).decode() == "STOPPING=1"
        site.event("server.stopped", 2)


def upgrade(site):
    """SIGUSR2 under load: not one connection is refused, not one acknowledged message is lost."""
    settings(site, drain={"returnSeconds": 1})
    assert site.start() == ""
    ana, ben = site.peer(), site.peer()
    token = {"ana": ana.register("ana"), "ben": ben.register("ben")}
    for name, peer in (("ana", ana), ("ben", ben)):
        assert "session" in peer.call(2, "sessionOpen", token=token[name], device="x", after=0)
    assert "friendRequestSent" in ana.call(3, "friendRequest", to="ben")
    assert "done" in ben.call(3, "friendAccept", **{"from": "ana"})

    over = threading.Event()
    # How long each connection took, and the seq of each message; they are numbered from 1.
    served, acknowledged = [], []

    def connect():
        """Opens a WebSocket, closes it, and so on."""
        while not over.is_set():
            begun = time.monotonic()
            site.peer().upgrade().close()
            served.append(time.monotonic() - begun)

    def talk(peer):
        """Sends messages as fast as they are acknowledged, across goodbyes."""
        while not over.is_set():
            number = len(acknowledged) + 1
            try:
                answer = peer.call(100 + number, "roomSend", to="ben", text=f"{number}",
                                   cid=f"{number}")
            except EOFError:
                time.sleep(peer.retry_after)
                peer = site.peer().upgrade()
                answer = peer.call(1, "sessionOpen", token=token["ana"], device="x")
                assert "session" in answer, answer
            else:
                assert "roomSent" in answer, answer
                acknowledged.append(answer["roomSent"]["seq"])

    first = site.process
    with ThreadPoolExecutor(5) as pool:
        load = [pool.submit(connect) for _ in range(4)] + [pool.submit(talk, ana)]

        def goes_on():
            """Waits until the serving process has handled its share of the load."""
            enough = len(served) + 50, len(acknowledged) + 50
            until("load", lambda: len(served) >= enough[0] and len(acknowledged) >= enough[1]
                  or any(one.done() for one in load))

        try:
            goes_on()
            for generation in range(1, 4):
                # Another file under the same name, as a package manager leaves it.
                shutil.copy(site.program, site.path("new"))
                os.rename(site.path("new"), site.program)
                os.kill(site.event("server.started", generation)["pid"], signal.SIGUSR2)
                site.event("server.stopped", generation)
                site.event("server.started", generation + 1)
                goes_on()
            assert first.wait(timeout=HANG) == 0

            # A successor that cannot start changes nothing.
            process = site.event("server.started")["pid"]
            site.configure(heartbeat={"pingSeconds": 9999})
            os.kill(process, signal.SIGUSR2)
            event = site.event("upgrade.failed")
            assert event["reason"] == "it ended with 78", event
            goes_on()
        finally:
            over.set()
            for one in load:
                one.result()
    assert max(served) < promised(5), max(served)

    reader = site.peer()
    reader.call(1, "sessionOpen", token=token["ben"], device="y", after=0)
    messages = {}
    while len(messages) < len(acknowledged):
        message = reader.hear()
        if "roomMessage" in message:
            messages[message["roomMessage"]["seq"]] = message["roomMessage"]["text"]
    numbers = range(1, len(acknowledged) + 1)
    assert [messages[seq] for seq in acknowledged] == [str(number) for number in numbers]
    started = [event for event in site.events() if event["ev"] == "server.started"]
    assert len({event["addr"] for event in started}) == 1, started
    os.kill(process, signal.SIGTERM)
    site.event("server.stopped", 4)
    print(f"  3 upgrades: {len(served)} connections served, none refused or cut, "
          f"longest wait {max(served) * 1000:.0f} ms, "
          f"{len(acknowledged)} messages acknowledged and there")


def scarcity(site):
    """No descriptor left: the daemon pauses, logs it once, and resumes in a moment."""
    settings(site, limits={"headSeconds": 60})
    assert site.start(limit=60) == ""
    crowd, begun = [], time.monotonic()
    for _ in range(80):
        crowd.append(socket.create_connection(("127.0.0.1", site.port)))
    site.event("accept.paused")
    before, start = cpu(site.process.pid), time.monotonic()
    while time.monotonic() - start < 5:
        # Clients connect and disconnect all the time: every free descriptor is taken at once.
        crowd.pop(0).close()
        crowd.append(socket.create_connection(("127.0.0.1", site.port)))
        time.sleep(0.05)
    share = (cpu(site.process.pid) - before) / (time.monotonic() - start)
    told = [event for event in site.events() if event["ev"].startswith("accept.")]
    seconds = time.monotonic() - begun
    for peer in crowd:
        peer.close()
    start = time.monotonic()

    def is_back():
        try:
            return site.peer().get("/readyz") == 200
        except (ConnectionError, EOFError):
            return False

    until("answer", is_back, pause=0.001)
    recovery = time.monotonic() - start
    print(f"  no descriptor left: {share * 100:.1f} % of a core, {len(told)} lines in "
          f"{seconds:.0f} s, back after {recovery * 1000:.0f} ms")
    assert share < 0.10, share
    assert len(told) <= 1 + seconds, told
    assert recovery < promised(1), recovery
    assert site.stop() == 0


def cpu(process):
    """CPU seconds of a process."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def relink(site):
    """SIGUSR2 follows the link by which the program was called to its present target."""
    settings(site)
    os.rename(site.program, site.path("v1"))
    shutil.copy(site.path("v1"), site.path("v2"))
    os.symlink(site.path("v1"), site.program)
    assert site.start() == ""
    for generation, version in enumerate(("v2", "v1"), start=1):
        os.symlink(site.path(version), site.path("new"))
        os.rename(site.path("new"), site.program)
        os.kill(site.event("server.started", generation)["pid"], signal.SIGUSR2)
        successor = site.event("server.started", generation + 1)["pid"]
        assert site.event("upgrade.started", generation)["path"] == site.program
        running = os.readlink(f"/proc/{successor}/exe")
        assert running == os.path.realpath(site.path(version)), running
        site.event("server.stopped", generation)
    os.kill(successor, signal.SIGTERM)
    site.event("server.stopped", 3)


def recall(site):
    """SIGTERM while the successor takes over: both end, whether it has the data already or not."""
    settings(site)
    cases = itertools.product(("upgrade.ready", "server.started"), (False, True))
    for count, (moment, is_unit) in enumerate(cases, start=1):
        assert site.start() == ""
        # It stays open: the old daemon waits for it while the successor already serves.
        idle = site.peer().upgrade()
        seen = len(site.events())
        site.process.send_signal(signal.SIGUSR2)
        until(moment, lambda: moment in [event["ev"] for event in site.events()[seen:]],
              pause=0.001)
        successor = site.event("upgrade.ready", count)["pid"]
        if is_unit:
            # As systemd does it: to all processes of the unit.
            os.kill(successor, signal.SIGTERM)
        assert site.stop() == 0
        site.event("server.stopped", 2 * count)
        until(f"end of {successor}", lambda: successor not in site.running())
        idle.close()


def exhaustion(site):
    """No descriptors for a successor, or too few: the daemon logs it, and continues."""
    settings(site)
    assert site.start(limit=60) == ""
    site.process.send_signal(signal.SIGUSR2)
    event = site.event("upgrade.failed")
    assert event["reason"].startswith("no descriptor is left for a child"), event
    assert site.peer().get("/readyz") == 200
    assert site.stop() == 0

    # Enough to start one, but not for all the loops that it is to have.
    assert site.start(limit=200) == ""
    with open(site.path("upford.yaml"), "a") as file:
        file.write("loops: 256\n")
    site.process.send_signal(signal.SIGUSR2)
    event = site.event("upgrade.failed", 2)
    assert event["reason"] == "it ended with 1", event
    assert site.peer().get("/readyz") == 200
    assert site.stop() == 0
    assert any("cannot make an event loop" in line for line in site.heard), site.heard


def limits(site):
    """A client that reaches a limit gets the reason, and the log names the limit's key."""
    settings(site, limits={"commandsInFlight": 2}, drain={"farewellSeconds": 0, "seconds": 1})
    slow = {"memoryKiB": 65_536, "passes": 4, "workers": 1}
    site.configure(
        passwords=slow | {"queue": 1},
        log={"file": site.path("events.jsonl"), "level": "debug"})
    assert site.start() == ""
    hasty = site.peer()
    register_three(hasty, "ana")
    answers = {message["id"]: message for message in (hasty.hear() for _ in range(3))}
    codes = [answers[number].get("error", {}).get("code") for number in range(1, 4)]
    # Refused commands are not in flight.
    assert codes == [None, "BUSY", "BUSY"], answers
    assert site.event("command.refused", 2)["limit"] == "passwords.queue=1"

    site.configure(passwords=slow | {"queue": 9})
    site.process.send_signal(signal.SIGHUP)
    site.event("config.reloaded")
    hasty = site.peer()
    register_three(hasty, "ben")
    assert hasty.hear()["id"] == 3
    assert site.event("command.refused", 3)["limit"] == "limits.commandsInFlight=2"
    # It gets its close frame, and does not close.
    assert site.stop() == 0
    assert site.event("server.cut_off")["limit"] == "drain.seconds=1"


def register_three(peer, name):
    """At once, so that the first is not complete before the last arrives."""
    peer.say(*(
        {"id": number, "accountRegister": {
            "username": f"{name}{number}", "email": f"{name}{number}@example.org",
            "password": "correct horse", "device": "x"}}
        for number in range(1, 4)))


CHAPTERS = [
    reload, renew, unheard, deaf, rotate, restore, downgrade, activate, notify, upgrade, relink, recall,
    exhaustion, scarcity, limits]


resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
play("life", CHAPTERS, Site)
