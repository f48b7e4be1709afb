"""Everything rude that a peer can do to `upford serve`, and the one clean answer to each.

Beside it all healthy users ping and read ten times a second, and must never wait long.

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
from casework import Case, run
from certificate import certificate
from daemon import Daemon
from raw import PING, PONG, RawPeer, TEXT, frame

# The longest that a healthy user may wait for an answer, in seconds, on a busy machine.
PATIENCE = 2.0

LIMITS = dict(
    limits_headSeconds=2, limits_signInSeconds=3, limits_messageSeconds=2, limits_stallSeconds=3,
    limits_outboxBytes=65_536, passwords_memoryKiB=1024, tls_port=0, tls_handshakeSeconds=2,
    tls_handshakes=8, tls_handshakesPerAddress=4, tls_postHandshakeMessages=5)


class Stage:
    """Opens connections and brings them as far as a case wants them."""

    def __init__(self, daemon):
        self.port = daemon.port
        self.tls_port = daemon.tls_port
        self.devices = itertools.count()
        self.token = self.register("ana")

    def register(self, username):
        with RawPeer(self.port).open("/v1/ws") as peer:
            answer = self.call(
                peer, "accountRegister", username=username, email=f"{username}@example.org",
                password="correct horse", device="first")
            return answer["account"]["token"]

    def call(self, peer, command, **fields):
        peer.send(frame(TEXT, json.dumps({"id": 1, command: fields}).encode()))
        while True:
            answer = json.loads(peer.message()[1])
            if answer.get("id") == 1:
                return answer

    def peer(self, stage):
        if stage == "bare":
            return RawPeer(self.port, seconds=15)
        lines = {"binary": ["Sec-WebSocket-Protocol: upfor.v1.binary"],
                 "deflate": ["Sec-WebSocket-Extensions: permessage-deflate"]}
        small = 4096 if stage == "slow user" else None
        peer = RawPeer(self.port, seconds=15, receive_buffer=small)
        peer.open("/v1/ws", *lines.get(stage, []))
        if stage.endswith("user"):
            answer = self.call(
                peer, "sessionOpen", token=self.token, device=f"d{next(self.devices)}",
                silent=True)
            assert "session" in answer, answer
        return peer


class Witness(threading.Thread):
    """A healthy user beside it all, who notes how long each answer took."""

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
                self.peer.allow(10)
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
        super().__init__("pings")
        self.peer = stage.peer("user")

    def ask(self):
        self.peer.send(frame(PING, b"witness"))
        while self.peer.message() != (PONG, b"witness"):
            pass


class ReadWitness(Witness):
    """Reads over HTTP, on one connection."""

    def __init__(self, stage):
        super().__init__("reads over HTTP")
        self.token, self.peer = stage.register("witness"), stage.peer("bare")

    def ask(self):
        self.peer.send(
            b"GET /v1/accountRead HTTP/1.1\r\nHost: test\r\n"
            b"Authorization: Bearer %b\r\n\r\n" % self.token.encode())
        status, _, body = self.peer.response()
        assert status == 200 and b'"witness"' in body, (status, body)


def cases(stage):
    def sends(where, data, verdict):
        def proof():
            with stage.peer(where) as peer:
                peer.send(data)
                verdict(peer)

        return proof

    def acts(where, act):
        def proof():
            with stage.peer(where) as peer:
                act(peer)

        return proof

    for index, (sentence, act) in enumerate(abuse_tls.CASES, 1):
        yield Case(f"TLS {index}", sentence, lambda act=act: act(stage.tls_port))
    for index, (sentence, where, act) in enumerate(abuse_stages.CASES, 1):
        yield Case(f"stages {index}", sentence, acts(where, act))
    yield from abuse_bodies.cases(stage.port, stage.register("bodies"))
    for group, rows in abuse_http.GROUPS.items():
        for index, (sentence, data, verdict) in enumerate(rows, 1):
            yield Case(f"{group} {index}", sentence, sends("bare", data, verdict))
    for group, (where, rows) in abuse_frames.GROUPS.items():
        for index, (sentence, data, verdict) in enumerate(rows, 1):
            yield Case(f"{group} {index}", sentence, sends(where, data, verdict))


def main():
    with contextlib.ExitStack() as stack:
        folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(3)]
        paths = certificate(folders[0])
        daemon = Daemon(
            sys.argv[1], folders[0], tls_certificate=paths[0], tls_key=paths[1], **LIMITS)
        crowded = Daemon(sys.argv[1], folders[1], limits_connectionsPerAddress=2)
        full = Daemon(sys.argv[1], folders[2], limits_connections=2)
        daemons = daemon, crowded, full
        for one in daemons:
            one.start()
        try:
            stage = Stage(daemon)
            witnesses = PingWitness(stage), ReadWitness(stage)
            for witness in witnesses:
                witness.start()
            crowds = [
                Case("crowd 1", "of two connections of an address the visitor's gives way",
                     lambda: abuse_stages.gives_way(Stage(crowded))),
                Case("crowd 2", "the third of two connections in all gets 503 while users have both",
                     lambda: abuse_stages.too_many(Stage(full))),
            ]
            failed = run("abuse", [*crowds, *cases(stage)], workers=12)
            fields = list(abuse_fields.cases(stage))
            failed += run("abuse of fields", fields, workers=4)
            failed += run("abuse of memory", list(abuse_bodies.costly(daemon, stage)), workers=1)
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
