"""Users who connect and disconnect among friends who stay online: as `upfor-load presence`, in
XMPP.

Each friend has to receive each arrival and each departure exactly once.
"""

import time

from beside.times import Times
from beside.xmpp import ADDRESS, Broken, Person

STAY_SECONDS = 2
CALM_SECONDS = 3


class Tally:
    """The arrivals and departures that friends have received."""

    def __init__(self, people, rate, seconds):
        self.people, self.rate = people, rate
        self.at_once, self.visit_count = 2 * rate, rate * seconds
        self.visitor_count = 3 * self.at_once
        # Notices to friends; presences that arriving visitors receive; wrong notices.
        self.told = self.shown = self.wrong = 0
        self.first_wrong = None
        self.comings = []
        self.arrivals = {}
        self.left = 0
        self._present = set()

    def stay(self, visit):
        """The length of a visit. The first visitors arrive, but must not leave, together."""
        if visit < self.at_once:
            return STAY_SECONDS * (1 + visit) / self.at_once
        return STAY_SECONDS

    def telling_count(self):
        """The number of notices that friends should receive."""
        counts = [
            sum(friend >= self.visitor_count for friend in self.people.friends(number))
            for number in range(self.visitor_count)]
        return 2 * sum(counts[visit % self.visitor_count] for visit in range(self.visit_count))

    def hear(self, watcher, visitor, is_there):
        """Counts a notice: arrivals and departures of a visitor must alternate."""
        if visitor >= self.visitor_count:
            return
        pair = (watcher, visitor)
        if not self.people.are_friends(*pair) or (pair in self._present) == is_there:
            self.wrong += 1
            self.first_wrong = (
                self.first_wrong or f"{watcher} received presence of {visitor}: {is_there}")
            return
        self.told += 1
        if is_there:
            self._present.add(pair)
            self.comings.append((time.monotonic_ns() - self.arrivals[visitor]) / 1e3)
        else:
            self._present.remove(pair)


def _number(attributes):
    """The number of the user whose presence it is."""
    return int(ADDRESS.search(attributes).group(1).split(b"@")[0][2:])


class Watcher(Person):
    """A user who stays online."""

    def __init__(self, crowd, number, tally):
        super().__init__(crowd, f"u_{number}")
        self.number, self.tally = number, tally

    def heard(self, name, attributes, content):
        if name == b"presence":
            is_there = b"type='unavailable'" not in attributes
            self.tally.hear(self.number, _number(attributes), is_there)


class Visitor(Person):
    """Connects, signs in, stays for a while and disconnects."""

    def __init__(self, crowd, visit, tally):
        self.number = visit % tally.visitor_count
        super().__init__(crowd, f"u_{self.number}")
        self.visit, self.tally = visit, tally
        self.leaves_at = None

    def writable(self):
        if not self.is_open:
            self.tally.arrivals[self.number] = time.monotonic_ns()
        super().writable()

    def ready(self):
        self.leaves_at = time.monotonic() + self.tally.stay(self.visit)

    def heard(self, name, attributes, content):
        if name == b"presence" and _number(attributes) >= self.tally.visitor_count:
            self.tally.shown += 1

    def left(self):
        self.tally.left += 1


def _visit(crowd, tally):
    """Runs all visits."""
    there = []
    started = 0
    end = time.monotonic() + 60 + 3 * tally.visit_count / tally.rate
    while tally.left < tally.visit_count:
        if time.monotonic() > end:
            raise Broken(f"only {tally.left} of {tally.visit_count} visitors have left")
        now = time.monotonic()
        for visitor in [one for one in there if one.leaves_at and one.leaves_at <= now]:
            there.remove(visitor)
            visitor.leave()
        while started < tally.visit_count and started - tally.left < tally.at_once:
            there.append(Visitor(crowd, started, tally))
            started += 1
        crowd.turn(0.01)


def run(crowd, meter, people, rate, seconds):
    """Measures the visits; the accounts exist already."""
    tally = Tally(people, rate, seconds)
    crowd.sign_in([
        lambda crowd, number=number: Watcher(crowd, number, tally)
        for number in range(tally.visitor_count, people.size)])
    crowd.work(CALM_SECONDS)
    start, cpu = time.monotonic(), meter.cpu()
    _visit(crowd, tally)
    expected = tally.telling_count()
    crowd.wait(lambda: tally.told >= expected, 5)
    took, cpu = time.monotonic() - start, meter.cpu() - cpu
    return {
        "visits": tally.visit_count, "told": tally.told, "toldPerSecond": tally.told / took,
        "shown": tally.shown, "cpuMicrosecondsPerTold": cpu * 1e6 / max(1, tally.told),
        "cpuMicrosecondsPerStanza": cpu * 1e6 / max(1, tally.told + tally.shown),
        "comings": Times(tally.comings).ladder(), "lost": max(0, expected - tally.told),
        "wrong": tally.wrong, "firstWrong": tally.first_wrong,
    }
