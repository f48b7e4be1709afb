#!/usr/bin/env python3
"""Prints the source files that a message, a match and a REST call pass through.

usage: paths.py [--names] [--only PATH] UPFORD

UPFORD is built to count how often each function runs, as `make paths` does. Each path is played a
few times and many times; the functions that run more often by nearly as many times are on the
path. For each path: the hand-written files with such functions, and how many of them lie in each
folder of Sources. --names lists the files.

message  a user sends to a friend, who receives it: frame to socket
match    two friends turn the same activity on and off: frame to two sockets
request  a user proposes a meetup over HTTP: PUT /wordup/matches/1/ to row, response and event

example: paths.py --names .build/paths/debug/upford
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Interop"))
# pylint: disable=wrong-import-position
from daemon import Daemon  # noqa: E402
from peer import Peer  # noqa: E402
from wordup import Rest, ahead, written  # noqa: E402

# LLVM's tools of another version do not read the compiler's profiles.
TOOLS = pathlib.Path(shutil.which("swift") or "swift").resolve().parent
# A second match for the same activity would be the same overlap, and a server has at most so many.
ACTIVITIES = 64
# A function on a path runs for each message; a few run for a group of messages.
SHARE = 0.9


class Pair:
    """Two friends with a session each."""

    def __init__(self, port):
        self.port, self.peers, self.tokens = port, {}, {}
        for name in ("ana", "ben"):
            peer = Peer(port)
            self.tokens[name] = peer.register(name)
            answer = peer.call(2, "sessionOpen", token=self.tokens[name], device="x")
            assert "session" in answer, answer
            self.peers[name] = peer
        self.peers["ana"].call(3, "friendRequest", to="ben")
        self.peers["ben"].call(3, "friendAccept", **{"from": "ana"})

    def wait(self, name, key):
        """The next message to the user that has the key."""
        while True:
            message = self.peers[name].hear()
            if key in message:
                return message


def message(pair, count):
    for number in range(count):
        answer = pair.peers["ana"].call(
            number + 4, "roomSend", to="ben", text="lunch?", cid=f"c{number}")
        assert "roomSent" in answer, answer
        pair.wait("ben", "roomMessage")


def match(pair, count):
    for number in range(count):
        for name in ("ana", "ben"):
            answer = pair.peers[name].call(
                number + 4, "activitySet", activity=f"a{number}", on=True)
            assert "activity" in answer, answer
        for name in ("ana", "ben"):
            pair.wait(name, "match")
        for name in ("ana", "ben"):
            pair.peers[name].call(number + 4, "activitySet", activity=f"a{number}", on=False)


def request(pair, count):
    users = [Rest(pair.port, name, root="/wordup") for name in ("ana", "ben")]
    for user, known, learn in zip(users, ("en", "zh"), ("zh", "en"), strict=True):
        user.token = pair.tokens[user.name]
        pair.peers[user.name].call(
            9, "speakerSet", firstName=user.name, lastName="Sol", known=known, learn=learn)
    found = users[0].must(201, "POST", "/matches/", {"a_username": "ben"})
    for number in range(count):
        users[number % 2].must(200, "PUT", f"/matches/{found['match_id']}/", {
            "time_1": written(ahead(days=2)), "location": f"Park {number}"})


# How each is played, and how often: a few times, many times.
PATHS = {
    "message": (message, 50, 1050), "match": (match, 4, ACTIVITIES), "request": (request, 50, 1050)}


def counts(binary, path, count, folder):
    """How often each function ran, and its file, while the path was played so many times."""
    raw, merged = folder / f"{count}.profraw", folder / f"{count}.profdata"
    site = folder / f"{count}"
    site.mkdir()
    (site / "upford.yaml").write_text("activities:\n" + "".join(
        f"  - {{name: a{number}, title: A}}\n" for number in range(ACTIVITIES)), encoding="utf-8")
    daemon = Daemon(binary, site, config=site / "upford.yaml")
    os.environ["LLVM_PROFILE_FILE"] = str(raw)
    daemon.start()
    with contextlib.ExitStack() as stack:
        stack.callback(daemon.stop)
        PATHS[path][0](Pair(daemon.port), count)
    subprocess.run([TOOLS / "llvm-profdata", "merge", "-sparse", raw, "-o", merged], check=True)
    export = subprocess.run(
        [TOOLS / "llvm-cov", "export", "-skip-expansions", "-instr-profile", merged, binary],
        capture_output=True, check=True).stdout
    ran = collections.Counter()
    for function in json.loads(export)["data"][0]["functions"]:
        ran[(function["filenames"][0], function["name"])] += function["count"]
    return ran


def files(binary, path):
    """The hand-written files with functions on the path."""
    _, least, most = PATHS[path]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        few, many = (counts(binary, path, count, folder) for count in (least, most))
    found = collections.Counter()
    for (file, name), count in many.items():
        if count - few[(file, name)] >= SHARE * (most - least):
            found[file] += 1
    return {file.split("/Sources/")[-1]: count for file, count in sorted(found.items())
            if "/.build/" not in file and "/Generated/" not in file}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--names", action="store_true", help="list the files")
    parser.add_argument("--only", choices=PATHS, help="this path alone")
    parser.add_argument("upford", help="built with -profile-generate -profile-coverage-mapping")
    options = parser.parse_args()
    for path in [options.only] if options.only else PATHS:
        print(f"{path}: ", end="", flush=True)
        found = files(options.upford, path)
        folders = collections.Counter(file.split("/")[0] for file in found)
        print(f"{len(found)} files, {sum(found.values())} functions:",
              ", ".join(f"{folder} {count}" for folder, count in folders.most_common()))
        if options.names:
            for file, count in found.items():
                print(f"  {count:4} {file}")


main()
