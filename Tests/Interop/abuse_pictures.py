"""Abuse with pictures: pictures that unpack to a large size, and many slow uploads.

It prints the cost of each; docs/decisions/0013 has the figures.
"""

import contextlib
import os
import re
import select

import bombs
from casework import Case
from raw import Gone, RawPeer
from until import HANG, promised, until

# Memory that one picture may add to the daemon while it is decoded, and seconds of a core that it
# may take.
MEMORY_MAX = 192 << 20
SECONDS_MAX = promised(5)
# The number of uploads in `UploadGate`, and the memory that they may add to that after the
# pictures.
UPLOADS_MAX = 32
UPLOADS_OF_USER_MAX = 2
UPLOADS_MEMORY_MAX = 96 << 20


class Meter:
    """Resources of a process: time since `start`, and memory beyond its initial memory."""

    def __init__(self, process):
        self.path = f"/proc/{process.pid}"
        self.idle = self.bytes("VmRSS")

    def start(self):
        with open(f"{self.path}/clear_refs", "w") as file:
            file.write("5")
        self.begun = self.ticks()

    def bytes(self, field):
        with open(f"{self.path}/status") as file:
            return int(re.search(field + r":\s+(\d+) kB", file.read()).group(1)) << 10

    def ticks(self):
        with open(f"{self.path}/stat") as file:
            user, system = file.read().rpartition(")")[2].split()[11:13]
        return int(user) + int(system)

    def memory(self):
        """Peak memory since `start`."""
        return self.bytes("VmHWM") - self.idle

    def seconds(self):
        """Seconds of a core."""
        return (self.ticks() - self.begun) / os.sysconf("SC_CLK_TCK")


def head(token, count):
    return (f"PUT /avatar HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Length: {count}\r\n\r\n").encode()


def is_taken(meter, port, token, file, what):
    meter.start()
    with RawPeer(port, seconds=HANG) as peer:
        peer.send(head(token, len(file)) + file)
        status, _, body = peer.response()
    seconds, memory = meter.seconds(), meter.memory()
    print(f"{what}, {len(file):,} bytes: {seconds:.2f} s of a core, {memory / 2**20:.0f} MiB")
    assert status == 200, (status, body)
    assert seconds < SECONDS_MAX, f"took {seconds:.1f} s"
    assert memory < MEMORY_MAX, f"took {memory:,} bytes"


def is_refused(port, token, file):
    with RawPeer(port, seconds=HANG) as peer:
        peer.send(head(token, len(file)) + file)
        status, _, body = peer.response()
    assert status == 413 and b"lossless" in body, (status, body)


def say(peer, data):
    """Sends as much of it as the server reads."""
    with contextlib.suppress(Gone):
        peer.send(data)


def answer(peer):
    try:
        return peer.response()[0]
    except Gone:
        return "reset"


def crowd(meter, port, tokens, taken):
    """More uploads than allowed at a time, without their last bytes: `taken` are accepted."""
    meter.start()
    peers = [RawPeer(port, seconds=HANG) for _ in tokens]
    sockets = [peer.socket for peer in peers]
    try:
        for peer, token in zip(peers, tokens):
            say(peer, head(token, 1 << 20))
        for peer in peers:
            say(peer, bytes((1 << 20) - 1))
        until("refusals", lambda: len(select.select(sockets, [], [], 0)[0]) >= len(peers) - taken)
        statuses = []
        for peer in peers:
            say(peer, b"\0")
            statuses.append(answer(peer))
        memory = meter.memory()
    finally:
        for peer in peers:
            peer.socket.close()
    print(f"{len(peers)} uploads at once: {memory / 2**20:.0f} MiB")
    # Some get 503 (too many at once); all others get 415 (not a picture).
    assert statuses.count(415) == taken, statuses
    assert set(statuses) == {415, 503}, statuses
    assert memory < UPLOADS_MEMORY_MAX, f"took {memory:,} bytes"


def cases(daemon, stage):
    meter, port, token = Meter(daemon.process), daemon.port, stage.token
    subject = meter, port, token
    users = [stage.register(f"uploader{number}") for number in range(UPLOADS_MAX // 2 + 4)]
    for index, (what, file) in enumerate(bombs.largest().items(), 1):
        yield Case(
            f"pictures {index}", f"{what} of 4096 by 4096 is made small, in bounds",
            lambda file=file, what=what: is_taken(*subject, file, what))
    yield Case("pictures 4", "a lossless WebP of 1024 by 1024 is refused",
               lambda: is_refused(port, token, bombs.webp(1024)))
    yield Case("pictures 5", "a lossless WebP of 512 by 512 is taken",
               lambda: is_taken(*subject, bombs.webp(512), "a lossless WebP"))
    yield Case("pictures 6", "of uploads that do not end, only so many are taken",
               lambda: crowd(meter, port, users * UPLOADS_OF_USER_MAX, UPLOADS_MAX))
    yield Case("pictures 7", "and fewer of one user",
               lambda: crowd(meter, port, [token] * 5, UPLOADS_OF_USER_MAX))
    yield Case("pictures 8", "and then another is taken again",
               lambda: is_taken(*subject, bombs.png(8, side=512), "one more"))
