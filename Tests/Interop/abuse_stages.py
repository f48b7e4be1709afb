"""Abuse in time: peers that are silent, slow or gone, or do not read, at every stage."""

import time

from casework import Skipped
from raw import PING, TEXT, Gone, RawPeer, close, frame, upgrade
from abuse_frames import BOMB
from until import promised, until
from verdicts import closes, ends, lives, rejects, says

HEAD = upgrade("/v1/ws")
PART = frame(TEXT, b'{"id":1,"accountRead":{}}')


def trickle(peer, data, pause=0.05):
    """Sends a byte at a time, until the server closes the connection."""
    try:
        for byte in data:
            peer.send(bytes([byte]))
            time.sleep(pause)
    except Gone:
        pass


def quick(check, seconds):
    """Expects the answer within this number of seconds."""
    seconds = promised(seconds)

    def timed(peer):
        begun = time.monotonic()
        check(peer)
        took = time.monotonic() - begun
        assert took < seconds, f"took {took:.1f} s, expected {seconds}"

    return timed


def slowly(data, check):
    def act(peer):
        trickle(peer, data)
        check(peer)

    return act


def begins(data, check):
    def act(peer):
        peer.send(data)
        check(peer)

    return act


def half_closes(data):
    """Sends some bytes, ends its own direction, and expects the server's end."""

    def act(peer):
        peer.send(data)
        peer.half_close()
        quick(ends, 3)(peer)

    return act


def vanishes(data):
    def act(peer):
        peer.send(data)
        peer.reset()

    return act


def never_reads(peer):
    """Answers accumulate until the outbox is full: the close frame is the last message."""
    peer.allow(30)
    try:
        # More than the kernel buffers for both: a peer that reads its answers in time is served.
        for _ in range(8_000):
            peer.send(frame(TEXT, b'{"id":1,"dance":{}}') * 100)
    except (Gone, TimeoutError):
        pass
    peer.allow(promised(10))
    closes(4408)(peer)


def pings_unread(peer):
    """Pongs must not accumulate for a peer that does not read; the flood itself is refused."""
    peer.send(frame(PING, b"*" * 125) * 2000)
    closes(1008)(peer)


def bomb(peer):
    """64 MiB in 64 KiB."""
    if not peer.extensions:
        raise Skipped
    peer.send(BOMB)
    closes(1009)(peer)


def interrupted(peer):
    """A message in three parts with pauses between them is legal."""
    for part in (PART[:3], PART[3:12], PART[12:]):
        peer.send(part)
        time.sleep(0.4)
    says("account")(peer)


STAGES = {"nothing": ("bare", b""), "a half head": ("bare", HEAD[:40]),
          "half a body": ("bare", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nfour"),
          "a whole head": ("bare", HEAD), "an upgrade": ("visitor", b""),
          "half a frame head": ("visitor", PART[:1]), "half a frame": ("visitor", PART[:9]),
          "half a message": ("visitor", frame(TEXT, b"{", fin=False)),
          "a close frame": ("visitor", close(1000)), "a sign-in": ("user", b""),
          "a command": ("user", PART), "half a command": ("user", PART[:9])}

# Slow peers: sentence, stage, and the peer's actions.
LATE = [
    ("a silent peer gets 408", "bare", quick(rejects(408), 6)),
    ("a peer that sends a head byte by byte gets 408", "bare", slowly(HEAD, rejects(408))),
    ("a peer that stops within a body gets 408", "bare",
     begins(STAGES["half a body"][1], quick(rejects(408), 6))),
    ("a peer that does not sign in is closed", "visitor", quick(closes(4401), 6)),
    ("a peer that pings instead of signing in is closed", "visitor",
     slowly(frame(PING) * 12, quick(closes(4401), 6))),
    ("a visitor who does not finish a message is closed", "visitor",
     begins(PART[:9], quick(closes(4401), 6))),
    ("a user who does not finish a message is closed", "user",
     begins(PART[:9], quick(closes(1008), 6))),
    ("a user who does not finish a fragmented message is closed", "user",
     begins(frame(TEXT, b"{", fin=False), quick(closes(1008), 6))),
    ("pings do not keep an unfinished message alive", "user",
     slowly(frame(TEXT, b"{", fin=False) + frame(PING) * 12, quick(closes(1008), 6))),
    ("a peer that never reads is closed with 4408", "slow user", never_reads),
]
# The same for all other cases.
CASES = [
    ("a user who pauses inside a message is served", "user", interrupted),
    ("a peer that never reads pongs is closed", "slow user", pings_unread),
    ("a peer that sends a compression bomb is closed", "deflate", bomb),
    *[(f"a peer that ends its direction after {name} sees the end", stage, half_closes(data))
      for name, (stage, data) in STAGES.items()],
    *[(f"a reset after {name} affects no other peer", stage, vanishes(data))
      for name, (stage, data) in STAGES.items()],
    ("a healthy user is served", "user", lives),
]


def gives_way(stage):
    """With two connections allowed, the first visitor's connection is closed for a third."""
    with stage.peer("visitor") as first, stage.peer("user") as user, stage.peer("visitor") as third:
        closes(4412)(first)
        lives(user)
        third.send(frame(TEXT, b'{"id":1,"accountRead":{}}'))
        says("NOT_SIGNED_IN")(third)


def too_many(stage):
    """When users hold both allowed connections, the third gets 503 with Retry-After."""
    with stage.peer("user"), stage.peer("user") as second, stage.peer("bare") as third:
        status, fields, _ = third.response()
        assert status == 503 and int(fields["retry-after"]) > 0, (status, fields)
        assert third.ended() == "end"
        second.send(close(1000))
        second.ended()

        def is_let_in():
            with stage.peer("bare") as fourth:
                fourth.send(upgrade("/v1/ws"))
                return fourth.response()[0] == 101

        until("place where one has left", is_let_in, seconds=promised(5))
