"""Several nodes that serve one PostgreSQL at once, with a Redis between them, during failures.

Pairs of friends write to one another, each from another node, and repeat unanswered commands on the
next node. Nodes are killed and stopped, Redis is killed, PostgreSQL is restarted, and answers to
COMMIT are lost. Nothing is lost or duplicated, and all users see the same order.
"""

import argparse
import asyncio
import itertools
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import websockets
from chapters import chosen
from daemon import Daemon
from links import WAYS, CommitLink, Link
from until import HANG, promised, until

PAIRS = 10
# Pause between two messages of one user, with this many users.
PAUSE = 0.02
NODES = 3
ACTIVITIES = ["gym", "coffee", "eat", "study", "movie", "shopping"]


class Database:
    """A private PostgreSQL server, which can be killed and restarted."""

    may_be_proxied = True

    def __init__(self, folder):
        self.folder = os.path.join(folder, "pg")
        found = sorted(os.listdir("/usr/lib/postgresql"), key=float)
        self.bin = f"/usr/lib/postgresql/{found[-1]}/bin"
        self.user = (["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
                     if os.getuid() == 0 else [])
        os.mkdir(self.folder)
        os.chmod(folder, 0o755)
        if self.user:
            shutil.chown(self.folder, "nobody", "nogroup")
        subprocess.run(
            self.user + [f"{self.bin}/initdb", "-D", f"{self.folder}/data", "-U", "upfor", "-A",
                         "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd=self.folder)
        self.start()

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(
            self.user + [f"{self.bin}/postgres", "-D", f"{self.folder}/data", "-k", self.folder,
                         "-c", "listen_addresses=", "-c", "max_connections=100"],
            stdout=self.log, stderr=self.log, cwd=self.folder)
        while subprocess.run([f"{self.bin}/pg_isready", "-q", "-h", self.folder]).returncode:
            assert self.process.poll() is None, "postgres has ended"
            time.sleep(0.1)

    def stop(self, how=signal.SIGINT):
        self.process.send_signal(how)
        self.process.wait(HANG)
        self.log.close()

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    @property
    def settings(self):
        return f"host={self.folder} user=upfor dbname=postgres"

    def ask(self, question):
        return subprocess.run(
            [f"{self.bin}/psql", "-h", self.folder, "-U", "upfor", "-d", "postgres", "-At", "-c",
             question], check=True, capture_output=True, text=True).stdout.strip()


class Redis:
    def __init__(self, folder):
        self.path = os.path.join(folder, "redis.sock")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.path, "--save", ""],
            stdout=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Node:
    def __init__(self, upford, folder, name, settings, redis, config=None):
        os.mkdir(os.path.join(folder, name))
        self.name, self.codes = name, []
        self.daemon = Daemon(
            upford, os.path.join(folder, name), config, data_postgresql=settings, cluster_node=name,
            cluster_redis=redis, passwords_memoryKiB=64, passwords_passes=1,
            drain_noticeSeconds=0, drain_farewellSeconds=1, drain_seconds=5)
        self.is_wanted = True
        self.begin()

    def begin(self):
        self.daemon.start()
        self.admin = re.search(r"http://\S+", self.daemon.process.stderr.readline()).group(0)

    @property
    def url(self):
        return self.daemon.url

    def ctl(self, *words, code=0):
        """The answer to an administrator's order."""
        done = subprocess.run(
            [self.daemon.binary, "ctl", *words, "--json", "--data",
             os.path.join(self.daemon.folder, "data")], capture_output=True, text=True)
        assert done.returncode == code, (words, done)
        return json.loads(done.stdout) if code == 0 else done.stderr

    def metric(self, name):
        """The value of a metric, by its name with labels."""
        with urllib.request.urlopen(self.admin + "/metrics", timeout=HANG) as answer:
            for line in answer.read().decode().splitlines():
                if line.rpartition(" ")[0] == name:
                    return float(line.rpartition(" ")[2])
        raise AssertionError(f"no {name}")

    def kill(self):
        self.daemon.process.kill()
        self.codes.append(self.daemon.process.wait())

    async def keep_alive(self):
        """Restarts the daemon whenever it has ended, as systemd does."""
        while self.is_wanted:
            if self.daemon.process.poll() is not None:
                self.codes.append(self.daemon.process.returncode)
                try:
                    await asyncio.to_thread(self.begin)
                except (RuntimeError, AttributeError):
                    pass  # Killed again before it had reported its address.
            await asyncio.sleep(0.2)

    def events(self, name):
        with open(os.path.join(self.daemon.folder, "events.jsonl"), encoding="utf-8") as file:
            return [line for line in file if f'"{name}"' in line]


class Caller:
    """A client with a connection: `socket`, `is_open`, and the calls that are `waiting`."""

    async def call(self, command, **fields):
        number = next(self.ids)
        future = self.waiting[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": number, command: fields}))
        # After this time the caller repeats the command.
        return await asyncio.wait_for(future, 8)

    async def register(self):
        """Registers, or logs in: an answer to an earlier attempt may have been lost."""
        names = {"password": "correct horse", "device": "python"}
        answer = await self.call(
            "accountRegister", username=self.name, email=f"{self.name}@example.org", **names)
        if "account" not in answer:
            answer = await self.call("accountLogin", login=self.name, **names)
        self.token = answer["account"]["token"]

    async def befriend(self, other):
        await self.insist("friendRequest", "friendRequestSent", to=other.name, cid="request")
        await other.insist("friendAccept", "done", cid="accept", **{"from": self.name})

    def give_up(self):
        """Fails all calls of a lost connection."""
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(ConnectionError("lost"))
                # The caller may have given up already: without this, asyncio would log the
                # exception.
                future.exception()
        self.waiting = {}

    async def insist(self, command, good, **fields):
        """Repeats a command until it gets the expected answer."""
        while True:
            await self.is_open.wait()
            try:
                answer = await self.call(command, **fields)
            except (OSError, websockets.WebSocketException, asyncio.TimeoutError,
                    ConnectionError):
                await asyncio.sleep(0.05)
                continue
            if good in answer:
                return answer
            assert answer["error"].get("temporary"), answer
            await asyncio.sleep(0.1)


class Person(Caller):
    """A user who writes to a friend from one node, and moves to the next when it is down."""

    def __init__(self, name, friend, nodes, home):
        self.name, self.friend, self.nodes, self.home = name, friend, nodes, home
        self.token, self.epoch, self.seq = "", "", 0
        self.events, self.acked, self.sent_at, self.gaps = [], [], {}, []
        self.delays, self.resets, self.count, self.is_writing = [], 0, 0, True
        self.outage = self.wait = 0
        self.waiting = {}
        self.ids = itertools.count(1)
        self.is_open = asyncio.Event()
        self.socket = None
        self.is_wanted = True

    async def live(self):
        """Stays connected for as long as required."""
        lost_at = None
        while self.is_wanted:
            try:
                url = self.nodes[self.home % len(self.nodes)].url
                async with websockets.connect(
                        url, subprotocols=["upfor.v1.json"], open_timeout=3,
                        ping_interval=1, ping_timeout=3) as socket:
                    self.socket = socket
                    reader = asyncio.create_task(self.read(socket))
                    try:
                        if not self.token:
                            await self.register()
                        answer = await self.call(
                            "sessionOpen", token=self.token, device="python", after=self.seq,
                            epoch=self.epoch)
                        assert "session" in answer, answer
                        session = answer["session"]
                        self.epoch = session["epoch"]
                        self.resets += bool(session.get("reset"))
                        if lost_at:
                            self.outage = max(self.outage, time.monotonic() - lost_at)
                        self.is_open.set()
                        await reader
                    finally:
                        reader.cancel()
            except (OSError, websockets.WebSocketException, asyncio.TimeoutError,
                    ConnectionError, EOFError, AssertionError) as error:
                self.last_error = error
            if self.is_open.is_set():
                lost_at = time.monotonic()
            self.is_open.clear()
            self.give_up()
            self.home += 1
            await asyncio.sleep(0.1)

    async def leave(self):
        """Disconnects."""
        self.is_wanted = False
        await self.socket.close()

    async def read(self, socket):
        async for text in socket:
            message = json.loads(text)
            if "seq" in message:
                if message["seq"] != self.seq + 1:
                    self.gaps.append((self.seq, message["seq"]))
                self.seq = message["seq"]
                self.events.append(message)
                said = message.get("roomMessage")
                if said and said["from"] == self.friend and said["text"] in self.sent_at_friend:
                    self.delays.append(
                        time.monotonic() - self.sent_at_friend[said["text"]])
            elif "id" in message and message["id"] in self.waiting:
                future = self.waiting.pop(message["id"])
                if not future.done():
                    future.set_result(message)

    async def write(self, pause):
        while self.is_writing:
            self.count += 1
            text = f"{self.name} {self.count}"
            self.sent_at[text] = time.monotonic()
            answer = await self.insist(
                "roomSend", "roomSent", to=self.friend, text=text, cid=f"c{self.count}")
            self.wait = max(self.wait, time.monotonic() - self.sent_at[text])
            self.acked.append((text, answer["roomSent"]["seq"]))
            await asyncio.sleep(pause)

    def messages(self):
        return [event["roomMessage"] for event in self.events if "roomMessage" in event]


class Town:
    def __init__(self, upford, folder, database=Database, pairs=PAIRS):
        self.pair_count, self.pause = pairs, PAUSE * pairs / PAIRS
        self.database, self.redis = database(folder), Redis(folder)
        self.proxy = CommitLink(os.path.join(folder, "proxy"), self.database.folder)
        self.wire = Link(os.path.join(folder, "proxy", "redis.sock"), self.redis.path)
        self.folder, self.upford, self.nodes, self.people = folder, upford, [], []
        self.lives, self.keepers = [], []

    async def begin(self):
        await self.proxy.start()
        await self.wire.start()
        for index in range(NODES):
            # The last one has links that can fail.
            settings, redis = self.database.settings, self.redis.path
            if index == NODES - 1 and self.database.may_be_proxied:
                settings = settings.replace(self.database.folder, self.proxy.folder)
                redis = self.wire.path
            self.nodes.append(await asyncio.to_thread(
                Node, self.upford, self.folder, f"n{index}", settings, redis))
        self.keepers = [asyncio.create_task(node.keep_alive()) for node in self.nodes]
        for pair in range(self.pair_count):
            names = f"a{pair:03}x", f"b{pair:03}x"
            two = [Person(name, friend, self.nodes, pair + place)
                   for place, (name, friend) in enumerate((names, names[::-1]))]
            two[0].sent_at_friend, two[1].sent_at_friend = two[1].sent_at, two[0].sent_at
            self.people += two
        for person in self.people:
            self.lives.append(asyncio.create_task(person.live()))
            # Not all at once: this program has to make the connections, too.
            if len(self.lives) % 20 == 0:
                await asyncio.wait_for(person.is_open.wait(), HANG)
        for person in self.people:
            await asyncio.wait_for(person.is_open.wait(), HANG)
        for one, other in self.pairs():
            await one.befriend(other)

    def pairs(self):
        return list(zip(self.people[::2], self.people[1::2]))

    async def talk(self, seconds, meanwhile=None):
        """All users write during an event; then they stop, and everything is checked."""
        for person in self.people:
            person.is_writing, person.outage, person.wait, person.delays = True, 0, 0, []
        writers = [asyncio.create_task(person.write(self.pause)) for person in self.people]
        if meanwhile:
            await meanwhile()
        await asyncio.sleep(seconds)
        for person in self.people:
            person.is_writing = False
        await asyncio.wait_for(asyncio.gather(*writers), HANG)
        await self.settle()
        return self.check()

    async def spread(self):
        """All users return to their first nodes."""
        for place, person in enumerate(self.people):
            person.home = place // 2 + place % 2 - 1
            person.is_open.clear()
            await person.socket.close()
        for person in self.people:
            await asyncio.wait_for(person.is_open.wait(), HANG)

    async def settle(self):
        """Waits until every person has all acknowledged messages."""
        end = time.monotonic() + HANG
        while True:
            missing = [person.name for one, other in self.pairs() for person in (one, other)
                       if len(person.messages()) < len(one.acked) + len(other.acked)]
            if not missing:
                return
            assert time.monotonic() < end, f"after {HANG} s these lack messages: {missing}"
            await asyncio.sleep(0.05)

    def check(self):
        """Expects no lost, duplicated, reordered or leaked messages."""
        total = 0
        for one, other in self.pairs():
            said = [[(m["seq"], m["from"], m["text"]) for m in p.messages()]
                    for p in (one, other)]
            assert said[0] == said[1], (one.name, [x for x in zip(*said) if x[0] != x[1]][:3])
            assert [m[0] for m in said[0]] == list(range(1, len(said[0]) + 1)), one.name
            for person in (one, other):
                own = [m[2] for m in said[0] if m[1] == person.name]
                assert own == [text for text, _ in person.acked], (person.name, own[-3:])
                assert not person.gaps, (person.name, person.gaps)
                assert person.resets == 0, person.name
            assert all(m[1] in (one.name, other.name) for m in said[0])
            total += len(said[0])
        return total

    def delays(self):
        """Milliseconds from a send to the friend, on another node: median and 99th percentile."""
        all_delays = sorted(delay for person in self.people for delay in person.delays)
        return (round(statistics.median(all_delays) * 1000, 1),
                round(all_delays[int(len(all_delays) * 0.99)] * 1000, 1))

    def outage(self):
        """The longest time that a user was without a node, in seconds."""
        return round(max(person.outage for person in self.people), 1)

    def wait(self):
        """The longest time until an answer, with all attempts, in seconds."""
        return round(max(person.wait for person in self.people), 1)

    async def end(self):
        for person in self.people:
            person.is_wanted = False
            if person.socket:
                await person.socket.close()
        for task in self.lives:
            task.cancel()
        for node in self.nodes:
            node.is_wanted = False
        await asyncio.gather(*self.keepers)
        codes = [await asyncio.to_thread(node.daemon.stop) for node in self.nodes]
        assert codes == [0] * NODES, codes

    def leave_nothing(self):
        """Ends all running processes, even after a failed chapter."""
        for process in [node.daemon.process for node in self.nodes] + [self.redis.process]:
            if process.poll() is None:
                process.kill()
            process.wait()
        self.database.end()


async def quiet(town):
    total = await town.talk(5)
    return f"{total} messages; delivery p50 {town.delays()[0]} ms, p99 {town.delays()[1]} ms"


async def toggles(town):
    """Two friends turn an activity on at the same moment, on two nodes: one match, one notice
    each."""
    known = {p.name: len([e for e in p.events if "match" in e]) for p in town.people}
    rounds = 0
    for activity in ACTIVITIES:
        for one, other in town.pairs():
            rounds += 1
            await asyncio.gather(*(
                p.insist("activitySet", "activity", activity=activity, on=True)
                for p in (one, other)))
    await comes(HANG, lambda: all(
        len([e for e in p.events if "match" in e]) - known[p.name] >= len(ACTIVITIES)
        for p in town.people), "notice of a match")
    # None arrives twice.
    await asyncio.sleep(3)
    for person in town.people:
        notices = [e["match"]["activity"] for e in person.events if "match" in e]
        fresh = notices[known[person.name]:]
        assert sorted(fresh) == sorted(ACTIVITIES), (person.name, fresh)
    stored = int(town.database.ask("SELECT count(*) FROM activity_match"))
    assert stored == rounds, (stored, rounds)
    return f"{rounds} rounds, one match and one notice to each in every one"


class Visitor:
    """One more connection, to a chosen node, for a chosen device."""

    def __init__(self, node):
        self.node, self.hints, self.closed, self.ids = node, [], None, itertools.count(1)
        self.answers = asyncio.Queue()

    async def come(self, name, device, token=None):
        self.socket = await websockets.connect(
            self.node.url, subprotocols=["upfor.v1.json"], open_timeout=promised(5))
        self.reader = asyncio.create_task(self.read())
        if not token:
            answer = await self.call(
                "accountLogin", login=name, password="correct horse", device=device)
            token = answer["account"]["token"]
        self.token = token
        assert "session" in await self.call("sessionOpen", token=token, device=device)
        return self

    async def read(self):
        try:
            async for text in self.socket:
                message = json.loads(text)
                if "id" in message:
                    self.answers.put_nowait(message)
                else:
                    self.hints.append(message)
        except websockets.WebSocketException:
            pass
        self.closed = self.socket.close_code, time.monotonic()

    async def call(self, command, **fields):
        await self.socket.send(json.dumps({"id": next(self.ids), command: fields}))
        return await asyncio.wait_for(self.answers.get(), promised(8))

    async def finds_absent(self):
        """Waits until the list shows the only friend offline."""
        end = time.monotonic() + promised(10)
        while True:
            friend, = (await self.call("friendList"))["friends"]["friends"]
            if friend.get("online") is False:
                # A user who reconnects before the notice is due has only flapped, and no friend
                # gets a notice.
                await asyncio.sleep(3)
                self.hints.clear()
                return
            assert time.monotonic() < end, friend
            await asyncio.sleep(0.1)

    def presence_of(self, name):
        """The last reported presence of a user; None without a report."""
        said = [p for m in self.hints for p in
                ([m["presence"]] if "presence" in m else
                 m.get("presenceDigest", {}).get("presences", []))]
        return next((p.get("online", False) for p in reversed(said) if p["user"] == name), None)


async def comes(seconds, found, what):
    """Seconds until the condition holds."""
    begin, seconds = time.monotonic(), promised(seconds)
    while not found():
        assert time.monotonic() - begin < seconds, f"after {seconds} s, no {what}"
        await asyncio.sleep(0.02)
    return round(time.monotonic() - begin, 2)


async def signals(town):
    """Changes on one node take effect on the others."""
    first, second = town.nodes[0], town.nodes[1]
    one, other = town.pairs()[0]
    times = {}
    await asyncio.gather(*(person.leave() for person in (one, other)))
    friend = await Visitor(first).come(other.name, "tablet")
    await friend.finds_absent()
    laptop = await Visitor(second).come(one.name, "laptop")
    times["online"] = await comes(15, lambda: friend.presence_of(one.name), "presence")
    listed = (await friend.call("friendList"))["friends"]["friends"]
    assert listed[0].get("online") is True, listed
    await laptop.call("roomType", **{"with": other.name, "on": True})
    times["typing"] = await comes(
        5, lambda: any("roomTyping" in hint for hint in friend.hints), "typing")
    again = await Visitor(first).come(one.name, "laptop", laptop.token)
    times["fenced"] = await comes(5, lambda: laptop.closed, "end of the older session")
    assert laptop.closed[0] == 4409, laptop.closed
    assert friend.presence_of(one.name), friend.hints
    phone = await Visitor(second).come(one.name, "phone")
    revoked = await again.call("deviceRevoke", device="phone")
    assert "error" not in revoked, revoked
    times["revoked"] = await comes(5, lambda: phone.closed, "end of a revoked device")
    await again.socket.close()
    times["offline"] = await comes(
        15, lambda: friend.presence_of(one.name) is False, "end of presence")
    assert "error" not in await friend.call("friendRemove", friend=one.name)
    stranger = await Visitor(second).come(one.name, "laptop")
    await asyncio.sleep(3)
    assert friend.presence_of(one.name) is False, friend.hints[-2:]
    banned = await asyncio.to_thread(
        subprocess.run, [town.upford, "ctl", "ban", one.name, "--data",
                         os.path.join(first.daemon.folder, "data")], capture_output=True)
    assert banned.returncode == 0, banned
    times["banned"] = await comes(5, lambda: stranger.closed, "end of the banned")
    assert stranger.closed[0] == 4501, stranger.closed
    town.people = town.people[2:]
    return ", ".join(f"{what} {seconds} s" for what, seconds in times.items())


async def orders(town):
    """An administrator's orders on one node reach the others."""
    first, second = town.nodes[0], town.nodes[1]
    one, other = town.pairs()[1]
    # The first nodes to start must learn of the last one, and of one that was stalled.
    def is_complete():
        listed = first.ctl("nodes")["nodes"]
        return (all(node.metric("upfor_nodes") == NODES for node in town.nodes)
                and all(node["state"] == "alive" for node in listed)
                and sum(node["chores"] for node in listed) == 1 and listed)
    listed = await asyncio.to_thread(until, "complete cluster", is_complete)
    assert [node["name"] for node in listed] == [node.name for node in town.nodes], listed
    assert all(node["since"] for node in listed), listed
    assert [node["own"] for node in listed] == [True] + [False] * (NODES - 1), listed
    status = await asyncio.to_thread(second.ctl, "status")
    assert (status["node"], status["nodes"]) == (second.name, NODES), status
    await asyncio.gather(*(person.leave() for person in (one, other)))
    phone = await Visitor(second).come(one.name, "phone")
    tablet = await Visitor(first).come(one.name, "tablet")
    def elsewhere():
        return first.ctl("sessions", one.name).get("elsewhere")
    await asyncio.to_thread(
        until, "session on the other node", lambda: elsewhere() == [second.name])
    told = await asyncio.to_thread(first.ctl, "broadcast", "at 22:00\n 7 places")
    assert told["nodes"] == NODES - 1, told
    notice = {"notice": {"text": "at 22:00\n 7 places"}}
    heard = await comes(5, lambda: notice in phone.hints and notice in tablet.hints, "notice")
    number = first.ctl("sessions", one.name)["sessions"][0]["session"]
    only = await asyncio.to_thread(first.ctl, "kick", one.name, "--session", str(number))
    assert only == {"sessions": 1}, only
    await comes(5, lambda: tablet.closed, "end of one session")
    assert phone.closed is None
    kicked = await asyncio.to_thread(first.ctl, "kick", one.name)
    assert kicked == {"sessions": 0, "nodes": NODES - 1}, kicked
    ended = await comes(5, lambda: phone.closed, "end of the session on another node")
    assert phone.closed[0] == 4411, phone.closed
    await asyncio.to_thread(until, "end of the session there", lambda: not elsewhere())
    def knows_of_nobody():
        # In doubt, after a delay of Redis, it notifies the others.
        done = subprocess.run(
            [first.daemon.binary, "ctl", "kick", one.name, "--data",
             os.path.join(first.daemon.folder, "data")], capture_output=True)
        return done.returncode == 2
    await asyncio.to_thread(
        until, "node that knows of no user elsewhere", knows_of_nobody, pause=0.2)
    def is_whole():
        return all(node.metric("upfor_nodes") == NODES and node.metric("upfor_bus_down") == 0
                   for node in town.nodes) and sum(
                       node.metric("upfor_node_chores") for node in town.nodes) == 1
    await asyncio.to_thread(until, "whole cluster", is_whole)
    for node in town.nodes:
        assert node.metric('upfor_bus_messages_total{way="received"}') > 0
    assert second.metric("upfor_node_signal_lag_seconds_count") > 0
    town.people = [person for person in town.people if person not in (one, other)]
    return f"a notice on another node after {heard} s, a kick after {ended} s"


async def presence(town):
    """A killed node's users are offline within ten seconds; without a bus a node knows its own."""
    one, other = town.pairs()[-1]
    await asyncio.gather(*(person.leave() for person in (one, other)))
    friend = await Visitor(town.nodes[0]).come(other.name, "tablet")
    await friend.finds_absent()
    laptop = await Visitor(town.nodes[1]).come(one.name, "laptop")
    await comes(15, lambda: friend.presence_of(one.name), "presence")
    begin = time.monotonic()
    town.nodes[1].kill()
    await comes(10, lambda: friend.presence_of(one.name) is False, "end of presence")
    seconds = round(time.monotonic() - begin, 1)
    await comes(HANG, lambda: town.nodes[1].daemon.process.poll() is None, "node")
    laptop = await Visitor(town.nodes[1]).come(one.name, "laptop")
    await comes(15, lambda: friend.presence_of(one.name), "presence")
    hints = len(friend.hints)
    town.redis.kill()
    await comes(5, lambda: town.nodes[0].events("bus.lost"), "bus.lost")
    assert town.nodes[0].metric("upfor_bus_down") == 1
    await asyncio.sleep(8)
    assert len(friend.hints) == hints, friend.hints[hints:]
    listed = (await friend.call("friendList"))["friends"]["friends"]
    assert "online" not in listed[0], listed
    town.redis.start()
    await laptop.socket.close()
    await comes(12, lambda: friend.presence_of(one.name) is False, "end of presence")
    for visitor in (friend, laptop):
        await visitor.socket.close()
    town.people = town.people[:-2]
    return f"a killed node's user is offline after {seconds} s; without Redis others do not know"


async def killed(town):
    async def kill():
        for _ in range(3):
            await asyncio.sleep(2)
            town.nodes[0].kill()
            await asyncio.sleep(2)
            town.nodes[1].kill()
    total = await town.talk(3, kill)
    assert town.outage() <= promised(5), town.outage()
    return f"{total} messages, six kills; longest without a node {town.outage()} s"


async def stopped(town):
    async def stop():
        await asyncio.sleep(2)
        homes = [person.home % NODES for person in town.people]
        process = town.nodes[max(homes, key=homes.count)].daemon.process
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(30)
        process.send_signal(signal.SIGCONT)
    total = await town.talk(3, stop)
    return f"{total} messages, a node stopped for 30 s; longest without a node {town.outage()} s"


async def redis(town):
    async def kill():
        await asyncio.sleep(2)
        town.redis.kill()
        await asyncio.sleep(5)
        town.redis.start()
    total = await town.talk(3, kill)
    return f"{total} messages, no Redis for 5 s; delivery p50, p99 {town.delays()} ms"


async def postgresql(town):
    async def restart():
        for how in (signal.SIGINT, signal.SIGQUIT):
            await asyncio.sleep(2)
            await asyncio.to_thread(town.database.stop, how)
            await asyncio.sleep(1)
            await asyncio.to_thread(town.database.start)
            await asyncio.sleep(3)
    codes = [len(node.codes) for node in town.nodes]
    total = await town.talk(3, restart)
    ended = sum(len(node.codes) for node in town.nodes) - sum(codes)
    return f"{total} messages, PostgreSQL restarted twice; {ended} nodes had to restart"


async def commits(town):
    """Answers to COMMIT that are lost, and COMMITs that never arrive: at one node of three."""
    async def lose():
        town.proxy.lose(10)
        end = time.monotonic() + HANG
        while min(town.proxy.lost.values()) < 4:
            assert time.monotonic() < end, town.proxy.lost
            await asyncio.sleep(0.1)
        town.proxy.due = itertools.repeat(None)
    codes = len(town.nodes[-1].codes)
    total = await town.talk(2, lose)
    assert len(town.nodes[-1].codes) == codes, town.nodes[-1].codes
    return f"{total} messages; lost {town.proxy.lost['answer']} answers to COMMIT and" \
        f" {town.proxy.lost['commit']} COMMITs, and the node went on"


async def cut(town):
    """A node whose links drop everything, one way or both: its users continue at other nodes."""
    database, redis = town.proxy, town.wire
    told = []
    for name, links, ways in [
            ("all", (database, redis), WAYS), ("to PostgreSQL", (database,), WAYS[:1]),
            ("from PostgreSQL", (database,), WAYS[1:]), ("Redis", (redis,), WAYS)]:
        async def sever():
            await asyncio.sleep(1)
            for link in links:
                link.cut(ways)
            await asyncio.sleep(12)
            for link in links:
                link.mend()
        await town.spread()
        total = await town.talk(3, sever)
        told.append(f"{name} {town.wait()} s")
        assert town.wait() < promised(10), told
    return f"{total} messages; longest until an answer: {', '.join(told)}"


CHAPTERS = [
    quiet, toggles, commits, killed, redis, postgresql, stopped, cut, signals, orders, presence]


async def play(name, make_town, chapters):
    """Runs chapters in a town that `make_town` creates in a folder; `name` begins each line."""
    with tempfile.TemporaryDirectory() as folder:
        town = make_town(folder)
        try:
            await town.begin()
            for chapter in chapters:
                print(f"{name}: {chapter.__name__}: {await chapter(town)}", flush=True)
        except BaseException:
            for node in town.nodes:
                node.is_wanted = False
                print(node.name, node.codes, file=sys.stderr)
                for event in ("store.fault", "store.broken", "store.unreachable"):
                    for line in node.events(event)[-3:]:
                        print(line.strip(), file=sys.stderr)
            for task in town.lives + town.keepers:
                task.cancel()
            raise
        else:
            await town.end()
        finally:
            town.leave_nothing()


def main():
    names = [chapter.__name__ for chapter in CHAPTERS]
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog="example: nodes.py --pairs 250 .build/debug/upford toggles commits")
    parser.add_argument(
        "--pairs", type=int, default=PAIRS, metavar="N",
        help=f"of friends, by default {PAIRS}; all of them together write as often, "
        "however many they are")
    parser.add_argument("upford", help="path of the daemon's program")
    parser.add_argument(
        "chapters", nargs="*", metavar="chapter",
        help="what to play, by default everything: " + ", ".join(names))
    options = parser.parse_args()
    if options.pairs < 1:
        parser.error("--pairs: expected 1 or more")
    asyncio.run(play(
        "nodes", lambda folder: Town(options.upford, folder, pairs=options.pairs),
        chosen(CHAPTERS, options.chapters)))


if __name__ == "__main__":
    main()
