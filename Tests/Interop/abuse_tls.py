"""Abuse of TLS: before a handshake, during it, and after it."""

import os
import socket
import ssl
import subprocess
import time

from raw import Gone, RawPeer
from until import HANG, promised, until
from verdicts import PROBE


class Client:
    """A client's end of TLS whose output a test can split at any byte."""

    def __init__(self):
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.input, self.output = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.input, self.output, server_hostname="localhost")

    def hello(self):
        try:
            self.tls.do_handshake()
        except ssl.SSLWantReadError:
            return self.output.read()

    def shake(self, peer, size):
        """Performs the handshake in pieces of `size` bytes."""
        while True:
            try:
                self.tls.do_handshake()
                return self.flush(peer, size)
            except ssl.SSLWantReadError:
                self.flush(peer, size)
                peer.fill()
                self.input.write(peer.take(len(peer.buffer)))

    def flush(self, peer, size):
        data = self.output.read()
        for start in range(0, len(data), size):
            peer.send(data[start:start + size])

    def asks(self, peer):
        """Expects to be served."""
        self.tls.write(PROBE)
        self.flush(peer, 1)
        while True:
            try:
                answer = self.tls.read(100)
                assert answer.startswith(b"HTTP/1.1 200 "), answer
                return
            except ssl.SSLWantReadError:
                peer.fill()
                self.input.write(peer.take(len(peer.buffer)))


def ends(data, seconds):
    """Sends this, and expects the end of the connection within this number of seconds."""
    seconds = promised(seconds)

    def act(port):
        with RawPeer(port) as peer:
            begun = time.monotonic()
            try:
                peer.send(data)
            except Gone:
                pass
            peer.ended()
            took = time.monotonic() - begun
            assert took < seconds, f"took {took:.1f} s, expected {seconds}"

    return act


def trickles(port):
    """An endless handshake is cut off."""
    with RawPeer(port) as peer:
        begun = time.monotonic()
        try:
            for byte in Client().hello():
                peer.send(bytes([byte]))
                time.sleep(0.05)
        except Gone:
            pass
        peer.ended()
        took = time.monotonic() - begun
        assert took < promised(5), f"took {took:.1f} s"


def vanishes(port):
    for _ in range(50):
        peer = RawPeer(port)
        peer.send(Client().hello()[:100])
        peer.reset()


def in_bytes(port):
    with RawPeer(port) as peer:
        client = Client()
        client.shake(peer, 1)
        client.asks(peer)


def crowds(port):
    """A client that fills the places of its address blocks no client of another address."""
    others = [
        socket.create_connection(("127.0.0.1", port), HANG, source_address=("127.0.0.2", 0))
        for _ in range(40)]
    for one in others:
        one.send(b"\x16")
    begun = time.monotonic()
    with RawPeer(port) as peer:
        client = Client()
        client.shake(peer, 65_536)
        client.asks(peer)
    took = time.monotonic() - begun
    for one in others:
        one.close()
    # Each of the clients that fill the places would have a minute.
    assert took < promised(1.5), f"took {took:.1f} s"


def changes_keys(port):
    """OpenSSL's client sends a KeyUpdate for each line "k": the sixth ends the connection."""
    with subprocess.Popen(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-tls1_3"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as client:
        assert b"---\n" in iter(client.stdout.readline, b""), "no TLS 1.3"

        def is_closed():
            try:
                client.stdin.write(b"k\n")
                client.stdin.flush()
            except BrokenPipeError:
                pass
            return client.poll() is not None

        until("end to changes of keys", is_closed, seconds=promised(10), pause=0.05)
        client.stdin = None


# Slow peers: sentence, and the peer's actions on the port.
LATE = [
    ("a silent peer is closed", ends(b"", 5)),
    ("a peer that begins with noise is closed", ends(b"\x16" + os.urandom(400), 5)),
    ("a ClientHello that is cut off is not waited for", ends(Client().hello()[:-1], 5)),
    ("a ClientHello byte by byte, too slowly, is cut off", trickles),
]
# The same for all other cases.
CASES = [
    ("a peer that speaks HTTP is closed", ends(PROBE, 2)),
    ("a record larger than any is refused", ends(b"\x16\x03\x01\xff\xff" + bytes(300), 2)),
    ("a handshake in single bytes is served", in_bytes),
    ("a peer that vanishes midway affects no other peer", vanishes),
    ("a crowd of one address leaves others their places", crowds),
    ("a peer that updates keys repeatedly is closed", changes_keys),
]
