"""The largest accepted pictures, in few bytes: the decoder must cope with their unpacked size."""

import struct
import zlib

SIDE = 4096


class Bits:
    """A sequence of bits, the first in the highest place (JPEG) or in the lowest (WebP)."""

    def __init__(self):
        self.text = []

    def add(self, value, count):
        self.text.append(format(value, f"0{count}b"))
        return self

    def add_reversed(self, value, count):
        self.text.append(format(value, f"0{count}b")[::-1])
        return self

    def bytes(self, padding, is_reversed=False):
        text = "".join(self.text)
        text += padding * (-len(text) % 8)
        parts = (text[start:start + 8] for start in range(0, len(text), 8))
        return bytes(int(part[::-1] if is_reversed else part, 2) for part in parts)


def chunk(name, data):
    return struct.pack("!I", len(data)) + name + data + struct.pack("!I", zlib.crc32(name + data))


def png(depth, in_passes=False, side=SIDE):
    """Nothing but zeros: red, green, blue and alpha, perhaps in the seven passes of Adam7."""
    passes = [(8, 8), (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2)] if in_passes else [(1, 1)]
    packer = zlib.compressobj(9)
    data = b""
    for across, down in passes:
        row = bytes(1 + side // across * 4 * depth // 8)
        for _ in range(side // down):
            data += packer.compress(row)
    data += packer.flush()
    header = struct.pack("!IIBBBBB", side, side, depth, 6, 0, 0, 1 if in_passes else 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


def segment(marker, data):
    return bytes([0xFF, marker]) + struct.pack("!H", len(data) + 2) + data


def jpeg(scans):
    """A progressive picture of three components, whose last scans contain no changes."""
    blocks = (SIDE // 8) ** 2
    components = (1, 2, 3)
    frame = struct.pack("!BHHB", 8, SIDE, SIDE, 3)
    frame += b"".join(bytes([number, 0x11, 0]) for number in components)
    # One code each: "no difference", and "the next 16,384 blocks are empty".
    tables = b"".join(bytes([kind, 1]) + bytes(15) + bytes([symbol])
                      for kind, symbol in ((0x00, 0), (0x10, 0xE0)))
    file = b"\xff\xd8" + segment(0xDB, b"\0" + b"\1" * 64) + segment(0xC2, frame)
    file += segment(0xC4, tables)
    interleaved = bytes([3]) + b"".join(bytes([number, 0]) for number in components)
    file += segment(0xDA, interleaved + bytes([0, 0, 0])) + bytes(blocks * 3 // 8)
    nothing = Bits()
    for _ in range(blocks // 16384):
        nothing.add(0, 15)
    for number in range(scans - 1):
        step, component = divmod(number, 3)
        # 13 first, then one bit more each time; then bands of their own.
        first, last, high, low = (1, 63, 14 - step if step else 0, 13 - step)
        if step > 13:
            break
        file += segment(0xDA, bytes([1, components[component], 0, first, last, high << 4 | low]))
        file += nothing.bytes("1")
    return file + b"\xff\xd9"


# WebP's code of an alphabet of one symbol, 0, which takes no bits.
ALONE = "1000"


def even_code(symbols):
    """The first 256 of the symbols have 8 bits each, the others none: RFC 9649 §3.7.2."""
    # Lengths 0 and 8, of one bit each, are the third and the twelfth in the order of lengths.
    lengths = "".join("100" if place in (2, 11) else "000" for place in range(12))
    return "0" + "0001" + lengths + "0" + "1" * 256 + "0" * (symbols - 256)


def webp(side):
    """Lossless and black, but each block of 4 by 4 pixels has five codes of its own."""
    tiles = (side // 4) ** 2
    bits = Bits()
    for value, count in ((0x2F, 8), (side - 1, 14), (side - 1, 14), (0, 1), (0, 3)):
        bits.add_reversed(value, count)
    # No transform, no colour cache, but a picture that assigns codes to tiles: one pixel per tile.
    bits.text += ["0", "0", "1", "000", "0", even_code(280), even_code(256), ALONE * 3]
    for tile in range(tiles):
        bits.add(tile % 256, 8).add(tile // 256 % 256, 8)
    bits.text.append(ALONE * 5 * min(tiles, 65_536))
    data = bits.bytes("0", is_reversed=True)
    data += bytes(len(data) % 2)
    body = b"WEBP" + b"VP8L" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def largest():
    return {
        "a PNG": png(8),
        "an interlaced PNG of 16 bits": png(16, in_passes=True),
        "a progressive JPEG of 43 scans": jpeg(43),
    }
