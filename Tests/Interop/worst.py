"""One account sends each command in turn as fast as it can, while another one reads.

Ana has 1,000 rooms, long histories and groups of 50 members. On 40 connections she repeats one
command as fast as it is answered, over WebSockets and then over HTTP, for every command of the
OpenAPI document; commands about a room, in a room of two and in a group. Then a client without an
account does the same with requests that cost little, 16 KB of them at once. Vic reads a page of
messages at the same time. Vic's 99th percentile may be at most three times that of a quiet daemon.
Because the attacker's own program uses a core, "quiet" also includes the case that Ana attacks
another daemon. A command over that limit is compared with a cheap one, which is sent the same way in
the same attempt: on a slow machine forty connections take their time whatever they ask for. So a
command is slow by itself when it is over three times that, too; and sockets or HTTP are slow as a
whole when the median of all their commands is over the first limit.

Each attempt begins with a start of the daemons, so that Ana has her full limits.

usage: worst.py UPFORD [--seconds N] [--friends N] [COMMAND...]

Prints a line for each command: vic's percentiles in milliseconds quiet, beside and attacked, Ana's
answers a second, and how many of them were refusals. Exits with 1 if a command is over the limits in
three attempts, or sockets or HTTP as a whole. With UPFOR_TIMED=0 only the order of answers and the
daemon's health are tested.

example: worst.py .build/release/upford roomList roomSend
"""

import argparse
import collections
import contextlib
import itertools
import json
import multiprocessing
import os
import selectors
import signal
import socket
import statistics
import sys
import tempfile
import time
import urllib.error
import urllib.request

from daemon import Daemon
from raw import TEXT, Gone, RawPeer, frame
from until import HANG, IS_TIMED

CONNECTIONS = 40
# Commands in flight on one connection; the server allows more.
IN_FLIGHT = 16
RATIO = 3
# Quiet answers take less than the resolution of the kernel's scheduler, in seconds.
LEAST = 0.004
ATTEMPTS = 3
# Commands that end the token or the account of the test.
LEFT_OUT = {"accountDelete", "accountLogout", "tokenRenew", "accountRegister", "deviceRevoke",
            "passwordChange"}
# What a command is compared with: it reads one row.
CHEAP = "accountRead"
PASSWORD = "correct horse"
# Requests that need no account, by a name for them.
VISITS = {
    "nothing": b"GET /nothing HTTP/1.1\r\nHost: test\r\n\r\n",
    "upgrade": b"GET /v1/ws HTTP/1.1\r\nHost: test\r\n\r\n",
    "events": b"GET /v1/events HTTP/1.1\r\nHost: test\r\n\r\n",
    "healthz": b"GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n",
    "unchanged": b"GET /openapi.json HTTP/1.1\r\nHost: test\r\nIf-None-Match: *\r\n\r\n",
    "marks": "GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: a".encode()
    + "\u0301\u0327".encode() * 1_800 + b"\r\n\r\n",
}
# The room of a group in the examples of the document.
GROUP = "#17"


