"""The live screen of `upfor`, driven by keys and read as text: two users in two terminals of tmux,
with a real daemon that is stopped and killed.

usage: screen.py PATH-OF-UPFORD PATH-OF-UPFOR README
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

from daemon import Daemon
from window import Tmux, Window

LEAVINGS = ("^D", "^C", "quit", "SIGTERM", "SIGHUP", "^Z")


class Scene:
    """A daemon, and users with a profile and a window each."""

    def __init__(self, folder, upford, upfor, expected, columns, rows):
        self.expected = expected
        self.daemon = Daemon(upford, folder, passwords_memoryKiB=64, passwords_passes=1)
        self.daemon.start()
        self.columns, self.rows = columns, rows
        self.environment = {
            "XDG_CONFIG_HOME": folder,
            "UPFOR_SERVER": self.daemon.server,
            "PATH": f"{os.path.dirname(os.path.abspath(upfor))}:{os.environ['PATH']}",
        }
        self.tmux = Tmux(folder)

    def register(self, name):
        subprocess.run(
            ["upfor", "register", name, "--email", f"{name}@example.org", "--as", name,
             "--password-stdin"],
            input="correct horse\n", text=True, check=True, capture_output=True,
            env={**os.environ, **self.environment})

    def window(self, name, columns=None, rows=None):
        return Window(
            self.tmux, name, columns or self.columns, rows or self.rows, self.environment)

    def enters(self, name):
        """The user's screen, with the board on it."""
        window = self.window(name)
        window.enter(f"upfor --as {name}")
        board(window, self, f"● {name}")
        return window

    def close(self):
        self.tmux.close()
        self.daemon.process.kill()
        self.daemon.process.wait()


def board(window, scene, *texts, height=None, without=(), meanwhile=lambda: None):
    """Waits until the board, which is the last lines and nothing else, has these texts, and
    not the others. `meanwhile` runs before each look."""
    height = height or (6 if scene.rows >= 30 else 4)

    def sees(lines):
        meanwhile()
        last = lines[-height:]
        whole = "\n".join(last)
        is_there = last[0].startswith("── ") and not any("──" in line for line in lines[:-height])
        is_right = all(text in whole for text in texts)
        return is_there and is_right and not any(text in whole for text in without) and last
    return window.until(f"a board with {texts}", sees)


def befriend(scene, ana, ben):
    """A request with a message, accepted; each sees the other come online (Z10, Z14, Z17)."""
    board(ana, scene, "no friends yet")
    ana.enter('request ben -m "it is me"')
    ben.shows("ana asks to be your friend “it is me”")
    board(ben, scene, "1 asking, ● ben")
    ben.enter("acc\tana")
    ben.shows("ana is your friend now")
    board(ana, scene, "● ben")
    board(ben, scene, "── upfor ─", "─ ● ben", "● ana")


def talk(scene, ana, ben):
    """Unread, read, delivered, typing (Z22, Z24 to Z26)."""
    ana.enter("chat ben")
    ana.shows("ben> ".rstrip())
    ana.enter("lunch? 🍜")
    board(ben, scene, "1 unread, ● ben", "● ana (1)")
    board(ana, scene, "── ben: delivered ─")
    ben.enter("chat ana")
    ben.shows(":", "ana: lunch? 🍜")
    board(ben, scene, "── ana ─", without=("unread", "(1)"))
    board(ana, scene, "── ben: read ─")
    ben.write("yes! coffee first?")
    # It is shown for a few seconds: he types until it is visible.
    board(ana, scene, "── ben is typing… ─", "● ben…",
          meanwhile=lambda: ben.type("Space", "BSpace"))
    ben.type("Enter")
    ana.shows("ben: yes! coffee first?")
    board(ana, scene, "── ben ─")
    ana.type("Up")
    ana.until("what was said before, to be said again",
              lambda lines: any(line.endswith("ben> lunch? 🍜") for line in lines))
    ana.type("C-c")


def paste(scene, ana, ben):
    """Pasted text runs no command, however many lines it has: it becomes one line to send."""
    ana.paste("remove ben\nblock ben\n")
    ana.until("a line to be sent", lambda lines: "upfor> remove ben block ben" in lines)
    ana.type("Enter")
    ana.shows("unexpected arguments")
    board(ana, scene, "● ben")
    ana.paste("chat\nben\n")
    ana.until("a line to be sent", lambda lines: "upfor> chat ben" in lines)
    ana.type("C-c")
    ana.type("C-l")


