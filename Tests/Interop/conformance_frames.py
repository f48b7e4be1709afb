"""Groups 1 to 5, 7 and 10: frames, controls, reserved bits, opcodes, fragments, closing."""

from casework import Case
from exchange import binary, dialogue, text
from raw import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, close, frame

SIZES = [0, 125, 126, 127, 128, 65_535, 65_536]
HELLO = b"Hello, world!"
ECHOED = (TEXT, HELLO)


def start(opcode, payload):
    return frame(opcode, payload, fin=False)


def more(payload, fin=False):
    return frame(CONTINUATION, payload, fin=fin)


def end(payload):
    return more(payload, fin=True)


# Sentence, frames sent, messages echoed, close code (None: the connection lives), bytes a write.
FRAMING = [
    (f"a {name} message of {size} bytes{chopped} comes back", [make(b"*" * size)],
     [(opcode, b"*" * size)], None, chop)
    for name, opcode, make in (("text", TEXT, text), ("binary", BINARY, binary))
    for size, chop, chopped in [*((size, None, "") for size in SIZES),
                                (65_536, 997, " in writes of 997")]
]

ODD = bytes([0, 255, 254, 253, 252, 251, 0, 255])
PINGS = [
    ("a ping without payload is answered", [frame(PING)], [(PONG, b"")], None),
    ("a ping is answered with its payload", [frame(PING, HELLO)], [(PONG, HELLO)], None),
    ("a ping's payload may be binary", [frame(PING, ODD)], [(PONG, ODD)], None),
    ("a ping may have 125 bytes", [frame(PING, b"\xfe" * 125)], [(PONG, b"\xfe" * 125)], None),
    ("a ping of 126 bytes fails", [frame(PING, b"\xfe" * 126)], [], 1002),
    ("a ping may come a byte at a time", [frame(PING, b"\xfe" * 125)], [(PONG, b"\xfe" * 125)],
     None, 1),
    ("an unasked pong without payload is ignored", [frame(PONG)], [], None),
    ("an unasked pong is ignored", [frame(PONG, HELLO)], [], None),
    ("an unasked pong before a ping is ignored", [frame(PONG, HELLO), frame(PING, ODD)],
     [(PONG, ODD)], None),
    ("ten pings are answered in their order", [frame(PING, b"%d" % n) for n in range(10)],
     [(PONG, b"%d" % n) for n in range(10)], None),
    ("ten pings a byte at a time are, too", [frame(PING, b"%d" % n) for n in range(10)],
     [(PONG, b"%d" % n) for n in range(10)], None, 1),
]

RESERVED = [
    ("reserved bits 1 fail the connection", [frame(TEXT, HELLO, rsv=1)], [], 1002),
    ("reserved bits 2 fail after what was good", [text(HELLO), frame(TEXT, HELLO, rsv=2)],
     [ECHOED], 1002),
    ("reserved bits 3 fail in one write",
     [text(HELLO) + frame(TEXT, HELLO, rsv=3) + frame(PING)], [ECHOED], 1002),
    ("reserved bits 4 fail a byte at a time",
     [text(HELLO), frame(TEXT, HELLO, rsv=4), frame(PING)], [ECHOED], 1002, 1),
    ("reserved bits 5 fail in a binary message", [frame(BINARY, ODD, rsv=5)], [], 1002),
    ("reserved bits 6 fail in a ping", [frame(PING, HELLO, rsv=6)], [], 1002),
    ("reserved bits 7 fail in a close", [frame(CLOSE, rsv=7)], [], 1002),
]

OPCODES = [
    row
    for first in (3, 11)
    for row in [
        (f"opcode {first} fails", [frame(first)], [], 1002),
        (f"opcode {first + 1} with payload fails", [frame(first + 1, HELLO)], [], 1002),
        (f"opcode {first + 2} fails after what was good",
         [text(HELLO), frame(first + 2), frame(PING)], [ECHOED], 1002),
        (f"opcode {first + 3} fails after what was good, in one write",
         [text(HELLO) + frame(first + 3, HELLO) + frame(PING)], [ECHOED], 1002),
        (f"opcode {first + 4} fails a byte at a time",
         [text(HELLO), frame(first + 4, HELLO), frame(PING)], [ECHOED], 1002, 1),
    ]
]