class Stand:
    """A daemon with Ana, her friends and groups, and Vic with Wil."""

    def __init__(self, upford, folder, friends, ends):
        self.config = os.path.join(folder, "upford.yaml")
        self.limit(False)
        self.daemon = Daemon(
            upford, folder, config=self.config, friends_policy="instant",
            passwords_memoryKiB=1024, limits_connectionsPerAddress=4096,
            drain_noticeSeconds=0, drain_farewellSeconds=0)
        del self.daemon.settings["rates_enabled"]
        self.daemon.start()
        ends.callback(self.daemon.process.kill)
        self.tokens = {}
        self.cids = itertools.count()
        self.names = ["ben"] + [f"fan{number}" for number in range(friends - 1)]
        for name in ["ana", "vic", "wil", *self.names]:
            self.register(name)
        self.befriend("vic", ["wil"])
        self.befriend("ana", self.names)
        for _ in range(50):
            self.call("vic", "roomSend", to="wil", text="lunch at noon?")
        for name in self.names:
            self.call("ana", "roomSend", to=name, text="x" * 200)
        for _ in range(200):
            self.call("ana", "roomSend", to="ben", text="é" * 4000)
        for number in range(10):
            made = self.call(
                "ana", "groupCreate", name=f"group {number}", members=self.names[:49])
            self.room = made["group"]["room"]
            for name in self.names[:49]:
                self.call(name, "groupJoin", room=self.room)
        for _ in range(100):
            self.call("ana", "roomSend", to=self.room, text="é" * 4000)
        self.limit(True)

    def limit(self, is_on):
        with open(self.config, "w") as file:
            file.write(f"rates:\n  enabled: {str(is_on).lower()}\n")

    def restart(self):
        """Restarts the daemon: all rate limits are unused again."""
        assert self.daemon.stop() == 0
        self.daemon.start()
        # Created once, for the first request.
        urllib.request.urlopen(
            f"http://127.0.0.1:{self.daemon.port}/openapi.json", timeout=HANG).close()

    def register(self, name):
        status, answer = self.post(None, "accountRegister", {
            "username": name, "email": f"{name}@example.org", "password": PASSWORD,
            "device": "first"})
        assert status == 200, answer
        self.tokens[name] = answer["account"]["token"]

    def befriend(self, name, others):
        for start in range(0, len(others), 20):
            self.call(name, "friendsChange", add=others[start:start + 20])

    def call(self, caller, command, **fields):
        if command in ("roomSend", "groupCreate", "groupJoin"):
            fields["cid"] = f"made-{next(self.cids)}"
        status, answer = self.post(caller, command, fields)
        assert status == 200, (command, answer)
        return answer

    def post(self, name, command, fields):
        """Status and answer."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.daemon.port}/v1/{command}", data=json.dumps(fields).encode(),
            headers={"Content-Type": "application/json"})
        if name:
            request.add_header("Authorization", f"Bearer {self.tokens[name]}")
        try:
            with urllib.request.urlopen(request, timeout=HANG) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def socket(self, name, device):
        peer = RawPeer(self.daemon.port, seconds=100 * HANG).open("/v1/ws")
        opening = {"token": self.tokens[name], "device": device, "silent": True}
        peer.send(frame(TEXT, json.dumps({"id": 1, "sessionOpen": opening}).encode()))
        while b'"id":1,' not in peer.message()[1]:
            pass
        return peer


class Reader:
    """Vic reads one page after the other; the time of each is recorded."""

    def __init__(self, stand):
        self.peer = stand.socket("vic", "reader")
        self.number = itertools.count(2)

    def reads(self, seconds):
        """Times of the answers within the period, sorted."""
        took = []
        end = time.monotonic() + seconds
        while time.monotonic() < end or not took:
            number = next(self.number)
            question = {"id": number, "roomHistory": {"with": "wil", "limit": 10}}
            start = time.monotonic()
            self.peer.send(frame(TEXT, json.dumps(question).encode()))
            while f'"id":{number},'.encode() not in (answer := self.peer.message()[1]):
                pass
            took.append(time.monotonic() - start)
            assert b'"error"' not in answer or b"RATE" in answer, answer
            # Within her own limits, and spread evenly over the period.
            time.sleep(0.02)
        return sorted(took)


def percentile(sorted_values, share):
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * share))]


def examples(stand):
    """An example of each command's fields, as large as its schema allows, by a name for it."""
    with urllib.request.urlopen(
            f"http://127.0.0.1:{stand.daemon.port}/openapi.json", timeout=HANG) as answer:
        document = json.load(answer)
    schemas = document["components"]["schemas"]
    found = {}
    for path, methods in document["paths"].items():
        name = path.removeprefix("/v1/")
        if not path.startswith("/v1/") or "/" in name or "post" not in methods:
            continue
        content = methods["post"]["requestBody"]["content"]["application/json"]
        schema = schemas[content["schema"]["$ref"].rsplit("/", 1)[1]]
        found[name] = {key: largest(key, value, schema["properties"].get(key, {}))
                       for key, value in content.get("example", {}).items() if key != "before"}
        for field in ("to", "with"):
            if name.startswith("room") and found[name].get(field) == "ben":
                found[f"{name}:group"] = {**found[name], field: GROUP}
    return found


