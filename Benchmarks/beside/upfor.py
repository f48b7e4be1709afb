"""Upfor's side: upfor-load's own scenarios, each with a server of its own."""

import json
import os
import signal
import subprocess


class Failed(Exception):
    """upfor-load could not measure."""


class UpforLoad:
    """The load tester, and the server that it starts."""

    def __init__(self, load, upford):
        self.load, self.upford = load, upford
        for program in (load, upford):
            if not os.access(program, os.X_OK):
                raise Failed(f"there is no {program}: `make build` makes it")

    def run(self, scenario, **options):
        """The result of one run of a scenario."""
        words = [self.load, scenario, "--json", "--quiet", "--server-binary", self.upford]
        for name, value in options.items():
            words += [f"--{name.replace('_', '-')}", str(value)]
        # A process group of its own: we forward Ctrl-C, once.
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True)
        try:
            said, complained = process.communicate(timeout=300)
        except BaseException:
            # It ends its server, and removes its files.
            process.send_signal(signal.SIGTERM)
            process.communicate()
            raise
        try:
            found = json.loads(said)
        except ValueError as error:
            raise Failed(f"{' '.join(words)}: {complained.strip() or said}") from error
        if process.returncode and not found["complaints"]:
            raise Failed(f"{' '.join(words)}: exit code {process.returncode}")
        return found
