"""A stranger's first evening over HTTP alone, as an app would do it without a WebSocket.

Dora opens ana's link, signs up by it, and is a friend; two more links make her a friend of ben, who
is ana's friend, and of cleo, whom the two do not know. All are up for coffee. Dora makes a plan;
ana and cleo come, ben does not, and "We did it" is one post.

usage: stranger.py PATH-OF-UPFORD
"""

import contextlib
import datetime
import json
import os
import sqlite3
import sys
import tempfile
import urllib.error
import urllib.request

from daemon import Daemon
from until import HANG

NOTE = "by the river?"


class App:
    """The app of one person: at first without an account."""

    def __init__(self, daemon, name):
        self.daemon, self.name, self.token, self.count = daemon, name, None, 0

    def post(self, command, **fields):
        """Status and answer."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.daemon.port}/v1/{command}", json.dumps(fields).encode(),
            {"Content-Type": "application/json"})
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=HANG) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def ask(self, command, **fields):
        """The body of the answer to a command that must succeed."""
        status, answer = self.post(command, **fields)
        assert status == 200, (self.name, command, fields, answer)
        return next(body for name, body in answer.items() if name != "id")

    def act(self, command, **fields):
        """A command that has one effect, however often it is sent."""
        self.count += 1
        return self.ask(command, **fields, cid=f"{self.name}-{self.count}")

    def register(self, **more):
        opened = self.ask(
            "accountRegister", username=self.name, email=f"{self.name}@example.org",
            password="correct horse", device="app", **more)
        self.token = opened["token"]

    def invite(self, **about):
        return self.ask("invitationCreate", **about)["code"]

    def is_up_for_coffee(self, **details):
        self.act("activitySet", activity="coffee", on=True, **details)

    def matches(self):
        return {one["with"]["username"]: one for one in self.ask("matchList")["matches"]}

    def plan(self):
        """The one plan of its list."""
        plans = self.ask("planList")["plans"]
        assert len(plans) == 1, plans
        return plans[0]

    def replies(self, answer, **more):
        return self.act("planReply", plan=self.plan()["plan"], answer=answer, **more)


def coming(plan):
    return [member["user"]["username"] for member in plan["members"]]


def signs_up(dora, ana, ben, cleo):
    code = ana.invite(activity="coffee")
    preview = dora.ask("invitationRead", code=code)
    assert preview["activity"] == "coffee" and "username" not in preview, preview
    dora.register(invitation=code)
    for other in ben, cleo:
        accepted = dora.act("invitationAccept", code=other.invite())
        assert accepted["friends"], accepted
    names = {one["user"]["username"] for one in dora.ask("friendList")["friends"]}
    assert names == {"ana", "ben", "cleo"}, names


def match(dora, friends):
    until = datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=30)
    for one in friends:
        one.is_up_for_coffee()
    dora.is_up_for_coffee(details={"note": NOTE, "until": f"{until:%Y-%m-%dT%H:%M:%SZ}"})
    assert set(dora.matches()) == {"ana", "ben", "cleo"}, dora.matches()
    ana, ben, cleo = friends
    assert set(ana.matches()) == {"ben", "dora"}, ana.matches()
    assert set(cleo.matches()) == {"dora"}, cleo.matches()
    for one in friends:
        assert one.matches()["dora"]["details"]["note"] == NOTE, one.matches()


def plan(dora, ana, ben, cleo):
    made = dora.act("planMake", activity="coffee", place="Café Luna")
    assert {one["username"] for one in made["asked"]} == {"ana", "ben", "cleo"}, made
    for one in ana, ben, cleo:
        offered = one.plan()
        assert coming(offered) == ["dora"], offered
        assert not offered.get("asked") and not offered.get("room"), offered
        assert "ana" == one.name or "ana" not in json.dumps(offered), offered
    ana.replies("COMING", minutes=10)
    assert coming(cleo.plan()) == ["dora", "ana"], cleo.plan()
    cleo.replies("COMING")
    ben.replies("NOT_COMING")
    joined = dora.plan()
    assert coming(joined) == ["dora", "ana", "cleo"], joined
    assert joined["members"][1]["minutes"] == 10, joined
    # Ben is not shown to the members, and sees the plan no longer.
    assert ben.ask("planList").get("plans", []) == []
    assert "ben" not in json.dumps(cleo.plan()), cleo.plan()
    calendar = ana.ask("planCalendar", plan=joined["plan"])["text"]
    assert "LOCATION:Café Luna" in calendar, calendar
    dora.act("roomSend", to=joined["room"], text="I have a table")
    read = cleo.ask("roomHistory", **{"with": joined["room"]})
    assert [one["text"] for one in read["messages"]] == ["I have a table"], read


def did_it(daemon, folder, dora, ana, ben, cleo):
    number = dora.plan()["plan"]
    its_time_passes(daemon, folder)
    for one, text in (dora, "Until they closed"), (ana, ""), (cleo, ""):
        one.act("planDone", plan=number, text=text)
    posts = dora.ask("circleList")["posts"]
    assert len(posts) == 1, posts
    (post,) = posts
    names = {post["with"]["username"], *(one["username"] for one in post["others"])}
    assert (post["text"], names) == ("Until they closed", {"ana", "cleo"}), post
    # Ben is a friend of ana and dora, and knows nothing of cleo.
    (post,) = ben.ask("circleList")["posts"]
    assert post["with"]["username"] == "ana" and "cleo" not in json.dumps(post), post


def its_time_passes(daemon, folder):
    daemon.stop()
    path = os.path.join(folder, "data", "upfor.sqlite")
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE plan SET due_ms = made_ms")
    daemon.start()


def main():
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(sys.argv[1], folder, friends_policy="instant")
        daemon.start()
        dora, ana, ben, cleo = (App(daemon, name) for name in ("dora", "ana", "ben", "cleo"))
        for one in ana, ben, cleo:
            one.register()
        ana.ask("friendsChange", add=["ben"])
        signs_up(dora, ana, ben, cleo)
        match(dora, (ana, ben, cleo))
        plan(dora, ana, ben, cleo)
        did_it(daemon, folder, dora, ana, ben, cleo)
        assert daemon.stop() == 0
    print("an evening over HTTP: a link, three friends, a plan, one post")


if __name__ == "__main__":
    main()
