"""An administrator's orders by `upford ctl`: exit codes, output, and who may give them.

usage: orders.py PATH-OF-UPFORD
"""

import itertools
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading

from daemon import Daemon
from peer import Peer
from until import HANG, until

NOBODY = 65534


class Site:
    def __init__(self, binary, folder):
        self.folder = folder
        os.chmod(self.folder, 0o755)
        self.socket = os.path.join(self.folder, "ctl.sock")
        self.daemon = Daemon(
            binary, self.folder, passwords_memoryKiB=64, passwords_passes=1,
            admin_socket=self.socket)

    def command(self, *words):
        return [self.daemon.binary, "ctl", *words, "--socket", self.socket]

    def ctl(self, *words, code=0, says="", **others):
        """Gives an order; returns its output, parsed if it is JSON."""
        done = subprocess.run(
            self.command(*words), capture_output=True, text=True, timeout=HANG, **others)
        assert done.returncode == code, (words, done)
        assert says in done.stderr, (words, done)
        assert not done.stdout or code == 0, (words, done)
        return json.loads(done.stdout) if "--json" in words and code == 0 else done.stdout

    def events(self, name):
        with open(os.path.join(self.folder, "events.jsonl")) as log:
            # The last line may be half written.
            events = [json.loads(line) for line in log if line.endswith("\n")]
        return [event for event in events if event["ev"] == name]

    def heard(self, name, count=1):
        """The events of this name, once there are `count`: the log is written a moment later."""
        return until(f"{count} {name}", lambda: len(found := self.events(name)) >= count and found)

    def sign_in(self, name):
        peer = Peer(self.daemon.port)
        token = peer.register(name)
        assert "session" in peer.call(2, "sessionOpen", token=token, device="x", after=0)
        return peer, token


def nobody_yet(site):
    """An empty list is printed as a list."""
    assert site.ctl("sessions", "--json") == {"sessions": []}
    assert site.ctl("users", "--json") == {"users": []}


def people(site):
    (ana, token), (ben, _) = site.sign_in("ana"), site.sign_in("ben")
    assert site.ctl("status", "--json")["people"] == 2
    assert [user["user"] for user in site.ctl("users", "--json")["users"]] == ["ana", "ben"]
    (session,) = site.ctl("sessions", "ben", "--json")["sessions"]
    assert site.ctl("kick", "ben", "--session", session["session"], says="ended: 1") == ""
    assert goodbye(ben) == 4411
    site.ctl("kick", "ben", code=2, says="no such session")
    site.ctl("ban", "ana", "--for", "1h", "--reason", "spam")
    assert goodbye(ana) == 4501
    again = Peer(site.daemon.port)
    error = again.call(1, "sessionOpen", token=token, device="x", after=0)["error"]
    assert error["code"] == "BANNED" and error["message"].endswith(": spam"), error
    assert "reason    spam" in site.ctl("user", "ana")
    site.ctl("unban", "ana")
    assert "session" in again.call(2, "sessionOpen", token=token, device="x", after=0)
    site.ctl("reset-password", "ana", "--keep-subscriptions", code=64)
    kept = site.ctl("reset-password", "ana", "--keep-logins", "--keep-email", "--json")
    assert kept["kept"]["email"] == "ana@example.org" and kept["kept"]["logins"], kept
    assert not kept["dropped"]["identities"], kept
    password = site.ctl("reset-password", "ana", says="dropped: e-mail ana@example.org").strip()
    assert goodbye(again) == 4502
    assert "e-mail    none" in site.ctl("user", "ana")
    assert "ana@example.net" in site.ctl("set-email", "ana", "ana@example.net")
    site.ctl("set-email", "ana", "ben@example.org", code=1, says="taken")
    site.ctl("set-email", "ana", "nonsense", code=64, says="e-mail address")
    site.ctl("set-email", "ana", code=64)
    assert "e-mail    none" in site.ctl("set-email", "ana", "--none")
    assert "2 of 16" in site.ctl("rotate-server-key")
    site.ctl("unlink", "ana", "home", code=2, says="no identity of this issuer")
    again = Peer(site.daemon.port)
    answer = again.call(1, "accountLogin", login="ana", password=password, device="x")
    assert "session" in again.call(2, "sessionOpen", token=answer["account"]["token"],
        device="x", after=0)
    with open(os.path.join(site.folder, "events.jsonl")) as log:
        assert password not in log.read()
    return again


