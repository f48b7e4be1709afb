"""Puts HAProxy with config/haproxy.cfg in front of a daemon, and connects through it.

usage: haproxy.py PATH-OF-UPFORD
"""

import asyncio
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import tempfile

import websockets
from certificate import certificate
from daemon import Daemon
from through import interfaces, page, page_folder
from until import HANG, until

SITE = "config/haproxy.cfg"
PAGE = "https://chat.example.org"


class Proxy:
    """HAProxy with that file, with other ports and another certificate."""

    def __init__(self, folder, daemon):
        self.begin(folder, SITE, (
            (r"maxconn 65536", "maxconn 200"), (r" maxconn 60000", ""),
            (r"server upford 127.0.0.1:8080", f"server upford 127.0.0.1:{daemon.port}")))

    def begin(self, folder, path, changes):
        """Starts with the file at `path`, after these substitutions."""
        self.folder = folder
        self.certificate, key = certificate(folder)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        both = os.path.join(folder, "both.pem")
        with open(both, "w", encoding="utf-8") as file:
            for part in (self.certificate, key):
                with open(part, encoding="utf-8") as source:
                    file.write(source.read())
        with open(path, encoding="utf-8") as file:
            site = file.read()
        for pattern, text in (
                (r"bind :443 ssl crt \S+", f"bind fd@{self.socket.fileno()} ssl crt {both}"),
                (r"    # No client names", "    http-request set-src req.hdr(X-Test-Client) if"
                 " { req.hdr(X-Test-Client) -m found }\n    # No client names"),
                # A test on a slow machine may pause, and so may a daemon that answers a check.
                (r"timeout client 60s", "timeout client 600s"),
                (r"timeout http-request 10s", "timeout http-request 600s\n    timeout check 20s"),
                *changes):
            site, count = re.subn(pattern, text, site)
            assert count == 1, pattern
        self.file = os.path.join(folder, "haproxy.cfg")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(site)

    def __enter__(self):
        number = self.socket.fileno()
        subprocess.run(["haproxy", "-c", "-q", "-f", self.file], check=True, pass_fds=[number])
        self.process = subprocess.Popen(
            ["haproxy", "-db", "-q", "-f", self.file], pass_fds=[number],
            stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=HANG)

    @property
    def trust(self):
        return ssl.create_default_context(cafile=self.certificate)


async def talk(proxy):
    """A WebSocket, by a client that claims another address."""
    async with websockets.connect(
            f"wss://127.0.0.1:{proxy.port}/v1/ws", ssl=proxy.trust,
            subprotocols=["upfor.v1.json"], origin=PAGE, open_timeout=HANG, ping_interval=None,
            additional_headers={"X-Forwarded-For": "198.51.100.1"}) as client:
        await client.send(json.dumps({"id": 1, "accountRegister": {
            "username": "ana", "email": "ana@example.org", "password": "correct horse",
            "device": "python"}}))
        assert "account" in json.loads(await client.recv())


def main():
    (upford,) = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(
            upford, folder, "config/examples/behind-nginx.yaml", passwords_memoryKiB=64,
            passwords_passes=1, log_level="debug", page_folder=page_folder(folder),
            listen_origins=PAGE)
        daemon.start()
        try:
            with Proxy(folder, daemon) as proxy:
                asyncio.run(talk(proxy))
                interfaces(proxy.port, proxy.trust)
                page(proxy.port, proxy.trust)
                events = os.path.join(folder, "events.jsonl")

                def told():
                    with open(events, encoding="utf-8") as file:
                        return file.read()
                until("address of a client", lambda: '"192.0.2.2"' in told())
                assert "198.51.100.1" not in told()
        finally:
            code = daemon.stop()
    assert code == 0, code
    print("behind HAProxy: the page, WebSockets, requests and streams of events get through")


if __name__ == "__main__":
    main()
