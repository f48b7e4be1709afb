"""No byte ever reaches the wrong peer, however connections come and go.

Descriptors and places in tables are reused as soon as a connection has ended. So many peers open
connections, send, and leave at random: with a close, half closed, within a frame, or by a reset.
Each sends only messages with a tag of its own, and everything that it receives must have that tag.

usage: canary.py [--seconds N] [--seed N] PATH-OF-UPFORD
"""

import argparse
import os
import random
import ssl
import sys
import tempfile
import threading
import time
from collections import deque

from certificate import certificate
from echo_server import EchoServer
from raw import BINARY, CLOSE, RawPeer, close, frame
from until import HANG

PEERS = 24
BURST = 40


class Flock:
    """The observations of all peers."""

    def __init__(self, port, tls, seconds, seed):
        self.port, self.tls, self.seed = port, tls, seed
        self.until = time.monotonic() + seconds
        self.lock = threading.Lock()
        self.connections = self.messages = 0
        self.wrong = []

    def run(self):
        threads = [threading.Thread(target=self.live, args=(n,)) for n in range(PEERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def live(self, number):
        """One connection after the other, each with a unique tag."""
        chance = random.Random(self.seed * 1000 + number)
        life = 0
        try:
            while time.monotonic() < self.until and not self.wrong:
                life += 1
                count = self.one_life(b"<%d.%d>" % (number, life), chance)
                with self.lock:
                    self.connections += 1
                    self.messages += count
        except Exception as error:
            self.wrong.append(f"peer {number}, life {life}: {error!r}")

    def one_life(self, tag, chance):
        """Returns the number of echoed messages; fails when one is foreign."""
        owed = deque()
        count = 0
        with RawPeer(self.port, tls=self.tls, seconds=HANG).open() as peer:
            for _ in range(chance.randrange(4)):
                sent = [tag * chance.randint(1, 200) for _ in range(chance.randint(1, BURST))]
                owed.extend(sent)
                peer.send(b"".join(frame(BINARY, data) for data in sent))
                for _ in range(chance.choice((0, len(owed) // 2, len(owed)))):
                    expect(peer, owed.popleft())
                    count += 1
            return count + leave(peer, tag, owed, chance)


def expect(peer, data):
    opcode, payload = peer.message()
    assert (opcode, payload) == (BINARY, data), f"got {payload[:40]}, expected {data[:40]}"


def leave(peer, tag, owed, chance):
    """Ends a connection in one of five ways; returns the number of messages that still arrived."""
    part = frame(BINARY, tag * 300)
    part = part[:chance.randrange(len(part))]
    match chance.randrange(5):
        case 0:
            peer.send(close(1000))
            count = len(owed)
            while owed:
                expect(peer, owed.popleft())
            assert peer.message()[0] == CLOSE
            return count
        case 1:
            peer.send(part)
            if not isinstance(peer.socket, ssl.SSLSocket):
                peer.half_close()
        case 2:
            peer.send(part)
        case 3:
            peer.send(part)
            peer.reset()
    return 0


def watch(name, port, tls, options):
    """Returns the number of failures."""
    flock = Flock(port, tls, options.seconds, options.seed)
    flock.run()
    for wrong in flock.wrong:
        print(f"FAILED {wrong}", file=sys.stderr)
    print(
        f"canary over {name}: {flock.connections} connections, {flock.messages} messages came "
        f"back, {len(flock.wrong)} to the wrong peer or not at all (seed {options.seed})")
    return len(flock.wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(3)))
    parser.add_argument("binary")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = certificate(folder)
        with EchoServer(options.binary) as server:
            failed = watch("ws", server.port, None, options)
        with EchoServer(options.binary, "--tls", *files) as server:
            failed += watch("wss", server.port, ssl.create_default_context(cafile=files[0]),
                            options)
    sys.exit(1 if failed else 0)


main()
