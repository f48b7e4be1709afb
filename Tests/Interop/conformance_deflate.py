"""Groups 12 and 13: permessage-deflate (RFC 7692), by sizes, contents and parameters."""

import json
import random
import zlib

from casework import Case, Skipped
from exchange import CASE_SECONDS
from raw import (
    BINARY, CLOSE, CONTINUATION, PING, PONG, RawPeer, TEXT, close_code, fragments, frame, pieces)

KIB = 1024
# Bytes of a message, and of its fragments (None: one frame).
SHAPES = [
    *[(size, None) for size in (16, 64, 256, KIB, 4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB,
                                128 * KIB)],
    *[(128 * KIB, part) for part in (256, KIB, 2 * KIB, 4 * KIB, 8 * KIB, 16 * KIB, 32 * KIB,
                                     64 * KIB)],
]
# Offers of a client; the server may accept the first suitable one, or none.
OFFERS = [
    "permessage-deflate",
    "permessage-deflate; client_no_context_takeover",
    "permessage-deflate; server_no_context_takeover",
    "permessage-deflate; client_no_context_takeover; server_no_context_takeover",
    "permessage-deflate; server_max_window_bits=9",
    "permessage-deflate; server_max_window_bits=15; client_max_window_bits",
    "permessage-deflate; server_no_context_takeover; client_no_context_takeover; "
    "server_max_window_bits=9; client_max_window_bits=9, permessage-deflate",
]


