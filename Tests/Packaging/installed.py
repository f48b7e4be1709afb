"""Installs the packages, uses what they bring, and takes them away: nothing may be left.

With systemd the daemon runs by its units; without, it is started by hand.

usage: installed.py PACKAGE...     as root on a machine of its own: Tests/Packaging/machine
"""

import contextlib
import glob
import os
import pwd
import subprocess
import sys
import threading
import time
import urllib.request

import administered
from system import (
    CONFIG, DATA, EVENTS, HANG, LOGS, await_event, eventually, events, refuse_common, run, show,
    sign_up, upfor)

HAS_SYSTEMD = os.path.isdir("/run/systemd/system")


@contextlib.contextmanager
def daemon_by_hand():
    """The daemon as its user with its settings; gives how many milliseconds its start took."""
    for folder in (DATA, LOGS):
        run("install", "--directory", "--owner=upford", "--mode=0700", folder)
    began = time.monotonic()
    with subprocess.Popen(
            ["setpriv", "--reuid=upford", "--regid=upford", "--clear-groups",
             "upford", "serve", "--config", CONFIG], stderr=subprocess.PIPE, text=True) as daemon:
        line = daemon.stderr.readline()
        took = (time.monotonic() - began) * 1000
        try:
            assert "ws://127.0.0.1:8080/" in line, line
            yield took
        finally:
            daemon.terminate()
        assert daemon.wait(timeout=HANG) == 0


def see_page():
    with urllib.request.urlopen("http://127.0.0.1:8080/", timeout=HANG) as answer:
        assert b'"/a/main-' in answer.read()


def use_by_hand():
    with daemon_by_hand():
        see_page()
        refuse_common("ana")
        sign_up("ana")
    starts = []
    for _ in range(5):
        with daemon_by_hand() as took:
            assert upfor("ana", "whoami") == "ana <ana@example.org>"
        starts.append(took)
    print(f"start: {min(starts):.0f} ms, the best of {len(starts)}")


def use_by_units():
    units = sorted(glob.glob("/lib/systemd/system/upford*"))
    assert len(units) == 3, units
    assert run("systemd-analyze", "verify", *units) == ""
    print(run("systemd-analyze", "security", "upford.service", "--threshold=15").split("\n")[-1])
    assert show("upford-tls.socket", "ActiveState") == "inactive"

    see_page()
    refuse_common("ana")
    sign_up("ana")
    await_event("server.started")
    # The next connection starts it.
    run("systemctl", "stop", "upford.service")
    assert show("upford.service", "Result") == "success"
    assert upfor("ana", "whoami") == "ana <ana@example.org>"

    run("systemctl", "reload", "upford.service")
    await_event("config.reloaded")
    with open(CONFIG, "a", encoding="utf-8") as file:
        file.write("typo: 1\n")
    assert subprocess.run(
        ["systemctl", "reload", "upford.service"], stderr=subprocess.DEVNULL, check=False).returncode
    run("sed", "-i", "/^typo/d", CONFIG)
    run("logrotate", "--force", "--state=/tmp/logrotate", "/etc/logrotate.d/upford")
    await_event("log.reopened")
    assert events()[0]["ev"] == "log.reopened" and os.path.getsize(f"{EVENTS}.1") > 0
    for path in (EVENTS, f"{EVENTS}.1"):
        # A member of the group may read the log.
        assert run("stat", "--format=%U %G %a", path) == "upford upford 640", path

    run("systemctl", "kill", "--kill-whom=main", "--signal=USR2", "upford.service")
    successor = str(await_event("upgrade.ready")["pid"])
    eventually(lambda: show("upford.service", "MainPID") == successor)
    assert upfor("ana", "whoami") == "ana <ana@example.org>"
    run("systemctl", "stop", "upford.service")
    assert show("upford.service", "Result") == "success", "it was not waited for"
    assert upfor("ana", "whoami") == "ana <ana@example.org>"


@contextlib.contextmanager
def asking():
    """Asks the daemon all the time; gives what it answers, or why it does not."""
    answers, is_over = [], threading.Event()

    def ask():
        while not is_over.is_set():
            try:
                address = "http://127.0.0.1:8080/healthz"
                with urllib.request.urlopen(address, timeout=HANG) as answer:
                    answers.append(answer.status)
            except OSError as error:
                answers.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield answers
    finally:
        is_over.set()
        thread.join()


def upgrade(packages):
    """A new version, here the same: another process on the same socket, which refuses no client."""
    before = show("upford.service", "MainPID"), show("upford.socket", "ActiveEnterTimestamp")
    with asking() as answers:
        run("dpkg", "--install", *packages)
    assert set(answers) == {200}, set(answers)
    print(f"upgraded: asked {len(answers)} times meanwhile, it always answered")
    after = show("upford.service", "MainPID"), show("upford.socket", "ActiveEnterTimestamp")
    assert after[0] not in ("0", before[0]) and after[1] == before[1], (before, after)
    assert upfor("ana", "whoami") == "ana <ana@example.org>"


def remove():
    """After the removal, a connection does not start the daemon again."""
    if HAS_SYSTEMD:
        with asking() as answers:
            eventually(lambda: 200 in answers)
            run("dpkg", "--remove", "upford", "upfor")
        assert answers[-1] != 200, answers[-1]
        for unit in ("upford.socket", "upford.service"):
            assert show(unit, "ActiveState") in ("inactive", "failed"), unit
    else:
        run("dpkg", "--remove", "upford", "upfor")
    assert not run("sh", "-c", "pgrep upford || true")
    assert os.path.exists(f"{DATA}/upfor.sqlite") and os.path.exists(CONFIG)


@contextlib.contextmanager
def hindrances():
    """The data folder cannot be taken away, nor the user."""
    run("mount", "--bind", DATA, DATA)
    command = ["setpriv", "--reuid=upford", "--clear-groups", "sleep", "infinity"]
    with subprocess.Popen(command) as somebody:
        yield
        somebody.terminate()
    assert is_user() and os.listdir(DATA) == []
    run("umount", DATA)
    os.rmdir(DATA)
    run("userdel", "upford")


def purge():
    with hindrances() if HAS_SYSTEMD else contextlib.nullcontext():
        run("dpkg", "--purge", "upford", "upfor")
    assert not is_user()


def traces():
    """All files named after upfor, and all without an owner."""
    found = run("find", "/etc", "/usr", "/var", "/srv", "-name", "*upfor*", "-o", "-nouser")
    # Pages that were read; man throws them away in its time.
    return {path for path in found.split("\n") if not path.startswith("/var/cache/man/")}


def is_user():
    with contextlib.suppress(KeyError):
        return bool(pwd.getpwnam("upford"))
    return False


def main():
    packages = [os.path.abspath(path) for path in sys.argv[1:]]
    before = traces()
    run("dpkg", "--install", *packages)
    assert is_user()
    for name in ("upford", "upfor", "upfor-load"):
        print(f"/usr/bin/{name}: {os.path.getsize(f'/usr/bin/{name}') / 1e6:.1f} MB")
    version = run("dpkg-query", "--show", "--showformat=${Version}", "upford")
    assert version.startswith(run("upford", "--version") + "-"), version
    assert "upford serve" in run("man", "upford")
    if HAS_SYSTEMD:
        use_by_units()
        administered.day()
        upgrade(packages)
    else:
        use_by_hand()

    remove()
    purge()
    left = sorted(traces() - before)
    assert not left, left
    way = "with systemd" if HAS_SYSTEMD else "by hand"
    print(f"{way}: installed, used, purged; nothing is left")


main()
