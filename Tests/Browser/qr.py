"""Reads the text of a QR code whose modules are all right: without its error correction.

Source: ISO/IEC 18004, for versions 2 to 6 at level M, in bytes.
"""

import re

# Blocks, and codewords of text in each, by the modules of a side.
BLOCKS = {25: (1, 28), 29: (1, 44), 33: (2, 32), 37: (2, 43), 41: (4, 27)}
# Which modules of the data are inverted.
MASKS = (
    lambda y, x: (y + x) % 2 == 0, lambda y, x: y % 2 == 0, lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0, lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0, lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0)
BYTES = 0b0100
QUIET = 4


def drawn(element):
    """The text of a code that the page has drawn: a path of dark squares."""
    side = int(element.get_attribute("viewBox").split()[2]) - 2 * QUIET
    path = element.locator("path").get_attribute("d")
    dark = {(int(y) - QUIET, int(x) - QUIET) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    return text(dark, side)


def text(dark, side):
    """The text of the code whose dark modules are at these rows and columns."""
    # Five bits beside the first finder pattern: two of the level, three of the mask.
    level_and_mask = number([(8, x) in dark for x in range(5)]) ^ 0b10101
    assert level_and_mask >> 3 == 0, "not of level M"
    mask = MASKS[level_and_mask & 0b111]
    bits = [((y, x) in dark) ^ mask(y, x) for y, x in path(side)]
    words = [number(bits[at:at + 8]) for at in range(0, len(bits) - 7, 8)]
    count, length = BLOCKS[side]
    data = [word for block in range(count) for word in words[block::count][:length]]
    bits = [word >> shift & 1 for word in data for shift in range(7, -1, -1)]
    assert number(bits[:4]) == BYTES, "not in bytes"
    end = 12 + 8 * number(bits[4:12])
    return bytes(number(bits[at:at + 8]) for at in range(12, end, 8)).decode()


def number(bits):
    return int("".join(str(int(bit)) for bit in bits), 2)


def path(side):
    """The modules of the data: two columns at a time, from the right, upwards and downwards."""
    upwards = True
    for right in [*range(side - 1, 6, -2), 5, 3, 1]:
        for y in range(side - 1, -1, -1) if upwards else range(side):
            for x in (right, right - 1):
                if not is_pattern(y, x, side):
                    yield y, x
        upwards = not upwards


def is_pattern(y, x, side):
    """Whether a module belongs to a finder, to its format, to the timing, or to the alignment."""
    finder = (y < 9 and x < 9) or (y < 9 and x >= side - 8) or (y >= side - 8 and x < 9)
    alignment = abs(y - side + 7) <= 2 and abs(x - side + 7) <= 2
    return finder or alignment or y == 6 or x == 6
