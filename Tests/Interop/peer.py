"""A WebSocket client like that of a page, on a plain socket, for tests of the connection itself."""

import json
import os
import re
import socket
import struct

from until import HANG


class Peer:
    """One connection. It upgrades itself with the first command."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), HANG)
        self.file = self.socket.makefile("rb")
        self.is_open = False
        self.retry_after = 0.0

    def get(self, path):
        """The status of an HTTP request."""
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        return self.head()

    def head(self):
        line = self.file.readline()
        if not line:
            raise EOFError("closed before an answer")
        while self.file.readline() not in (b"\r\n", b""):
            pass
        return int(line.split()[1])

    def upgrade(self):
        self.socket.sendall(
            b"GET /v1/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        status = self.head()
        if status != 101:
            raise EOFError(f"refused with {status}")
        self.is_open = True
        return self

    def say(self, *messages):
        """All of them at once."""
        if not self.is_open:
            self.upgrade()
        try:
            self.socket.sendall(b"".join(map(framed, messages)))
        except ConnectionError as error:
            raise EOFError("gone") from error

    def frame(self):
        """The next frame: its opcode and its payload."""
        try:
            head = self.file.read(2)
            size = head[1] if len(head) == 2 else 0
            if size == 126:
                size, = struct.unpack("!H", self.file.read(2))
            elif size == 127:
                size, = struct.unpack("!Q", self.file.read(8))
            if len(head) < 2 or head[0] & 15 == 8:
                raise EOFError("closed")
            return head[0] & 15, self.file.read(size)
        except ConnectionError as error:
            raise EOFError("gone") from error

    def hear(self):
        """The next message; EOFError after a goodbye, whose delay is then in `retry_after`."""
        while True:
            opcode, payload = self.frame()
            if opcode != 1:
                continue
            message = json.loads(payload)
            if "bye" in message:
                found = re.match(r"[0-9.]+", message["bye"].get("retryAfter", "0"))
                self.retry_after = float(found.group())
            return message

    def call(self, number, command, **fields):
        """Sends a command and waits for its answer."""
        self.say({"id": number, command: fields})
        while True:
            message = self.hear()
            if message.get("id") == number:
                return message

    def register(self, name):
        answer = self.call(
            1, "accountRegister", username=name, email=f"{name}@example.org",
            password="correct horse", device="x")
        return answer["account"]["token"]

    def close(self):
        self.file.close()
        self.socket.close()


def framed(message):
    """A frame of a client with the message in it."""
    payload, mask = json.dumps(message).encode(), os.urandom(4)
    size = (struct.pack("!BB", 0x81, 0x80 | len(payload)) if len(payload) < 126
            else struct.pack("!BBH", 0x81, 0xFE, len(payload)))
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
    return size + mask + masked
