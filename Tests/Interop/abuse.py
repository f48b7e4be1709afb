"""Every kind of abuse of `upford serve` by a peer, each with the one clean answer.

Meanwhile healthy users ping and read ten times a second, and must never wait long.

usage: abuse.py PATH-OF-UPFORD
"""

import contextlib
import itertools
import json
import sys
import tempfile
import threading
import time

import abuse_bodies
import abuse_fields
import abuse_frames
import abuse_http
import abuse_pictures
import abuse_stages
import abuse_tls
import abuse_unread
from casework import Case, run
from certificate import certificate
from daemon import Daemon
from raw import CLOSE, Gone, PING, PONG, RawPeer, TEXT, close_code, frame
from until import promised, until
from verdicts import PROBE

# The longest that a healthy user may wait for an answer, in seconds, on a busy machine.
PATIENCE = promised(2.0)

LIMITS = dict(
    passwords_memoryKiB=1024, tls_port=0, tls_handshakes=8, tls_handshakesPerAddress=4,
    tls_postHandshakeMessages=5)
# Short limits, for tests of slow peers. A test that is delayed itself can reach them, too.
HASTE = dict(
    limits_headSeconds=2, limits_signInSeconds=3, limits_messageSeconds=2, limits_stallSeconds=3,
    limits_flushSeconds=600, limits_outboxBytes=65_536, tls_handshakeSeconds=2)


class Stage:
    """Opens connections and advances them to the stage that a case needs."""

    def __init__(self, daemon):
        self.port = daemon.port
        self.tls_port = daemon.tls_port
        self.devices = itertools.count()
        self.token = self.register("ana")

    def register(self, username):
        names = {"username": username, "email": f"{username}@example.org", "device": "first"}

        def registers():
            with RawPeer(self.port).open("/v1/ws") as peer:
                answer = self.call(peer, "accountRegister", password="correct horse", **names)
                # The answer to the first attempt came too late.
                return answer if answer is None or "account" in answer else self.call(
                    peer, "accountLogin", login=username, password="correct horse",
                    device="first")

        return until("account", registers)["account"]["token"]

    def call(self, peer, command, **fields):
        """The answer; None if the daemon has given up waiting for the command."""
        try:
            peer.send(frame(TEXT, json.dumps({"id": 1, command: fields}).encode()))
            while True:
                opcode, payload = peer.message()
                if opcode == CLOSE and close_code(payload) == 4401:
                    return None
                answer = json.loads(payload)
                if answer.get("id") == 1:
                    return answer
        except Gone:
            return None

    def peer(self, stage):
        if stage == "bare":
            return RawPeer(self.port, seconds=promised(15))
        if stage.endswith("user"):
            return until("session", lambda: self.user(4096 if stage == "slow user" else None))
        lines = {"binary": ["Sec-WebSocket-Protocol: upfor.v1.binary"],
                 "deflate": ["Sec-WebSocket-Extensions: permessage-deflate"]}
        return RawPeer(self.port, seconds=promised(15)).open("/v1/ws", *lines.get(stage, []))

    def user(self, receive_buffer):
        """One with a session; None if it did not come in time."""
        peer = RawPeer(self.port, seconds=promised(15), receive_buffer=receive_buffer)
        peer.open("/v1/ws")
        answer = self.call(
            peer, "sessionOpen", token=self.token, device=f"d{next(self.devices)}", silent=True)
        if answer is None:
            peer.socket.close()
            return None
        assert "session" in answer, answer
        return peer

    def kept(self):
        """A connection for requests that has had its first answer."""
        def asks():
            peer = self.peer("bare")
            with contextlib.suppress(Gone):
                peer.send(PROBE)
                if peer.response()[0] == 200:
                    return peer
            peer.socket.close()
            return None

        return until("answer", asks)


class Witness(threading.Thread):
    """A healthy user meanwhile, who records the time of each answer."""

    def __init__(self, what):
        super().__init__()
        self.what = what
        self.done = threading.Event()
        self.longest = 0.0
        self.count = 0
        self.failure = None

    def run(self):
        try:
            while not self.done.wait(0.1):
                begun = time.monotonic()
                self.peer.allow(promised(10))
                self.ask()
                self.longest = max(self.longest, time.monotonic() - begun)
                self.count += 1
        except Exception as error:
            self.failure = error

    def verdict(self):
        self.done.set()
        self.join()
        assert self.failure is None, f"the healthy user was harmed: {self.failure!r}"
        assert self.longest < PATIENCE, f"the healthy user waited {self.longest:.2f} s"
        return f"{self.count} {self.what}, the longest took {self.longest * 1000:.0f} ms"


