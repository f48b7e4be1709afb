"""Tests whether `upford echo` conforms to RFC 6455 and RFC 7692, in over 500 cases.

The groups are numbered as in the well-known public suite: 1 framing, 2 pings, 3 reserved bits,
4 opcodes, 5 fragments, 6 UTF-8, 7 closing, 9 limits, 10 the rest, 12 and 13 compression.

usage: conformance.py [--short] PATH-OF-UPFORD
"""

import argparse
import sys

import conformance_deflate
import conformance_frames
import conformance_limits
import conformance_text
from casework import run
from echo_server import EchoServer


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true", help="smaller and fewer messages")
    parser.add_argument("binary")
    options = parser.parse_args()
    with EchoServer(options.binary, "--max-message", "67108864") as server:
        cases = [
            *conformance_frames.cases(server.port),
            *conformance_text.cases(server.port),
            *conformance_limits.cases(server.port, options.short),
            *conformance_deflate.cases(server.port, options.short),
        ]
        failed = run("conformance", cases)
    sys.exit(1 if failed else 0)


main()
