"""Copies of the data by an administrator: the commands, their exit codes, real files.

usage: copies.py PATH-OF-UPFORD [NAME-OF-A-CHAPTER]
"""

import contextlib
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile

from chapters import play
from daemon import Daemon
from peer import Peer
from until import HANG, until

NOBODY = 65534


class Site:
    """A running daemon with data of its own, and the commands on the same data."""

    def __init__(self, binary):
        self.binary = binary
        self.folder = tempfile.mkdtemp()
        os.chmod(self.folder, 0o755)
        self.data = self.path("data")
        self.daemon = Daemon(binary, self.folder, passwords_memoryKiB=64, passwords_passes=1)

    def path(self, name):
        return os.path.join(self.folder, name)

    def end(self):
        """Ends the daemon if it still runs, and removes all files."""
        if self.daemon.process and self.daemon.process.poll() is None:
            self.daemon.process.kill()
        shutil.rmtree(self.folder)

    def peer(self):
        return Peer(self.daemon.port)

    def run(self, *words, code=0, says="", data=True, **others):
        """Runs a command; returns its output, parsed if it is JSON."""
        place = ["--data", self.data] if data else []
        done = subprocess.run(
            [self.binary, *words, *place], capture_output=True, text=True, **others)
        assert done.returncode == code, (words, done)
        assert says in done.stderr, (words, says, done.stderr)
        assert not done.stdout or code == 0, done.stdout
        return json.loads(done.stdout) if "--json" in words and code == 0 else done.stdout

    def backup(self, name="copy", *words, **others):
        return self.run("backup", self.path(name), *words, **others)

    def check(self, name="copy", *words, **others):
        return self.run("check", self.path(name), *words, data=False, **others)

    def friends(self):
        """Ana and Ben, friends, and their tokens."""
        ana, ben = self.peer(), self.peer()
        tokens = ana.register("ana"), ben.register("ben")
        ana.call(2, "sessionOpen", token=tokens[0], device="x", after=0)
        ben.call(2, "sessionOpen", token=tokens[1], device="x", after=0)
        ana.call(3, "friendRequest", to="ben")
        ben.call(3, "friendAccept", **{"from": "ana"})
        return ana, tokens

    def files(self, name=""):
        return sorted(os.listdir(self.path(name)))


def send(peer, number):
    return peer.call(
        100 + number, "roomSend", to="ben", text=f"message {number}", cid=f"c{number}")["roomSent"]


def make(site):
    """A copy while the daemon runs: complete, readable by its owner only, and replacing no file."""
    site.daemon.start()
    ana, _ = site.friends()
    for number in (1, 2, 3):
        send(ana, number)
    done = site.backup("copy", "--json")
    assert done["bytes"] == os.stat(site.path("copy")).st_size, done
    assert os.stat(site.path("copy")).st_mode & 0o777 == 0o600
    facts = site.check("copy", "--json")
    assert facts["counts"]["users"] == 2 and facts["counts"]["messages"] == 3, facts
    assert facts["version"] and facts["made"] and facts["newest"], facts
    assert "messages" in site.check("copy", says="the copy is good")

    site.backup(code=73, says="is there already")
    send(ana, 4)
    site.backup("copy", "--force", says="copied")
    assert site.check("copy", "--json")["counts"]["messages"] == 4

    # Files that another program left beside a copy of that name would be read with it.
    with open(site.path("copy-wal"), "w") as wal:
        wal.write("something")
    site.backup("copy", "--force", code=73, says="copy-wal is there")
    site.check("copy", code=65, says="expected a copy alone")
    os.remove(site.path("copy-wal"))
    # A leftover draft is replaced: writing into it could damage a good copy, or expose the data.
    for leave in (lambda name: os.link(site.path("copy"), name), os.mkfifo,
                  lambda name: os.symlink(site.path("copy"), name),
                  lambda name: os.close(os.open(name, os.O_CREAT, 0o666))):
        good = os.stat(site.path("copy")).st_ino
        leave(site.path("copy.draft"))
        site.backup("copy", "--force", says="copied", timeout=HANG)
        assert os.stat(site.path("copy")).st_ino != good
        assert os.stat(site.path("copy")).st_mode & 0o777 == 0o600
        assert not os.path.lexists(site.path("copy.draft"))
    site.check("copy", says="the copy is good")

    site.run("backup", site.data + "/upfor.sqlite", "--force", code=73, says="in the data folder")
    site.run("backup", site.data + "/copy", code=73, says="in the data folder")
    site.run("backup", site.path("no/copy"), code=73, says="No such file")
    site.run("backup", site.folder, "--force", code=73, says="is a folder")
    site.run("backup", site.path("x"), "--data", site.path("none"), data=False, code=66,
             says="there are no data")
    site.run("backup", code=64, says="Missing expected argument")
    site.run("check", site.path("none"), data=False, code=66, says="No such file")
    site.check("copy", code=66, says="Permission denied", user=NOBODY)
    site.backup("theirs", code=66, says="Permission denied", user=NOBODY)
    assert site.files() == ["copy", "data", "events.jsonl"], site.files()
    # The daemon's own data may be verified, running or stopped, and so may a copy without a digest.
    facts = site.run("check", site.data + "/upfor.sqlite", "--json", data=False, says="no digest")
    assert facts["counts"]["messages"] == 4, facts
    assert site.daemon.stop() == 0
    site.run("check", site.data + "/upfor.sqlite", data=False, says="good")


