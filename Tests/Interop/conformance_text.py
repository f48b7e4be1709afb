"""Group 6: valid UTF-8, invalid UTF-8, and its detection at once."""

from casework import Case
from exchange import dialogue, text
from raw import CONTINUATION, Gone, RawPeer, TEXT, close_code, frame, pieces
from until import promised

GOOD = {
    "nothing": "",
    "ASCII": "Hello",
    "Greek": "κόσμε",
    "accents": "Hellö-µ@ßöäüàá-UTF-8!!",
    "all lengths": "a\u0080\u07ff\u0800\uffff\U00010000\U0010ffff",
    **{f"U+{number:04X}": chr(number) for number in (
        0x00, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xEFFF,
        0xFFFD, 0x10000, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFF)},
    # Noncharacters are valid in UTF-8.
    **{f"noncharacter U+{plane << 16 | low:X}": chr(plane << 16 | low)
       for plane in range(17) for low in (0xFFFE, 0xFFFF)},
    "noncharacter U+FDD0": "\ufdd0",
    "line separators": "\u0085\u2028\u2029",
    "a byte order mark": "\ufeffx",
}

BAD = {
    "continuation 80": b"\x80",
    "continuation BF": b"\xbf",
    **{f"{count} continuations": b"\x80" * count for count in range(2, 8)},
    "every continuation": bytes(range(0x80, 0xC0)),
    "two-byte starts, each with a space": b"".join(bytes([b, 32]) for b in range(0xC0, 0xE0)),
    "three-byte starts, each with a space": b"".join(bytes([b, 32]) for b in range(0xE0, 0xF0)),
    "four-byte starts, each with a space": b"".join(bytes([b, 32]) for b in range(0xF0, 0xF8)),
    "five-byte sequence": b"\xf8\x88\x80\x80\x80",
    "six-byte sequence": b"\xfc\x84\x80\x80\x80\x80",
    "FE": b"\xfe",
    "FF": b"\xff",
    "FE FE FF FF": b"\xfe\xfe\xff\xff",
    **{f"cut {cut.hex()}": cut for cut in (
        b"\xc2", b"\xdf", b"\xe0\xa0", b"\xef\xbf", b"\xf0\x90\x80", b"\xf4\x8f\xbf", b"\xe1",
        b"\xf1", b"\xf1\x80")},
    **{f"overlong {form.hex()}": form for form in (
        b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf0\x80\x80\xaf", b"\xf8\x80\x80\x80\xaf", b"\xc0\x80",
        b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf")},
    **{f"surrogate {form.hex()}": form for form in (
        b"\xed\xa0\x80", b"\xed\xad\xbf", b"\xed\xae\x80", b"\xed\xaf\xbf", b"\xed\xb0\x80",
        b"\xed\xbe\x80", b"\xed\xbf\xbf", b"\xed\xa0\x80\xed\xb0\x80",
        b"\xed\xaf\xbf\xed\xbf\xbf")},
    "beyond U+10FFFF": b"\xf4\x90\x80\x80",
    "F5 start": b"\xf5\x80\x80\x80",
    "Greek, then a surrogate": "κόσμε".encode() + b"\xed\xa0\x80" + b"edited",
    "Greek, then too large": "κόσμε".encode() + b"\xf4\x90\x80\x80" + b"edited",
}

START = "κόσμε".encode()
# The first bytes that are invalid, and bytes that would follow.
EARLY = [(START + b"\xf4", b"\x90", b"\x80\x80edited"), (START + b"\xed", b"\xa0", b"\x80edited")]


def in_fragments(payload, size):
    parts = pieces(payload, size)
    return [
        frame(TEXT if index == 0 else CONTINUATION, part, fin=index == len(parts) - 1)
        for index, part in enumerate(parts)
    ]


def fails_early(port, before):
    """The server must close although the message, or even its frame, is not finished."""
    with RawPeer(port, seconds=promised(10)).open() as peer:
        try:
            for data in before:
                peer.send(data)
        except Gone:
            pass
        _, payload = peer.message()
        assert close_code(payload) == 1007, payload
        assert peer.ended() == "end"


def early_rows():
    for shown, bad, rest in EARLY:
        yield ("by fragment", [frame(TEXT, shown, fin=False),
                               frame(CONTINUATION, bad, fin=False)])
        yield ("inside one fragment", [frame(TEXT, shown + bad, fin=False)])
        whole = frame(TEXT, shown + bad + rest)
        yield ("inside a frame that is not complete", [whole[:-len(rest)]])
        yield ("inside a frame, a byte at a time",
               [bytes([byte]) for byte in whole[:-len(rest)]])


def cases(port):
    rows = []
    for name, value in GOOD.items():
        data = value.encode()
        for how, sent in (("whole", [text(data)]), ("byte by byte", in_fragments(data, 1))):
            rows.append((f"text with {name}, {how}, comes back",
                         lambda data=data, sent=sent: dialogue(port, sent, [(TEXT, data)], None)))
    for name, data in BAD.items():
        for how, sent in (("whole", [text(data)]), ("byte by byte", in_fragments(data, 1))):
            rows.append((f"text with {name}, {how}, fails",
                         lambda sent=sent: dialogue(port, sent, [], 1007)))
    for how, sent in early_rows():
        rows.append((f"bad text is noticed at once: {how}",
                     lambda sent=sent: fails_early(port, sent)))
    return [Case(f"6.{index}", *row) for index, row in enumerate(rows, 1)]
