"""A disk that fails, recovers and loses its power: it has everything that the daemon acknowledged.

In each round an ext4 of its own lies on a loop device, whose file lies on a tmpfs. The tmpfs is
filled: from then on every block that was never written answers EIO, all others go on. The daemon
meets that in a sync and ends with 74. The tmpfs is emptied again, and the next daemon starts on the
same mount, with the page cache of the last one. The repeated message and more are acknowledged.
Then the device is copied as it is, which is what a power cut leaves, and a daemon on the copy is
asked for every acknowledged message.

Needs root, and is run by `unshare --mount`, so that no other process holds its mounts.
usage: disk.py PATH-OF-UPFORD [ROUNDS [SEED]]
"""

import contextlib
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from daemon import Daemon
from peer import Peer
from until import HANG

DEVICE_MIB = 64
BLOCK = 4096
AFTER_HEALING = 20
# EX_IOERR of sysexits.h.
DISK_FAILED = 74


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


class Disk:
    """A loop device with an ext4, on a tmpfs of its own that can be filled."""

    def __init__(self, folder):
        self.folder = folder
        self.memory, self.mount = os.path.join(folder, "memory"), os.path.join(folder, "mount")
        self.file, self.ballast = (os.path.join(self.memory, name) for name in ("disk", "ballast"))
        self.device = ""
        os.mkdir(self.memory)
        os.mkdir(self.mount)

    def make(self):
        run("mount", "-t", "tmpfs", "-o", f"size={DEVICE_MIB * 2}m", "tmpfs", self.memory)
        with open(self.file, "wb") as file:
            file.truncate(DEVICE_MIB << 20)
        run("mkfs.ext4", "-q", "-b", str(BLOCK), "-J", "size=4", self.file)
        self.back()
        self.attach()
        return self

    def back(self):
        """Writes the blocks that are in use: zeros of the journal are holes until then."""
        told = subprocess.run(
            ["dumpe2fs", self.file], check=True, capture_output=True, text=True).stdout
        free = set()
        for line in re.findall(r"^  Free blocks: (.*)$", told, re.MULTILINE):
            for first, last in re.findall(r"(\d+)(?:-(\d+))?", line):
                free.update(range(int(first), int(last or first) + 1))
        with open(self.file, "r+b", buffering=0) as file:
            for block in set(range((DEVICE_MIB << 20) // BLOCK)) - free:
                content = os.pread(file.fileno(), BLOCK, block * BLOCK)
                os.pwrite(file.fileno(), content, block * BLOCK)

    def attach(self):
        self.device = subprocess.run(
            ["losetup", "--find", "--show", self.file], check=True, capture_output=True,
            text=True).stdout.strip()
        # A request of several blocks whose first one can be written would be reported as done.
        with open(f"/sys/block/{os.path.basename(self.device)}/queue/max_sectors_kb", "w") as file:
            file.write(str(BLOCK // 1024))
        run("mount", "-t", "ext4", "-o", "data=ordered,nodiscard", self.device, self.mount)

    def copy(self, folder):
        """The device after a power cut. Two equal copies prove that nothing was written
        meanwhile."""
        os.mkdir(folder)
        other = Disk(folder)
        digests = [None]
        while len(digests) < 2 or digests[-1] != digests[-2]:
            run("cp", "--sparse=always", self.file, other.file)
            with open(other.file, "rb") as file:
                digests.append(hashlib.file_digest(file, "sha256").digest())
        other.attach()
        return other

    def fill(self):
        # ext4's own metadata have been written back; otherwise ext4 would meet the error itself,
        # and become read-only.
        run("fsfreeze", "--freeze", self.mount)
        run("fsfreeze", "--unfreeze", self.mount)
        with contextlib.suppress(OSError), open(self.ballast, "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def heal(self):
        os.remove(self.ballast)

    def end(self):
        run("umount", self.mount)
        run("losetup", "--detach", self.device)
        if os.path.ismount(self.memory):
            run("umount", self.memory)


class Talk:
    """Ana's messages to ben, with the answers."""

    def __init__(self):
        self.token = ""
        self.said = 0
        self.acknowledged = {}
        self.unanswered = []

    def begin(self, port):
        """Two friends, and a peer of ana's."""
        peers = [Peer(port) for _ in range(2)]
        tokens = [peer.register(name) for peer, name in zip(peers, ("ana", "ben"))]
        for peer, token in zip(peers, tokens):
            peer.call(2, "sessionOpen", token=token, device="x")
        peers[0].call(3, "friendRequest", to="ben")
        peers[1].call(3, "friendAccept", **{"from": "ana"})
        self.token = tokens[0]
        return peers[0]

    def resume(self, port):
        peer = Peer(port)
        answer = peer.call(1, "sessionOpen", token=self.token, device="x")
        if "session" not in answer:
            raise AssertionError(f"ana is not let in: {answer}")
        return peer

    def say(self, peer, cid):
        """Sends the message, or repeats it."""
        text = f"{cid} " + "x" * 2_000
        if cid not in self.unanswered:
            self.unanswered.append(cid)
        answer = peer.call(10 + self.said, "roomSend", to="ben", text=text, cid=cid)
        if "roomSent" not in answer:
            raise AssertionError(f"{cid}: {answer}")
        self.unanswered.remove(cid)
        self.acknowledged[cid] = answer["roomSent"]["seq"]

    def go_on(self, peer, count):
        for _ in range(count):
            self.said += 1
            self.say(peer, f"m{self.said}")

    def found(self, peer):
        """The seq of every stored message."""
        found, before = {}, 0
        while True:
            page = peer.call(5, "roomHistory", limit=100, before=before, **{"with": "ben"})
            messages = page["roomPage"].get("messages", [])
            for message in messages:
                found[message["text"].split()[0]] = message["seq"]
            if not page["roomPage"].get("more"):
                return found
            before = messages[0]["seq"] if messages[0]["seq"] < messages[-1]["seq"] \
                else messages[-1]["seq"]


def daemon(binary, disk, name):
    """A daemon on that disk; its log is on another one, which does not fail."""
    log = os.path.join(disk.folder, f"{name}.jsonl")
    return Daemon(
        binary, disk.mount, log_file=log, passwords_memoryKiB="1024", passwords_passes="1")


def play(binary, folder, chance):
    """One round. Returns acknowledged messages that are missing."""
    disk = Disk(folder).make()
    copy, running, talk = None, [], Talk()
    try:
        running.append(daemon(binary, disk, "first"))
        running[-1].start()
        peer = talk.begin(running[-1].port)
        talk.go_on(peer, chance.randrange(1, 60))
        disk.fill()
        with contextlib.suppress(EOFError):
            talk.go_on(peer, 500)
            raise AssertionError("the disk was full of errors, and the daemon met none")
        code = running[-1].process.wait(timeout=HANG)
        if code != DISK_FAILED:
            raise AssertionError(f"the first daemon ended with {code}")
        disk.heal()
        running.append(daemon(binary, disk, "second"))
        running[-1].start()
        peer = talk.resume(running[-1].port)
        for cid in list(talk.unanswered):
            talk.say(peer, cid)
        talk.go_on(peer, AFTER_HEALING)
        running[-1].process.send_signal(signal.SIGSTOP)
        copy = disk.copy(os.path.join(folder, "copy"))
        running.append(daemon(binary, copy, "third"))
        running[-1].start()
        found = talk.found(talk.resume(running[-1].port))
        lost = {cid for cid, seq in talk.acknowledged.items() if found.get(cid) != seq}
        return len(talk.acknowledged), lost
    finally:
        for one in running:
            if one.process and one.process.poll() is None:
                one.process.kill()
                one.process.wait()
        for one in filter(None, (copy, disk)):
            one.end()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    acknowledged, lost = 0, 0
    for number in range(rounds):
        folder = tempfile.mkdtemp()
        try:
            said, gone = play(binary, folder, random.Random(seed + number))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        acknowledged, lost = acknowledged + said, lost + len(gone)
        print(f"disk: round {number + 1} of {rounds}: {said} acknowledged, {len(gone)} lost",
              flush=True)
    print(f"disk: {acknowledged} messages acknowledged in {rounds} rounds, {lost} lost")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