def stranger(site):
    """Copies by other programs: only those with the right schema and intact data are accepted."""
    site.daemon.start()
    ana, _ = site.friends()
    for number in (1, 2, 3):
        send(ana, number)

    def copy_with(*statements):
        if os.path.exists(site.path("other")):
            os.unlink(site.path("other"))
        with sqlite3.connect(site.data + "/upfor.sqlite") as source:
            target = sqlite3.connect(site.path("other"))
            source.backup(target)
        source.close()
        target.execute("PRAGMA journal_mode = DELETE")
        for statement in statements:
            target.execute(statement)
        target.commit()
        target.close()

    copy_with()
    site.check("other", says="no digest")
    for statement, words in [
            ("DELETE FROM inbox WHERE seq = 2", "an inbox have no gap"),
            ("DELETE FROM room_message WHERE seq = 2", "a room have no gap"),
            ("DELETE FROM event WHERE id IN (SELECT event_id FROM room_message WHERE seq = 2)",
             "events that are there"),
            ("UPDATE inbox SET event_id = (SELECT max(id) FROM event) WHERE seq = 1", "larger id"),
            ("UPDATE id_mark SET mark = 7", "the ids that were made"),
            ("DELETE FROM epoch", "one epoch"),
            ("DELETE FROM account WHERE username = 'ana'", "refers to one that is not there"),
            ("INSERT INTO grdb_migrations VALUES ('rooms.99')", "rooms.99"),
            ("DROP TABLE grdb_migrations", "not of Upfor"),
    ]:
        copy_with(statement)
        site.check("other", code=65, says=words)
    copy_with("DELETE FROM grdb_migrations WHERE identifier = 'ownData.3'")
    assert site.check("other", "--json", says="an older version")["stepsMissing"] == 1
    # A copy that was changed after it was made.
    site.backup()
    changed = sqlite3.connect(site.path("copy"))
    changed.execute("UPDATE account SET display_name = 'eve' WHERE username = 'ana'")
    changed.commit()
    changed.close()
    site.check(code=65, says="expected")
    assert site.daemon.stop() == 0


def interrupted(site):
    """A signal, a kill, a file size limit: the name belongs to a complete copy, or to none."""
    site.daemon.start()
    site.friends()
    assert site.daemon.stop() == 0
    # Enough data to take a while.
    data = sqlite3.connect(site.data + "/upfor.sqlite")
    data.execute("CREATE TABLE ballast (bytes BLOB)")
    data.executemany("INSERT INTO ballast VALUES (zeroblob(?))", [(1 << 20,)] * 128)
    data.commit()
    data.close()
    command = [site.binary, "backup", "--data", site.data, site.path("copy")]

    def begin():
        """A copy that is stopped midway; None if it was complete by then."""
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        until("draft", lambda: os.path.exists(site.path("copy.draft"))
              or process.poll() is not None, pause=0.001)
        process.send_signal(signal.SIGSTOP)
        until("stop", lambda: process.poll() is not None or is_stopped(process))
        if process.poll() is None and has_lock(process, site.path("copy.draft")):
            return process
        process.kill()
        process.communicate()
        # A draft that stays would be taken for that of the next, before it has begun.
        for name in ("copy", "copy.draft"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(site.path(name))
        return None

    process = until("copy in the middle", begin)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGCONT)
    said = process.communicate()[1]
    assert process.returncode == 75 and "ended by a signal" in said, (process.returncode, said)
    assert "copy" not in site.files() and "copy.draft" not in site.files(), site.files()

    process = until("copy in the middle", begin)
    second = subprocess.run(command, capture_output=True, text=True)
    assert second.returncode == 75, second
    process.kill()
    process.communicate()
    assert site.files().count("copy") == 0, site.files()

    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 22, 1 << 22))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    site.backup(code=74, says="cannot write", preexec_fn=limit, restore_signals=False)
    assert "copy" not in site.files() and "copy.draft" not in site.files(), site.files()

    site.backup(says="copied")
    site.check(says="the copy is good")
    assert "copy.draft" not in site.files(), site.files()


