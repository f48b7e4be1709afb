#!/usr/bin/env python3
"""The cost of a delivery in a group, compared with a room of two with as many connections.

Every member of the group is a separate user with one connection: each message goes into as many
inboxes. In the room of two, half of the connections are devices of one user, half of the other.
"""

import argparse
import asyncio
import json
import sqlite3
import tempfile
import time

import websockets

from draw import Upford

PER_SECOND = 20


def fill(path, count):
    """Adds users who share the password hash of one registration."""
    data = sqlite3.connect(path)
    now = int(time.time() * 1000)
    first = 1000
    data.executemany(
        "INSERT INTO account (id, username, email, address, display_name, password_hash,"
        " created_ms) SELECT ?, ?, ?, ?, ?, password_hash, ? FROM account WHERE username = 'caller'",
        ((first + i, f"u_{i}", f"u_{i}@load.invalid", f"u_{i}@load.invalid", f"u_{i}", now)
         for i in range(count)))
    data.executemany("INSERT INTO bond (low, kind, high, since_ms) VALUES (?, 0, ?, ?)",
                     ((first, first + i, now) for i in range(1, count)))
    data.commit()


class Member:
    """One connection that counts the messages that it receives."""

    def __init__(self):
        self.count = 0

    async def open(self, upford, token, device):
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{upford.http.port}/v1/ws", subprotocols=["upfor.v1.json"], max_size=None,
            compression=None)
        await self.socket.send(json.dumps({
            "id": 1, "sessionOpen": {"token": token, "device": device}}))
        while True:
            message = json.loads(await self.socket.recv())
            if "session" in message:
                break
            assert "error" not in message, message
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        async for text in self.socket:
            if '"roomMessage"' in text:
                self.count += 1


async def talk(upford, name, members, ways, seconds):
    """Each of `ways` is a connection, and the recipient of its messages."""
    await asyncio.sleep(2)
    sent = 0
    before, cpu = sum(member.count for member in members), upford.cpu()
    end = time.monotonic() + seconds
    while (now := time.monotonic()) < end:
        member, to = ways[sent % len(ways)]
        sent += 1
        await member.socket.send(json.dumps(
            {"id": 1 + sent, "roomSend": {"to": to, "text": "lunch at noon?", "cid": f"{name} {sent}"}}))
        await asyncio.sleep(max(0, 1 / PER_SECOND - (time.monotonic() - now)))
    due = before + sent * len(members)
    while sum(member.count for member in members) < due and time.monotonic() < end + 10:
        await asyncio.sleep(0.05)
    cpu = upford.cpu() - cpu
    told = sum(member.count for member in members) - before
    print(f"| {name} | {len(members)} | {sent / seconds:.0f} | {told} of {sent * len(members)} |"
          f" {1e6 * cpu / sent:.0f} µs | {1e6 * cpu / max(told, 1):.2f} µs |", flush=True)
    for member in members:
        await member.socket.close()
    return cpu / max(told, 1)


async def main(program, count, seconds):
    with tempfile.TemporaryDirectory() as folder:
        upford = Upford(program, folder)
        fields = {"username": "caller", "email": "caller@load.invalid", "device": "load",
                  "password": "correct horse battery", "displayName": "Caller"}
        upford.post("accountRegister", fields)
        upford.stop()
        fill(f"{folder}/store/upfor.sqlite", count)
        upford = Upford(program, folder)
        try:
            await compare(upford, count, seconds)
        finally:
            upford.stop()


async def compare(upford, count, seconds):
    def login(user, device):
        return upford.post("accountLogin", {
            "login": user, "password": "correct horse battery", "device": device,
        })["account"]["token"]

    print("| Room | Connections | Messages/s | Delivered | CPU a message | CPU a delivery |")
    print("| --- | --- | --- | --- | --- | --- |")
    pair = []
    for i in range(count):
        pair.append(Member())
        device = f"device-{i}"
        await pair[-1].open(upford, login(f"u_{i % 2}", device), device)
    two = await talk(upford, "of two", pair, [(pair[0], "u_1"), (pair[1], "u_0")], seconds)
    tokens = [login(f"u_{i}", "phone") for i in range(count)]
    room = upford.post("groupCreate", {
        "name": "All", "members": [f"u_{i}" for i in range(1, count)]}, tokens[0])["group"]["room"]
    for token in tokens[1:]:
        upford.post("groupJoin", {"room": room}, token)
    group = [Member() for _ in tokens]
    for member, token in zip(group, tokens):
        await member.open(upford, token, "phone")
    all_ = await talk(upford, "a group", group, [(group[0], room), (group[1], room)], seconds)
    print(f"\na delivery in the group costs {all_ / two:.2f} times one in the room of two")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("upford", help="path of the program, such as .build/release/upford")
    parser.add_argument("connections", nargs="?", type=int, default=200, help="default: 200")
    parser.add_argument("seconds", nargs="?", type=int, default=10, help="default: 10")
    given = parser.parse_args()
    asyncio.run(main(given.upford, given.connections, given.seconds))
