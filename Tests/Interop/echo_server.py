"""Starts a real `upford echo` on a free port."""

import signal
import subprocess

from until import HANG


class EchoServer:
    """One running echo, for use in a `with` statement. It must run to the end, and exit with 0."""

    def __init__(self, binary, *options):
        self.command = [binary, "echo", "--listen", "127.0.0.1:0", *options]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening "):
            raise RuntimeError(f"upford echo did not start: {line}")
        self.port = int(line.split()[1])
        return self

    def __exit__(self, kind, *_):
        died = self.process.poll()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=HANG)
        if kind is None and (died is not None or code != 0):
            raise RuntimeError(f"upford echo ended with {code}")