class PingWitness(Witness):
    """Pings on a WebSocket."""

    def __init__(self, stage):
        super().__init__(f"pings at {stage.port}")
        self.peer = stage.peer("user")

    def ask(self):
        self.peer.send(frame(PING, b"witness"))
        while self.peer.message() != (PONG, b"witness"):
            pass


class ReadWitness(Witness):
    """Reads over HTTP, on one connection."""

    def __init__(self, stage):
        super().__init__(f"reads over HTTP at {stage.port}")
        self.token, self.peer = stage.register("witness"), stage.kept()

    def ask(self):
        self.peer.send(
            b"GET /v1/accountRead HTTP/1.1\r\nHost: test\r\n"
            b"Authorization: Bearer %b\r\n\r\n" % self.token.encode())
        status, _, body = self.peer.response()
        assert status == 200 and b'"witness"' in body, (status, body)


def cases(stage, hasty):
    """Refusals are tested at a patient daemon, and slow peers at one with short limits."""
    def sends(where, data, verdict, stage=stage):
        def proof():
            with stage.peer(where) as peer:
                peer.send(data)
                verdict(peer)

        return proof

    def acts(where, act, stage=stage):
        def proof():
            with stage.peer(where) as peer:
                act(peer)

        return proof

    for index, (sentence, act) in enumerate(abuse_tls.CASES, 1):
        yield Case(f"TLS {index}", sentence, lambda act=act: act(stage.tls_port))
    for index, (sentence, act) in enumerate(abuse_tls.LATE, 1):
        yield Case(f"late TLS {index}", sentence, lambda act=act: act(hasty.tls_port))
    for index, (sentence, where, act) in enumerate(abuse_stages.LATE, 1):
        yield Case(f"late stages {index}", sentence, acts(where, act, hasty))
    for index, (sentence, where, act) in enumerate(abuse_stages.CASES, 1):
        yield Case(f"stages {index}", sentence, acts(where, act))
    yield from abuse_bodies.late(hasty, hasty.register("bodies"))
    yield from abuse_bodies.cases(stage.port, stage.register("bodies"))
    for group, rows in abuse_http.GROUPS.items():
        for index, (sentence, data, verdict) in enumerate(rows, 1):
            place = hasty if verdict is abuse_http.TOO_LATE else stage
            yield Case(f"{group} {index}", sentence, sends("bare", data, verdict, place))
    for group, (where, rows) in abuse_frames.GROUPS.items():
        for index, (sentence, data, verdict) in enumerate(rows, 1):
            yield Case(f"{group} {index}", sentence, sends(where, data, verdict))


def main():
    with contextlib.ExitStack() as stack:
        folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(4)]
        paths = certificate(folders[0])
        limits = dict(tls_certificate=paths[0], tls_key=paths[1], **LIMITS)
        daemon = Daemon(sys.argv[1], folders[0], **limits)
        crowded = Daemon(sys.argv[1], folders[1], limits_connectionsPerAddress=2)
        full = Daemon(sys.argv[1], folders[2], limits_connections=2)
        hasty = Daemon(sys.argv[1], folders[3], **limits, **HASTE)
        daemons = daemon, crowded, full, hasty
        for one in daemons:
            one.start()
        try:
            stage, pressed = Stage(daemon), Stage(hasty)
            witnesses = [
                kind(place) for place in (stage, pressed) for kind in (PingWitness, ReadWitness)]
            for witness in witnesses:
                witness.start()
            crowds = [
                Case("crowd 1", "of two connections of an address the visitor's gives way",
                     lambda: abuse_stages.gives_way(Stage(crowded))),
                Case("crowd 2", "the third of two connections in all gets 503 while users have both",
                     lambda: abuse_stages.too_many(Stage(full))),
            ]
            failed = run("abuse", [*crowds, *cases(stage, pressed)], workers=12)
            fields = list(abuse_fields.cases(stage))
            failed += run("abuse of fields", fields, workers=4)
            bodies = list(abuse_bodies.costly(hasty, pressed))
            failed += run("abuse of memory", bodies, workers=1)
            unread = list(abuse_unread.cases(sys.argv[1], stack))
            failed += run("abuse of answers", unread, workers=1)
            pictures = list(abuse_pictures.cases(daemon, stage))
            failed += run("abuse with pictures", pictures, workers=1)
            for witness in witnesses:
                print(f"the healthy user beside it: {witness.verdict()}")
        finally:
            codes = [one.stop() for one in daemons]
    assert not any(codes), codes
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
