#!/usr/bin/env python3
"""The cost of a random partner among many speakers: `partnerMatch` without a username.

It fills the data of a stopped upford, then measures the whole command over HTTP, one at a time,
and the server's processor time.
"""

import argparse
import http.client
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import tempfile
import time

LANGUAGES = ("de", "en", "es", "fr", "it")
CALLERS, MATCHES = 10, 50


class Upford:
    def __init__(self, program, folder):
        settings = ("rates.enabled=false", "passwords.memoryKiB=8", "passwords.passes=1",
                    "admin.port=0", f"log.file={folder}/events.log")
        words = [program, "serve", "--listen", "127.0.0.1:0", "--data", f"{folder}/store"]
        for setting in settings:
            words += ["--set", setting]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"ws://127.0.0.1:(\d+)/", line):
                self.http = http.client.HTTPConnection("127.0.0.1", int(found[1]))
                return
        raise SystemExit("upford did not start")

    def post(self, command, fields, token=None):
        head = {"Content-Type": "application/json"}
        if token:
            head["Authorization"] = f"Bearer {token}"
        self.http.request("POST", f"/v1/{command}", json.dumps(fields), head)
        answer = self.http.getresponse()
        body = json.loads(answer.read())
        if answer.status != 200:
            raise SystemExit(f"{command}: {answer.status}: {body}")
        return body

    def cpu(self):
        words = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.http.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def fill(path, count):
    data = sqlite3.connect(path)
    chance = random.Random(count)
    accounts = ((1000 + i, f"u_{i}", f"u_{i}@load.invalid", f"u_{i}@load.invalid", f"u_{i}")
                for i in range(count))
    data.executemany(
        "INSERT INTO account (id, username, email, address, display_name, password_hash,"
        " created_ms) VALUES (?, ?, ?, ?, ?, '', 0)", accounts)
    speakers = ((1000 + i, 1000 + i, *chance.sample(LANGUAGES, 2), chance.getrandbits(63))
                for i in range(count))
    data.executemany("INSERT INTO speaker VALUES (?, ?, 'Ana', 'Load', ?, ?, '', 1, ?)", speakers)
    data.commit()


def measure(program, count):
    with tempfile.TemporaryDirectory() as folder:
        Upford(program, folder).stop()
        fill(f"{folder}/store/upfor.sqlite", count)
        upford = Upford(program, folder)
        speaker = {"firstName": "Ana", "lastName": "Load", "known": "en", "learn": "es"}
        tokens = []
        for i in range(CALLERS):
            name = f"caller{i}"
            fields = {"username": name, "email": f"{name}@load.invalid", "device": "load",
                      "password": "correct horse battery", "displayName": name,
                      "speaker": speaker}
            tokens.append(upford.post("accountRegister", fields)["account"]["token"])
        times = []
        cpu = upford.cpu()
        for _ in range(MATCHES):
            for token in tokens:
                start = time.perf_counter()
                upford.post("partnerMatch", {}, token)
                times.append(time.perf_counter() - start)
        cpu = (upford.cpu() - cpu) / len(times)
        upford.stop()
    times.sort()
    p50, p99 = (1e3 * times[len(times) * share // 100] for share in (50, 99))
    print(f"| {count:,} | {1e6 * cpu:.0f} µs | {p50:.2f} ms | {p99:.2f} ms |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("upford", help="path of the program, such as .build/release/upford")
    parser.add_argument(
        "speakers", nargs="*", type=int, default=[10_000, 100_000, 1_000_000],
        help="how many; default: 10,000 100,000 1,000,000")
    given = parser.parse_args()
    print("| Speakers | Server CPU a match | p50 | p99 |\n| --- | --- | --- | --- |")
    for number in given.speakers:
        measure(given.upford, number)
