"""Two nodes behind nginx and behind HAProxy, by config/nginx-nodes.conf and haproxy-nodes.cfg.

Clients reach both nodes, write to one another, and are served again at once when one of the nodes
stops or is killed; when it is back, it gets clients again.

usage: proxied_nodes.py PATH-OF-UPFORD
"""

import asyncio
import itertools
import json
import os
import re
import sys
import tempfile
import time

import haproxy
import nginx
import websockets
from nodes import Caller, Database, Node, Redis
from until import HANG, promised

NODES = ["one", "two"]
CLIENTS = 8


class HAProxy(haproxy.Proxy):
    name = "HAProxy"

    def __init__(self, folder, nodes):
        changes = [(r"maxconn 65536", "maxconn 200"), (r" maxconn 30000", ""),
                   # These have no name.
                   (r" resolvers system init-addr last,libc,none", ""), (r"inter 2s", "inter 200")]
        for node in nodes:
            admin = node.admin.rpartition(":")[2]
            changes.append((rf"server {node.name} {node.name}.example.org:8080",
                            f"server {node.name} 127.0.0.1:{node.daemon.port} port {admin}"))
        self.begin(folder, "config/haproxy-nodes.cfg", changes)


class Nginx(nginx.Proxy):
    name = "nginx"

    def __init__(self, folder, nodes):
        with open("config/nginx-nodes.conf", encoding="utf-8") as file:
            upstream = file.read()
        for node in nodes:
            upstream, count = re.subn(
                rf"{node.name}\.example\.org:8080", f"127.0.0.1:{node.daemon.port}", upstream)
            assert count == 1, node.name
        super().__init__(folder, nodes[0].daemon, HANG, upstream)


class Client(Caller):
    """A client that connects through the proxy, and reconnects when the connection is lost."""

    def __init__(self, proxy, name, number):
        self.proxy, self.name, self.number = proxy, name, number
        self.token, self.seq, self.epoch, self.events = "", 0, "", []
        self.waiting, self.ids, self.is_open = {}, itertools.count(1), asyncio.Event()
        self.refused, self.outage, self.is_wanted = [], 0, True

    async def live(self):
        lost_at = None
        while self.is_wanted:
            try:
                async with websockets.connect(
                        f"wss://127.0.0.1:{self.proxy.port}/v1/ws", ssl=self.proxy.trust,
                        subprotocols=["upfor.v1.json"], open_timeout=5, additional_headers={
                            "X-Test-Client": f"192.0.2.{self.number}"}) as self.socket:
                    reader = asyncio.create_task(self.read())
                    try:
                        await self.sign_in()
                        if lost_at:
                            self.outage = max(self.outage, time.monotonic() - lost_at)
                        self.is_open.set()
                        await reader
                    finally:
                        reader.cancel()
            except websockets.InvalidStatus as refusal:
                self.refused.append(refusal.response.status_code)
            except (OSError, EOFError, ConnectionError, asyncio.TimeoutError,
                    websockets.WebSocketException):
                pass
            lost_at = time.monotonic() if self.is_open.is_set() else lost_at
            self.is_open.clear()
            self.give_up()
            await asyncio.sleep(0.1)

    async def sign_in(self):
        if not self.token:
            await self.register()
        answer = await self.call("sessionOpen", token=self.token, device="python",
                                 after=self.seq, epoch=self.epoch)
        if "session" not in answer:
            raise ConnectionError(answer)
        self.epoch = answer["session"]["epoch"]

    async def read(self):
        async for text in self.socket:
            message = json.loads(text)
            if "seq" in message:
                assert message["seq"] == self.seq + 1, (self.name, self.seq, message)
                self.seq = message["seq"]
                self.events.append(message)
            elif message.get("id") in self.waiting:
                future = self.waiting.pop(message["id"])
                if not future.done():
                    future.set_result(message)

    def heard(self):
        return [event["roomMessage"]["text"] for event in self.events if "roomMessage" in event]


