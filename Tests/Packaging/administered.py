"""An administrator's day on an installed daemon, as docs/OPERATIONS.md tells it."""

import contextlib
import os
import re
import ssl
import subprocess
import urllib.request

from system import CONFIG, DATA, HANG, eventually, events, run, sign_up, upfor

COPY = "/var/backups/upfor.sqlite"
CERTIFICATE, KEY = "/etc/upford/server.crt", "/etc/upford/server.key"
SOCKETS = ["upford.socket", "upford-tls.socket"]


@contextlib.contextmanager
def following(*choice):
    """`upford log -f`; gives what reads its next line."""
    with subprocess.Popen(
            ["upford", "log", "-f", *choice], stdout=subprocess.PIPE, text=True) as log:
        try:
            yield log.stdout.readline
        finally:
            log.terminate()


@contextlib.contextmanager
def watching(person):
    """`upfor watch` of a user; gives what reads its next line."""
    with subprocess.Popen(
            ["runuser", "-u", "nobody", "--", "env", f"HOME=/tmp/{person}", "upfor", "watch"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as watch:
        try:
            yield watch.stdout.readline
        finally:
            watch.terminate()


def start():
    """Starts it by its units; systemd counts how often, and this is often."""
    run("systemctl", "reset-failed")
    run("systemctl", "start", "upford.socket", "upford.service")


def stop():
    run("systemctl", "stop", *SOCKETS, "upford.service")


def befriend():
    """Two users; a reader who follows the log sees the second one register."""
    names = ("--ev", "log.reopened", "--ev", "account.registered")
    with following(*names, "--lines", "1") as next_line:
        # It follows when it has shown the last that was there.
        assert '"ev":"log.reopened"' in next_line()
        sign_up("ben")
        assert '"ev":"account.registered"' in next_line()
    assert "account.registered" in run("upford", "log", "--since", "1h", "--ev", "account.*")
    upfor("ana", "request", "ben")
    upfor("ben", "accept", "ana")
    upfor("ana", "send", "ben", "before the copy")


def figure(name):
    with urllib.request.urlopen("http://127.0.0.1:9464/metrics", timeout=HANG) as answer:
        text = answer.read().decode()
    return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.M))


def check_settings():
    """What is installed is meant, unless another file is named."""
    def words(code):
        done = subprocess.run(
            ["upford", "config", "check"], capture_output=True, text=True, check=False, cwd="/")
        assert done.returncode == code, done
        return done.stderr
    assert f"settings in {CONFIG} are good" in words(0)
    assert CONFIG in run("upford", "config", "print", "--changed")
    with open(CONFIG, encoding="utf-8") as file:
        settings = file.read()
    try:
        with open(CONFIG, "a", encoding="utf-8") as file:
            file.write("nonsense: true\n")
        assert "nonsense" in words(78)
    finally:
        with open(CONFIG, "w", encoding="utf-8") as file:
            file.write(settings)


def look():
    run("upford", "healthy")
    assert figure("upfor_ready") == 1 and figure("upfor_commands_total") > 0
    assert "0.1" in run("upford", "ctl", "status")


def sessions_of(person):
    return run("upford", "ctl", "sessions", person).split("\n")[1:]


def kick():
    """Who is kicked is gone, and comes back by itself, with another session."""
    with watching("ben"):
        before = eventually(lambda: sessions_of("ben"))
        run("upford", "ctl", "kick", "ben")
        eventually(lambda: "kick" in [
            event["cmd"] for event in events() if event["ev"] == "admin.done"])
        eventually(lambda: (now := sessions_of("ben")) and now != before)


def said(person, other):
    return upfor(person, "history", other)


def copy_break_restore():
    """What was said behind the copy is gone with the disk; all else is back."""
    run("upford", "backup", COPY)
    assert "messages      1" in run("upford", "check", COPY)
    upfor("ana", "send", "ben", "behind the copy")
    stop()
    with open(f"{DATA}/upfor.sqlite", "r+b") as file:
        file.write(b"\0" * 4096)
    broken = subprocess.run(
        ["systemctl", "start", "upford.service"], stderr=subprocess.DEVNULL, check=False)
    assert broken.returncode != 0, "it serves data that are broken"
    stop()
    run("upford", "restore", "--force", COPY)
    start()
    for one, other in (("ana", "ben"), ("ben", "ana")):
        history = said(one, other)
        assert "before the copy" in history and "behind the copy" not in history, history
    os.remove(COPY)


def make_certificate():
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
        "-nodes", "-days", "30", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        "-keyout", KEY, "-out", CERTIFICATE)
    run("chown", "upford", KEY)


def served_certificate():
    return ssl.get_server_certificate(("127.0.0.1", 8443))


def encrypt():
    """TLS for all clients, plain connections for this machine; then another certificate."""
    make_certificate()
    with open(CONFIG, encoding="utf-8") as file:
        settings = file.read()
    with open(CONFIG, "a", encoding="utf-8") as file:
        file.write(f"tls:\n  certificate: {CERTIFICATE}\n  key: {KEY}\n")
    run("systemctl", "stop", "upford.socket", "upford.service")
    run("systemctl", "enable", "--now", "upford-tls.socket")
    start()
    upfor("ana", "login", "ana", "--as", "tls", "--ca", CERTIFICATE,
          "--server", "wss://localhost:8443", "--password-stdin")
    first, loads = served_certificate(), sum(event["ev"] == "tls.loaded" for event in events())

    with watching("ben"):
        before = eventually(lambda: sessions_of("ben"))
        make_certificate()
        run("systemctl", "kill", "--kill-whom=main", "--signal=HUP", "upford")
        eventually(lambda: sum(event["ev"] == "tls.loaded" for event in events()) > loads)
        assert served_certificate() != first
        assert sessions_of("ben") == before, "nobody is dropped"

    run("systemctl", "disable", "--now", "upford-tls.socket")
    run("systemctl", "stop", "upford.socket", "upford.service")
    with open(CONFIG, "w", encoding="utf-8") as file:
        file.write(settings)
    for path in (CERTIFICATE, KEY):
        os.remove(path)
    start()


def read_journal():
    """The journal has only lines of upford, and none of a runtime or library."""
    ours = ("upford", "/etc/upford/upford.yaml:")
    if subprocess.run(["prlimit", "--nice=24:24", "true"], stderr=subprocess.DEVNULL,
                      check=False).returncode:
        # A machine that cannot grant LimitNICE= of the unit.
        ours += ("Failed to set thread priority",)
    lines = run("journalctl", "--unit", "upford", "_COMM=upford", "--output", "cat").split("\n")
    strange = [line for line in lines if not line.startswith(ours)]
    assert lines and not strange, strange


def day():
    for step in (check_settings, befriend, look, kick, copy_break_restore, encrypt, read_journal):
        step()
        print(f"administered: {step.__name__}")
