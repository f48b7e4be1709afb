"""A terminal of any size that runs a program: tmux, driven by keys and read as a screen."""

import os
import shlex
import subprocess

from until import until


class Tmux:
    """A tmux server of its own, without a user's settings."""

    def __init__(self, folder):
        self.command = ["tmux", "-S", os.path.join(folder, "tmux"), "-f", "/dev/null"]

    def run(self, *words):
        return subprocess.run(
            [*self.command, *words], check=True, capture_output=True, text=True).stdout

    def close(self):
        subprocess.run([*self.command, "kill-server"], capture_output=True, check=False)


class Window:
    """A shell in a window of its own."""

    def __init__(self, tmux, name, columns, rows, environment):
        self.tmux, self.name = tmux, name
        variables = {**environment, "PS1": "shell$ ", "LC_ALL": "C.UTF-8"}
        settings = " ".join(shlex.quote(f"{key}={value}") for key, value in variables.items())
        tmux.run(
            "new-session", "-d", "-s", name, "-x", str(columns), "-y", str(rows),
            f"exec env {settings} bash --norc --noprofile", ";", "set", "-g", "status", "off")
        self.resize(columns, rows)

    def type(self, *keys):
        """Keys by tmux's names: `Enter`, `C-d`, `M-2`; everything else literally."""
        self.tmux.run("send-keys", "-t", self.name, *keys)

    def write(self, text):
        """Types the text literally, without names of keys."""
        self.tmux.run("send-keys", "-t", self.name, "-l", text)

    def enter(self, line):
        self.write(line)
        self.type("Enter")

    def paste(self, text):
        """Pasted text, which the terminal marks as such if the program has requested it."""
        self.tmux.run("set-buffer", "-b", "copied", text)
        self.tmux.run("paste-buffer", "-p", "-d", "-b", "copied", "-t", self.name)

    def record(self, file):
        """Records every byte of output from now on."""
        self.tmux.run("pipe-pane", "-t", self.name, f"cat > {shlex.quote(file)}")

    def resize(self, columns, rows):
        self.tmux.run("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def lines(self):
        """The visible text, a line for each row."""
        text = self.tmux.run("capture-pane", "-p", "-t", self.name)
        return text.split("\n")[:-1]

    def past(self):
        """The visible text and the scrolled-away lines."""
        return self.tmux.run("capture-pane", "-p", "-S", "-", "-t", self.name)

    def state(self, *names):
        form = " ".join(f"#{{{name}}}" for name in names)
        return self.tmux.run("display-message", "-p", "-t", self.name, form).split()

    def until(self, what, sees):
        """Waits until `sees` is true of the lines, and returns what it returned."""
        def missing():
            return "\n|".join([f"{what} in {self.name}'s window:", *self.lines()])

        return until(missing, lambda: sees(self.lines()))

    def shows(self, *texts):
        """Waits until all of these are on the screen."""
        return self.until(
            " and ".join(texts), lambda lines: all(any(t in l for l in lines) for t in texts))
