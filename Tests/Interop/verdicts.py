"""The clean answers that the daemon may give to abuse: each raises on any other answer."""

import json

from raw import BINARY, CLOSE, Gone, PING, PONG, TEXT, close, close_code, frame

PROBE = b"GET /healthz HTTP/1.1\r\nHost: probe\r\n\r\n"


def rejects(status):
    """One answer with this status, then the end: later input is not taken for a request."""

    def check(peer):
        got, _, _ = peer.response()
        assert got == status, f"status {got}, expected {status}"
        try:
            peer.send(PROBE)
            peer.fill()
        except Gone:
            pass
        assert not peer.buffer, f"a second answer: {bytes(peer.buffer[:60])}"

    return check


def refuses(status):
    """One answer with this status, and the connection serves the next request."""

    def check(peer):
        got, fields, _ = peer.response()
        assert got == status, f"status {got}, expected {status}"
        assert fields.get("connection") != "close", "the connection is not kept"
        peer.send(PROBE)
        assert peer.response()[0] == 200

    return check


def answers(*statuses):
    """One answer for each status, in order."""

    def check(peer):
        for status in statuses:
            got, _, _ = peer.response()
            assert got == status, f"status {got}, expected {status}"

    return check


def closes(*codes):
    """Optional answers, then a close frame with one of these codes, then an orderly end."""

    def check(peer):
        opcode = None
        while opcode != CLOSE:
            opcode, payload = peer.message()
        got = close_code(payload)
        assert got in codes, f"close code {got}, expected {codes}"
        try:
            peer.send(close(got))
        except Gone:
            return
        peer.ended()

    return check


def ends(peer):
    """The server ends the connection, without any message but a close frame."""
    peer.ended()


def says(*codes):
    """An error with one of these codes; the connection stays open."""

    def check(peer):
        opcode, payload = peer.message()
        if opcode == BINARY:
            known = [code for code in codes if NUMBERS[code] in payload]
            assert known, f"answered {payload[:80]}, expected {codes}"
        else:
            assert opcode == TEXT, f"opcode {opcode}: {payload[:80]}"
            answer = json.loads(payload)
            got = answer.get("error", {}).get("code", next(iter(set(answer) - {"id"}), ""))
            assert got in codes, f"answered {got}, expected {codes}"
        lives(peer)

    return check


def lives(peer):
    """The connection answers a ping."""
    peer.send(frame(PING, b"still there?"))
    opcode, payload = peer.message()
    while opcode != PONG:
        assert opcode != CLOSE, f"closed with {close_code(payload)}"
        opcode, payload = peer.message()
    assert payload == b"still there?"


# An error code in the binary format: field 1, a number.
NUMBERS = {"MALFORMED": b"\x08\x01", "INVALID_FIELD": b"\x08\x03", "UNKNOWN_COMMAND": b"\x08\x02"}
