"""A WebSocket peer on a bare socket, which can send data that no library would, in pieces.

It follows RFC 6455 only as far as a test requires.
"""

import base64
import os
import socket
import struct
import time

from until import promised

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
CONTINUATION = 0
KEY = bytes([0x37, 0xFA, 0x21, 0x3D])


class Gone(Exception):
    """The server ended the connection: in order ("end"), or not ("reset")."""


def masked(payload, key=KEY):
    count = len(payload)
    keys = (key * (count // 4 + 1))[:count]
    mixed = int.from_bytes(payload, "little") ^ int.from_bytes(keys, "little")
    return mixed.to_bytes(count, "little")


def frame(opcode, payload=b"", fin=True, rsv=0, mask=True, length=None):
    """One frame; `length` forces the form of the length: 7, 16 or 64 bits."""
    count = len(payload)
    form = length or (7 if count < 126 else 16 if count < 65536 else 64)
    small, packed = {
        7: (count, b""),
        16: (126, struct.pack("!H", count & 0xFFFF)),
        64: (127, struct.pack("!Q", count)),
    }[form]
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode, (0x80 if mask else 0) | small])
    return head + packed + (KEY + masked(payload) if mask else payload)


def close(code=None, reason=b""):
    return frame(CLOSE, b"" if code is None else struct.pack("!H", code) + reason)


def fragments(opcode, parts, rsv=0):
    """One message in as many frames as there are parts."""
    for index, part in enumerate(parts):
        yield frame(
            opcode if index == 0 else CONTINUATION, part, fin=index == len(parts) - 1,
            rsv=rsv if index == 0 else 0)


def pieces(data, size):
    """`data` in parts of `size` bytes; one empty part when there is none."""
    return [data[start:start + size] for start in range(0, len(data), size)] or [b""]


def upgrade(path="/", *lines, host="test"):
    """The head of a request for a WebSocket, with further field lines."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = [
        f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *lines, "", "",
    ]
    return "\r\n".join(head).encode()


class RawPeer:
    """One connection. Every wait has a deadline: past it, `TimeoutError`."""

    def __init__(self, port, tls=None, seconds=promised(10), receive_buffer=None):
        self.port, self.tls, self.receive_buffer = port, tls, receive_buffer
        self.deadline = time.monotonic() + seconds
        self.extensions = ""
        self.connect()
        self.deadline = time.monotonic() + seconds

    def connect(self):
        self.buffer = bytearray()
        self.socket = socket.socket()
        if self.receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.receive_buffer)
        self.socket.settimeout(self.left())
        self.socket.connect(("127.0.0.1", self.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.tls:
            self.socket = self.tls.wrap_socket(self.socket, server_hostname="localhost")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def allow(self, seconds):
        """Sets the deadline for everything from now on."""
        self.deadline = time.monotonic() + seconds

    def send(self, data):
        self.socket.settimeout(self.left())
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            raise Gone("reset") from None

    def half_close(self):
        self.socket.shutdown(socket.SHUT_WR)

    def reset(self):
        """Closes so that the server sees a reset instead of an end."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def left(self):
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("no answer in time")
        return left

    def fill(self):
        self.socket.settimeout(self.left())
        try:
            data = self.socket.recv(262144)
        except ConnectionResetError:
            raise Gone("reset") from None
        if not data:
            raise Gone("end")
        self.buffer += data

    def take(self, count):
        while len(self.buffer) < count:
            self.fill()
        data = bytes(self.buffer[:count])
        del self.buffer[:count]
        return data

    def response(self):
        """Status, fields and body of the next HTTP response."""
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, _, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        self.buffer = bytearray(rest)
        first, *lines = head.decode().split("\r\n")
        fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        return int(first.split()[1]), fields, self.take(int(fields.get("content-length", 0)))

    def open(self, path="/", *lines):
        """Upgrades to a WebSocket; once more if the server has given up waiting for that."""
        while (answer := self.upgraded(path, lines))[0] == 408:
            self.socket.close()
            self.connect()
        status, fields, body = answer
        assert status == 101, (status, body)
        self.extensions = fields.get("sec-websocket-extensions", "")
        return self

    def upgraded(self, path, lines):
        try:
            self.send(upgrade(path, *lines))
            return self.response()
        except Gone:
            return 408, {}, b""

    def frame(self):
        """The next frame of the server: opcode, payload, and whether it ends its message."""
        first, second = self.take(2)
        assert second < 0x80, "the server masked a frame"
        count = second
        if count == 126:
            (count,) = struct.unpack("!H", self.take(2))
        elif count == 127:
            (count,) = struct.unpack("!Q", self.take(8))
        self.rsv = first >> 4 & 7
        return first & 15, self.take(count), first >= 0x80

    def message(self):
        """The next message or control frame, put together: opcode, payload."""
        opcode, payload, fin = self.frame()
        rsv, parts = self.rsv, [payload]
        while not fin:
            after, payload, fin = self.frame()
            assert after == CONTINUATION, f"opcode {after} inside a message of the server"
            parts.append(payload)
        self.rsv = rsv
        return opcode, b"".join(parts)

    def ended(self):
        """Waits for the end; returns its kind: "end" or "reset". Other input is dropped."""
        try:
            while True:
                self.buffer.clear()
                self.fill()
        except Gone as gone:
            return str(gone)


def close_code(payload):
    """The code in a close frame; None when it has none."""
    return struct.unpack("!H", payload[:2])[0] if payload else None
