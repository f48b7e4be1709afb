"""Abuse of frames and of commands, after the upgrade to a WebSocket."""

import json
import zlib

from raw import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, close, frame
from verdicts import closes, lives, says

KIB = 1024


def raw_frame(text):
    return bytes.fromhex(text)


def head(first, form, length, width):
    """The head of a masked frame that announces `length` bytes."""
    return bytes([first, 0x80 | form]) + length.to_bytes(width, "big") + b"mask"


def deflated(data):
    packer = zlib.compressobj(9, wbits=-15)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


FRAMES = [
    ("an unmasked text", frame(TEXT, b"{}", mask=False), closes(1002)),
    ("an unmasked ping", frame(PING, mask=False), closes(1002)),
    ("an unmasked close", frame(CLOSE, mask=False), closes(1002)),
    *[(f"reserved bits {rsv}", frame(TEXT, b"{}", rsv=rsv), closes(1002)) for rsv in (1, 2, 3)],
    *[(f"opcode {opcode}", frame(opcode), closes(1002)) for opcode in (3, 5, 7, 11, 13, 15)],
    ("a length of 5 in 16 bits", frame(TEXT, b"hello", length=16), closes(1002)),
    ("a length of 5 in 64 bits", frame(TEXT, b"hello", length=64), closes(1002)),
    ("a length of 300 in 64 bits", frame(TEXT, b"*" * 300, length=64), closes(1002)),
    ("a ping with a length in 16 bits", frame(PING, b"*" * 125, length=16), closes(1002)),
    ("a negative length", head(0x81, 127, 1 << 63, 8), closes(1002)),
    ("a length of all bits", head(0x82, 127, (1 << 64) - 1, 8), closes(1002)),
    ("the largest length there is", head(0x82, 127, (1 << 63) - 1, 8), closes(1009)),
    ("a promise of 4 GiB", head(0x81, 127, 1 << 32, 8), closes(1009)),
    ("a promise of one byte over twice the limit", head(0x81, 126, 16_385, 2), closes(1009)),
    ("fragments that are too much together",
     frame(TEXT, b" " * 65_536, fin=False) + frame(CONTINUATION, b" " * 65_536, fin=False)
     + frame(CONTINUATION, b" "), closes(1009)),
    ("a message in 65 fragments",
     frame(TEXT, b" ", fin=False) + frame(CONTINUATION, b" ", fin=False) * 64, closes(1009)),
    ("a message in ten thousand empty fragments",
     frame(TEXT, fin=False) + frame(CONTINUATION, fin=False) * 10_000, closes(1009)),
    ("a fragmented ping", frame(PING, fin=False), closes(1002)),
    ("a continuation of nothing", frame(CONTINUATION, b"{}"), closes(1002)),
    ("a message inside a message", frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), closes(1002)),
    ("text that is not UTF-8", frame(TEXT, b'{"id":1,"x":"\xff"}'), closes(1007)),
    ("a surrogate in UTF-8", frame(TEXT, b'{"id":1,"x":"\xed\xa0\x80"}'), closes(1007)),
    ("a character cut by the end", frame(TEXT, b'{"id":1,"x":"\xe2\x82'), closes(1007)),
    ("a close of one byte", frame(CLOSE, b"\x03"), closes(1002)),
    ("a close with code 1005", close(1005), closes(1002)),
    ("a close with code 0", close(0), closes(1002)),
    ("a close with a broken reason", close(1000, b"\xff"), closes(1007)),
    ("a close and everything after it", close(1000) + frame(TEXT, b"{}") * 1000, closes(1000)),
    ("a flood of pings", frame(PING, b"x") * 1000, closes(1008)),
    ("a flood of pongs", frame(PONG, b"x") * 1000, closes(1008)),
    ("a flood of pings inside a message", frame(TEXT, b"{", fin=False) + frame(PING) * 1000,
     closes(1008)),
    ("binary on a JSON connection", frame(BINARY, b"{}"), closes(1003)),
    ("an HTTP request", b"GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n", closes(1002)),
    ("zeros", bytes(4096), closes(1002)),
    ("bytes FF", b"\xff" * 4096, closes(1002)),
    ("a good ping after nothing", frame(PONG), lives),
]


def command(text):
    return frame(TEXT, text if isinstance(text, bytes) else text.encode())


