"""What the stories of an installed daemon do to its machine, as root or as another user."""

import contextlib
import json
import os
import subprocess
import time

CONFIG = "/etc/upford/upford.yaml"
DATA, LOGS = "/var/lib/upford", "/var/log/upford"
EVENTS = f"{LOGS}/events.jsonl"
# Ends a hang, in seconds: machines stand still for long.
HANG = 120


def run(*words, user="root", **options):
    """What a command prints; it has to succeed."""
    done = subprocess.run(
        ["runuser", "-u", user, "--", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=HANG, check=False, **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout.strip()


def upfor(person, *words, password="correct horse"):
    """One command of a user who is not root."""
    home = f"/tmp/{person}"
    run("mkdir", "-p", home, user="nobody")
    return run(
        "env", f"HOME={home}", "upfor", *words, user="nobody", input=f"{password}\n")


def sign_up(person):
    said = upfor(person, "register", person, "--email", f"{person}@example.org",
                 "--password-stdin")
    assert said == f"signed in as {person}", said


def refuse_common(person):
    """The list of refused passwords is installed, and found: the built-in one has not this word."""
    try:
        upfor(person, "register", person, "--email", f"{person}@example.org",
              "--password-stdin", password="corvette")
    except SystemExit as refusal:
        assert "common password" in str(refusal), refusal
    else:
        raise AssertionError("a common password was taken")


def eventually(look):
    """What it finds, as soon as it finds something."""
    deadline = time.monotonic() + HANG
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.01)
    raise SystemExit(f"in {HANG} seconds there was none: {EVENTS}, {events()[-5:]}")


def events():
    with contextlib.suppress(FileNotFoundError), open(EVENTS, encoding="utf-8") as file:
        # The last line may be half written.
        return [json.loads(line) for line in file if line.endswith("\n")]
    return []


def await_event(name):
    return eventually(lambda: [event for event in events() if event["ev"] == name])[-1]


def show(unit, what):
    return run("systemctl", "show", unit, "--property", what, "--value")