def erase(site):
    cleo, _ = site.sign_in("cleo")
    site.ctl("erase", "cleo", code=64, says="not confirmed", stdin=subprocess.DEVNULL)
    site.ctl("erase", "cleo", "--yes", says="cleo is gone")
    assert goodbye(cleo) == 4502
    site.ctl("user", "cleo", code=2)


def reports(site):
    """A report from its arrival to its decision, and its state after the reporter's deletion."""
    (dora, _), (emil, token) = site.sign_in("dora"), site.sign_in("emil")
    assert site.ctl("reports", "--json") == {"cases": []} and site.ctl("reports") == ""
    dora.call(3, "friendRequest", to="emil")
    emil.call(3, "friendAccept", **{"from": "dora"})
    emil.call(4, "roomSend", to="dora", text="you \"fool\"", cid="1")
    emil.call(5, "roomSend", to="dora", text="never mind", cid="2")
    report = {"user": "emil", "reason": "HARASSMENT", "text": "this \"one\"", "message": 1}
    assert dora.call(4, "userReport", **{**report, "text": "-", "reason": "SPAM"}) == {
        "id": 4, "done": {}}
    assert dora.call(5, "userReport", **report) == {"id": 5, "done": {}}
    del report["message"]
    assert dora.call(6, "userReport", **report) == {"id": 6, "done": {}}
    message, person = site.ctl("reports", "--json")["cases"]
    assert (message["kind"], person["kind"]) == ("message", "person"), (message, person)
    assert message["user"] == "emil" and message["count"] == 1 and "decision" not in message
    assert [line.split()[0] for line in site.ctl("reports").splitlines()] == [
        message["id"], person["id"]]
    assert site.ctl("reports", "--after", message["id"]).split()[0] == person["id"]
    shown = site.ctl("report", person["id"])
    assert 'dora  harassment' in shown and r'says: "this \"one\""' in shown, shown
    wrong_decisions(site, message["id"], person["id"])
    site.ctl("decide", message["id"], "hide", "--note", "rude")
    assert "hide" in site.ctl("reports", "--all").splitlines()[0]
    assert [one["id"] for one in site.ctl("reports", "--json")["cases"]] == [person["id"]]
    page = emil.call(6, "roomHistory", **{"with": "dora"})["roomPage"]["messages"]
    assert [one.get("deleted", False) for one in page] == [True, False], page
    site.ctl("erase", "dora", "--yes", says="dora is gone")
    left = until("report without a name", lambda: "(has left)" in (
        text := site.ctl("report", person["id"])) and text)
    assert "dora" not in left and "says" not in left and "reports 1" in left, left
    assert "earlier:" in left and "(\"rude\")" in left, left
    site.ctl("decide", person["id"], "suspend", "--for", "1h", "--reason", "rest")
    assert goodbye(emil) == 4501
    again = Peer(site.daemon.port)
    error = again.call(1, "sessionOpen", token=token, device="x", after=0)["error"]
    assert error["code"] == "BANNED" and error["message"].endswith(": rest"), error
    assert site.ctl("reports") == ""
    decided = [event["reason"] for event in site.heard("report.decided", 2)]
    assert decided == ["hide", "suspend"], decided
    assert len(site.events("report.received")) == 2
    with open(os.path.join(site.folder, "events.jsonl")) as log:
        text = log.read()
    for word in ("fool", "rude", "this \\"):
        assert word not in text, word


def wrong_decisions(site, message, person):
    """None of these orders decides a case."""
    site.ctl("report", "1", code=2, says="no such case")
    site.ctl("report", "nonsense", code=64, says="number of a case")
    site.ctl("decide", "1", "dismiss", code=2)
    site.ctl("decide", person, "hide", code=64, says="message or a post")
    site.ctl("decide", person, "warn", code=64, says="1 to 200 characters")
    site.ctl("decide", person, "suspend", code=64, says="--for")
    site.ctl("decide", person, "ban", "--for", "1h", code=64, says="--for")
    site.ctl("decide", message, "dance", code=64)
    assert len(site.ctl("reports", "--json")["cases"]) == 2


def goodbye(peer):
    while True:
        message = peer.hear()
        if "bye" in message:
            return message["bye"]["code"]