def say_pasted(scene, ana, ben):
    """A message of several lines is shown in one."""
    ana.paste("\n/remove ben\r\n/block ben\n\n2\n")
    ana.until("a line to be sent", lambda lines: "ben> /remove ben /block ben 2" in lines)
    ana.type("C-c")
    ana.paste("bring\n\tcake,\ncups\n")
    ana.until("a line to be sent", lambda lines: "ben> bring  cake, cups" in lines)
    ana.type("Enter")
    ben.shows("ana: bring cake, cups")
    board(ana, scene, "── ben: read ─", "● ben ★")


def match(scene, ana, ben):
    """Toggled by a word and by one key; each sees the other (Z36, Z37)."""
    ana.enter("/up cof\t")
    board(ana, scene, "2● coffee", "1○ gym")
    ben.type("M-2")
    board(ben, scene, "2● coffee", "★ ana", "● ana ★")
    last = board(ana, scene, "2● coffee", "★ ben", "● ben ★")
    if scene.columns == 80:
        ana.shows("★ ben is up for coffee too")
        ana.until("README's screen", lambda lines: shown(lines) == scene.expected)
    else:
        assert "7○ anything" in last[1] and "+" not in last[1], last


def secret(scene, ana, ben):
    """A key that enters no character causes no typing hint (Z39)."""
    ana.type("M-5")
    ana.shows("you are up for movie")
    ana.type("Up", "C-c", "M-5", "M-0")
    ana.shows("you are no longer up for movie")
    ana.enter("/react 👍")
    ben.shows("👍 ana")
    lines = ben.lines()
    assert not any("typing" in line or "● ana…" in line for line in lines), lines


def shown(lines):
    """The part of a screen in README: from the conversation on, without times and empty lines."""
    first = next(i for i, line in enumerate(lines) if line.startswith("upfor> chat"))
    text = "\n".join(line for line in lines[first:] if line)
    return re.sub(r"\b[0-9]:[0-9]{2}", "H:MM", re.sub(r"\b[0-9]{2}:[0-9]{2}", "HH:MM", text))


def resize(scene, ana):
    """The board is at the bottom of every window, and nowhere else."""
    for columns, rows, height in ((100, 50, 6), (40, 10, 3), (30, 8, 3), (20, 5, 0), (132, 30, 6)):
        ana.resize(columns, rows)
        if height:
            lines = board(ana, scene, "● ana", "● ben ★", height=height)
            assert len(lines[0]) <= columns, lines
            if columns == 30:
                ana.enter("/rooms")
                ana.until("a table that fits the window as it is now", lambda lines: any(
                    re.fullmatch(r" +ben +[0-9:]+ +yes! .*…", line) for line in lines))
        else:
            ana.until("screen without a board",
                      lambda lines: not any("──" in line for line in lines))
        ana.shows("ben>")
    ana.resize(scene.columns, scene.rows)
    board(ana, scene, "● ben ★")
    ana.shows("ana: lunch?", "ben: yes! coffee first?")


def away(scene, ana, ben, end):
    """Without the daemon everything is locked; with it the snapshot has the current state (Z41)."""
    end()
    board(ana, scene, "no connection", "locked  2● coffee", "◐ ben")
    ana.enter("/up gym")
    ana.shows("no connection: `up gym` was not done, and nothing is queued")
    ana.type("M-2")
    ana.shows("no connection: `down coffee` was not done")
    ana.enter("are you there?")
    ana.shows("no connection, not sent: are you there?")
    scene.daemon.start()
    for window, other in ((ana, "ben"), (ben, "ana")):
        window.shows("back online: the board shows how everything stands now")
        board(window, scene, "1○ gym", "2● coffee", f"● {other} ★")
    ana.type("C-l")
    board(ana, scene, "● ben ★")


def killed(daemon):
    daemon.process.kill()
    daemon.process.wait()