def is_stopped(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        return file.read().rpartition(")")[2].split()[0] == "T"


def has_lock(process, draft):
    """Whether it has locked its draft by now. The folder of files has a lock, too."""
    try:
        number = os.stat(draft).st_ino
    except FileNotFoundError:
        return False
    with open("/proc/locks", encoding="utf-8") as file:
        locks = [line.split() for line in file]
    return any(lock[1] == "FLOCK" and lock[4] == str(process.pid)
               and lock[5].split(":")[2] == str(number) for lock in locks)


def restore(site):
    """The copy is restored; a client that had seen more gets a reset, and misses nothing."""
    site.daemon.settings.update(notifiers_webPush="true", notifiers_webPushContact="mailto:a@b.c")
    site.daemon.start()
    ana, tokens = site.friends()
    for number in (1, 2, 3):
        send(ana, number)
    site.backup()
    with open(site.data + "/upfor.vapid") as file:
        key = file.read()
    for number in (4, 5, 6):
        send(ana, number)
    ben = site.peer()
    before = ben.call(1, "sessionOpen", token=tokens[1], device="y", after=0)["session"]

    copy, data = site.path("copy"), site.data
    site.run("restore", copy, "--force", code=75, says="in use by another upford")
    assert site.daemon.stop() == 0
    site.run("restore", copy, code=73, says="there are data in")
    with open(site.path("bad"), "wb") as bad, open(copy, "rb") as good:
        bad.write(good.read()[:-100])
    runs = open(data + "/upfor.runs").read()
    site.run("restore", site.path("bad"), "--force", code=65, says="cut off")
    site.run("restore", site.path("none"), "--force", code=66, says="No such file")
    assert open(data + "/upfor.runs").read() == runs

    # For lack of space: the data are unchanged.
    os.unlink(data + "/upfor.vapid")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 17, 1 << 17))
    site.run("restore", copy, "--force", code=74, says="cannot write", preexec_fn=limit)
    assert site.files("data").count("upfor.sqlite") == 1, site.files("data")
    assert not any("draft" in name or "replaced" in name for name in site.files("data"))
    site.daemon.start()
    again = site.peer().call(
        1, "sessionOpen", token=tokens[1], device="y", after=before["top"], epoch=before["epoch"])
    assert not again["session"].get("reset"), again
    assert again["session"]["epoch"] == before["epoch"], again

    # No orderly stop.
    site.daemon.process.kill()
    site.daemon.process.wait()
    done = site.run("restore", copy, "--force", "--json")
    assert done["copy"]["counts"]["messages"] == 3 and done["replaced"], done
    assert open(data + "/upfor.vapid").read() == key
    assert os.stat(data + "/upfor.sqlite").st_mode & 0o777 == 0o600
    old = site.run("check", done["replaced"] + "/upfor.sqlite", "--json", data=False)
    assert old["counts"]["messages"] == 6, old

    site.daemon.start()
    ben = site.peer()
    after = ben.call(
        1, "sessionOpen", token=tokens[1], device="y", after=before["top"], epoch=before["epoch"])
    after = after["session"]
    assert after["reset"] and after["epoch"] != before["epoch"], after
    assert after["top"] == before["top"] - 3, (before, after)
    page = ben.call(2, "roomHistory", **{"with": "ana", "limit": 10})["roomPage"]
    said = sorted(message["text"] for message in page["messages"])
    assert said == ["message 1", "message 2", "message 3"], page
    # Numbering continues; a message that the copy does not have may be sent again, and is stored
    # once.
    ana = site.peer()
    ana.call(1, "sessionOpen", token=tokens[0], device="x", after=0)
    assert [send(ana, number)["seq"] for number in (3, 4, 4, 5)] == [3, 4, 4, 5]
    assert site.daemon.stop() == 0
    # This is the epoch from now on.
    site.daemon.start()
    same = site.peer().call(
        1, "sessionOpen", token=tokens[1], device="y", after=after["top"], epoch=after["epoch"])
    assert same["session"]["epoch"] == after["epoch"] and not same["session"].get("reset"), same
    assert site.daemon.stop() == 0


