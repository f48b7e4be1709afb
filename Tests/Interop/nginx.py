"""Puts nginx with config/nginx.conf in front of a daemon with config/examples/behind-nginx.yaml,
and connects through it.

usage: nginx.py PATH-OF-UPFORD PATH-OF-UPFOR
"""

import asyncio
import json
import os
import re
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zlib

import bombs
import websockets
from certificate import certificate
from daemon import Daemon
from through import interfaces, page, page_folder
from until import HANG, until

SITE = "config/nginx.conf"
PAGE = "https://chat.example.org"
PLACES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Proxy:
    """nginx with that file, with other ports, another certificate and other timeouts.

    `upstream` is a block of several daemons that replaces the file's. `connections` is the limit of
    an address: browsers open six.
    """

    def __init__(self, folder, daemon, patience, upstream=None, connections=4):
        self.folder = folder
        self.certificate, key = certificate(folder)
        # nginx takes over a socket that listens already, as from an older one of its kind.
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.socket.setblocking(False)
        self.port = self.socket.getsockname()[1]
        with open(SITE, encoding="utf-8") as file:
            site = file.read()
        if upstream:
            site, count = re.subn(
                r"upstream upford \{.*?\n\}\n", lambda _: upstream, site, flags=re.DOTALL)
            assert count == 1
        for pattern, text in (
                (r"listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
                (r" *listen \[::\]:443 ssl;\n", ""),
                *([] if upstream else [
                    (r"server 127.0.0.1:8080", f"server 127.0.0.1:{daemon.port}")]),
                (r"ssl_certificate .*;", f"ssl_certificate {self.certificate};"),
                (r"ssl_certificate_key .*;", f"ssl_certificate_key {key};"),
                *([] if upstream else [(r"rate=10r/s", "rate=1r/m")]),
                (r"limit_conn upford 100", f"limit_conn upford {connections}"),
                (r"proxy_read_timeout .*;", f"proxy_read_timeout {patience}s;")):
            site, count = re.subn(pattern, text, site)
            assert count == 1, pattern
        self.file = os.path.join(folder, "nginx.conf")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(
                "daemon off; user root; worker_processes 1; pid nginx.pid; events {}\n"
                "http { access_log off;\n"
                # The test sets the client's address; otherwise every client would be this machine.
                "set_real_ip_from 127.0.0.1; real_ip_header X-Test-Client;\n"
                + "".join(f"{place}_temp_path {place};\n" for place in PLACES) + site + "}\n")

    def __enter__(self):
        words = ["nginx", "-p", self.folder, "-c", self.file, "-e", "errors"]
        subprocess.run([*words, "-t", "-q"], check=True)
        number = self.socket.fileno()
        self.process = subprocess.Popen(
            words, pass_fds=[number], env={**os.environ, "NGINX": f"{number};"})
        return self

    def __exit__(self, *_):
        self.process.terminate()
        code = self.process.wait(timeout=HANG)
        assert code == 0, code

    @property
    def trust(self):
        return ssl.create_default_context(cafile=self.certificate)

    def ask(self, method, path, token=None, body=None):
        """The status and the body of an answer to HTTP."""
        request = urllib.request.Request(
            f"https://127.0.0.1:{self.port}{path}", body, method=method,
            headers={"Authorization": f"Bearer {token}"} if token else {})
        try:
            with urllib.request.urlopen(request, context=self.trust, timeout=HANG) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read()

    def connect(self, client=None, **options):
        """As a client at that address, which claims another one."""
        headers = {"X-Forwarded-For": "198.51.100.1"}
        if client:
            headers["X-Test-Client"] = client
        return websockets.connect(
            f"wss://127.0.0.1:{self.port}/v1/ws", ssl=self.trust,
            subprotocols=["upfor.v1.json"], additional_headers=headers, open_timeout=HANG,
            # The daemon's pings keep a connection alive.
            ping_interval=None, **options)


def heavy_picture():
    """A PNG of 0.9 MB of incompressible data."""
    side = 480
    rows = b"".join(b"\0" + os.urandom(side * 4) for _ in range(side))
    header = struct.pack("!IIBBBBB", side, side, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + bombs.chunk(b"IHDR", header)
            + bombs.chunk(b"IDAT", zlib.compress(rows, 0)) + bombs.chunk(b"IEND", b""))


async def talk(proxy, quiet):
    """Registers, is silent for longer than nginx waits, and stays connected; returns the token."""
    async with proxy.connect(origin=PAGE) as client:
        await client.send(json.dumps({"id": 1, "accountRegister": {
            "username": "ana", "email": "ana@example.org", "password": "correct horse",
            "device": "python"}}))
        token = json.loads(await client.recv())["account"]["token"]
        await client.send(json.dumps(
            {"id": 2, "sessionOpen": {"token": token, "device": "python"}}))
        assert "session" in json.loads(await client.recv())
        await asyncio.sleep(quiet)
        await client.send(json.dumps({"id": 3, "friendList": {}}))
        assert "friends" in json.loads(await client.recv())
    try:
        async with proxy.connect(origin="https://evil.example"):
            raise AssertionError("a page of anybody's may connect")
    except websockets.InvalidStatus as refused:
        assert refused.response.status_code == 403, refused
    return token


def pictures(proxy, token):
    status, body = proxy.ask("PUT", "/avatar", token, heavy_picture())
    assert status == 200, (status, body)
    status, picture = proxy.ask("GET", json.loads(body)["avatar"])
    assert status == 200 and picture, (status, picture)
    # Refused by the daemon, not by nginx: in JSON.
    status, body = proxy.ask("PUT", "/avatar", token, bytes((1 << 20) + 1))
    assert status == 413 and b'"MALFORMED"' in body, (status, body)


def terminal(proxy, upfor, folder):
    said = subprocess.run(
        [upfor, "--server", f"wss://127.0.0.1:{proxy.port}", "--ca", proxy.certificate,
         "login", "ana", "--password-stdin"],
        env={"HOME": folder}, input="correct horse\n", text=True, check=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    assert said.startswith("signed in as ana"), said


async def register(proxy, name, client):
    async with proxy.connect(client) as peer:
        await peer.send(json.dumps({"id": 1, "accountRegister": {
            "username": name, "email": f"{name}@example.org", "password": "correct horse",
            "device": "python"}}))
        answer = json.loads(await peer.recv())
        return answer["error"]["code"] if "error" in answer else "OK"


async def addresses(proxy, events):
    """Limits count each client by its own address, and an IPv6 network of 64 bits as one."""
    for name, client, expected in (
            ("ben", "203.0.113.7", "OK"), ("cleo", "203.0.113.7", "RATE_LIMITED"),
            ("cleo", "203.0.113.8", "OK"), ("dora", "2001:db8::1", "OK"),
            ("emil", "2001:db8::2", "RATE_LIMITED"), ("emil", "2001:db8:0:1::1", "OK")):
        got = await register(proxy, name, client)
        assert got == expected, (name, client, got)
    # The log is written by a thread of its own.
    def forwarded():
        with open(events, encoding="utf-8") as file:
            lines = [line for line in file if line.endswith("\n")]
        return [
            event["addr"] for event in map(json.loads, lines) if event["ev"] == "conn.forwarded"]

    until("last address", lambda: "2001:db8:0:1::1" in forwarded())
    told = forwarded()
    assert told[:2] == ["203.0.113.7", "203.0.113.7"] and "2001:db8::2" in told, told
    assert "198.51.100.1" not in told, told


async def opened(proxy, client, held):
    """Opens a WebSocket and keeps it; returns the status."""
    try:
        held.append(await proxy.connect(client))
        return 101
    except websockets.InvalidStatus as refused:
        return refused.response.status_code


async def places(proxy):
    """nginx limits the connections of a client, and how fast it opens them."""
    held = []
    crowd = [await opened(proxy, f"2001:db8:1::{number}", held) for number in range(1, 6)]
    assert crowd == [101] * 4 + [503], crowd
    for client in ("2001:db8:1:1::1", "203.0.113.9", "203.0.113.10"):
        assert await opened(proxy, client, held) == 101, client
    for one in held:
        await one.close()
    rush, begun = [], time.monotonic()
    for number in range(60):
        rush.append(await opened(proxy, f"2001:db8:2::{number + 1}", held := []))
        for one in held:
            await one.close()
    # One more is admitted each minute.
    most = 51 + int((time.monotonic() - begun) / 60)
    assert rush[:51] == [101] * 51 and 51 <= rush.count(101) <= most, rush
    assert rush.count(101) + rush.count(503) == 60, rush


def seconds(pattern, path):
    with open(path, encoding="utf-8") as file:
        return int(re.search(pattern, file.read()).group(1))


def main():
    upford, upfor = sys.argv[1:]
    patience = seconds(r"proxy_read_timeout (\d+)s", SITE)
    assert patience > seconds(r"deadSeconds: (\d+)", "config/upford.yaml")
    with tempfile.TemporaryDirectory() as folder:
        # A third of nginx's time, so that one may wait for it, and a machine may stand still.
        daemon = Daemon(
            upford, folder, "config/examples/behind-nginx.yaml", listen_origins=PAGE,
            page_folder=page_folder(folder),
            passwords_memoryKiB=64, passwords_passes=1, heartbeat_pingSeconds=2,
            rates_enabled="true", rates_registrationsPerHour=1, log_level="debug")
        daemon.start()
        try:
            with Proxy(folder, daemon, patience=patience // 3) as proxy:
                token = asyncio.run(talk(proxy, quiet=patience // 3 + 1))
                pictures(proxy, token)
                terminal(proxy, upfor, folder)
                interfaces(proxy.port, proxy.trust)
                page(proxy.port, proxy.trust)
                assert proxy.ask("GET", "/readyz")[0] == 404
                asyncio.run(addresses(proxy, os.path.join(folder, "events.jsonl")))
                asyncio.run(places(proxy))
        finally:
            code = daemon.stop()
    assert code == 0, code
    print("behind nginx: websockets, pages, pictures and the terminal get through, each by its own"
          " address")


if __name__ == "__main__":
    main()
