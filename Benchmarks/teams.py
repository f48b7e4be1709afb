#!/usr/bin/env python3
"""The cost of a deck among many candidates, and of a search for gatherings near a point among many.

It fills the data of a stopped upford, then measures `deckRead` and `gatheringFind` over HTTP, one
at a time, and the server's processor time.
"""

import argparse
import math
import random
import sqlite3
import struct
import tempfile
import time

from draw import Upford

SKILLS = ("android", "backend", "data", "design", "devops", "frontend", "games", "hardware", "ios",
          "marketing", "ml", "pitch", "product", "research", "security", "testing", "video", "vr",
          "web", "writing")
REQUESTS = 500
DAY = 86_400_000


GATHERING = ("INSERT INTO gathering (number, title, body, place, lat_bits, lon_bits, lat_e7, lon_e7,"
             " cell, starts_ms, ends_ms, picture, more, attendees, projects, is_gone)"
             f" VALUES ({','.join('?' * 16)})")


def bits(number):
    return struct.unpack("<q", struct.pack("<d", number))[0]


def gathering(number, lat, lon, now, attendees=0, projects=0):
    cell = min(int((lat + 90) * 10), 1799) * 3600 + min(int((lon + 180) * 10), 3599)
    return (number, "Gathering", "", "", bits(lat), bits(lon), round(lat * 1e7), round(lon * 1e7),
            cell, now + DAY, now + 2 * DAY, "", "", attendees, projects, 0)


def fill(path, candidates, gatherings):
    data = sqlite3.connect(path)
    chance = random.Random(candidates)
    now = int(time.time() * 1000)
    first = 1000
    data.executemany(
        "INSERT INTO account (id, username, email, address, display_name, password_hash,"
        " created_ms) VALUES (?, ?, ?, ?, ?, '', 0)",
        ((first + i, f"u_{i}", f"u_{i}@load.invalid", f"u_{i}@load.invalid", f"u_{i}")
         for i in range(candidates)))
    skills = [sorted(chance.sample(SKILLS, chance.randint(2, 6))) for _ in range(candidates)]
    data.executemany("INSERT INTO team_person (number, user_id, skills, body, contact, picture,"
                     " more, is_open) VALUES (?, ?, ?, 'hello', '', '', '', 1)",
                     ((first + i, first + i, ",".join(skills[i])) for i in range(candidates)))
    data.execute(GATHERING, gathering(1, 10, 10, now, candidates, 0))
    data.executemany("INSERT INTO team_attendance (gathering, person, role) VALUES (1, ?, ?)",
                     ((first + i, 2 if i == 0 else 1) for i in range(candidates)))
    data.executemany("INSERT INTO team_skill VALUES (1, 0, ?, ?)",
                     ((skill, first + i) for i in range(candidates) for skill in skills[i]))
    data.executemany(
        GATHERING,
        (gathering(first + i, math.degrees(math.asin(chance.uniform(-1, 1))),
                   chance.uniform(-180, 180), now) for i in range(gatherings)))
    data.commit()


def measure(upford, name, count, ask):
    for i in range(20):
        ask(i)
    times = []
    cpu = upford.cpu()
    for i in range(REQUESTS):
        start = time.perf_counter()
        ask(i)
        times.append(time.perf_counter() - start)
    cpu = (upford.cpu() - cpu) / REQUESTS
    times.sort()
    p50, p99 = (1e3 * times[REQUESTS * share // 100] for share in (50, 99))
    print(f"| {name} | {count:,} | {1e6 * cpu:.0f} µs | {p50:.2f} ms | {p99:.2f} ms |", flush=True)


def main(program, candidates, gatherings):
    with tempfile.TemporaryDirectory() as folder:
        Upford(program, folder).stop()
        fill(f"{folder}/store/upfor.sqlite", candidates, gatherings)
        upford = Upford(program, folder)
        fields = {"username": "caller", "email": "caller@load.invalid", "device": "load",
                  "password": "correct horse battery", "displayName": "Caller"}
        token = upford.post("accountRegister", fields)["account"]["token"]
        upford.post("gatheringJoin", {"number": 1}, token)
        projects = []
        chance = random.Random(1)
        for skills in ((), *(chance.sample(SKILLS, 5) for _ in range(9))):
            project = upford.post(
                "projectCreate", {"gathering": 1, "title": "P", "skills": skills}, token)
            projects.append(project["project"]["number"])

        def deck(i):
            found = upford.post("deckRead", {"project": projects[i % len(projects)]}, token)
            assert len(found["deck"]["cards"]) == 50

        def near(i):
            spot = {"lat": chance.uniform(-60, 60), "lon": chance.uniform(-180, 180), "radius": 50}
            upford.post("gatheringFind", spot, token)

        print("| Request | Among | Server CPU | p50 | p99 |\n| --- | --- | --- | --- | --- |")
        measure(upford, "a deck of 50", candidates, deck)
        for i in range(300):
            user = f"u_{chance.randrange(candidates)}"
            upford.post("swipeSet", {"project": projects[1], "username": user}, token)
        measure(upford, "a deck of 50, 300 swiped", candidates,
                lambda _: upford.post("deckRead", {"project": projects[1]}, token))
        measure(upford, "gatherings within 50 km", gatherings, near)
        upford.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("upford", help="path of the program, such as .build/release/upford")
    parser.add_argument("candidates", nargs="?", type=int, default=10_000, help="default: 10,000")
    parser.add_argument(
        "gatherings", nargs="?", type=int, default=1_000_000, help="default: 1,000,000")
    given = parser.parse_args()
    main(given.upford, given.candidates, given.gatherings)