def wrong(site):
    for order in ("user", "sessions", "ban", "unban", "reset-password", "trace"):
        site.ctl(order, "nobody", code=2, says="no such user")
    for order in ("unlink", "set-email"):
        site.ctl(order, "nobody", "a@example.org", code=2, says="no such user")
    site.ctl("ban", "ana", "--for", "3w", code=64, says="--for")
    site.ctl("ban", "ana", "--until", "2020-01-01", code=64, says="in the future")
    site.ctl("ban", "ana", "--until", "2127-02-30", code=64, says="--until")
    site.ctl("why", "match", "ana", "ben", "nothing", code=2)
    site.ctl("broadcast", "x" * 501, code=64)
    site.ctl("dance", code=64)
    done = subprocess.run(
        [site.daemon.binary, "ctl", "status", "--socket", "/nowhere"], capture_output=True)
    assert done.returncode == 69 and not done.stdout, done
    site.ctl("status", "--data", ".", code=64, says="--socket goes without")


def by_folder(site):
    """The socket is beside the data, for administrators who name only them."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(site.socket, os.path.join(folder, "upford.sock"))
        done = subprocess.run(
            [site.daemon.binary, "ctl", "status", "--data", folder, "--json"],
            capture_output=True, timeout=HANG)
        assert json.loads(done.stdout)["pid"] == site.daemon.process.pid, done


def strangers(site):
    if os.getuid() != 0:
        return
    site.ctl("status", code=69, user=NOBODY)
    os.chmod(site.socket, 0o666)
    site.ctl("status", code=77, says="expected root or", user=NOBODY)
    assert [event["peer_uid"] for event in site.heard("admin.denied")] == [NOBODY]


def stopped(site):
    """Silent connections fill the limit: clients notice nothing, and orders wait 10 s at most."""
    silent = [socket.socket(socket.AF_UNIX) for _ in range(16)]
    for one in silent:
        one.connect(site.socket)
    assert Peer(site.daemon.port).get("/healthz") == 200
    site.ctl("status")


def many_traces(site):
    """Traces of users leave room for orders."""
    following = [
        subprocess.Popen(site.command("trace", "ana"), stderr=subprocess.PIPE,
                         stdout=subprocess.DEVNULL, text=True)
        for _ in range(9)]
    refused = until("refusal", lambda: [one for one in following if one.poll() is not None])
    assert [one.returncode for one in refused] == [1], refused
    assert "8 traces are running already" in refused[0].stderr.read()
    # Each result is printed once, success or failure.
    refusals = of_traces(site, "admin.refused", 2)
    assert [one["code"] for one in refusals] == ["NOT_FOUND", "UNAVAILABLE"], refusals
    assert len(of_traces(site, "admin.done", 8)) == 8
    for one in following:
        one.kill()
        one.wait()
    # Reaches the daemon's loop after their ends.
    site.ctl("status")


def of_traces(site, name, count):
    """The events of this name about traces, once there are `count`: the log lags a moment."""
    def there():
        return [event for event in site.events(name) if event.get("cmd") == "trace"]
    return until(f"{count} {name}", lambda: len(there()) >= count and there())


def trace(site, ana):
    following = subprocess.Popen(
        site.command("trace", "ana", "--json"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True)
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(following.stdout), daemon=True)
    reader.start()
    numbers = itertools.count(11)

    def is_followed():
        assert "friends" in ana.call(next(numbers), "friendList")
        return lines

    until("line of the trace", is_followed)
    site.ctl("broadcast", "a secret", says="told: 1")
    while "notice" not in ana.hear():
        pass
    site.ctl("drain", says="sent away: ")
    assert goodbye(ana) == 1012
    assert following.wait(timeout=HANG) == 0
    reader.join(timeout=HANG)
    frames = [json.loads(line) for line in lines]
    names = [frame["name"] for frame in frames]
    assert {"friendList", "friends", "notice", "close 1012"} <= set(names), names
    assert not any("secret" in line for line in lines)
    asked = {frame["req"] for frame in frames if frame["name"] == "friendList"}
    assert asked & {frame["req"] for frame in frames if frame["name"] == "friends"}


def main():
    with tempfile.TemporaryDirectory() as folder:
        site = Site(sys.argv[1], folder)
        site.daemon.start()
        try:
            everything(site)
        finally:
            site.daemon.process.kill()
            site.daemon.process.wait()


def everything(site):
    nobody_yet(site)
    ana = people(site)
    erase(site)
    reports(site)
    wrong(site)
    by_folder(site)
    strangers(site)
    stopped(site)
    many_traces(site)
    trace(site, ana)
    assert site.daemon.process.wait(timeout=HANG) == 0
    done = {event["cmd"] for event in site.events("admin.done")}
    assert done >= {"status", "users", "user", "sessions", "kick", "ban", "unban", "trace",
                    "reset-password", "set-email", "rotate-server-key", "erase", "broadcast",
                    "drain", "reports", "report", "decide"}, done
    print("orders: all is as it should be")


main()