ONE, TWO = b"frag-one,", b"frag-two"
WHOLE = (TEXT, ONE + TWO)
PONGED = (PONG, b"between")
BETWEEN = frame(PING, b"between")
FIVE = [b"part %d " % n for n in range(5)]
FRAGMENTS = [
    ("a ping in two fragments fails", [start(PING, ONE), end(TWO)], [], 1002),
    ("a pong in two fragments fails", [start(PONG, ONE), end(TWO)], [], 1002),
    *[(f"a text in two fragments{how} comes back", [join(start(TEXT, ONE), end(TWO))], [WHOLE],
       None, chop)
      for how, join, chop in (("", lambda a, b: a + b, None),
                              (" a byte at a time", lambda a, b: a + b, 1))],
    ("a text in two fragments and two writes comes back", [start(TEXT, ONE), end(TWO)], [WHOLE],
     None),
    *[(f"a ping between fragments{how} is answered first",
       parts, [PONGED, WHOLE], None, chop)
      for how, parts, chop in (
          ("", [start(TEXT, ONE), BETWEEN, end(TWO)], None),
          (" in one write", [start(TEXT, ONE) + BETWEEN + end(TWO)], None),
          (" a byte at a time", [start(TEXT, ONE), BETWEEN, end(TWO)], 1))],
    *[(f"a continuation of nothing fails: {how}", parts, [], 1002, chop)
      for how, parts, chop in (
          ("final", [end(ONE), text(HELLO)], None),
          ("final, in one write", [end(ONE) + text(HELLO)], None),
          ("final, a byte at a time", [end(ONE), text(HELLO)], 1),
          ("not final", [more(ONE), text(HELLO)], None),
          ("not final, in one write", [more(ONE) + text(HELLO)], None),
          ("not final, a byte at a time", [more(ONE), text(HELLO)], 1))],
    ("a continuation after a whole message fails",
     [start(TEXT, ONE), end(TWO), more(ONE), text(HELLO)], [WHOLE], 1002),
    *[(f"continuations of nothing fail, {'final' if fin else 'not final'}",
       [more(ONE, fin), start(TEXT, ONE), end(TWO)] * 2, [], 1002) for fin in (True, False)],
    ("a text inside a fragmented text fails", [start(TEXT, ONE), text(HELLO)], [], 1002),
    ("five fragments with two pings between come back",
     [start(TEXT, FIVE[0]), more(FIVE[1]), BETWEEN, more(FIVE[2]), more(FIVE[3]), BETWEEN,
      end(FIVE[4])], [PONGED, PONGED, (TEXT, b"".join(FIVE))], None),
    ("and so they do a byte at a time",
     [start(TEXT, FIVE[0]), more(FIVE[1]), BETWEEN, more(FIVE[2]), more(FIVE[3]), BETWEEN,
      end(FIVE[4])], [PONGED, PONGED, (TEXT, b"".join(FIVE))], None, 1),
]

VALID = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1011, 3000, 3999, 4000, 4999, 1012]
INVALID = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 1015, 5000, 65535]
CLOSING = [
    ("a message before the close comes back", [text(HELLO), close(1000)], [ECHOED], 1000),
    ("a second close is not answered", [close(1000), close(1000)], [], 1000),
    ("a ping after the close is not answered", [close(1000), frame(PING)], [], 1000),
    ("a text after the close is dropped", [close(1000), text(HELLO)], [], 1000),
    ("a fragment after the close is dropped", [start(TEXT, ONE), close(1000), end(TWO)], [], 1000),
    ("256 KiB are echoed before the close is",
     [text(b"*" * 262_144) + text(HELLO) + close(1000) + frame(PING)],
     [(TEXT, b"*" * 262_144), ECHOED], 1000),
    ("a close without a code is answered without one", [close()], [], "none"),
    ("a close of one byte fails", [frame(CLOSE, b"a")], [], 1002),
    ("a close with a code is answered with it", [close(1000)], [], 1000),
    ("a close with a reason is answered", [close(1000, HELLO)], [], 1000),
    ("a reason may have 123 bytes", [close(1000, b"*" * 123)], [], 1000),
    ("a close of 126 bytes fails", [close(1000, b"*" * 124)], [], 1002),
    ("a reason that is not UTF-8 fails", [close(1000, b"\xce\xba\xed\xa0\x80ed")], [], 1007),
    *[(f"close code {code} is good", [close(code)], [], code) for code in VALID],
    *[(f"close code {code} is bad", [close(code)], [], 1002) for code in INVALID],
]

LARGE = [("64 KiB in fragments of 1,300 bytes come back",
          [start(TEXT, b"*" * 1300), *[more(b"*" * 1300)] * 49, end(b"*" * 536)],
          [(TEXT, b"*" * 65_536)], None)]

GROUPS = {1: FRAMING, 2: PINGS, 3: RESERVED, 4: OPCODES, 5: FRAGMENTS, 7: CLOSING, 10: LARGE}


def cases(port):
    return [
        Case(f"{group}.{index}", row[0], lambda row=row: dialogue(port, *row[1:]))
        for group, rows in GROUPS.items()
        for index, row in enumerate(rows, 1)
    ]