def contents():
    """Kinds of content: opcode, and a function of size and random generator."""
    words = ["lunch", "coffee", "gym", "tonight", "nobody", "everybody", "perhaps", "naïve", "日"]

    def prose(size, chance):
        made = " ".join(chance.choices(words, k=size // 3 + 1)).encode()[:size]
        return made.decode(errors="ignore").encode().ljust(size)

    def members(size, chance):
        made = json.dumps([{"id": chance.random(), "to": chance.choice(words)}
                           for _ in range(size // 24 + 1)]).encode()
        return made[:size]

    return {
        "one letter": (TEXT, lambda size, chance: b"*" * size),
        "prose": (TEXT, prose),
        "JSON": (TEXT, members),
        "noise": (BINARY, lambda size, chance: chance.randbytes(size)),
        "numbers": (BINARY, lambda size, chance: bytes(n * n >> 4 & 0xFF for n in range(size))),
    }


class Codec:
    """Both directions of one connection, by the parameters of the server's answer."""

    def __init__(self, extension, resets):
        name, *parts = [part.strip() for part in extension.split(";")]
        if not name:
            raise Skipped
        assert name == "permessage-deflate", extension
        self.parameters = dict((*part.split("="), None)[:2] for part in parts)
        self.client_bits = int(self.parameters.get("client_max_window_bits") or 15)
        self.server_bits = int(self.parameters.get("server_max_window_bits") or 15)
        self.resets = resets or "client_no_context_takeover" in self.parameters
        self.deflater = self.inflater = None

    def deflated(self, data):
        if self.deflater is None or self.resets:
            # zlib supports no window of 8 bits for raw deflate.
            self.deflater = zlib.compressobj(wbits=-max(9, self.client_bits))
        return (self.deflater.compress(data) + self.deflater.flush(zlib.Z_SYNC_FLUSH))[:-4]

    def inflated(self, data):
        if self.inflater is None or "server_no_context_takeover" in self.parameters:
            self.inflater = zlib.decompressobj(wbits=-self.server_bits)
        return self.inflater.decompress(data + b"\0\0\xff\xff")


def exchange(port, offer, kind, size, part, budget, resets=False):
    """Echoes messages, until `budget` bytes or 1,000 messages have passed."""
    opcode, make = contents()[kind]
    chance = random.Random(size)
    with RawPeer(port, seconds=CASE_SECONDS).open(
            "/", f"Sec-WebSocket-Extensions: {offer}") as peer:
        codec = Codec(peer.extensions, resets)
        for index in range(max(2, min(1000, budget // size))):
            data = make(size, chance)
            peer.send(sent(codec, opcode, data, part))
            got, payload = peer.message()
            if peer.rsv == 4:
                payload = codec.inflated(payload)
            assert peer.rsv in (0, 4) and (got, payload) == (opcode, data), f"message {index}"


def sent(codec, opcode, data, part):
    deflated = codec.deflated(data)
    return b"".join(fragments(opcode, pieces(deflated, part or len(deflated)), rsv=4))


def raw_deflate(data, mode=zlib.Z_SYNC_FLUSH, cut=4):
    packer = zlib.compressobj(wbits=-15)
    made = packer.compress(data) + packer.flush(mode)
    return made[:len(made) - cut]


GOOD = raw_deflate(b"hello")
ODDITIES = [
    ("an empty compressed message comes back", [frame(TEXT, b"\0", rsv=4)], b"", None),
    ("a compressed message that is not compressed comes back", [frame(TEXT, b"hello")], b"hello",
     None),
    ("a stored block comes back", [frame(TEXT, b"\0\5\0\xfa\xffhello\0", rsv=4)], b"hello", None),
    ("a stream that says it ended comes back",
     [frame(TEXT, raw_deflate(b"hello", zlib.Z_FINISH, 0) + b"\0", rsv=4)], b"hello", None),
    ("compressed bytes in fragments of one come back",
     [*fragments(TEXT, pieces(GOOD, 1), rsv=4)], b"hello", None),
    ("a ping between compressed fragments is answered",
     [frame(TEXT, GOOD[:2], fin=False, rsv=4), frame(PING), frame(CONTINUATION, GOOD[2:])],
     b"hello", None),
    ("bytes that are no deflate fail", [frame(TEXT, b"\xff" * 40, rsv=4)], None, 1007),
    ("a stream cut short fails", [frame(TEXT, raw_deflate(bytes(9999))[:9], rsv=4)], None, 1007),
    ("compressed text that is not UTF-8 fails", [frame(TEXT, raw_deflate(b"\xff"), rsv=4)], None,
     1007),
    ("a mark on a continuation fails",
     [frame(TEXT, GOOD[:2], fin=False, rsv=4), frame(CONTINUATION, GOOD[2:], rsv=4)], None, 1002),
    ("a mark on a ping fails", [frame(PING, b"", rsv=4)], None, 1002),
    ("a mark on a close fails", [frame(CLOSE, b"", rsv=4)], None, 1002),
    ("two marks fail", [frame(TEXT, GOOD, rsv=6)], None, 1002),
    ("65 MiB in 64 KiB are too much", [frame(BINARY, raw_deflate(bytes(65 << 20)), rsv=4)], None,
     1009),
]


def odd(port, sent, echoed, code):
    """Small messages come back uncompressed; the other cases end with a close code."""
    with RawPeer(port, seconds=CASE_SECONDS).open(
            "/", f"Sec-WebSocket-Extensions: {OFFERS[0]}") as peer:
        codec = Codec(peer.extensions, True)
        peer.send(b"".join(sent))
        opcode, payload = peer.message()
        while opcode == PONG:
            opcode, payload = peer.message()
        if code is None:
            got = codec.inflated(payload) if peer.rsv == 4 else payload
            assert (opcode, got) == (TEXT, echoed), (opcode, got)
        else:
            assert (opcode, close_code(payload)) == (CLOSE, code), (opcode, payload[:40])


def cases(port, short):
    budget = 32 * KIB if short else 1024 * KIB
    rows = []
    for kind in contents():
        for size, part in SHAPES:
            rows.append((f"12.{len(rows) + 1}", f"{kind} of {size} bytes in fragments of {part}",
                         lambda k=kind, s=size, p=part: exchange(
                             port, OFFERS[0], k, s, p, budget)))
    for index, offer in enumerate(OFFERS):
        for size, part in SHAPES:
            rows.append((f"13.{len(rows) - 89}", f"JSON of {size} bytes, {part}, offered {offer}",
                         lambda o=offer, s=size, p=part, r=index % 2 == 1: exchange(
                             port, o, "JSON", s, p, budget, r)))
    for row in ODDITIES:
        rows.append((f"13.{len(rows) - 89}", row[0], lambda row=row: odd(port, *row[1:])))
    return [Case(*row) for row in rows]
