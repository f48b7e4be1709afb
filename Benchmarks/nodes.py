"""Costs and throughput of several nodes: durable messages on SQLite, and on 1, 2 and 3 nodes of one
PostgreSQL with a Redis, one after the other in one run.

`upfor-load chat` connects through HAProxy, which passes each connection to the next node, so that
friends are on different nodes. The processor time of daemons and of PostgreSQL is counted by
message. Then friends on two nodes write at half of that rate, at fixed moments, and the time until
the recipient has the message is measured. Data are on a disk that syncs, unless --folder says
otherwise.

For figures: a release build on an otherwise idle machine.
"""

import argparse
import asyncio
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Tests/Interop"))
import websockets  # noqa: E402
from daemon import Daemon  # noqa: E402
from nodes import Database, Node, Redis  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")
# Goals: times of the cost at one node, times of SQLite's, and milliseconds.
FLAT, BESIDE_SQLITE, DELIVERY = 1.15, 3.0, 10.0


def say(words):
    print(f"nodes.py: {words}", file=sys.stderr, flush=True)


def spent(pids, with_children=()):
    """Processor seconds of processes so far; of some including their ended children."""
    ticks = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                fields = file.read().rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        last = 15 if pid in with_children else 13
        ticks += sum(int(field) for field in fields[11:last])
    return ticks / TICK


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
        return [int(child) for child in file.read().split()]


class Solo:
    """One daemon on SQLite, with the interface of a cluster."""

    name = "SQLite"

    def __init__(self, upford, folder):
        os.makedirs(os.path.join(folder, "solo"))
        self.node = Node.__new__(Node)
        self.node.name, self.node.codes = "solo", []
        self.node.daemon = Daemon(
            upford, os.path.join(folder, "solo"), passwords_memoryKiB=64, passwords_passes=1,
            drain_noticeSeconds=0, drain_farewellSeconds=1, drain_seconds=5)
        self.node.begin()
        self.nodes, self.database, self.redis = [self.node], None, None

    def end(self):
        assert self.node.daemon.stop() == 0


class Cluster:
    def __init__(self, upford, folder, count, core):
        self.name = f"{count} node{'s' * (count > 1)}"
        self.database, self.redis = Database(folder), Redis(folder)
        self.nodes = []
        if core is not None:
            # Its children have it from there.
            os.sched_setaffinity(self.database.process.pid, {core})
        try:
            for index in range(count):
                self.nodes.append(Node(
                    upford, folder, f"n{index}", self.database.settings, self.redis.path))
        except BaseException:
            self.kill()
            raise

    def kill(self):
        for process in [node.daemon.process for node in self.nodes] + [
                self.redis.process, self.database.process]:
            if process.poll() is None:
                process.kill()
            process.wait()

    def end(self):
        codes = [node.daemon.stop() for node in self.nodes]
        self.redis.kill()
        self.database.stop()
        assert set(codes) == {0}, codes


class Spread:
    """HAProxy, which passes each connection to the next node."""

    def __init__(self, folder, nodes, most):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        lines = ["global", f" maxconn {most + 100}", " nbthread 1", "defaults", " mode tcp",
                 " timeout connect 5s", " timeout client 1h", " timeout server 1h",
                 "listen nodes", f" bind fd@{self.socket.fileno()}", " balance roundrobin"]
        lines += [f" server {node.name} 127.0.0.1:{node.daemon.port}" for node in nodes]
        path = os.path.join(folder, "spread.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        self.process = subprocess.Popen(
            ["haproxy", "-db", "-q", "-f", path], pass_fds=[self.socket.fileno()])

    def end(self):
        self.process.terminate()
        self.process.wait(10)
        self.socket.close()


def commits(site):
    return sum(node.metric("upfor_commit_seconds_count") for node in site.nodes)


def conflicts(site):
    return sum(node.metric("upfor_node_conflicts_total") for node in site.nodes)


def processes(site):
    """Daemons, and PostgreSQL's."""
    daemons = [node.daemon.process.pid for node in site.nodes]
    if not site.database:
        return daemons, [], None
    postmaster = site.database.process.pid
    return daemons, [postmaster, *children(postmaster)], postmaster


