"""Group 9: large messages, in fragments and small writes, and many small ones."""

from casework import Case
from exchange import CASE_SECONDS, dialogue
from raw import BINARY, RawPeer, TEXT, fragments, frame, pieces

KIB, MIB = 1024, 1024 * 1024


def round_trips(port, opcode, size, count):
    """One message after the other, each after the answer to the previous one."""
    data = b"*" * size
    sent = frame(opcode, data)
    with RawPeer(port, seconds=CASE_SECONDS).open() as peer:
        for _ in range(count):
            peer.send(sent)
            assert peer.message() == (opcode, data)


def rows(port, short):
    most = MIB if short else 16 * MIB
    for name, opcode in (("text", TEXT), ("binary", BINARY)):
        for size in (64 * KIB, 256 * KIB, MIB, 4 * MIB, 8 * MIB, 16 * MIB):
            if size > most:
                continue
            data = b"*" * size
            yield (f"a {name} message of {size} bytes comes back",
                   lambda o=opcode, d=data: dialogue(port, [frame(o, d)], [(o, d)], None))
        whole = most // 4
        data = b"*" * whole
        for part in (64, 256, KIB, 4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB):
            if part > whole:
                continue
            yield (f"{whole} bytes of {name} in fragments of {part} come back",
                   lambda o=opcode, d=data, p=part: dialogue(
                       port, [b"".join(fragments(o, pieces(d, p)))], [(o, d)], None))
        data = b"*" * MIB
        for chop in (64, 128, 256, 512, KIB, 2 * KIB):
            yield (f"1 MiB of {name} in writes of {chop} bytes comes back",
                   lambda o=opcode, d=data, c=chop * (8 if short else 1): dialogue(
                       port, [frame(o, d)], [(o, d)], None, c))
        for size in (0, 16, 64, 256, KIB, 4 * KIB):
            yield (f"1,000 {name} messages of {size} bytes come back, one by one",
                   lambda o=opcode, s=size: round_trips(port, o, s, 100 if short else 1000))


def cases(port, short):
    return [Case(f"9.{index}", *row) for index, row in enumerate(rows(port, short), 1)]
