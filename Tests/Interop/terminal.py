"""A user who types commands of upfor, in a folder of their own."""

import os
import re
import subprocess
import sys

from until import HANG


def environment(folder, server, **more):
    """The environment of a user whose upfor files are in that folder."""
    return {
        "HOME": folder, "XDG_CONFIG_HOME": folder, "LC_ALL": "C.UTF-8", "TZ": "UTC",
        "UPFOR_SERVER": server, "PATH": os.environ["PATH"], **more}


class Terminal:
    """One user; `variables` extend the environment."""

    def __init__(self, upfor, server, folder, **variables):
        self.upfor, self.folder = os.path.abspath(upfor), folder
        self.variables = environment(folder, server, **variables)

    def types(self, *words, given=""):
        """The output, and the exit code."""
        result = subprocess.run(
            [self.upfor, *words], cwd=self.folder, env=self.variables, input=given,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=HANG, check=False,
            # Without a terminal the program does not prompt.
            start_new_session=True)
        return result.stdout, result.returncode

    def is_told(self, wanted, *words, code=0, given=""):
        printed, ended = self.types(*words, given=given)
        if not re.search(wanted, printed) or ended != code:
            sys.exit(f"upfor {' '.join(words)}: {printed!r} and {ended}, not {wanted!r} and {code}")
        return printed

    def begins(self, *words, path):
        """A command that keeps running; its output goes to a file."""
        with open(path, "wb") as file:
            return subprocess.Popen(
                [self.upfor, *words], cwd=self.folder, env=self.variables,
                stdin=subprocess.PIPE, stdout=file, stderr=subprocess.STDOUT)
