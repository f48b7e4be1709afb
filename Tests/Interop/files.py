"""Files of messages over HTTP and by the terminal client: who reads them, and what is left.

A file of 3 MB arrives byte by byte, in parts on request; a server that is killed in the middle of
an upload keeps nothing of it, and takes it again, once; what is deleted is gone from the disk. A
scanner refuses files, and nothing passes while it cannot tell.

usage: files.py PATH-OF-UPFORD PATH-OF-UPFOR
"""

import http.client
import json
import os
import pathlib
import random
import signal
import socket
import sys
import tempfile

from daemon import Daemon
from resumes import User
from terminal import Terminal
from until import HANG, until

SIZE = 3_000_000
SCANNER = "#!/bin/sh\ngrep -q HARMFUL && exit 1\nexit 0\n"
ROOT = pathlib.Path(__file__).resolve().parents[2]
PHOTO = str(ROOT / "docs/images/match.png")
CONTENT = random.Random(45).randbytes(SIZE)


def uploaded(user, content, name="notes.bin", key=None, status=200):
    """The attachment that an upload answers with."""
    fields = {"Idempotency-Key": key} if key else {}
    got, answer, _ = user.ask(
        "POST", f"/v1/rooms/files?kind=file&name={name}", content, **fields)
    assert got == status, (user.name, name, got, answer)
    return json.loads(answer)["attachment"] if status == 200 else None


def download(user, attachment, **fields):
    return user.ask("GET", f"/v1/rooms/files/{attachment['id']}", **fields)


def befriend(one, other):
    one.call("friendRequest", to=other.name)
    other.call("friendAccept", **{"from": one.name})


def stored(daemon):
    """The files on the disk, drafts among them."""
    root = pathlib.Path(daemon.folder) / "data" / "files"
    return [path for path in root.rglob("*") if path.is_file()]