def measure(site, terms, folder):
    """Full load: the report of upfor-load, and the costs."""
    spread = Spread(folder, site.nodes, terms.senders)
    try:
        # The costs of registrations and friendships are subtracted, by a shorter run.
        runs = []
        for seconds in (1, 1 + terms.seconds):
            daemons, database, postmaster = processes(site)
            before = (spent(daemons), spent(database, {postmaster}), commits(site), conflicts(site))
            done = subprocess.run(
                [terms.load, "chat", "--senders", str(terms.senders), "--in-flight",
                 str(terms.in_flight), "--seconds", str(seconds), "--connect",
                 f"127.0.0.1:{spread.port}", "--json", "--quiet"],
                capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(f"upfor-load: {done.stderr or done.stdout}")
            after_database = processes(site)[1]
            after = (spent(daemons), spent(after_database, {postmaster}), commits(site),
                     conflicts(site))
            runs.append((json.loads(done.stdout), [b - a for a, b in zip(before, after)]))
    finally:
        spread.end()
    (short, short_cost), (report, cost) = runs
    messages = report["messages"] - short["messages"]
    daemon, database, commit_count, conflict_count = (
        b - a for a, b in zip(short_cost, cost))
    return {
        "messagesPerSecond": report["messagesPerSecond"],
        "commitsPerSecond": commit_count / terms.seconds,
        "conflictsPerSecond": conflict_count / terms.seconds,
        "daemonMicroseconds": daemon / messages * 1e6,
        "databaseMicroseconds": database / messages * 1e6,
        "microseconds": (daemon + database) / messages * 1e6,
        "ackP99": report["acks"]["p99Microseconds"] / 1e3,
        "deliveryP99": report["deliveries"]["p99Microseconds"] / 1e3,
        "lost": report["lost"] + report["duplicated"] + report["reordered"],
    }


class Pen:
    """One of two friends: writes at given moments, and records when the other's messages arrive."""

    def __init__(self, node, name):
        self.node, self.name = node, name
        self.written, self.delays, self.waiting, self.number = {}, [], {}, 0

    async def begin(self):
        self.socket = await websockets.connect(self.node.url, subprotocols=["upfor.v1.json"])
        self.reader = asyncio.create_task(self.read())
        answer = await self.call(
            "accountRegister", username=self.name, email=f"{self.name}@example.org",
            password="correct horse", device="python")
        token = answer["account"]["token"]
        assert "session" in await self.call("sessionOpen", token=token, device="python")

    async def read(self):
        async for text in self.socket:
            now = time.perf_counter()
            message = json.loads(text)
            if "id" in message:
                future = self.waiting.pop(message["id"])
                if not future.done():
                    future.set_result(message)
                continue
            said = message.get("roomMessage")
            if said and said["from"] == self.friend.name:
                self.delays.append(now - self.friend.written.pop(said["text"]))

    async def send(self, command, **fields):
        self.number += 1
        future = self.waiting[self.number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": self.number, command: fields}))
        return future

    async def call(self, command, **fields):
        return await asyncio.wait_for(await self.send(command, **fields), 30)

    async def write(self, start, every, until, lags):
        futures, due = [], start
        while due < until:
            await asyncio.sleep(max(0, due - time.perf_counter()))
            lags.append(time.perf_counter() - due)
            text = f"{self.name} {len(futures)}"
            self.written[text] = time.perf_counter()
            futures.append(await self.send(
                "roomSend", to=self.friend.name, text=text, cid=f"c{len(futures)}"))
            due += every
        for future in futures:
            answer = await asyncio.wait_for(future, 30)
            assert "roomSent" in answer, answer


async def pace(site, rate, seconds, pairs):
    """Friends on two nodes write `rate` messages a second together; delays in milliseconds."""
    pens = []
    for number in range(pairs):
        two = [Pen(site.nodes[place % len(site.nodes)], f"p{number}{letter}")
               for place, letter in enumerate("xy")]
        two[0].friend, two[1].friend = two[1], two[0]
        pens += two
    for pen in pens:
        await pen.begin()
    for one, other in zip(pens[::2], pens[1::2]):
        await one.call("friendRequest", to=other.name)
        await other.call("friendAccept", **{"from": one.name})
    every, start, lags = len(pens) / rate, time.perf_counter() + 0.5, []
    await asyncio.gather(*(
        pen.write(start + every * place / len(pens), every, start + seconds, lags)
        for place, pen in enumerate(pens)))
    end = time.perf_counter() + 10
    while any(pen.written for pen in pens) and time.perf_counter() < end:
        await asyncio.sleep(0.05)
    lost = sum(len(pen.written) for pen in pens)
    for pen in pens:
        pen.reader.cancel()
        await pen.socket.close()
    delays = sorted(delay * 1000 for pen in pens for delay in pen.delays)
    lags.sort()
    return {"rate": rate, "lost": lost, "p50": statistics.median(delays),
            "p99": delays[int(len(delays) * 0.99)],
            # The delay of this program itself.
            "lagP99": lags[int(len(lags) * 0.99)] * 1000}


def table(results):
    head = ("", "messages/s", "commits/s", "conflicts/s", "daemons µs", "database µs", "both µs",
            "ack p99", "delivery p99", "wrong")
    rows = [head] + [(
        name, f"{one['messagesPerSecond']:.0f}", f"{one['commitsPerSecond']:.0f}",
        f"{one['conflictsPerSecond']:.1f}", f"{one['daemonMicroseconds']:.0f}",
        f"{one['databaseMicroseconds']:.0f}", f"{one['microseconds']:.0f}",
        f"{one['ackP99']:.1f} ms", f"{one['deliveryP99']:.1f} ms", str(one["lost"]))
        for name, one in results.items()]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths)))


