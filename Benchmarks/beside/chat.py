"""Durable chat in pairs: as `upfor-load chat`, in XMPP.

A message is acknowledged by stream management (XEP-0198), which the sender requests after each
batch of messages. ejabberd handles the stanzas of a client in order, and archives a message before
it continues.
"""

import re
import time

from beside.times import Times
from beside.xmpp import ASK, ENABLE, HOST, Broken, Person

WARM_UP_SECONDS = 1
NOTE = re.compile(rb"<body>(\d+) (\d+) \.*</body>")
COUNT = re.compile(rb"\bh='(\d+)'")


class Tally:
    """The counts of all clients together."""

    def __init__(self):
        self.sent = self.acked = self.delivered = self.doubled = self.reordered = 0
        self.acks = []
        self.deliveries = []
        self.is_silent = False

    def begin_anew(self):
        """Discards all times measured so far."""
        self.acks, self.deliveries = [], []


class Talker(Person):
    """Sends to the friend, with some messages in flight."""

    def __init__(self, crowd, number, tally, in_flight, characters):
        super().__init__(crowd, f"u_{number}")
        self.tally, self.in_flight, self.characters = tally, in_flight, characters
        self.start = b"<message type='chat' to='u_%d@%s'><body>" % (number ^ 1, HOST.encode())
        # Send times of the messages that wait for their acknowledgement, oldest first.
        self.waiting = []
        self.sent = 0
        self.heard_count = 0
        self.next_note = 0
        self.is_asked = False

    def ready(self):
        self.say(ENABLE)

    def heard(self, name, attributes, content):
        if name == b"message":
            self.heard_count += 1
            self._delivered(content)
        elif name == b"a":
            self._acknowledged(int(COUNT.search(attributes).group(1)))
        elif name == b"r":
            self.is_asked = True
        elif name == b"enabled":
            self.heard_count = 0
            super().ready()
        else:
            # The presence of the friend.
            self.heard_count += 1

    def turned(self):
        if self.is_asked:
            self.is_asked = False
            self.say(b"<a xmlns='urn:xmpp:sm:3' h='%d'/>" % self.heard_count)

    def talk(self):
        """Sends as many as may be in flight, and requests their acknowledgement."""
        if self.tally.is_silent or len(self.waiting) >= self.in_flight:
            return
        words = bytearray()
        now = time.monotonic_ns()
        while len(self.waiting) < self.in_flight:
            text = b"%d %d " % (self.sent, now)
            text += b"." * max(1, self.characters - len(text))
            words += self.start + text + b"</body></message>"
            self.waiting.append(now)
            self.sent += 1
            self.tally.sent += 1
        self.say(bytes(words + ASK))

    def _acknowledged(self, count):
        now = time.monotonic_ns()
        fresh = count - (self.sent - len(self.waiting))
        if not 0 <= fresh <= len(self.waiting):
            raise Broken(f"{self.name} got an answer to nothing: {count}")
        self.tally.acks += [(now - sent) / 1e3 for sent in self.waiting[:fresh]]
        del self.waiting[:fresh]
        self.tally.acked += fresh
        self.talk()

    def _delivered(self, content):
        note = NOTE.search(content)
        if not note:
            raise Broken(f"{self.name} got a text that was never sent: {content!r}")
        number = int(note.group(1))
        if number < self.next_note:
            self.tally.doubled += 1
            return
        if number > self.next_note:
            # A skipped message counts as lost, unless it arrives later: then it counts as
            # duplicated.
            self.tally.reordered += 1
        self.next_note = number + 1
        self.tally.delivered += 1
        self.tally.deliveries.append((time.monotonic_ns() - int(note.group(2))) / 1e3)


def run(crowd, meter, senders, in_flight, characters, seconds):
    """Measures pairs of users who chat; the server has their accounts."""
    tally = Tally()
    people = crowd.sign_in([
        lambda crowd, number=number: Talker(crowd, number, tally, in_flight, characters)
        for number in range(senders)])
    for person in people:
        person.talk()
    crowd.work(WARM_UP_SECONDS)
    tally.begin_anew()
    start, acked, cpu = time.monotonic(), tally.acked, meter.cpu()
    crowd.work(seconds)
    took, messages, cpu = time.monotonic() - start, tally.acked - acked, meter.cpu() - cpu
    acks, deliveries = Times(tally.acks), Times(tally.deliveries)
    tally.is_silent = True
    crowd.wait(lambda: tally.acked == tally.sent == tally.delivered, 5)
    unanswered, lost = tally.sent - tally.acked, max(0, tally.acked - tally.delivered)
    return {
        "messages": messages, "messagesPerSecond": messages / took,
        "cpuMicrosecondsPerMessage": cpu * 1e6 / max(1, messages),
        "acks": acks.ladder(), "deliveries": deliveries.ladder(), "lost": lost,
        "duplicated": tally.doubled, "reordered": tally.reordered, "unanswered": unanswered,
        "sent": tally.sent,
    }
