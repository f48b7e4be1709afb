"""Abuse of bodies and of order: bodies that trickle, that are chunked, or that arrive all at once.

It prints the memory that held bodies cost.
"""

import contextlib
import json
import select
import time

from abuse_pictures import Meter
from casework import Case
from raw import Gone, RawPeer
from until import HANG, promised
from verdicts import answers, rejects

# The hasty daemon's `limits.headSeconds` and `limits.messageSeconds`; the tolerance for a busy
# machine.
LIMIT_SECONDS = 2
SLACK_SECONDS = 3
# How many bodies are held at once, and how much of each is sent: the maximum for a stranger.
HELD = 200
HELD_BYTES = 8_000
# Memory that one may add to the daemon: its body with room to grow, and its connection.
HELD_BYTES_MAX = 64 << 10
# Bytes of requests whose answers are never read, and the memory that they may add.
FLOOD_BYTES = 64 << 20
FLOOD_BYTES_MAX = 8 << 20
PIPELINED = 100


def head(start, token, *lines):
    bearer = [f"Authorization: Bearer {token}"] if token else []
    return "\r\n".join([f"{start} HTTP/1.1", "Host: test", *bearer, *lines, "", ""]).encode()


JSON = "Content-Type: application/json"
CHUNKED = "Transfer-Encoding: chunked"


def slow(start, piece, *lines, kept=False, first=b""):
    """A body that arrives in a piece per second is ended in time, however much has arrived."""

    def act(stage, token):
        with stage.kept() if kept else stage.peer("bare") as peer:
            trickle(peer, token)

    def trickle(peer, token):
        peer.send(head(start, token, *lines) + first)
        begun = time.monotonic()
        while not peer.buffer:
            # Too late, if the answer has arrived.
            with contextlib.suppress(Gone):
                peer.send(piece)
            if select.select([peer.socket], [], [], 1)[0]:
                peer.fill()
            took = time.monotonic() - begun
            assert took < promised(LIMIT_SECONDS + SLACK_SECONDS), f"still taken after {took:.1f} s"
        # Send nothing more, so that no reset discards the answer.
        status, fields, _ = peer.response()
        assert (status, fields.get("connection")) == (408, "close"), (status, fields)

    return act


SLOW = [
    ("a body that comes byte by byte",
     slow("POST /v1/accountRegister", b"x", JSON, "Content-Length: 90")),
    ("such a body behind another request",
     slow("POST /v1/accountRegister", b"x", JSON, "Content-Length: 90", kept=True)),
    ("chunks of one byte", slow("POST /v1/roomSend", b"1\r\nx\r\n", JSON, CHUNKED)),
    ("a chunk that comes byte by byte", slow("POST /v1/roomSend", b"0", JSON, CHUNKED)),
    ("a chunk's extension that comes byte by byte",
     slow("POST /v1/roomSend", b"x", JSON, CHUNKED, first=b"5;")),
    ("a long command that comes byte by byte",
     slow("POST /v1/roomSend", b"x", JSON, "Content-Length: 60000")),
    ("a picture that comes byte by byte", slow("PUT /avatar", b"x", "Content-Length: 900000")),
    ("a picture in chunks of one byte", slow("PUT /avatar", b"1\r\nx\r\n", CHUNKED)),
]
# A chunk is refused by its announced size: none of its data is sent.
ANNOUNCED = [
    ("over what a command may have", "POST /v1/roomSend", [JSON], b"10001\r\n"),
    ("behind others, over what a command may have", "POST /v1/roomSend", [JSON],
     b"f000\r\n" + bytes(0xF000) + b"\r\n1001\r\n"),
    ("over what a picture may have", "PUT /avatar", [], b"100001\r\n"),
    ("behind others, over what a picture may have", "PUT /avatar", [],
     b"20000\r\n" + bytes(0x20000) + b"\r\ne0001\r\n"),
    ("over what a place without bodies may have", "PUT /healthz", [], b"2001\r\n"),
    ("over everything", "PUT /avatar", [], b"fffffffffffffff\r\n"),
    ("with an extension over what a picture may have", "PUT /avatar", [], b"100001;a=b\r\n"),
]


def refuses_announced(peer, token, start, lines, chunks):
    peer.allow(promised(LIMIT_SECONDS / 2 + SLACK_SECONDS))
    peer.send(head(start, token, CHUNKED, *lines) + chunks)
    begun = time.monotonic()
    rejects(413)(peer)
    took = time.monotonic() - begun
    assert took < promised(LIMIT_SECONDS * 0.75), f"took {took:.1f} s"