async def until(what, found):
    end = time.monotonic() + HANG
    while not await asyncio.to_thread(found):
        assert time.monotonic() < end, f"no {what} after {HANG} s"
        await asyncio.sleep(0.1)


async def talk(clients, words):
    """All users write to their friends, and receive the messages."""
    pairs = list(zip(clients[::2], clients[1::2]))
    for one, other in pairs:
        await one.insist("roomSend", "roomSent", to=other.name, text=words, cid=words)
    await until("message", lambda: all(
        client.heard().count(words) == 1 for client in clients))


def counts(nodes):
    return [node.ctl("status").get("sessions", 0) for node in nodes]


async def play(proxy, nodes, prefix):
    clients = [Client(proxy, f"{prefix}{number}x", number + 1) for number in range(CLIENTS)]
    lives = [asyncio.create_task(client.live()) for client in clients]
    try:
        for client in clients:
            await asyncio.wait_for(client.is_open.wait(), HANG)
        await until("session of each", lambda: sum(counts(nodes)) == CLIENTS)
        spread = await asyncio.to_thread(counts, nodes)
        assert min(spread) >= CLIENTS // 4, spread
        for one, other in zip(clients[::2], clients[1::2]):
            await one.befriend(other)
        await talk(clients, "both")
        outages = []
        for place, node in enumerate(nodes):
            # The first is stopped, the second is killed. The log includes lines about other
            # proxies.
            other = nodes[1 - place]
            gone, joined = (len(other.events(name)) for name in ("node.gone", "node.joined"))
            for client in clients:
                client.outage = 0
            if place == 0:
                code = await asyncio.to_thread(node.daemon.stop)
                assert code == 0, code
            else:
                node.kill()
            await talk(clients, f"without {node.name}")
            await until("others", lambda: sum(counts([nodes[1 - place]])) == CLIENTS)
            if place == 0:
                # It released its claims; a killed node is back before they expire.
                await until("node.gone", lambda: len(other.events("node.gone")) > gone)
            outages.append(round(max(client.outage for client in clients), 1))
            await asyncio.to_thread(node.begin)
            if place == 0:
                await until("node.joined", lambda: len(other.events("node.joined")) > joined)
            # Once the proxy has noticed the node, it passes new clients to it.
            end = time.monotonic() + HANG
            while not min(await asyncio.to_thread(counts, nodes)):
                assert time.monotonic() < end, "no clients of the node that is back"
                for client in clients[:CLIENTS // 2]:
                    await asyncio.wait_for(client.is_open.wait(), HANG)
                    await client.socket.close()
                await asyncio.sleep(1)
            await talk(clients, f"with {node.name}")
        assert max(outages) <= promised(5), outages
        told = sum((client.refused for client in clients), [])
        assert set(told) <= {502, 503}, told
        return f"longest without a node {outages[0]} s when one stopped, {outages[1]} s when one" \
            f" was killed; {len(told)} times told to come again"
    finally:
        for client in clients:
            client.is_wanted = False
        for task in lives:
            task.cancel()
        await asyncio.gather(*lives, return_exceptions=True)


def main():
    (upford,) = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        database, redis, nodes = Database(folder), Redis(folder), []
        try:
            for name in NODES:
                nodes.append(Node(upford, folder, name, database.settings, redis.path,
                                  config="config/examples/behind-nginx.yaml"))
                # The same when it restarts: the proxies know it.
                nodes[-1].daemon.settings["admin_port"] = nodes[-1].admin.rpartition(":")[2]
            for number, kind in enumerate((Nginx, HAProxy)):
                place = os.path.join(folder, kind.name)
                os.mkdir(place)
                with kind(place, nodes) as proxy:
                    said = asyncio.run(play(proxy, nodes, "ab"[number]))
                    print(f"two nodes behind {kind.name}: {said}", flush=True)
            codes = [node.daemon.stop() for node in nodes]
            assert codes == [0, 0], codes
        finally:
            for process in [node.daemon.process for node in nodes] + [
                    redis.process, database.process]:
                if process.poll() is None:
                    process.kill()
                process.wait()


if __name__ == "__main__":
    main()
