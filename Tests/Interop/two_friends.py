"""The main scenario, played by a foreign WebSocket client (PyPI `websockets`).

Two users sign up, become friends, chat, turn on the same activity, and are both notified; the
daemon restarts in between, and neither misses an event or gets one twice.

usage: two_friends.py PATH-OF-UPFORD
"""

import asyncio
import json
import sys
import tempfile

import websockets
from daemon import Daemon
from until import HANG


class Person:
    """One user on one device: sends commands, and keeps pushed events."""

    def __init__(self, name):
        self.name = name
        self.token = ""
        self.epoch = ""
        self.seq = 0
        self.inbox = []
        self.presence = []
        self.last_id = 0

    async def connect(self, url):
        self.socket = await websockets.connect(
            url, subprotocols=["upfor.v1.json"], open_timeout=HANG, ping_interval=None)

    async def call(self, command, **fields):
        """Sends a command and returns the body of its answer."""
        self.last_id += 1
        await self.socket.send(json.dumps({"id": self.last_id, command: fields}))
        while True:
            message = await self.next()
            if message.get("id") == self.last_id:
                return message

    async def next(self):
        message = json.loads(await asyncio.wait_for(self.socket.recv(), HANG))
        if "seq" in message:
            assert message["seq"] == self.seq + 1, (self.name, self.seq, message)
            self.seq = message["seq"]
            self.inbox.append(message)
        elif "id" not in message:
            self.presence.append(message)
        return message

    async def until(self, kind):
        """Waits for the next event of a kind, and returns it."""
        while True:
            for index, message in enumerate(self.inbox):
                if kind in message:
                    return self.inbox.pop(index)[kind]
            await self.next()

    async def register(self):
        answer = await self.call(
            "accountRegister", username=self.name, email=f"{self.name}@example.org",
            password="correct horse", device="python")
        self.token = answer["account"]["token"]

    async def open(self):
        answer = await self.call(
            "sessionOpen", token=self.token, device="python", after=self.seq, epoch=self.epoch)
        self.epoch = answer["session"]["epoch"]
        return answer["session"]


async def scenario(daemon):
    ana, ben = Person("ana"), Person("ben")
    for person in (ana, ben):
        await person.connect(daemon.url)
        await person.register()
        session = await person.open()
        assert session["user"]["username"] == person.name, session

    answer = await ana.call("friendRequest", to="ben", message="it is me")
    assert answer["friendRequestSent"] == {"to": "ben", "friends": False}, answer
    assert (await ben.until("friendRequested"))["message"] == "it is me"
    assert "done" in await ben.call("friendAccept", **{"from": "ana"})
    assert (await ana.until("friendAdded"))["friend"]["username"] == "ben"

    sent = await ana.call("roomSend", to="ben", text="lunch?", cid="a-1")
    assert sent["roomSent"]["room"] == "ana:ben" and sent["roomSent"]["seq"] == 1, sent
    again = await ana.call("roomSend", to="ben", text="lunch?", cid="a-1")
    assert again["roomSent"] == sent["roomSent"], again
    assert (await ben.until("roomMessage"))["text"] == "lunch?"
    assert (await ana.until("roomMessage"))["text"] == "lunch?"

    await ana.call("activitySet", activity="coffee", on=True)
    await ben.call("activitySet", activity="coffee", on=True)
    assert (await ana.until("match"))["with"]["username"] == "ben"
    assert (await ben.until("match"))["with"]["username"] == "ana"

    await ana.socket.close()
    await ben.call("roomSend", to="ana", text="while you were away", cid="b-1")
    assert daemon.stop() == 0
    try:
        while True:
            await ben.next()
    except websockets.ConnectionClosed as closed:
        assert closed.rcvd and closed.rcvd.code == 1012, closed
    daemon.start()

    for person in (ana, ben):
        await person.connect(daemon.url)
        await person.open()
    assert (await ana.until("roomMessage"))["text"] == "while you were away"
    rooms = (await ana.call("roomList"))["rooms"]
    assert rooms["unread"] == 1, rooms
    marked = await ana.call("roomMark", **{"with": "ben", "seq": 2})
    assert marked["roomMarked"]["unread"] == 0, marked
    states = (await ana.call("activityList"))["activities"]["activities"]
    assert [s["activity"] for s in states if s["on"]] == ["coffee"], states
    friends = (await ana.call("friendList"))["friends"]["friends"]
    assert friends[0]["user"]["username"] == "ben" and friends[0]["online"] is True, friends

    wrong = await ana.call("roomSend", to="ben", text=7, cid="a-2")
    assert wrong["error"]["field"] == "roomSend.text", wrong
    unknown = await ana.call("roomDance", to="ben")
    assert unknown["error"]["code"] == "UNKNOWN_COMMAND", unknown
    for person in (ana, ben):
        await person.socket.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(sys.argv[1], folder)
        daemon.start()
        try:
            asyncio.run(scenario(daemon))
        finally:
            code = daemon.stop()
    assert code == 0, code
    print(f"two friends over websockets {websockets.__version__}: everything as it should be")


if __name__ == "__main__":
    main()