def elsewhere(site):
    """Into a folder that does not exist yet; and, by root, into one of another user."""
    site.daemon.start()
    ana, _ = site.friends()
    send(ana, 1)
    site.backup()
    assert site.daemon.stop() == 0
    other = Daemon(site.binary, site.path("other"), **{
        key.replace(".", "_"): value for key, value in site.daemon.settings.items()})
    os.mkdir(site.path("other"))
    os.mkdir(site.path("other/data"), 0o700)
    if os.geteuid() == 0:
        os.chown(site.path("other/data"), NOBODY, NOBODY)
    site.run("restore", site.path("copy"), "--data", site.path("other/data"), data=False,
             says="new epoch")
    owners = {os.stat(site.path(f"other/data/{name}")).st_uid
              for name in site.files("other/data")}
    assert owners == {os.stat(site.path("other/data")).st_uid}, owners
    shutil.rmtree(site.path("other/data"))
    site.run("restore", site.path("copy"), "--data", site.path("other/data"), data=False,
             says="put")
    other.start()
    assert Peer(other.port).get("/readyz") == 200
    assert other.stop() == 0


def people(site):
    """The export and the deletion that a user could run."""
    site.daemon.start()
    ana, tokens = site.friends()
    for number in (1, 2, 3):
        send(ana, number)
    ana.call(9, "roomSend", to="ben", text="tschüß \U0001f44b", cid="c9")
    mine, after = [], ""
    while True:
        page = ana.call(10, "accountExport", after=after)["export"]
        mine += page.get("records", [])
        after = page.get("next", "")
        if not after:
            break
    theirs = site.run("export", "ana", says="records")
    assert theirs.isascii()
    theirs = json.loads(theirs)["records"]
    # Presence is known to the daemon only, and the export has no current device.
    for record in mine + theirs:
        for part, word in (("device", "online"), ("friend", "online"), ("device", "current")):
            record.get(part, {}).pop(word, None)
    assert theirs == mine, (theirs, mine)
    assert any("tschüß" in record.get("message", {}).get("text", "") for record in theirs), theirs
    site.run("export", "eve", code=67, says="no user has the username eve")
    site.run("export", "ana", "--data", site.path("none"), data=False, code=66, says="no data")
    full = open("/dev/full", "w")
    done = subprocess.run(
        [site.binary, "export", "ana", "--data", site.data], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 74, done

    site.run("erase", "--yes", "ana", code=75, says="in use by another upford")
    ben = site.peer()
    before = ben.call(1, "sessionOpen", token=tokens[1], device="y", after=0)["session"]
    assert site.daemon.stop() == 0
    site.run("erase", "ana", code=64, says="not confirmed", stdin=subprocess.DEVNULL)
    site.run("erase", "--yes", "eve", code=67, says="no user has the username")
    site.run("erase", "--yes", "ana", "--data", site.path("none"), data=False, code=66)
    assert not os.path.exists(site.path("none"))
    assert site.run("check", site.data + "/upfor.sqlite", "--json", data=False)["counts"]["users"] == 2
    # The log is written to standard output, unless the settings have a file.
    event = json.loads(site.run("erase", "--yes", "ana", says="ana is gone"))
    assert (event["ev"], event["cmd"], event["peer_uid"]) == ("admin.done", "erase", os.getuid())
    site.run("erase", "--yes", "ana", code=67, says="no user has the username")
    assert site.run("check", site.data + "/upfor.sqlite", "--json", data=False)["counts"]["users"] == 1
    data = sqlite3.connect(site.data + "/upfor.sqlite")
    assert data.execute("SELECT username FROM erasure").fetchall() == [("ana",)]
    data.close()

    site.daemon.start()
    gone = site.peer()
    assert "error" in gone.call(1, "sessionOpen", token=tokens[0], device="x", after=0)
    assert "error" in gone.call(
        2, "accountRegister", username="ana", email="new@example.org", password="correct horse",
        device="x")
    # The epoch is unchanged: the remaining user misses nothing, and gets the event.
    ben = site.peer()
    after = ben.call(
        1, "sessionOpen", token=tokens[1], device="y", after=before["top"], epoch=before["epoch"])
    after = after["session"]
    assert after["epoch"] == before["epoch"] and not after.get("reset"), after
    assert after["top"] > before["top"], (before, after)
    assert not ben.call(2, "friendList")["friends"].get("friends"), "a friend who is gone"
    assert site.daemon.stop() == 0


CHAPTERS = [make, stranger, interrupted, restore, elsewhere, people]


play("copies", CHAPTERS, Site)