DEEP = "[" * 30_000
JSON = [
    *[(f"the text {text[:30]!r}", command(text), says("MALFORMED"))
      for text in ("", " ", "null", "1", "[]", '"a"', "{", "}", "{]", '{"id":1', '{"id":1,}',
                   '{"id" 1}', "{'id':1}", "{id:1}", '{"id":1}{"id":2}', '{"id":1}x', "\ufeff{}",
                   '{"id":1,"x":"\0"}', '{"id":1,"x":"\n"}', '{"id":1 "x":{}}', "// {}", "\0")],
    ("an empty object", command("{}"), says("INVALID_FIELD")),
    *[(f"the id {value}", command('{"id":%s,"accountRead":{}}' % value), says("INVALID_FIELD"))
      for value in ("0", "-1", "1.5", "1e3", "4294967296", "9" * 400, "null", "true", "[]", "{}",
                    '"01"', '"a"', '""', "01")],
    ("two ids", command('{"id":1,"id":2,"accountRead":{}}'), says("INVALID_FIELD")),
    ("two commands", command('{"id":1,"accountRead":{},"friendList":{}}'), says("INVALID_FIELD")),
    ("the same command twice", command('{"id":1,"accountRead":{},"accountRead":{}}'),
     says("INVALID_FIELD")),
    ("an id and nothing else", command('{"id":1}'), says("INVALID_FIELD")),
    ("a command that is none", command('{"id":1,"dance":{}}'), says("UNKNOWN_COMMAND")),
    ("a command with a name of 60,000 bytes", command('{"id":1,"%s":{}}' % ("a" * 60_000)),
     says("UNKNOWN_COMMAND")),
    ("a command's name in escapes", command('{"id":1,"\\u0061ccountRead":{}}'),
     says("UNKNOWN_COMMAND")),
    ("brackets, 30,000 deep", command('{"id":1,"accountRead":' + DEEP), says("TOO_DEEP")),
    ("braces, 5,000 deep", command('{"id":1,"accountRead":' + '{"a":' * 5000), says("TOO_DEEP")),
    ("a message just over the limit", command('{"id":1,"userLookup":{"username":"%s"}}' % (
        "a" * 65_600)), says("TOO_LARGE")),
    ("ten thousand members", command("{" + ",".join('"a":1' for _ in range(10_000)) + "}"),
     says("INVALID_FIELD")),
]

LOOKUP = '{"id":1,"userLookup":{"username":%s}}'
BODIES = [
    *[(f"the username {value[:30]}", command(LOOKUP % value), says("INVALID_FIELD"))
      for value in ("1", "true", "[]", "{}", r'"\ud800"', r'"\udc00\ud800"', r'"\u12"', r'"\x"',
                    "1e999", "nul", "tru", "-", '"a" "b"')],
    *[(f"the username {value[:30]} is unknown", command(LOOKUP % value),
       says("INVALID_FIELD", "NOT_FOUND"))
      for value in (r'"\u0000"', '""', "null", '"%s"' % ("a" * 60_000), r'"\uD83D\uDE00"',
                    '"../../etc/passwd"', '"a\' OR 1=1 --"', '"Ana"')],
    ("a username of brackets", command(LOOKUP % ("[" * 15)), says("TOO_DEEP")),
    ("a field twice", command('{"id":1,"userLookup":{"username":"ana","username":"ben"}}'),
     says("INVALID_FIELD", "NOT_FOUND")),
    ("a huge limit", command('{"id":1,"roomHistory":{"with":"ben","limit":4294967295}}'),
     says("INVALID_FIELD", "NOT_FRIENDS")),
    ("a limit over 32 bits", command('{"id":1,"roomHistory":{"with":"ben","limit":4294967296}}'),
     says("INVALID_FIELD")),
    ("a negative limit", command('{"id":1,"roomHistory":{"with":"ben","limit":-1}}'),
     says("INVALID_FIELD")),
    ("an order that is none", command('{"id":1,"matchList":{"order":"SIDEWAYS"}}'),
     says("INVALID_FIELD", "matches")),
    ("a second session", command('{"id":1,"sessionOpen":{"token":"a","device":"b"}}'),
     says("ALREADY_SIGNED_IN")),
    ("a text over 4,000 characters", command(json.dumps(
        {"id": 1, "roomSend": {"to": "ben", "text": "a" * 4001, "cid": "1"}})),
     says("INVALID_FIELD", "NOT_FRIENDS")),
]

VISITS = [
    *[(f"{name} before signing in", command('{"id":1,"%s":{}}' % name), says("NOT_SIGNED_IN"))
      for name in ("accountRead", "roomSend", "friendList", "activitySet", "accountLogout")],
    ("a token that is none", command('{"id":1,"sessionOpen":{"token":"x","device":"d"}}'),
     says("INVALID_TOKEN")),
    ("a token of 6,000 bytes", command('{"id":1,"sessionOpen":{"token":"%s","device":"d"}}' % (
        "x" * 6_000)), says("INVALID_TOKEN", "INVALID_FIELD")),
    ("a token of 9,000 bytes", command('{"id":1,"sessionOpen":{"token":"%s","device":"d"}}' % (
        "x" * 9_000)), says("TOO_LARGE")),
]

# Field 1 is the id; 100 and up are commands.
PROTOBUF = [
    *[(f"the bytes {data.hex()[:24] or 'none'}", frame(BINARY, data),
       says("MALFORMED", "INVALID_FIELD", "UNKNOWN_COMMAND"))
      for data in (b"", b"\xff", b"\xff" * 11, b"\x08", b"\x08" + b"\xff" * 10, b"\x0a\x05a",
                   b"\x08\x01\xa2\x06\xff\xff\xff\xff\x0f", b"\x00\x00", b"\x0b", b"\x0c",
                   b"\x08\x01\xa2\x06\x7f", b"\x08\x01\x08\x02", b"\x08\x00\xa2\x06\x00",
                   b"\x08\x01\xba\x3e\x00", bytes(range(256)), b"\x0b" * 8_000)],
    ("text on a binary connection", frame(TEXT, b"{}"), closes(1003)),
]

# Stage of the connection, then its cases.
GROUPS = {
    "frames": ("visitor", FRAMES),
    "JSON": ("user", JSON),
    "bodies": ("user", BODIES),
    "visitors": ("visitor", VISITS),
    "protobuf": ("binary", PROTOBUF),
}
BOMB = frame(TEXT, deflated(b" " * 64 * KIB * KIB), rsv=4)