def largest(key, value, schema):
    options = schema.get("anyOf", [schema])
    if key == "limit":
        return 100
    if key in ("text", "note", "comment") and isinstance(value, str):
        return "ü" * max(option.get("maxLength", len(value)) for option in options)
    return value


def requests(command, fields, kind, token, connection, count):
    """Requests of one connection, each with a cid of its own if it has one."""
    if command in VISITS:
        yield VISITS[command] * max(1, 16_384 // len(VISITS[command]))
        return
    for number in range(count):
        if "cid" in fields:
            fields = {**fields, "cid": f"{connection}-{number}-{os.getpid()}"}
        if kind == "socket":
            yield frame(TEXT, json.dumps({"id": number + 2, command: fields}).encode())
        else:
            body = json.dumps(fields).encode()
            yield (f"POST /v1/{command} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {token}\r\n"
                   f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                   ).encode() + body


class Line:
    """One connection of the attacker: some requests under way at a time."""

    def __init__(self, peer, kind, sent):
        self.socket = peer.socket
        self.socket.setblocking(False)
        self.mark = b'"id":' if kind == "socket" else b"HTTP/1.1 "
        self.refusal = b'"RATE_LIMITED"'
        self.sent = itertools.cycle(sent)
        # One piece has many requests: it continues as long as the socket accepts them.
        self.is_flood = len(sent) == 1
        self.waiting = b""
        self.under_way = self.answers = self.refusals = 0
        self.tail = b""

    def write(self):
        while (self.under_way < IN_FLIGHT or self.is_flood) and len(self.waiting) < 65_536:
            self.waiting += next(self.sent)
            self.under_way += 1
        if self.waiting:
            try:
                self.waiting = self.waiting[self.socket.send(self.waiting):]
            except BlockingIOError:
                pass

    def read(self):
        """False when the daemon has closed the connection."""
        try:
            data = self.socket.recv(1_048_576)
        except BlockingIOError:
            return True
        except ConnectionResetError:
            return False
        joined = self.tail + data
        self.tail = joined[-(len(self.mark) - 1):]
        count = joined.count(self.mark)
        self.answers += count
        self.refusals += joined.count(self.refusal)
        self.under_way = max(0, self.under_way - count)
        return bool(data)


def attack(port, token, command, fields, kind, seconds, ready, result):
    """In a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stand = Stand.__new__(Stand)
    stand.tokens = {"ana": token}
    stand.daemon = argparse.Namespace(port=port)
    lines = []
    for number in range(CONNECTIONS):
        try:
            peer = stand.socket("ana", f"d{number}") if kind == "socket" else RawPeer(
                port, seconds=10 * HANG)
        except Gone:
            continue
        sent = list(requests(command, fields, kind, token, number, 50))
        lines.append(Line(peer, kind, sent))
    selector = selectors.DefaultSelector()
    for line in lines:
        selector.register(line.socket, selectors.EVENT_READ, line)
    ready.set()
    end = time.monotonic() + seconds
    while time.monotonic() < end and selector.get_map():
        for line in [key.data for key in selector.get_map().values()]:
            line.write()
        for key, _ in selector.select(0.01):
            if not key.data.read():
                selector.unregister(key.fileobj)
    result.put((sum(line.answers for line in lines), sum(line.refusals for line in lines)))


def attacked(victim, target, command, fields, kind, seconds):
    """Vic's reads while Ana plays, Ana's answers a second, and her refusals."""
    context = multiprocessing.get_context("fork")
    fields = {key: target.room if value == GROUP else value for key, value in fields.items()}
    ready, result = context.Event(), context.Queue()
    process = context.Process(target=attack, args=(
        target.daemon.port, target.tokens["ana"], command.partition(":")[0], fields, kind,
        seconds + 0.5, ready, result))
    process.start()
    ready.wait(HANG)
    took = victim.reads(seconds)
    answers, refusals = result.get(timeout=HANG)
    process.join(HANG)
    return took, answers / (seconds + 0.5), refusals


class Attempt:
    """Vic's 99th percentiles in seconds: quiet, while Ana attacks another daemon, and attacked."""

    def __init__(self, stand, other, command, fields, kind, seconds):
        for each in (stand, other):
            each.restart()
        victim = Reader(stand)
        victim.reads(seconds / 4)
        self.quiet = percentile(victim.reads(seconds / 2), 0.99)
        self.beside = percentile(
            attacked(victim, other, command, fields, kind, seconds / 2)[0], 0.99)
        took, self.rate, self.refusals = attacked(victim, stand, command, fields, kind, seconds)
        self.attacked = percentile(took, 0.99)

    @property
    def limit(self):
        return RATIO * max(self.quiet, self.beside, LEAST)

    @property
    def is_over(self):
        return IS_TIMED and self.attacked > self.limit

    def show(self, command, kind, verdict=""):
        print(f"{command:24} {kind:6} p99 quiet {self.quiet * 1e3:6.1f}  "
              f"beside {self.beside * 1e3:6.1f}  attacked {self.attacked * 1e3:6.1f} ms  "
              f"{self.rate:8.0f} answers/s  {self.refusals:7} refused{verdict}", flush=True)


def play(stand, other, command, commands, kind, seconds):
    """The last attempt, and whether the command by itself slowed Vic in all of them."""
    for number in range(ATTEMPTS):
        attempt = Attempt(stand, other, command, commands[command], kind, seconds)
        if not attempt.is_over:
            attempt.show(command, kind)
            return attempt, False
        if command in VISITS:
            attempt.show(command, kind, "  SLOWED")
            continue
        cheap = Attempt(stand, other, CHEAP, commands[CHEAP], kind, seconds)
        is_slowed = attempt.attacked > RATIO * cheap.attacked
        attempt.show(command, kind, "  SLOWED" if is_slowed else "  over the limit, as a cheap one")
        cheap.show(f"  {CHEAP}", kind)
        if not is_slowed:
            return attempt, False
    return attempt, True


def slow_kinds(attempts):
    """Those over the limit at the median, with both in words."""
    for kind, of_kind in attempts.items():
        took = statistics.median(attempt.attacked for attempt in of_kind)
        limit = statistics.median(attempt.limit for attempt in of_kind)
        print(f"median of {len(of_kind)} commands {kind:6} attacked {took * 1e3:6.1f} ms, "
              f"limit {limit * 1e3:6.1f} ms")
        if IS_TIMED and took > limit:
            yield f"{kind} as a whole"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("upford")
    parser.add_argument("commands", nargs="*")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each attack")
    parser.add_argument("--friends", type=int, default=1000, help="rooms that Ana has")
    parser.add_argument("--kind", choices=("socket", "http"))
    options = parser.parse_intermixed_args()
    upford = os.path.abspath(options.upford)
    with contextlib.ExitStack() as ends:
        stand, other = (
            Stand(upford, ends.enter_context(tempfile.TemporaryDirectory()), options.friends, ends)
            for _ in range(2))
        commands = {**examples(stand), **dict.fromkeys(VISITS, {})}
        unknown = set(options.commands) - set(commands)
        if unknown:
            parser.error(f"no command {sorted(unknown)[0]!r}")
        slowed = []
        attempts = collections.defaultdict(list)
        for command in options.commands or [name for name in commands if name not in LEFT_OUT]:
            kinds = [options.kind] if options.kind else ["socket", "http"]
            for kind in ["http"] if command in VISITS else kinds:
                attempt, is_slowed = play(stand, other, command, commands, kind, options.seconds)
                attempts[kind].append(attempt)
                if is_slowed:
                    slowed.append(f"{command} ({kind})")
        slowed += slow_kinds(attempts)
        assert stand.daemon.stop() == 0 and other.daemon.stop() == 0
    if slowed:
        sys.exit(f"worst: one account slows another by {', '.join(slowed)}")
    print("worst: no command of one account slows another's reads")


if __name__ == "__main__":
    main()
