"""A daemon with the settings of the container, in a network of its own, behind its gateway.

A client of the proxy affects no other client: neither by five wrong passwords, nor by a forwarded
address from an address that is no proxy. The daemon listens as it does in a container, on
0.0.0.0:8080, in a network namespace that has the addresses of Docker/compose.yaml.

Needs root. usage: container.py PATH-OF-UPFORD
"""

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile

from until import HANG


SETTINGS, COMPOSE = "Docker/upford.yaml", "Docker/compose.yaml"
SPACE, OUTSIDE, INSIDE = "upfor-container", "upfor-out", "upfor-in"


def ip(*words, space=None):
    prefix = ["ip", "-n", space] if space else ["ip"]
    subprocess.run([*prefix, *words], check=True)


class Container:
    """The network that compose.yaml describes, and the daemon in it."""

    def __init__(self, binary, folder):
        with open(COMPOSE) as file:
            self.gateway = re.search(r"gateway: ([0-9.]+)", file.read()).group(1)
        self.address = self.gateway.rsplit(".", 1)[0] + ".2"
        self.neighbour = self.gateway.rsplit(".", 1)[0] + ".3"
        self.binary, self.folder, self.process = binary, folder, None

    def start(self, *settings):
        ip("netns", "add", SPACE)
        ip("link", "add", OUTSIDE, "type", "veth", "peer", "name", INSIDE, "netns", SPACE)
        for address in (self.gateway, self.neighbour):
            ip("address", "add", f"{address}/24", "dev", OUTSIDE)
        ip("link", "set", OUTSIDE, "up")
        ip("address", "add", f"{self.address}/24", "dev", INSIDE, space=SPACE)
        ip("link", "set", INSIDE, "up", space=SPACE)
        ip("link", "set", "lo", "up", space=SPACE)
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", SPACE, self.binary, "serve", "--config", SETTINGS,
             "--data", os.path.join(self.folder, "data"),
             "--set", f"log.file={os.path.join(self.folder, 'events.jsonl')}", *settings],
            stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        assert "listens on" in line, line

    def ask(self, command, fields, client=None, via=None):
        """A command over HTTP through the gateway or another address, with a proxy's fields."""
        source = (via or self.gateway, 0)
        connection = http.client.HTTPConnection(
            self.address, 8080, timeout=HANG, source_address=source)
        heads = {"Content-Type": "application/json"}
        if client:
            heads["X-Forwarded-For"] = client
        connection.request("POST", f"/v1/{command}", json.dumps(fields), heads)
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        return answer.get("error", {}).get("code", "OK")

    def log_in(self, name, password, **how):
        return self.ask(
            "accountLogin", {"login": name, "password": password, "device": "x"}, **how)

    def end(self):
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=HANG)
        for words in (("netns", "delete", SPACE), ("link", "delete", OUTSIDE)):
            subprocess.run(["ip", *words], check=False, stderr=subprocess.DEVNULL)


def without_proxies(binary, folder):
    """The same settings without the proxy's address: the daemon reports the missing setting."""
    with open(SETTINGS) as file:
        text = re.sub(r"(?m)^http:\n  trustedProxies:.*\n", "", file.read())
    path = os.path.join(folder, "upford.yaml")
    with open(path, "w") as file:
        file.write(text)
    done = subprocess.run(
        [binary, "config", "check", "--config", path], capture_output=True, text=True)
    assert done.returncode == 78 and "http.trustedProxies" in done.stderr, done
    with open(path, "a") as file:
        file.write("\nhttp:\n  trustedProxies: none\n")
    subprocess.run([binary, "config", "check", "--config", path], check=True, capture_output=True)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    binary = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        without_proxies(binary, folder)
        container = Container(binary, folder)
        try:
            container.start()
            made = [container.ask(
                "accountRegister",
                {"username": name, "email": f"{name}@example.org", "password": "correct horse",
                 "device": "x"}, client=f"198.51.100.{number}")
                for number, name in enumerate(("ana", "ben"), 1)]
            assert made == ["OK", "OK"], made
            wrong = [container.log_in("ana", "wrong password", client="203.0.113.9")
                     for _ in range(12)]
            assert "RATE_LIMITED" in wrong, f"nothing is limited: {wrong}"
            for name, client in (("ben", "198.51.100.2"), ("ana", "198.51.100.1")):
                assert container.log_in(name, "correct horse", client=client) == "OK", name
            print("container: a client that guesses passwords locks out no other", flush=True)
            said = [container.log_in("ana", "wrong password", client=f"192.0.2.{number}",
                                     via=container.neighbour) for number in range(1, 13)]
            assert "RATE_LIMITED" in said, f"an address that is no proxy was believed: {said}"
            print("container: an address that is no proxy is not trusted", flush=True)
        finally:
            container.end()


if __name__ == "__main__":
    main()
