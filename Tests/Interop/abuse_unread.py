"""Clients that ask for a long answer and do not read it, at each GET of the OpenAPI document.

Whatever the answer's size, a connection costs no more than its outbox, and the output that waits
for all of them is bounded.
"""

import json
import os
import select
import tempfile
import urllib.parse
import urllib.request

from abuse_bodies import Growth
from casework import Case
from daemon import Daemon
from raw import TEXT, RawPeer, frame
from until import HANG

CONNECTIONS = int(os.environ.get("UNREAD_CONNECTIONS", 1000))
HELD_BYTES_MAX = 16 << 20
# Memory that a connection may add besides: itself, its head, and the overhead of an outbox of its
# size.
EACH_BYTES_MAX = 48 << 10
# Shorter answers are bounded by the outbox, which other cases test.
LONG = 32 << 10
# Operations that end by themselves, or never.
LEFT_OUT = {"/v1/ws", "/v1/events"}


def paths(port):
    """Each GET with the examples of its parameters."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/openapi.json", timeout=HANG) as answer:
        document = json.load(answer)
    for path, methods in document["paths"].items():
        if "get" not in methods or path in LEFT_OUT:
            continue
        query = {}
        for parameter in methods["get"].get("parameters", []):
            example = parameter.get("example", parameter.get("schema", {}).get("example", ""))
            if parameter["in"] == "path":
                value = urllib.parse.quote(str(example or "1"))
                path = path.replace("{%s}" % parameter["name"], value)
            elif parameter["name"] == "limit":
                query["limit"] = "100"
            elif parameter["name"] == "with":
                query["with"] = "ben"
        yield path + ("?" + urllib.parse.urlencode(query) if query else "")
    yield "/"


def asked(port, path, token, **options):
    peer = RawPeer(port, seconds=HANG, **options)
    peer.send((f"GET {path} HTTP/1.1\r\nHost: test\r\nAccept-Encoding: br\r\n"
               f"Authorization: Bearer {token}\r\n\r\n").encode())
    return peer


def unread(daemon, token, path, length):
    meter = Growth(daemon.process)
    meter.start()
    peers = [asked(daemon.port, path, token, receive_buffer=4096) for _ in range(CONNECTIONS)]
    try:
        # The first bytes of an answer arrive when all of it is queued; a connection that was given
        # up is readable, too.
        for peer in peers:
            assert select.select([peer.socket], [], [], HANG)[0], "no answer"
        memory = meter.memory() - meter.before
    finally:
        for peer in peers:
            peer.reset()
    print(f"{CONNECTIONS} answers of {length:,} bytes to {path.split('?')[0]} that are never read: "
          f"{memory / 2**20:.1f} MiB")
    assert memory < HELD_BYTES_MAX + CONNECTIONS * EACH_BYTES_MAX, f"took {memory:,} bytes"


def fill(daemon, token):
    """Creates long messages for Ana to read."""
    with RawPeer(daemon.port, seconds=HANG).open("/v1/ws") as peer:
        def call(number, command, fields):
            peer.send(frame(TEXT, json.dumps({"id": number, command: fields}).encode()))
            while f'"id":{number},'.encode() not in (answer := peer.message()[1]):
                pass
            assert b'"error"' not in answer, answer

        call(1, "sessionOpen", {"token": token, "device": "writer", "silent": True})
        call(2, "friendsChange", {"add": ["ben"]})
        for number in range(3, 123):
            call(number, "roomSend", {"to": "ben", "text": "é" * 4000, "cid": str(number)})


def register(daemon, name):
    with RawPeer(daemon.port, seconds=HANG) as peer:
        body = json.dumps({"username": name, "email": f"{name}@example.org",
                           "password": "correct horse", "device": "first"}).encode()
        peer.send(b"POST /v1/accountRegister HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n"
                  b"Content-Type: application/json\r\n\r\n%b" % (len(body), body))
        status, _, answer = peer.response()
        assert status == 200, answer
        return json.loads(answer)["account"]["token"]


def cases(upford, ends):
    """The cases at a daemon of their own, one after the other."""
    folder = ends.enter_context(tempfile.TemporaryDirectory())
    daemon = Daemon(
        upford, folder, passwords_memoryKiB=1024, friends_policy="instant",
        limits_connectionsPerAddress=4096, limits_heldBytes=HELD_BYTES_MAX)
    daemon.start()
    ends.callback(daemon.stop)
    token, _ = register(daemon, "ana"), register(daemon, "ben")
    fill(daemon, token)
    for index, path in enumerate(paths(daemon.port), 1):
        with asked(daemon.port, path, token) as peer:
            status, fields, body = peer.response()
        assert status < 500, (path, status, body)
        if status == 200 and len(body) > LONG:
            yield Case(f"unread {index}", f"{path.split('?')[0]} is not held for each client",
                       lambda path=path, body=body: unread(daemon, token, path, len(body)))