def judge(results, half):
    """The goals, one line each; and whether all are met."""
    lines, is_met = [], True

    def goal(words, value, most):
        nonlocal is_met
        is_met = is_met and value <= most
        lines.append(f"{'met' if value <= most else 'MISSED'}: {words} {value:.2f}, goal {most}")
    one = results.get("1 node")
    for name, found in results.items():
        if one and name.endswith("nodes"):
            goal(f"cost of a message at {name}, times that at one,",
                 found["microseconds"] / one["microseconds"], FLAT)
        if name != "SQLite" and "SQLite" in results:
            goal(f"cost of a message at {name}, times SQLite's,",
                 found["microseconds"] / results["SQLite"]["microseconds"], BESIDE_SQLITE)
        goal(f"lost, doubled or reordered at {name}:", found["lost"], 0)
    if half:
        goal(f"delivery to another node, p99 in ms at {half['rate']:.0f} messages/s,",
             half["p99"], DELIVERY)
        goal("lost on the way to another node:", half["lost"], 0)
    return lines, is_met


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Exit codes: 0 all goals are met, 1 one is missed, 2 it could not be measured.")
    parser.add_argument("--upford", default=".build/release/upford")
    parser.add_argument("--load", default=".build/release/upfor-load")
    parser.add_argument("--nodes", default="0,1,2,3", help="how many; 0 is SQLite (%(default)s)")
    parser.add_argument("--senders", type=int, default=200, help="users who write (%(default)s)")
    parser.add_argument("--in-flight", type=int, default=2,
                        help="unacknowledged messages of each (%(default)s)")
    parser.add_argument("--seconds", type=int, default=20, help="of each measurement (%(default)s)")
    parser.add_argument("--database-core", type=int,
                        help="a core for PostgreSQL alone; everything else has the others")
    parser.add_argument("--folder", help="where data are (default: the system's own place)")
    parser.add_argument("--quick", action="store_true",
                        help="whether it works, not how fast: 20 users, 2 s each")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    terms = parser.parse_args()
    terms.upford, terms.load = os.path.abspath(terms.upford), os.path.abspath(terms.load)
    if terms.quick:
        terms.senders, terms.seconds = 20, 2
    try:
        terms.counts = [int(count) for count in terms.nodes.split(",")]
    except ValueError:
        parser.error("--nodes: expected numbers, as in 0,1,2")
    if any(not 0 <= count <= 16 for count in terms.counts):
        parser.error("--nodes: expected numbers from 0 to 16")
    return terms


def play(terms, folder):
    results, half = {}, None
    if terms.database_core is not None:
        rest = os.sched_getaffinity(0) - {terms.database_core}
        if not rest:
            raise RuntimeError("--database-core: there is no other core")
        os.sched_setaffinity(0, rest)
    for count in terms.counts:
        place = os.path.join(folder, str(count))
        os.mkdir(place)
        say(f"{count or 'SQLite, one'} node{'s' * (count > 1)}: begins")
        site = Cluster(terms.upford, place, count, terms.database_core) if count else Solo(
            terms.upford, place)
        try:
            results[site.name] = measure(site, terms, place)
            say(f"{site.name}: {results[site.name]['messagesPerSecond']:.0f} messages/s")
            if count == 2 or (count > 1 and 2 not in terms.counts and not half):
                rate = max(10, results[site.name]["messagesPerSecond"] / 2)
                half = asyncio.run(pace(site, rate, terms.seconds, max(2, terms.senders // 10)))
                say(f"{site.name} at half load: p99 {half['p99']:.1f} ms")
            site.end()
        except BaseException:
            for node in site.nodes:
                node.daemon.process.kill()
            if site.database:
                site.kill()
            raise
    return results, half


def main():
    terms = arguments()
    folder = tempfile.mkdtemp(dir=terms.folder)
    # PostgreSQL does not run as root.
    os.chmod(folder, 0o755)
    try:
        results, half = play(terms, folder)
    except (OSError, RuntimeError, AssertionError, subprocess.SubprocessError) as error:
        say(f"not measured: {error!r}")
        return 2
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    lines, is_met = judge(results, half)
    if terms.json:
        print(json.dumps({"results": results, "halfLoad": half, "goals": lines}, indent=2))
    else:
        table(results)
        if half:
            print(f"half load, friends on two nodes: {half['rate']:.0f} messages/s, delivery p50"
                  f" {half['p50']:.1f} ms, p99 {half['p99']:.1f} ms (the client itself was late by"
                  f" {half['lagP99']:.1f} ms)")
        print("\n".join(lines))
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
