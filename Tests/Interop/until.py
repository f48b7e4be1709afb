"""Waits for what nobody tells: it is looked for again and again."""

import time


def until(what, found, seconds=60, pause=0.02):
    """Waits until `found()` is true, and returns what it returned.

    `what` is missing if it never is: in words, or a function that finds them then.
    """
    end = time.monotonic() + seconds
    while True:
        result = found()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds} s, no {what() if callable(what) else what}")
        time.sleep(pause)