def leave(scene, way):
    """However it ends, the terminal is restored: its modes, its region, its cursor."""
    name = f"w{LEAVINGS.index(way)}"
    window = scene.window(name)
    # The shell marks pasted text, too.
    window.enter("bind 'set enable-bracketed-paste off'")
    record = os.path.join(scene.environment["XDG_CONFIG_HOME"], f"{name}.record")
    window.record(record)
    window.enter(f"stty -g > $XDG_CONFIG_HOME/{name}.before")
    window.enter("upfor --as ana")
    board(window, scene, "● ana")
    marks_pastes(window, record, True)
    window.type("h", "a", "l", "f")
    window.shows("upfor> half")
    if way == "^D":
        window.type("C-u", "C-d")
    elif way == "^C":
        window.type("C-c", "C-c")
    elif way == "quit":
        window.type("C-u")
        window.enter("quit")
    elif way == "^Z":
        window.type("C-z")
    else:
        os.kill(child(window), getattr(signal, way))
    window.until("the shell", lambda lines: last_line(lines) == "shell$")
    seen = window.lines()
    assert not any("──" in line or "●" in line for line in seen[2:]), seen
    upper, lower, cursor = window.state("scroll_region_upper", "scroll_region_lower", "cursor_flag")
    assert (upper, lower, cursor) == ("0", str(scene.rows - 1), "1"), (upper, lower, cursor)
    window.enter(f"stty -g > $XDG_CONFIG_HOME/{name}.after; echo done")
    window.until("the modes", lambda lines: "done" in lines)
    modes = [open(os.path.join(scene.environment["XDG_CONFIG_HOME"], f"{name}.{when}")).read()
             for when in ("before", "after")]
    assert modes[0] == modes[1], modes
    marks_pastes(window, record, False)
    if way == "^Z":
        comes_back(scene, window, record)
    scene.tmux.run("kill-session", "-t", name)


def marks_pastes(window, record, is_wanted):
    """Whether the last request to the terminal was to mark pasted text."""
    def says(_):
        if not os.path.exists(record):
            return False
        with open(record, "rb") as file:
            words = re.findall(rb"\x1b\[\?2004([hl])", file.read())
        return words and words[-1] == (b"h" if is_wanted else b"l")
    window.until(f"{'' if is_wanted else 'no '}marks on pasted text", says)


def comes_back(scene, window, record):
    """A stopped program continues with the line that was being typed."""
    window.enter("fg")
    board(window, scene, "● ana")
    window.shows("upfor> half")
    marks_pastes(window, record, True)


def last_line(lines):
    return next((line for line in reversed(lines) if line), "")


def child(window):
    """The program that runs in the window's shell."""
    shell = window.state("pane_pid")[0]
    with open(f"/proc/{shell}/task/{shell}/children", encoding="ascii") as file:
        return int(file.read().split()[0])


def plain(scene):
    """A terminal that can only print gets no escape sequence; one without UTF-8, only ASCII."""
    window = scene.window("dumb")
    window.enter("clear; TERM=dumb upfor --as ana")
    window.shows("ana on ws://")
    window.enter("friends")
    window.shows("●  ben")
    assert not any("──" in line for line in window.lines())
    window.type("C-d")
    window.until("the shell", lambda lines: last_line(lines) == "shell$")
    window.enter("clear; LC_ALL=C NO_COLOR=1 upfor --as ana")
    window.until(
        "a board of ASCII", lambda lines: any(line.startswith("-- upfor --") for line in lines))
    assert all(line.isascii() for line in window.lines()), window.lines()
    window.type("C-d")
    window.until("the shell", lambda lines: last_line(lines) == "shell$")
    scene.tmux.run("kill-session", "-t", "dumb")


def play(upford, upfor, expected, columns, rows):
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(folder, upford, upfor, expected, columns, rows)
        try:
            for name in ("ana", "ben"):
                scene.register(name)
            ana, ben = scene.enters("ana"), scene.enters("ben")
            befriend(scene, ana, ben)
            paste(scene, ana, ben)
            talk(scene, ana, ben)
            match(scene, ana, ben)
            secret(scene, ana, ben)
            resize(scene, ana)
            away(scene, ana, ben, lambda: killed(scene.daemon))
            away(scene, ana, ben, scene.daemon.stop)
            say_pasted(scene, ana, ben)
            past = ana.past()
            assert "asked ben" in past, past
            ana.type("C-d")
            board(ben, scene, "○ ana ★")
            for way in LEAVINGS:
                leave(scene, way)
            plain(scene)
        finally:
            scene.close()


def block(readme):
    """The screen that README shows."""
    with open(readme, encoding="utf-8") as file:
        found = re.search(r"<!-- screen -->\n```\n(.*?)\n```", file.read(), re.DOTALL)
    return "\n".join(line for line in found.group(1).split("\n") if line)


def main():
    upford, upfor, readme = sys.argv[1:]
    for columns, rows in ((80, 24), (120, 40)):
        play(upford, upfor, block(readme), columns, rows)
        print(f"the screen at {columns}x{rows}: everything as it should be", flush=True)


main()
