"""The cases of every foreign client, and the format of its results."""

import ssl
import sys

TEXT = "grüße, 世界"
BINARY = bytes(range(256))
LARGE = bytes(range(256)) * 4096
PROSE = "lunch, coffee, gym; " * 500
# The timeout of a hang: machines may stall for many seconds.
SECONDS = 100


def report(case, holds):
    """`holds` is None if the library cannot request it, or the server does not offer it."""
    print(case, "-" if holds is None else "ok" if holds else "FAILED", flush=True)


def arguments():
    """The URL, and for wss the context that trusts the server's certificate."""
    url, *authority = sys.argv[1:]
    return url, ssl.create_default_context(cafile=authority[0]) if authority else None
