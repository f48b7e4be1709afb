"""Runs tables of cases in parallel, and prints the results."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor


class Case:
    """One sentence, and the function that verifies it: it raises when the sentence is false."""

    def __init__(self, number, sentence, proof):
        self.number = number
        self.sentence = sentence
        self.proof = proof

    def failure(self):
        """The failure; None when there is none."""
        try:
            self.proof()
            return None
        except Skipped:
            raise
        except Exception as error:
            return f"{type(error).__name__}: {error}"


class Skipped(Exception):
    """The case needs something that the server does not offer."""


def run(name, cases, workers=8):
    """Runs all cases; returns the number of failures."""
    begun = time.monotonic()
    failed, skipped = [], []

    def one(case):
        try:
            if failure := case.failure():
                failed.append(case)
                print(f"FAILED {case.number} {case.sentence}: {failure}", file=sys.stderr)
        except Skipped:
            skipped.append(case)

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(one, cases))
    passed = len(cases) - len(failed) - len(skipped)
    seconds = time.monotonic() - begun
    print(
        f"{name}: {len(cases)} cases, {passed} passed, {len(failed)} failed, "
        f"{len(skipped)} not offered by the server, {seconds:.1f} s")
    return len(failed)
