"""Timeouts of tests, and waiting by polling where there is no notification."""

import os
import time

# The timeout of a wait, in seconds. Machines differ in speed by a factor of three, and may stall
# for many seconds.
HANG = 120
# Whether response times are tested: UPFOR_TIMED=0 where the machine may stall.
IS_TIMED = os.environ.get("UPFOR_TIMED", "1") != "0"


def promised(seconds):
    """The longest that an answer may take; where times are not tested, the timeout of a hang."""
    return seconds if IS_TIMED else max(seconds, HANG)


def until(what, found, seconds=HANG, pause=0.02):
    """Waits until `found()` is true, and returns what it returned.

    `what` names the missing condition for the error: a text, or a function that returns one.
    """
    end = time.monotonic() + seconds
    while True:
        result = found()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds} s, no {what() if callable(what) else what}")
        time.sleep(pause)
