"""The story of two language partners over the REST interface (W1-W22, W24).

First both use HTTP alone, on the paths of the interface's root; then one of them is on a WebSocket,
and gets events for the other's requests over HTTP.

usage: wordup.py PATH-OF-UPFORD
"""

import asyncio
import datetime
import http.client
import json
import os
import sys
import tempfile

from daemon import Daemon
from two_friends import Person
from until import HANG

PASSWORD = "three blue kites over {}"


class Rest:
    """A user over HTTP, on one persistent connection."""

    def __init__(self, port, name, root=""):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG)
        self.name = name
        self.root = root
        self.token = None

    def ask(self, method, path, body=None, scheme="Token", key=None):
        """Returns the status, the body (JSON, or text) and the fields of the head."""
        headers = {}
        if self.token:
            headers["Authorization"] = f"{scheme} {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        if body is not None:
            headers["Content-Type"] = "application/json"
        self.connection.request(
            method, self.root + path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        isJSON = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(text) if isJSON else text, dict(answer.getheaders())

    def must(self, status, method, path, body=None, **others):
        """The body of an answer, which must have this status."""
        got, answer, _ = self.ask(method, path, body, **others)
        assert got == status, (self.name, method, path, body, "expected", status, got, answer)
        return answer

    def register(self, known, learn, place="/profiles/", **others):
        session = self.must(201, "POST", place, {
            "username": self.name, "password": PASSWORD.format(self.name),
            "first_name": self.name.title(), "last_name": "Sol", "known_lang": known,
            "learn_lang": learn, **others})
        self.token = session["token"]
        return session["profile"]


def ahead(**delta):
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**delta)
    return time.replace(microsecond=0)


def written(time):
    return time.strftime("%Y-%m-%d %H:%M:%S +0000")


def accounts(port):
    """W1-W5, W7-W9, W19: sign up, log in, paths that need a token, methods, slashes."""
    ana, ben, eve = Rest(port, "ana"), Rest(port, "ben"), Rest(port, "eve", root="/wordup")
    profile = ana.register("en", "zh", bio="I teach chemistry.")
    assert profile["known_lang"] == "en" and profile["learn_lang"] == "zh", profile
    assert (profile["first_name"], profile["bio"]) == ("Ana", "I teach chemistry."), profile
    assert profile["picture"].startswith("/avatars/"), profile
    ben.register("zh", "en", place="/register/")
    eve.register("zh", "en")
    refused = Rest(port, "ana").must(409, "POST", "/register/", {
        "username": "ana", "password": "something else entirely", "first_name": "A",
        "last_name": "S", "known_lang": "en", "learn_lang": "zh"})
    assert refused["error"]["code"] == "USERNAME_TAKEN", refused
    refused = Rest(port, "x").must(400, "POST", "/profiles/", {
        "username": "carla", "password": "something else entirely", "first_name": "C",
        "last_name": "S", "known_lang": "english", "learn_lang": "zh"})
    assert refused["error"]["field"] == "known_lang", refused
    wrong = Rest(port, "ana")
    wrong.must(401, "POST", "/login/", {"username": "ana", "password": "not mine at all"})
    right = wrong.must(200, "POST", "/login/", {
        "username": "ana", "password": PASSWORD.format("ana")})
    assert right["profile"]["id"] == profile["id"] and right["token"], right
    token = wrong.must(200, "POST", "/token", {
        "username": "ana", "password": PASSWORD.format("ana")})["token"]
    # W5, and W8 where HTTP says so.
    status, _, head = Rest(port, "nobody").ask("GET", "/matches/")
    assert (status, head["WWW-Authenticate"]) == (401, "Bearer"), (status, head)
    ana.must(200, "GET", "/matches/", scheme="Bearer")
    status, _, head = ana.ask("DELETE", "/matches/")
    assert status == 405 and set(head["Allow"].split(", ")) == {
        "GET", "HEAD", "POST", "OPTIONS"}, head
    ana.must(404, "GET", "/nothing/")
    ana.must(404, "GET", "/matches/99/")
    ana.connection.request("POST", "/matches/", "a_username=ben", {
        "Authorization": f"Token {ana.token}",
        "Content-Type": "application/x-www-form-urlencoded"})
    answer = ana.connection.getresponse()
    assert answer.status == 415, answer.status
    answer.read()
    other = Rest(port, "ana")
    other.token = token
    other.must(204, "POST", "/logout/")
    other.must(401, "GET", "/matches/")
    return ana, ben, eve