def command(token, name):
    body = json.dumps({"displayName": name}).encode()
    return head(
        "POST /v1/accountUpdate", token, JSON, f"Content-Length: {len(body)}") + body


def in_order(peer, token):
    """Changes in one segment: they are executed and answered in order."""
    names = [f"n{number}" for number in range(PIPELINED)]
    peer.send(b"".join(command(token, name) for name in names))
    for name in names:
        status, _, body = peer.response()
        assert status == 200, (status, body)
        got = json.loads(body)["account"]["user"]["displayName"]
        assert got == name, f"the answer to {got} where that to {name} was due"


def mixed(peer, token):
    """Good and bad ones in one segment; the first that breaks HTTP ends them."""
    good, bad = command(token, "good"), head("GET /v1/roomHistory?limit=x", token)
    unknown = head("GET /v1/nothing", token)
    peer.send((good + bad + unknown) * 10 + b"GET / HTTP/3\r\n\r\n" + good)
    answers(*[200, 400, 404] * 10)(peer)
    rejects(505)(peer)


def unread(meter, port, token):
    """Endless requests whose answers are never read: the daemon stops reading them."""
    # The first run pays for the one-time set-up of the daemon.
    flood(port)
    meter.start()
    sent = flood(port)
    memory = meter.memory() - meter.before
    print(f"{sent:,} bytes of requests with unread answers: {memory / 2**20:.1f} MiB")
    assert sent < FLOOD_BYTES, "all of it was taken"
    assert memory < FLOOD_BYTES_MAX, f"took {memory:,} bytes"


def flood(port):
    """Sends until the daemon stops reading; returns the number of bytes sent."""
    asked = head("GET /openapi.json", None) * 500
    with RawPeer(port, seconds=HANG, receive_buffer=4096) as peer:
        sent = 0
        peer.socket.settimeout(1)
        with contextlib.suppress(TimeoutError, ConnectionError):
            while sent < FLOOD_BYTES:
                sent += peer.socket.send(asked)
    return sent


def held(meter, port):
    """Trickling bodies of strangers: each is given up in time, and its memory is bounded."""
    meter.start()
    peers = [RawPeer(port, seconds=HANG) for _ in range(HELD)]
    try:
        for peer in peers:
            with contextlib.suppress(Gone):
                peer.send(head("POST /v1/accountLogin", None, JSON,
                               f"Content-Length: {HELD_BYTES + 100}") + bytes(HELD_BYTES))
        statuses = {peer.response()[0] for peer in peers}
    finally:
        for peer in peers:
            peer.socket.close()
    memory = meter.memory() - meter.before
    print(f"{HELD} bodies of {HELD_BYTES:,} bytes that do not end: {memory / 2**20:.1f} MiB")
    assert statuses == {408}, statuses
    assert memory < HELD * HELD_BYTES_MAX, f"took {memory:,} bytes"


class Growth(Meter):
    """Memory added since a moment."""

    def start(self):
        super().start()
        self.before = self.bytes("VmRSS") - self.idle


def cases(port, token):
    def acts(act, *arguments):
        def proof():
            with RawPeer(port, seconds=HANG) as peer:
                act(peer, token, *arguments)

        return proof

    for index, (sentence, *rest) in enumerate(ANNOUNCED, 1):
        yield Case(f"chunks {index}", f"a chunk {sentence} is refused at once",
                   acts(refuses_announced, *rest))
    yield Case("order 1", f"{PIPELINED} commands in one segment are answered in order",
               acts(in_order))
    yield Case("order 2", "good and bad requests in one segment are answered in order", acts(mixed))


def late(stage, token):
    for index, (sentence, act) in enumerate(SLOW, 1):
        yield Case(f"slow bodies {index}", f"{sentence} is given up in time",
                   lambda act=act: act(stage, token))


def costly(daemon, stage):
    """The measured cases: one after the other, with nothing else running."""
    meter = Growth(daemon.process)
    yield Case("memory 1", "requests are not taken while their answers are not read",
               lambda: unread(meter, daemon.port, stage.token))
    yield Case("memory 2", "bodies that do not end hold no more than they may",
               lambda: held(meter, daemon.port))
