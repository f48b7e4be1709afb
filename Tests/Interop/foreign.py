"""Third-party clients against `upford echo`, over ws and wss: a matrix of the results.

usage: foreign.py [python] [node] [go] [chromium] PATH-OF-UPFORD
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from browser import visit
from certificate import certificate
from echo_server import EchoServer
from until import HANG

HERE = pathlib.Path(__file__).parent / "foreign"
CASES = ["text", "binary", "1MiB", "fragmented", "ping", "close", "compressed"]


def python_clients():
    return {
        f"python {path.stem[5:]}": [sys.executable, str(path)]
        for path in sorted(HERE.glob("with_*.py"))
    }


def node_clients():
    return {"node ws": ["node", str(HERE / "ws.js")]}


def go_clients(folder):
    """Compiled with Debian's packages alone: no module is fetched."""
    settings = {"GOPATH": "/usr/share/gocode", "GO111MODULE": "off", "GOFLAGS": "",
                "GOCACHE": os.path.join(folder, "cache")}
    clients = {}
    for source in ("gorilla", "nhooyr"):
        program = os.path.join(folder, source)
        subprocess.run(["go", "build", "-o", program, str(HERE / f"{source}.go")], check=True,
                       env=os.environ | settings)
        clients[f"go {source}"] = [program]
    return clients


def clients(kinds, folder):
    """Name of each client, and the command that runs it."""
    found = {}
    if "python" in kinds:
        found |= python_clients()
    if "node" in kinds:
        found |= node_clients()
    if "go" in kinds:
        found |= go_clients(folder)
    if "chromium" in kinds:
        found["chromium"] = "chromium"
    return found


def results(command, url, authority):
    """Runs one client; returns its result of each case."""
    if command == "chromium":
        said = visit(url)
    else:
        try:
            done = subprocess.run(
                [*command, url, *authority], capture_output=True, text=True,
                timeout=HANG, env=os.environ | {"NODE_PATH": "/usr/share/nodejs"})
            said = done.stdout
            if done.returncode != 0:
                print(f"{command[-1]} {url}: {done.stdout}{done.stderr}", file=sys.stderr)
        except subprocess.TimeoutExpired:
            said = "error it did not end"
    words = dict(line.split(" ", 1) for line in said.splitlines() if " " in line)
    if "error" in words:
        print(f"{command} {url}: {words['error']}", file=sys.stderr)
    return [words.get(case, "FAILED") for case in CASES]


def main():
    begun = time.monotonic()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        tried = clients(sys.argv[1:-1], folder)
        files = certificate(folder)
        for scheme, options, authority in (
                ("ws", (), ()), ("wss", ("--tls", *files), files[:1])):
            with EchoServer(sys.argv[-1], "--max-message", "2097152", *options) as server:
                url = f"{scheme}://127.0.0.1:{server.port}/"
                with ThreadPoolExecutor(4) as pool:
                    found = pool.map(lambda command: results(command, url, authority),
                                     tried.values())
                    rows += [(name, scheme, words) for name, words in zip(tried, found)]
    print(f"{'client':26}{'':5}" + "".join(f"{case:>12}" for case in CASES))
    for name, scheme, words in sorted(rows):
        print(f"{name:26}{scheme:5}" + "".join(f"{word:>12}" for word in words))
    failed = sum(words.count("FAILED") for _, _, words in rows)
    passed = sum(words.count("ok") for _, _, words in rows)
    print(f"foreign: {len(rows)} clients and schemes, {passed} cases passed, {failed} failed, "
          f"{time.monotonic() - begun:.1f} s (-: not in the library, or not offered)")
    sys.exit(1 if failed else 0)


main()
