"""Resumes at a gathering over HTTP: two users, the company that one of them admits, and the planner
and coordinator (H18, H20).

usage: resumes.py PATH-OF-UPFORD
"""

import datetime
import http.client
import json
import os
import sys
import tempfile

from daemon import Daemon
from until import HANG

PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<<>>\n%%EOF\n"
TEXT = "Noten: Mathematik, sehr gut\n".encode()


class User:
    """A user over HTTP, on one persistent connection."""

    def __init__(self, port, name):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG)
        self.name = name
        self.password = f"three blue kites over {name}"
        self.token = None
        session = self.must(200, "POST", "/v1/accountRegister", {
            "username": name, "password": self.password,
            "email": f"{name}@example.org", "device": "script"})
        self.token = session["account"]["token"]

    def ask(self, method, path, body=None, **fields):
        """Returns the status, the bytes and the head of an answer."""
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            fields["Content-Type"] = "application/json"
        self.connection.request(method, path, body, fields)
        answer = self.connection.getresponse()
        return answer.status, answer.read(), answer.headers

    def must(self, status, method, path, body=None):
        """The JSON of an answer that has to have this status."""
        got, answer, _ = self.ask(method, path, body)
        assert got == status, (self.name, method, path, "expected", status, got, answer)
        return json.loads(answer) if answer else None

    def call(self, command, status=200, **fields):
        return self.must(status, "POST", f"/v1/{command}", fields)

    def reads(self, number, kind="resume"):
        """The downloaded document; None for the answer that means no document."""
        status, body, head = self.ask("GET", f"/hinder/users/{number}/documents/{kind}")
        if status == 404:
            none = self.ask("GET", f"/hinder/users/999/documents/{kind}")
            assert (none[0], none[1]) == (status, body), (none, body)
            return None
        assert status == 200, (self.name, status, body)
        assert head["X-Content-Type-Options"] == "nosniff"
        assert head["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert head["Content-Disposition"].startswith(f'attachment; filename="{kind}.')
        assert head["Cache-Control"] == "no-store"
        again = self.ask(
            "GET", f"/hinder/users/{number}/documents/{kind}", **{"If-None-Match": head["ETag"]})
        assert again[:2] == (304, b""), again
        return body


def begins(port):
    """pia plans a gathering; ana and ben attend, and carl does for a company."""
    pia, ana, ben, carl = (User(port, name) for name in ("pia", "ana", "ben", "carl"))
    now = datetime.datetime.now(datetime.timezone.utc)
    times = [(now + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
             for hours in (1, 9)]
    number = pia.call(
        "gatheringCreate", title="Job Day", starts=times[0], ends=times[1])["gathering"]["number"]
    for user in (ana, ben, carl):
        user.call("gatheringJoin", number=number)
    acme = {"number": number, "username": "carl", "role": "COMPANY", "company": "Acme"}
    ana.call("gatheringGrant", status=403, **acme)
    pia.call("gatheringGrant", **acme)
    people = ana.call("gatheringPeople", number=number)["attendees"]["attendees"]
    assert [one["company"] for one in people if one.get("company")] == ["Acme"], people
    return pia, ana, ben, carl, number


def documents(ana, ben, carl, number):
    """ana has a resume and a transcript; carl reads them once she has opened them to companies."""
    profile = ana.call("teamProfileRead")["teamProfile"]["number"]
    place = f"/hinder/users/{profile}/documents"
    ana.must(200, "PUT", f"{place}/resume", PDF)
    ana.must(200, "PUT", f"{place}/transcript", TEXT)
    ana.must(415, "PUT", f"{place}/resume", b"\x89PNG\r\n\x1a\n")
    ana.must(413, "PUT", f"{place}/resume", b"a" * (1 << 20) + b"a")
    ana.must(404, "PUT", f"{place}/photo", PDF)
    ben.must(403, "PUT", f"{place}/resume", PDF)
    assert User.ask(type("Nobody", (), {"token": None, "connection": ana.connection})(),
                    "GET", f"{place}/resume")[0] == 401
    assert ana.reads(profile) == PDF and ana.reads(profile, "transcript") == TEXT
    for user in (ben, carl):
        assert user.reads(profile) is None
    ana.call("teamProfileSet", openToCompanies=True)
    assert carl.reads(profile) == PDF and ben.reads(profile) is None
    seen = carl.call("gatheringPeople", number=number)["attendees"]["attendees"]
    kinds = [one["kind"] for entry in seen for one in entry.get("documents", [])]
    assert kinds == ["RESUME", "TRANSCRIPT"], seen
    listed = carl.call("teamDocumentList", username="ana")["teamDocuments"]["documents"]
    assert [int(one["bytes"]) for one in listed] == [len(PDF), len(TEXT)], listed
    ben.call("teamDocumentList", username="ana", status=404)
    return profile, place


def projects(ana, ben, number, profile):
    """ben has a project, and reads the documents of users who want to join it."""
    project = ben.call("projectCreate", gathering=number, title="Robots")["project"]["number"]
    assert ben.reads(profile) is None
    ana.call("swipeSet", project=project, approve=True)
    assert ben.reads(profile) == PDF
    ana.call("userBlock", user="ben")
    assert ben.reads(profile) is None
    # A block withdraws the swipe, and unblocking restores nothing.
    ana.call("userUnblock", user="ben")
    assert ben.reads(profile) is None
    other = ben.call("projectCreate", gathering=number, title="Kites")["project"]["number"]
    ana.call("swipeSet", project=other, approve=True)
    assert ben.reads(profile) == PDF


def ends(pia, ana, ben, carl, number, profile, place):
    """carl loses the role, ana deletes her resume; a coordinator removes the last access."""
    pia.call("gatheringGrant", number=number, username="carl", role="ATTENDEE")
    assert carl.reads(profile) is None
    ana.must(204, "DELETE", f"{place}/resume")
    assert ben.reads(profile) is None and ben.reads(profile, "transcript") == TEXT
    carl.call("gatheringLeave", number=number, username="ana", status=403)
    pia.call("gatheringGrant", number=number, username="carl", role="COORDINATOR")
    carl.call("gatheringUpdate", number=number, title="Job Night")
    carl.call("gatheringDelete", number=number, status=403)
    carl.call("gatheringGrant", number=number, username="ben", role="PLANNER", status=403)
    carl.call("gatheringLeave", number=number, username="pia", status=403)
    carl.call("gatheringLeave", number=number, username="ana")
    assert ben.reads(profile, "transcript") is None


def main():
    upford = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(upford, folder)
        daemon.start()
        try:
            pia, ana, ben, carl, number = begins(daemon.port)
            profile, place = documents(ana, ben, carl, number)
            projects(ana, ben, number, profile)
            ends(pia, ana, ben, carl, number, profile, place)
        finally:
            code = daemon.stop()
        assert code == 0, code
    print("resumes: readable by the permitted users only")


if __name__ == "__main__":
    main()
