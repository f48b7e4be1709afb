"""Prints the common passwords that a user could choose, 8 bytes or more, sorted, one per line.

They are the 30,000 of zxcvbn, Debian's python3-zxcvbn: of its 10,000 commonest 3,395 are so long,
of all 11,611 (see docs/decisions/0022).

usage: /usr/bin/python3 refused.py
"""

from zxcvbn.frequency_lists import FREQUENCY_LISTS

LEAST_BYTES = 8

words = {word for word in FREQUENCY_LISTS["passwords"] if len(word.encode()) >= LEAST_BYTES}
assert len(words) > 10_000, len(words)
print("\n".join(sorted(words)))