def profiles(ana, ben, eve):
    """W2, W10, W20, W21: profiles read, found and changed; only the caller's own is writable."""
    found = ana.must(200, "GET", "/profiles/")
    assert {one["username"] for one in found} == {"ben", "eve"}, found
    one = ana.must(200, "GET", "/profiles/?username=ben")
    assert [profile["username"] for profile in one] == ["ben"], one
    number = {profile["username"]: profile["id"] for profile in found}
    read = ana.must(200, "GET", f"/profiles/{number['ben']}/")
    assert read == one[0], read
    ana.must(403, "PUT", f"/profiles/{number['ben']}/", {"bio": "mine now"})
    changed = ben.must(200, "PUT", f"/profiles/{number['ben']}", {"bio": "Tea or coffee?"})
    assert (changed["bio"], changed["known_lang"]) == ("Tea or coffee?", "zh"), changed
    refused = ben.must(400, "PUT", f"/profiles/{number['ben']}", {"learn_lang": "zh"})
    assert refused["error"]["field"] == "learn_lang", refused
    return number


def matches(ana, ben, eve, number):
    """W6, W11-W13: by name, at random, and those that are refused."""
    match = ana.must(201, "POST", "/matches/", {"a_username": "ben"}, key="m1")
    assert match == ana.must(201, "POST", "/matches/", {"a_username": "ben"}, key="m1"), match
    assert set(match) == {"match_id", "user_id1", "user_id2", "time_1", "location",
                          "status_code"}, match
    assert (match["user_id2"], match["status_code"], match["time_1"]) == (
        number["ben"], "0", None), match
    for body, status in (({"a_username": "ben"}, 409), ({"a_username": "ana"}, 400),
                         ({"a_username": "zoe"}, 404)):
        ana.must(status, "POST", "/matches/", body)
    drawn = ana.must(201, "POST", "/matches/", {})
    assert drawn["user_id2"] == number["eve"], drawn
    refused = ana.must(409, "POST", "/matches/")
    assert refused["error"]["code"] == "NOBODY_ELIGIBLE", refused
    assert len(ana.must(200, "GET", "/matches/")) == 2
    assert ben.must(200, "GET", "/matches/") == [match]
    for method, body in (("GET", None), ("PUT", {"status_code": 0}), ("DELETE", None)):
        eve.must(403, method, f"/matches/{match['match_id']}/", body)
    assert ana.must(200, "GET", "/profiles/") == []
    return match


def meetups(ana, ben, match, number):
    """W14-W18: offered, countered, accepted, stale answers, cleared; the same by /times/#/."""
    path = f"/matches/{match['match_id']}/"
    time = ahead(days=2)
    refused = ana.must(400, "PUT", path, {"time_1": "next week", "location": "Park"})
    assert refused["error"]["field"] == "time_1", refused
    refused = ana.must(400, "PUT", path, {
        "time_1": written(ahead(days=-1)), "location": "Park"})
    assert refused["error"]["field"] == "time_1", refused
    offered = ana.must(200, "PUT", path, {"time_1": written(time), "location": "Park"})
    assert (offered["status_code"], offered["time_1"]) == ("1", written(time)), offered
    acceptance = {"status_code": "3", "time_1": offered["time_1"], "location": "Park"}
    ana.must(403, "PUT", path, acceptance)
    later = time + datetime.timedelta(hours=3)
    countered = ben.must(200, "PUT", path, {
        **offered, "time_1": later.isoformat(), "location": "Café, by the river"})
    assert (countered["status_code"], countered["time_1"]) == ("2", written(later)), countered
    ben.must(409, "PUT", path, acceptance)
    ana.must(409, "PUT", path, acceptance)
    ana.must(404, "GET", path + "meetup.ics")
    scheduled = ana.must(200, "PUT", path, {**countered, "status_code": 3})
    assert scheduled["status_code"] == "3", scheduled
    assert ben.must(200, "GET", path) == scheduled
    assert ben.must(200, "GET", f"/times/{match['user_id1']}/") == scheduled
    status, calendar, head = ana.ask("GET", path + "meetup.ics")
    assert status == 200 and head["Content-Type"].startswith("text/calendar"), (status, head)
    assert "DTSTART:" + later.strftime("%Y%m%dT%H%M%SZ\r\n") in calendar, calendar
    assert "LOCATION:Café\\, by the river\r\n" in calendar, calendar
    ben.must(409, "PUT", path, {"time_1": written(time), "location": "Park"})
    ben.must(204, "DELETE", f"/times/{match['user_id1']}/")
    gone = ana.must(200, "GET", f"/times/{number['ben']}/")
    assert (gone["status_code"], gone["time_1"]) == ("0", None), gone
    again = ben.must(200, "PUT", f"/times/{match['user_id1']}/", {
        "time_1": written(time), "location": "Park"})
    assert again["status_code"] == "2", again
    cleared = ana.must(200, "PUT", path, {"status_code": 0})
    assert cleared["status_code"] == "0", cleared
    ana.must(404, "GET", "/times/99/")


