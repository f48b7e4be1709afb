"""How long tests wait, and how they wait without a notification: by polling."""

import os
import time

# Ends a wait that would not end by itself, in seconds. Machines differ in speed by a factor of
# three, and stand still for many seconds.
HANG = 120
# Whether the times that users wait are tested: UPFOR_TIMED=0 where the machine may stand still.
IS_TIMED = os.environ.get("UPFOR_TIMED", "1") != "0"


def promised(seconds):
    """The longest that an answer may take; where times are not tested, only a hang is ended."""
    return seconds if IS_TIMED else max(seconds, HANG)


def until(what, found, seconds=HANG, pause=0.02):
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
