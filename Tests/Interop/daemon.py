"""Starts a real upford on a free port, with its data in a folder of its own."""

import os
import re
import signal
import socket
import subprocess

from until import HANG

# Limits that a slow machine does not reach; tests of a limit set their own.
PATIENT = {
    "limits_headSeconds": 60, "limits_signInSeconds": 300, "limits_messageSeconds": 600,
    "limits_stallSeconds": 600, "heartbeat_deadSeconds": 600, "http_keepAliveSeconds": 600,
    "tls_handshakeSeconds": 60, "tls_patienceMilliseconds": 60_000}


class Daemon:
    """One running upford; `stop` and `start` again on the same data and port."""

    def __init__(self, binary, folder, config=None, **settings):
        """`settings` are keys of the configuration, with `_` for the dot; without them, rates and
        durations are unlimited. `config` is a file with more of them."""
        self.binary = binary
        self.folder = folder
        self.config = config
        self.settings = {**PATIENT, "rates_enabled": "false", "admin_port": "0", **settings}
        self.port = 0
        # The port with TLS, if the settings name a certificate.
        self.tls_port = 0
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [
                self.binary, "serve",
                *(["--config", self.config] if self.config else []),
                "--listen", f"127.0.0.1:{self.port}",
                "--data", os.path.join(self.folder, "data"),
                "--set", f"log.file={os.path.join(self.folder, 'events.jsonl')}",
                *(part for key, value in self.settings.items()
                  for part in ("--set", f"{key.replace('_', '.')}={value}")),
            ],
            stderr=subprocess.PIPE, text=True)
        self.port = self.listens("ws")
        if "tls_certificate" in self.settings:
            self.tls_port = self.listens("wss")

    def listens(self, scheme):
        """The port in its next line of output."""
        line = self.process.stderr.readline()
        found = re.search(scheme + r"://127\.0\.0\.1:(\d+)/", line)
        if not found:
            raise RuntimeError(f"upford did not start: {line}{self.process.stderr.read()}")
        return int(found.group(1))

    def stop(self):
        """Stops it, and returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=HANG)

    @property
    def server(self):
        """The address for UPFOR_SERVER."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def url(self):
        return f"{self.server}/v1/ws"


def free_port():
    """For a server that does not report its port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]
