"""The frames that a conformance case sends, and the expected answers."""

import time

from raw import BINARY, CLOSE, Gone, PING, PONG, RawPeer, TEXT, close, close_code, frame
from until import HANG

# How long one case may take.
CASE_SECONDS = HANG
# How long the server reads on after its close frame.
LINGER_SECONDS = 2


def dialogue(port, sent, answers, code, chop=None, pause=0.0):
    """Sends frames, and expects messages, then a close frame with `code`, then the end.

    - code None: the connection must live; it is then closed in order, with 1000.
    - code "none": a close frame without a code must arrive.
    """
    with RawPeer(port, seconds=CASE_SECONDS).open() as peer:
        begun = time.monotonic()
        try:
            feed(peer, sent, chop, pause)
        except Gone:
            pass
        # Bytes after that time are answered by a reset.
        is_late = time.monotonic() - begun >= LINGER_SECONDS
        got = messages(peer, len(answers) if code is None else None, is_late)
        expected = [*answers, (CLOSE, 1000 if code is None else None if code == "none" else code)]
        assert got == expected, f"got {brief(got)}, expected {brief(expected)}"


def feed(peer, sent, chop, pause):
    """Sends each part on its own; `chop` bytes at a time, with pauses, if asked to."""
    for data in sent:
        size = chop or len(data)
        for start in range(0, len(data), size):
            peer.send(data[start:start + size])
            if pause:
                time.sleep(pause)


def messages(peer, closing_after=None, may_reset=False):
    """Everything up to the server's end: a close frame counts by its code.

    After `closing_after` messages we close; None: that is up to the server. It ends in order,
    unless it `may_reset`.
    """
    got = []
    while True:
        if len(got) == closing_after:
            peer.send(close(1000))
        opcode, payload = peer.message()
        if opcode == CLOSE:
            got.append((CLOSE, close_code(payload)))
            how = peer.ended()
            assert how == "end" or may_reset, f"ended by {how} after the close frame"
            return got
        got.append((opcode, payload))


def brief(messages):
    names = {TEXT: "text", BINARY: "binary", PING: "ping", PONG: "pong", CLOSE: "close"}
    return [
        (names[opcode], content if isinstance(content, int | None) or len(content) < 40
         else f"{len(content)} bytes")
        for opcode, content in messages[:8]
    ]


def text(payload):
    return frame(TEXT, payload)


def binary(payload):
    return frame(BINARY, payload)