async def together(daemon, ana, number):
    """W24: a partner on a WebSocket sees the other's changes over HTTP, and the reverse."""
    ben = Person("ben")
    await ben.connect(daemon.url)
    login = await ben.call("accountLogin", login="ben", password=PASSWORD.format("ben"),
                           device="python")
    ben.token = login["account"]["token"]
    assert login["account"]["speaker"]["number"] == int(number["ben"]), login
    await ben.open()
    # Earlier events are replayed first; the rest is about this match.
    while not any("partnerEnded" in one for one in ben.inbox):
        await ben.next()
    ben.inbox.clear()
    match = ana.must(201, "POST", "/matches/", {"a_username": "ben"})
    assert (await ben.until("partnerMatched"))["partnership"]["number"] == int(match["match_id"])
    time = ahead(days=3)
    path = f"/matches/{match['match_id']}/"
    ana.must(200, "PUT", path, {"time_1": written(time), "location": "Museum"})
    offer = (await ben.until("meetupOffered"))["partnership"]
    assert offer["place"] == "Museum", offer
    accepted = await ben.call(
        "meetupAccept", number=offer["number"], at=offer["at"], place="Museum", cid="a1")
    assert accepted["partnership"]["status"] == "SCHEDULED", accepted
    assert ana.must(200, "GET", path)["status_code"] == "3"
    ana.must(204, "DELETE", path)
    assert (await ben.until("partnerEnded"))["username"] == "ana"
    await ben.socket.close()


def ends(ana, ben, eve, number, match):
    """W21: a match and the caller's profile are deleted; both sides see it."""
    ben.must(204, "DELETE", f"/matches/{match['match_id']}/")
    ana.must(404, "GET", f"/matches/{match['match_id']}/")
    ana.must(403, "DELETE", f"/profiles/{number['eve']}/")
    eve.must(204, "DELETE", f"/profiles/{number['eve']}/")
    assert ana.must(200, "GET", "/matches/") == []
    ana.must(404, "GET", f"/profiles/{number['eve']}/")


def descriptions(port):
    """The server describes itself, and a client that has the description gets 304."""
    user = Rest(port, "reader")
    for name, kind in (("openapi", "openapi"), ("asyncapi", "asyncapi")):
        status, document, head = user.ask("GET", f"/{name}.json")
        assert status == 200 and kind in document, (status, document)
        user.connection.request("GET", f"/{name}.json", headers={"If-None-Match": head["ETag"]})
        answer = user.connection.getresponse()
        assert (answer.status, answer.read()) == (304, b""), answer.status
    _, document, _ = user.ask("GET", "/openapi.json")
    for path in ("/matches/{match}/", "/wordup/matches/{match}/", "/v1/partnerMatch"):
        assert path in document["paths"], path


def main():
    upford = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(upford, folder)
        daemon.start()
        try:
            ana, ben, eve = accounts(daemon.port)
            number = profiles(ana, ben, eve)
            match = matches(ana, ben, eve, number)
            meetups(ana, ben, match, number)
            ends(ana, ben, eve, number, match)
            asyncio.run(together(daemon, ana, number))
            descriptions(daemon.port)
        finally:
            stopped = daemon.stop()
    print("wordup: the story of two language partners, over HTTP alone and with a WebSocket")
    return stopped


if __name__ == "__main__":
    sys.exit(main())
