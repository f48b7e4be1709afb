"""The works for both sides, and their sizes."""

import contextlib

from beside import chat, presence, room, signin
from beside.ejabberd import Ejabberd
from beside.people import People
from beside.xmpp import Crowd

USUAL = {
    "chat": {"senders": 100, "in_flight": 4, "characters": 64, "seconds": 5},
    "alone": {"senders": 2, "in_flight": 1, "characters": 64, "seconds": 3},
    "presence": {"users": 1000, "friends": 100, "rate": 25, "seconds": 8},
    "room": {"devices": 200, "rate": 25, "seconds": 6},
    "login": {"users": 2000, "friends": 20, "count": 2000, "at_once": 64},
    "idle": {"users": 2000},
}
QUICK = {
    "chat": {"senders": 20, "in_flight": 4, "characters": 64, "seconds": 1},
    "alone": {"senders": 2, "in_flight": 1, "characters": 64, "seconds": 1},
    "presence": {"users": 200, "friends": 20, "rate": 10, "seconds": 2},
    "room": {"devices": 50, "rate": 25, "seconds": 2},
    "login": {"users": 200, "friends": 20, "count": 300, "at_once": 64},
    "idle": {"users": 200},
}
ARCHIVES = {"ejabberd": "sql", "mnesia": "mnesia", "none": None}


def contests(sizes, upfor):
    """For each work the sides, and for each side a function that measures it once."""
    def chats(name):
        return {
            "upfor": lambda: upfor.run("chat", **sizes[name]),
            **{side: lambda archive=archive: _chat(archive, **sizes[name])
               for side, archive in ARCHIVES.items()}}

    def alone():
        sides = chats("alone")
        return {side: sides[side] for side in ("upfor", "ejabberd")}

    def pair(name, measure):
        return {
            "upfor": lambda: upfor.run(name, **sizes[name]),
            "ejabberd": lambda: measure(**sizes[name])}

    return {
        "chat": chats("chat"), "alone": alone(), "presence": pair("presence", _presence),
        "room": pair("room", _room), "login": pair("login", _login),
        "idle": {
            "upfor": lambda: _signed_in(upfor.run("idle", connections=1, **sizes["idle"])),
            "ejabberd": lambda: _idle(**sizes["idle"])},
    }


def _chat(archive, senders, in_flight, characters, seconds):
    with Ejabberd(archive) as server:
        server.populate(senders)
        with Crowd(server.address) as crowd:
            found = chat.run(crowd, server.meter, senders, in_flight, characters, seconds)
        if archive == "sql":
            # Once for the author, once for the friend.
            found["unarchived"] = 2 * found["sent"] - server.archived()
        return found


@contextlib.contextmanager
def _town(people):
    """Returns the function that connects to a server, and the one that measures it."""
    with Ejabberd() as server:
        server.populate(people.size, people.distances)
        with Crowd(server.address) as crowd:
            yield crowd, server.meter


def _presence(users, friends, rate, seconds):
    people = People(users, friends)
    with _town(people) as (crowd, meter):
        return presence.run(crowd, meter, people, rate, seconds)


def _room(devices, rate, seconds):
    with Ejabberd("sql", rooms=True) as server:
        # Accounts are made in pairs of friends; their presence is delivered before the measurement.
        server.populate(devices + devices % 2)
        with Crowd(server.address) as crowd:
            found = room.run(crowd, server.meter, devices, rate, seconds)
        found["unarchived"] = found["messages"] - server.archived()
        return found


def _login(users, friends, count, at_once):
    people = People(users, friends)
    with _town(people) as (crowd, meter):
        return signin.run(crowd, meter, people, count, at_once)


def _idle(users):
    with Ejabberd() as server:
        server.populate(users + signin.FIRST_COUNT)
        server.restart()
        with Crowd(server.address) as crowd:
            return signin.idle(crowd, server, users)


def _signed_in(found):
    """The line of upfor-load's report about users."""
    line = next(line for line in found["idle"] if line["kind"] == "signed-in user")
    return {**line, "bytesPerUser": line["bytesPerConnection"]}


def complaints(work, side, found):
    """The failures of one measurement, in words."""
    said = list(found.get("complaints", []))
    if side != "upfor":
        names = ("lost", "duplicated", "reordered", "unanswered", "unarchived", "wrong")
        said += [f"{found[name]} {name}" for name in names if found.get(name)]
    return [f"{work}, {side}: {words}" for words in said]
