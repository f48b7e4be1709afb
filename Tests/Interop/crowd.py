"""Guessers from 60 networks while users log in: no user gets BUSY, or waits long.

The tests act as a proxy that names the client, so one host can be many networks. Each guesser tries
again as soon as it is answered, at accounts of its own choice. The users come from networks without
an earlier log-in, which is the worst case for them.

usage: crowd.py PATH-OF-UPFORD [SECONDS]
"""

import collections
import http.client
import json
import os
import sys
import tempfile
import threading
import time

from daemon import Daemon
from until import HANG

GUESSERS, PEOPLE = 60, 20
IN_FLIGHT = 4
WAIT_MAX = 1.0


class Asker:
    """One connection through the proxy."""

    def __init__(self, port, client):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG)
        self.client = client

    def ask(self, command, **fields):
        """The code of the answer, and how long it took."""
        start = time.monotonic()
        self.connection.request(
            "POST", f"/v1/{command}", json.dumps(fields),
            {"Content-Type": "application/json", "X-Forwarded-For": self.client})
        answer = json.loads(self.connection.getresponse().read())
        return answer.get("error", {}).get("code", "OK"), time.monotonic() - start


def guess(port, number, end, codes):
    asker = Asker(port, f"203.0.113.{number % 250 + 1}")
    turn = 0
    while time.monotonic() < end:
        turn += 1
        code, _ = asker.ask(
            "accountLogin", login=f"guess{number}x{turn}", password="wrong password", device="g")
        codes[code] += 1
        if code != "WRONG_CREDENTIALS":
            time.sleep(0.3)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 15
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(
            os.path.abspath(sys.argv[1]), folder, http_trustedProxies="127.0.0.1",
            rates_enabled="true", rates_addressLoginsPerQuarterHour="100000")
        daemon.start()
        try:
            for number in range(PEOPLE):
                code, _ = Asker(daemon.port, f"198.51.100.{number}").ask(
                    "accountRegister", username=f"person{number}", device="p",
                    email=f"p{number}@example.org", password="correct horse")
                assert code == "OK", code
            codes, end = collections.Counter(), time.monotonic() + seconds
            crowd = [
                threading.Thread(target=guess, args=(daemon.port, number, end, codes), daemon=True)
                for number in range(GUESSERS) for _ in range(IN_FLIGHT)]
            for one in crowd:
                one.start()
            answers = []
            while time.monotonic() < end - 2:
                for number in range(PEOPLE):
                    asker = Asker(daemon.port, f"192.0.2.{len(answers) % 250 + 1}")
                    answers.append(asker.ask(
                        "accountLogin", login=f"person{number}", password="correct horse",
                        device=f"d{len(answers)}"))
                    if time.monotonic() > end - 2:
                        break
            for one in crowd:
                one.join()
        finally:
            daemon.stop()
    waits = sorted(wait for _, wait in answers)
    said = collections.Counter(code for code, _ in answers)
    p99 = waits[min(len(waits) - 1, int(len(waits) * 0.99))]
    print(f"crowd: {len(answers)} log-ins of people: {dict(said)}, p50 {waits[len(waits) // 2]:.2f} s,"
          f" p99 {p99:.2f} s; guessers: {dict(codes)}")
    sys.exit(0 if set(said) == {"OK"} and p99 <= WAIT_MAX else 1)


if __name__ == "__main__":
    main()
