"""One connection with a clock: measures how long the daemon takes to answer a command."""

import json
import socket
import struct
import time


class Line:
    """A WebSocket over a bare socket; its output is prepared before the clock starts."""

    def __init__(self, port, address=None):
        """`address`: the client's address, as a trusted proxy would send it."""
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(60)
        self.buffer = bytearray()
        self.number = 0
        forwarded = f"X-Forwarded-For: {address}\r\n" if address else ""
        self.socket.sendall((
            f"GET /v1/ws HTTP/1.1\r\nHost: x\r\n{forwarded}Upgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        head, _, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        assert b" 101 " in head, head
        self.buffer = bytearray(rest)

    def ask(self, command, held_back=0, **fields):
        """The answer, and the nanoseconds until it arrived.

        `held_back`: nanoseconds for which an answer counts as not arrived, as if the network had
        delayed it.
        """
        self.number += 1
        payload = json.dumps({"id": self.number, command: fields}).encode()
        mine = b'"id":%d,' % self.number, b'"id":%d}' % self.number
        data = framed(payload)
        self.skip()
        start = time.perf_counter_ns()
        self.socket.sendall(data)
        while True:
            message = self.message()
            if message is None:
                received = self.socket.recv(65536)
                end = time.perf_counter_ns()
                if not received:
                    raise EOFError("closed before an answer")
                self.buffer += received
            elif any(one in message for one in mine):
                break
        if held_back:
            end += held_back
            while time.perf_counter_ns() < end:
                pass
        return json.loads(message), end - start

    def skip(self):
        """Reads pending messages, so that none of them is taken for an answer."""
        self.socket.setblocking(False)
        try:
            while received := self.socket.recv(65536):
                self.buffer += received
        except BlockingIOError:
            pass
        self.socket.settimeout(60)
        while self.message() is not None:
            pass

    def message(self):
        """The next complete message, or None."""
        if len(self.buffer) < 2:
            return None
        size, start = self.buffer[1], 2
        if size == 126:
            if len(self.buffer) < 4:
                return None
            (size,), start = struct.unpack("!H", self.buffer[2:4]), 4
        elif size == 127:
            if len(self.buffer) < 10:
                return None
            (size,), start = struct.unpack("!Q", self.buffer[2:10]), 10
        if len(self.buffer) < start + size:
            return None
        payload = bytes(self.buffer[start:start + size])
        del self.buffer[:start + size]
        return payload

    def close(self):
        self.socket.close()


def framed(payload):
    """One text frame, with a mask of zeros."""
    size = (struct.pack("!BB", 0x81, 0x80 | len(payload)) if len(payload) < 126
            else struct.pack("!BBH", 0x81, 0xFE, len(payload)))
    return size + bytes(4) + payload


class Post:
    """A connection of a proxy: a command over HTTP for each of its clients, in turn."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(60)

    def ask(self, command, address, **fields):
        body = json.dumps(fields).encode()
        data = (f"POST /v1/{command} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                ).encode() + body
        answer = b""
        start = time.perf_counter_ns()
        self.socket.sendall(data)
        while True:
            received = self.socket.recv(65536)
            end = time.perf_counter_ns()
            if not received:
                raise EOFError("closed before an answer")
            answer += received
            head, found, rest = answer.partition(b"\r\n\r\n")
            if found and len(rest) >= self.length(head):
                return json.loads(rest), end - start

    @staticmethod
    def length(head):
        for line in head.split(b"\r\n"):
            name, _, value = line.partition(b": ")
            if name.lower() == b"content-length":
                return int(value)
        return 0

    def close(self):
        self.socket.close()
