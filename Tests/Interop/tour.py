"""Runs the commands of docs/TOUR.md: their output must match the document.

Each user has a profile; one daemon serves all. In the expected lines `HH:MM` stands for any time of
a day, with its weekday perhaps, `DATE` for one with its date, `HOST` for this computer's name or
address, `ID`, `NUMBER` and `SECRET` for values that the server chose; in a command, `ID` and
`SECRET` are the last ones shown to this user. `LINK` is the last link that invites, shown to any
user.

usage: tour.py [--print] PATH-OF-UPFORD PATH-OF-UPFOR PATH-OF-TOUR
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile

import bombs
from daemon import Daemon
from terminal import environment
from until import HANG

PEOPLE = ("ana", "ben", "cleo")
# Values that the server chooses, and later commands use.
SHOWN = {"ID": r"\b[0-9a-f]{16}\b", "SECRET": r"\b[A-Z2-7]{32}\b",
         "LINK": r"\bhttps?://[^ ]+/i#[\w-]{22}(?![\w-])"}
# Users send them to one another.
SENT = ("LINK",)
PLACEHOLDERS = {
    "DATE": r"(?:[A-Z][a-z]{2} )?[0-9]{1,2} [A-Z][a-z]{2}(?: [0-9]{4})? [0-9]{2}:[0-9]{2}",
    "HH:MM": r"(?:[A-Z][a-z]{2} )?[0-9]{2}:[0-9]{2}",
    "HOST": r"[^ ]+",
    "ID": r"[0-9A-Za-z_-]{6,64}",
    "NUMBER": r"[0-9]+",
    "SECRET": SHOWN["SECRET"],
    "LINK": SHOWN["LINK"],
}


class Step:
    """One command of one user, and its expected output."""

    def __init__(self, person, command):
        self.person, self.command = person, command
        self.expected = []

    @property
    def pattern(self):
        """The pattern of its output: the width of columns depends on the times in them."""
        text = re.escape("\n".join(columns(line) for line in self.expected))
        for name, pattern in PLACEHOLDERS.items():
            text = text.replace(re.escape(name), pattern)
        return text

    def run(self, environment, folder, shown):
        command = re.sub(
            rf"\b({'|'.join(SHOWN)})\b",
            lambda found: shown.get((self.person, found[1]), found[1]), self.command)
        result = subprocess.run(
            ["bash", "-c", command], cwd=folder, env={**environment, "UPFOR_PROFILE": self.person},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=HANG, check=False, start_new_session=True)
        for name, pattern in SHOWN.items():
            for found in re.findall(pattern, result.stdout):
                for person in PEOPLE if name in SENT else (self.person,):
                    shown[person, name] = found
        return result.stdout.rstrip("\n").split("\n") if result.stdout.strip() else []


def columns(line):
    return re.sub(" {2,}", "  ", line.rstrip())


def steps(page):
    """The commands of the block after `<!-- tour -->`, in order."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    found = re.search(r"<!-- tour -->\n```\w*\n(.*?)\n```", text, re.DOTALL)
    if not found:
        raise SystemExit(f"{page} has no tour")
    tour = []
    for line in found.group(1).split("\n"):
        begins = re.match(rf"({'|'.join(PEOPLE)})\$ (.+)", line)
        if begins:
            tour.append(Step(*begins.groups()))
        elif line:
            tour[-1].expected.append(line)
    return tour


def play(tour, variables, folder, is_printing):
    """Whether all output was as expected; prints the differences."""
    wrong, shown = 0, {}
    for step in tour:
        printed = step.run(variables, folder, shown)
        if is_printing:
            text = re.sub(PLACEHOLDERS["HH:MM"], "HH:MM", "\n".join(printed))
            for name, pattern in SHOWN.items():
                text = re.sub(pattern, name, text)
            print("\n".join(filter(None, (f"{step.person}$ {step.command}", text))))
        elif not re.fullmatch(step.pattern, "\n".join(map(columns, printed))):
            wrong += 1
            print(f"{step.person}$ {step.command}")
            print("\n".join(difflib.unified_diff(
                step.expected, printed, "TOUR.md", "printed", lineterm="")))
    return wrong == 0


def main():
    words = sys.argv[1:]
    is_printing = "--print" in words
    upford, upfor, page = [word for word in words if word != "--print"]
    tour = steps(page)
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(upford, folder, passwords_memoryKiB=64, passwords_passes=1)
        daemon.start()
        try:
            with open(os.path.join(folder, "me.png"), "wb") as file:
                file.write(bombs.png(8, side=64))
            path = f"{os.path.dirname(os.path.abspath(upfor))}:{os.environ['PATH']}"
            variables = environment(
                folder, daemon.server, PASSWORD="correct horse", PATH=path)
            is_right = play(tour, variables, folder, is_printing)
        finally:
            daemon.stop()
    if not is_right:
        raise SystemExit(1)
    if not is_printing:
        print(f"docs/TOUR.md, {len(tour)} commands: their output is as written")


main()
