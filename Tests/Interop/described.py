"""Tests a daemon against its OpenAPI document: valid and invalid requests of every kind.

A 5xx, a status that the document does not have, an answer that does not fit its schema or a
command that a wrong token may use ends this with 1.

usage: described.py UPFORD [--examples N] [--seed N]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import urllib.request

from daemon import Daemon
from until import HANG

# The data that schemathesis sends as a recording.
HOOKS = """
import schemathesis
from hypothesis import strategies
schemathesis.openapi.media_type("audio/wav", strategies.binary(max_size=4_000))
"""

# Operations that end the token or the account of the test, or that are not plain requests.
LEFT_OUT = ("accountDelete", "accountLogout", "tokenRenew", "socket")


def tool(name):
    return os.path.join(os.path.dirname(sys.executable), name)


def register(daemon):
    request = urllib.request.Request(
        f"http://127.0.0.1:{daemon.port}/v1/accountRegister",
        data=json.dumps({"username": "player", "email": "player@example.org",
                         "password": "not in any example", "device": "rig"}).encode(),
        headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["account"]["token"]


def describe(upford, kind, folder):
    path = os.path.join(folder, f"{kind}.json")
    with open(path, "wb") as file:
        subprocess.run([upford, "describe", kind], stdout=file, check=True)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("upford")
    parser.add_argument("--examples", type=int, default=3, help="requests by chance, of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    upford = os.path.abspath(options.upford)
    with tempfile.TemporaryDirectory() as folder:
        document = describe(upford, "openapi", folder)
        subprocess.run([tool("openapi-spec-validator"), document], check=True)
        # A value that is too long may make the URL too long.
        with open(os.path.join(folder, "schemathesis.toml"), "w") as file:
            file.write("[checks]\nnegative_data_rejection.expected-statuses = "
                       '[400, 401, 403, 404, 409, 414, 429, "5xx"]\n')
        with open(os.path.join(folder, "recordings.py"), "w") as file:
            file.write(HOOKS)
        daemon = Daemon(upford, folder)
        daemon.start()
        try:
            played = subprocess.run(
                [tool("schemathesis"), "run", document,
                 "--url", f"http://127.0.0.1:{daemon.port}",
                 "--header", f"Authorization: Bearer {register(daemon)}",
                 "--phases", "examples,coverage,fuzzing",
                 # Lengths and rules beyond types are not in the schemas.
                 "--exclude-checks", "positive_data_acceptance",
                 "--max-examples", str(options.examples), "--seed", str(options.seed),
                 "--request-timeout", str(HANG), "--suppress-health-check", "too_slow",
                 "--generation-database", "none", "--continue-on-failure", "--warnings", "off",
                 *(part for name in LEFT_OUT for part in ("--exclude-operation-id", name))],
                check=False, cwd=folder,
                env={**os.environ, "SCHEMATHESIS_HOOKS": "recordings"}).returncode
        finally:
            stopped = daemon.stop()
    if stopped:
        print(f"described: upford ended with {stopped}", file=sys.stderr)
    return 1 if played or stopped else 0


if __name__ == "__main__":
    sys.exit(main())
