"""A daemon with many users, for `timing.py`."""

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile

from daemon import Daemon, free_port
from timing_line import Line

PASSWORD = "correct horse"
# In memory: the times of a disk would hide small differences.
MEMORY = "/dev/shm"
# Cheap password hashes, and no closing of connections while others are measured.
SETTINGS = {
    "passwords_memoryKiB": 64, "passwords_passes": 1, "heartbeat_pingSeconds": 3600,
    "heartbeat_deadSeconds": 7200, "limits_signInSeconds": 300, "limits_connections": 5000,
    "limits_connectionsPerAddress": 5000, "log_statSeconds": 0}


class Person:
    def __init__(self, name, line, token=""):
        self.name = name
        self.line = line
        self.token = token

    def come_back(self, site):
        self.line = Line(site.daemon.port)
        self.say("sessionOpen", token=self.token, device="x", after=0)

    def leave(self):
        self.line.close()

    def say(self, command, **fields):
        """A command that must succeed."""
        answer, _ = self.line.ask(command, **fields)
        assert "error" not in answer, (self.name, command, fields, answer)
        return answer


class Site:
    """One daemon; usernames are random, so that no world has names of one kind."""

    def __init__(self, upford, chance, **settings):
        self.folder = tempfile.TemporaryDirectory(
            dir=MEMORY if os.path.isdir(MEMORY) else None)
        self.daemon = Daemon(upford, self.folder.name, **{**SETTINGS, **settings})
        self.chance = chance
        self.names = set()

    def __enter__(self):
        self.daemon.start()
        self.visitor = Line(self.daemon.port)
        return self

    def __exit__(self, *_):
        self.daemon.process.kill()
        self.daemon.process.wait()
        self.folder.cleanup()

    def name(self):
        """A name that no account has or will have."""
        while True:
            name = "".join(self.chance.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(10))
            if name not in self.names:
                self.names.add(name)
                return name

    def account(self, name):
        """Registers, and returns the token."""
        answer, _ = self.visitor.ask(
            "accountRegister", username=name, email=f"{name}@example.org", password=PASSWORD,
            device="x")
        return answer["account"]["token"]

    def accounts(self, count):
        names = [self.name() for _ in range(count)]
        for name in names:
            self.account(name)
        return names

    def person(self):
        """A user who is signed in."""
        name = self.name()
        person = Person(name, None, self.account(name))
        person.come_back(self)
        return person

    def order(self, name, **fields):
        """An administrator's order, through the daemon's own socket."""
        control = http.client.HTTPConnection("upford")
        control.sock = socket.socket(socket.AF_UNIX)
        control.sock.connect(os.path.join(self.folder.name, "data", "upford.sock"))
        control.request("POST", f"/{name}", json.dumps(fields))
        answer = control.getresponse()
        text = answer.read()
        assert answer.status == 200, (name, fields, text)


class Mails:
    """A mail server that accepts every letter, in a process of its own."""

    def __enter__(self):
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "aiosmtpd", "--nosetuid", "--listen",
             f"127.0.0.1:{self.port}", "--class", "aiosmtpd.handlers.Sink"],
            stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