def reads(ana, ben, cleo):
    """ben reads what ana sends, cleo does not; both by whole and by part."""
    file = uploaded(ana, CONTENT)
    assert file == {"id": file["id"], "kind": "FILE", "name": "notes.bin", "size": SIZE}, file
    missing = {"id": "0" * 32}
    for user in (ben, cleo):
        assert download(user, file)[:2] == download(user, missing)[:2]
    sent = ana.call("roomSend", to="ben", attachments=[file["id"]], cid="c1")["roomSent"]
    status, body, head = download(ben, file)
    assert status == 200 and body == CONTENT, (status, len(body))
    assert head["Content-Disposition"] == 'attachment; filename="notes.bin"', head
    assert head["Content-Type"] == "application/octet-stream"
    assert head["X-Content-Type-Options"] == "nosniff"
    assert head["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert head["Cache-Control"] == "private, no-cache"
    status, body, head = download(ben, file, Range="bytes=1000000-1000009")
    assert status == 206 and body == CONTENT[1_000_000:1_000_010], (status, body)
    assert download(cleo, file)[:2] == download(cleo, missing)[:2]
    assert download(ben, file, **{"If-None-Match": head["ETag"]})[0] == 304
    token, ben.token = ben.token, None
    assert download(ben, file)[0] == 401
    ben.token = token
    page = ben.call("roomHistory", **{"with": "ana"})["roomPage"]
    assert page["messages"][0]["attachments"] == [file], page
    return file, sent["seq"]


def named(ana, ben):
    """The name of a file reaches a browser as it is, whatever is in it."""
    for name, shown in (
            ("gr%C3%BC%C3%9Fe.txt", "attachment; filename=\"gr__e.txt\"; "
                                    "filename*=UTF-8''gr%C3%BC%C3%9Fe.txt"),
            ("a%22b%3B.txt", "attachment; filename=\"a_b;.txt\"; filename*=UTF-8''a%22b%3B.txt")):
        file = uploaded(ana, b"x", name)
        ana.call("roomSend", to="ben", attachments=[file["id"]], cid=name)
        assert download(ben, file)[2]["Content-Disposition"] == shown, download(ben, file)[2]


def killed(daemon, ana):
    """kill -9 in the middle of an upload: nothing is left of it, and it can be repeated."""
    before = len(stored(daemon))
    with socket.create_connection(("127.0.0.1", daemon.port), timeout=HANG) as line:
        line.sendall(
            f"POST /v1/rooms/files?kind=file&name=a HTTP/1.1\r\nHost: upfor\r\n"
            f"Authorization: Bearer {ana.token}\r\nIdempotency-Key: k\r\n"
            f"Content-Length: {SIZE}\r\n\r\n".encode() + CONTENT[:SIZE // 2])
        until("a draft", lambda: len(stored(daemon)) > before)
        daemon.process.send_signal(signal.SIGKILL)
        daemon.process.wait(HANG)
    daemon.start()
    ana.connection = http.client.HTTPConnection("127.0.0.1", daemon.port, timeout=HANG)
    assert len(stored(daemon)) == before, stored(daemon)
    first = uploaded(ana, CONTENT, "a", key="k")
    assert uploaded(ana, CONTENT, "a", key="k") == first
    until("one file", lambda: len(stored(daemon)) == before + 1)
    return first


def ends(daemon, ana, ben, file, seq):
    """A deleted message takes its file along, on the disk, too."""
    before = len(stored(daemon))
    ana.call("roomDelete", **{"with": "ben", "seq": seq, "cid": "d1"})
    assert download(ben, file)[0] == 404
    until("fewer files", lambda: len(stored(daemon)) == before - 1)


def scanned(daemon, scanner, ana):
    """What the scanner refuses is not stored; nor is anything while it fails."""
    before = len(stored(daemon))
    # Longer than a pipe, so that the end is read, too.
    uploaded(ana, CONTENT[:200_000] + b"HARMFUL", status=400)
    scanner.write_text("#!/bin/sh\nexit 2\n", encoding="ascii")
    uploaded(ana, b"x", status=503)
    scanner.write_text(SCANNER, encoding="ascii")
    until("no file more", lambda: len(stored(daemon)) == before)
    uploaded(ana, b"x")


def typed(daemon, upfor, folder, users):
    """`upfor send --file` and `upfor save`."""
    path = pathlib.Path(folder) / "plan.pdf"
    path.write_bytes(CONTENT[:50_000])
    terminals = []
    for user in users:
        home = os.path.join(folder, f"home-{user.name}")
        os.mkdir(home)
        terminals.append(Terminal(upfor, daemon.server, home))
        terminals[-1].is_told(
            "", "login", user.name, "--password-stdin", given=f"{user.password}\n")
    ana, ben = terminals
    ana.is_told("sent to ben", "send", "ben", "here", "--file", str(path))
    history = ben.is_told("📎 plan.pdf, 50 KB", "history", "ana")
    seq = history.split("#")[-1].split()[0]
    ben.is_told("is there already", "save", "ana", seq, "--folder", folder, code=1)
    path.unlink()
    ben.is_told("is written", "save", "ana", seq, "--folder", folder)
    ana.is_told("send it as a picture", "send", "ben", "--file", PHOTO, code=1)
    ana.is_told("sent to ben", "send", "ben", "--photo", PHOTO)
    ben.is_told("📷 photo, ", "history", "ana")
    assert path.read_bytes() == CONTENT[:50_000]
    assert path.stat().st_mode & 0o777 == 0o600


def main():
    upford, upfor = map(os.path.abspath, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        scanner = pathlib.Path(folder) / "scanner"
        scanner.write_text(SCANNER, encoding="ascii")
        scanner.chmod(0o755)
        daemon = Daemon(upford, folder, data_scanner=str(scanner))
        daemon.start()
        try:
            ana, ben, cleo = (User(daemon.port, name) for name in ("ana", "ben", "cleo"))
            befriend(ana, ben)
            befriend(ben, cleo)
            file, seq = reads(ana, ben, cleo)
            named(ana, ben)
            killed(daemon, ana)
            ben.connection = http.client.HTTPConnection("127.0.0.1", daemon.port, timeout=HANG)
            ends(daemon, ana, ben, file, seq)
            scanned(daemon, scanner, ana)
            typed(daemon, upfor, folder, (ana, ben))
        finally:
            code = daemon.stop()
        assert code == 0, code
    print("files: read by those who read the message, and gone with it")


if __name__ == "__main__":
    main()
