"""One room with many members: as `upfor-load room`, in XMPP's multi-user chat (XEP-0045).

A message is archived, once for the room, before it is delivered to all members present.
"""

import time

from beside.chat import NOTE
from beside.times import Times
from beside.xmpp import HOST, Broken, Person

ROOM = f"all@conference.{HOST}"
CALM_SECONDS = 2
CHARACTERS = 64


class Tally:
    """The counts of all clients together."""

    def __init__(self):
        self.joined = self.sent = self.delivered = self.doubled = self.reordered = 0
        self.deliveries = []


class Member(Person):
    """A member of the room."""

    def __init__(self, crowd, number, tally):
        super().__init__(crowd, f"u_{number}")
        self.number, self.tally = number, tally
        self.is_in = False
        # The next expected message of each of the two senders.
        self.next_notes = {}

    def ready(self):
        super().ready()
        self.say(
            b"<presence to='%s/n%d'><x xmlns='http://jabber.org/protocol/muc'/></presence>"
            % (ROOM.encode(), self.number))

    def heard(self, name, attributes, content):
        if name != b"message":
            return
        if b"type='error'" in attributes:
            raise Broken(f"{self.name} was refused: {content!r}")
        if b"<subject" in content:
            # The end of joining.
            self.tally.joined += not self.is_in
            self.is_in = True
        elif note := NOTE.search(content):
            self._delivered(attributes, int(note.group(1)), int(note.group(2)))

    def write(self, number, due):
        """Sends a message that was due at that moment."""
        text = b"%d %d " % (number, due)
        text += b"." * max(1, CHARACTERS - len(text))
        self.say(
            b"<message type='groupchat' to='%s'><body>%s</body></message>"
            % (ROOM.encode(), text))
        self.tally.sent += 1

    def _delivered(self, attributes, number, due):
        writer = attributes[attributes.index(b"/n"):].split(b"'")[0]
        expected = self.next_notes.get(writer, 0)
        if number < expected:
            self.tally.doubled += 1
            return
        self.tally.reordered += number > expected
        self.next_notes[writer] = number + 1
        self.tally.delivered += 1
        self.tally.deliveries.append((time.monotonic_ns() - due) / 1e3)


def _talk(crowd, writers, rate, seconds):
    """Messages are due at fixed moments, by both senders in turn."""
    start = time.monotonic_ns()
    for number in range(rate * seconds):
        due = start + number * 1_000_000_000 // rate
        while (left := (due - time.monotonic_ns()) / 1e9) > 0:
            crowd.turn(left)
        writers[number % len(writers)].write(number // len(writers), due)


def run(crowd, meter, devices, rate, seconds):
    """Measures two members who write to all; the server has the accounts."""
    tally = Tally()
    members = crowd.sign_in([lambda crowd: Member(crowd, 0, tally)])
    crowd.until(lambda: tally.joined == 1, 10, "making the room")
    members += crowd.sign_in([
        lambda crowd, number=number: Member(crowd, number, tally)
        for number in range(1, devices)])
    crowd.until(lambda: tally.joined == devices, 30, "joining the room")
    crowd.work(CALM_SECONDS)
    start, cpu = time.monotonic(), meter.cpu()
    _talk(crowd, members[:2], rate, seconds)
    expected = tally.sent * devices
    crowd.wait(lambda: tally.delivered >= expected, 10)
    took, cpu = time.monotonic() - start, meter.cpu() - cpu
    return {
        "devices": devices, "messages": tally.sent, "messagesPerSecond": tally.sent / took,
        "deliveries": tally.delivered,
        "cpuMicrosecondsPerMessage": cpu * 1e6 / max(1, tally.sent),
        "cpuMicrosecondsPerDelivery": cpu * 1e6 / max(1, tally.delivered),
        "delivered": Times(tally.deliveries).ladder(),
        "lost": max(0, expected - tally.delivered), "duplicated": tally.doubled,
        "reordered": tally.reordered,
    }
