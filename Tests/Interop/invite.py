"""From nothing to friendship by invitations alone: a server that takes people by invitation only,
its operator with `upford ctl`, users with `upfor`, and a visitor over HTTP.

usage: invite.py PATH-OF-UPFORD PATH-OF-UPFOR
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from daemon import Daemon
from terminal import Terminal
from until import HANG, until

PASSWORD = "correct horse\n"


def told(daemon, command, **fields):
    """The answer to a visitor over HTTP, and its status."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{daemon.port}{command}", json.dumps(fields).encode(),
        {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=HANG) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def ctl(daemon, *words, code=0):
    done = subprocess.run(
        [daemon.binary, "ctl", *words, "--socket", daemon.settings["admin_socket"]],
        capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == code, (words, done)
    return done.stdout.strip()


def register(user, name, wanted, *more, code=0):
    user.is_told(wanted, "register", name, "--email", f"{name}@example.org", "--password-stdin",
                 *more, code=code, given=PASSWORD)


def operators(daemon, people):
    """The first user comes by the operator's word."""
    ana, ben, carl = people
    register(ana, "ana", r"by invitation only.*--invitation LINK", code=1)
    status, answer = told(
        daemon, "/wordup/register/", username="ana", password=PASSWORD, first_name="A",
        last_name="L", known_lang="en", learn_lang="zh")
    assert (status, answer["error"]["code"]) == (403, "INVITATION_NEEDED"), answer
    code = ctl(daemon, "invite", "--for", "12h")
    assert re.fullmatch(r"[\w-]{22}", code), code
    register(ana, "ana", "signed in as ana", "--invitation", code)
    register(ben, "ben", "not valid here", "--invitation", code, code=1)
    assert "1     1   2" in ctl(daemon, "invitations"), ctl(daemon, "invitations")
    number = json.loads(ctl(daemon, "invite", "--uses", "3", "--json"))["number"]
    ctl(daemon, "revoke-invitation", str(number))
    ctl(daemon, "revoke-invitation", str(number), code=2)
    ctl(daemon, "invite", "--uses", "0", code=64)
    ctl(daemon, "invite", "--for", "90s", code=64)
    password = ctl(daemon, "create-user", "carl", "--name", "Carl C.")
    carl.is_told("signed in as carl", "login", "carl", "--password-stdin", given=password + "\n")


def users(daemon, people):
    """The second comes by a link of the first, and is a friend at once."""
    ana, ben, carl = people
    link = ana.is_told("/i#", "invite", "--uses", "2", "--activity", "coffee").splitlines()[0]
    assert link.startswith(f"http://127.0.0.1:{daemon.port}/i#"), link
    code = link.partition("#")[2]
    try:
        urllib.request.urlopen(
            f"http://127.0.0.1:{daemon.port}/v1/invitationRead?code={code}", timeout=HANG)
        raise AssertionError("a code in an address")
    except urllib.error.HTTPError as error:
        assert error.code == 405, error
    status, answer = told(daemon, "/v1/invitationRead", code=code)
    preview = answer["invitationPreview"]
    assert status == 200 and preview["displayName"] == "ana" and preview["registers"], answer
    assert "username" not in preview and preview["activity"] == "coffee", answer
    register(ben, "ben", "signed in as ben", "--invitation", link)
    ana.is_told(r"ben", "friends")
    carl.is_told(r"ana invites you for coffee", "lookup", link)
    carl.is_told("ana is your friend now", "accept", link)
    ana.is_told("2 of 2 used", "invites")
    status, answer = told(daemon, "/v1/invitationRead", code=code)
    assert (status, answer["error"]["code"]) == (404, "NOT_FOUND"), answer
    with open(os.path.join(daemon.folder, "events.jsonl"), encoding="utf-8") as log:
        assert code not in log.read()
    return answer


def guesses(daemon, refusal):
    """Many are answered alike, and then none is looked at."""
    for number in range(150):
        status, answer = told(daemon, "/v1/invitationRead", code=f"{number:022}")
        if status == 429:
            break
        assert (status, answer) == (404, refusal), answer
    assert status == 429 and 21 < number < 100, (number, answer)


def closed(daemon, people):
    """Other settings, read while the daemon runs."""
    with open(daemon.config, "w", encoding="utf-8") as file:
        file.write("registration: closed\n")
    daemon.process.send_signal(signal.SIGHUP)
    until("closed", lambda: told(
        daemon, "/v1/accountRegister", username="dora", password="correct horse",
        email="dora@example.org", device="x")[1]["error"]["code"] == "REGISTRATION_CLOSED")
    ctl(daemon, "create-user", "dora")


def main():
    upford, upfor = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        config = os.path.join(folder, "upford.yaml")
        with open(config, "w", encoding="utf-8") as file:
            file.write("registration: invite\n")
        daemon = Daemon(
            upford, folder, config, passwords_memoryKiB=64, passwords_passes=1,
            admin_socket=os.path.join(folder, "ctl.sock"), rates_enabled="true",
            rates_registrationsPerHour="1000")
        daemon.start()
        try:
            people = []
            for name in ("ana", "ben", "carl"):
                os.mkdir(home := os.path.join(folder, name))
                people.append(Terminal(upfor, daemon.server, home))
            operators(daemon, people)
            guesses(daemon, users(daemon, people))
            closed(daemon, people)
            assert daemon.stop() == 0
        finally:
            daemon.process.kill()
            daemon.process.wait()
    print("invite: all is as it should be")


main()
