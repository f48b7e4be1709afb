"""Users who connect, sign in, and disconnect: as `upfor-load login`, in XMPP; and idle users."""

import time

from beside.times import Times
from beside.xmpp import Broken, Person

CALM_SECONDS = 1.5
FIRST_COUNT = 100


class Guest(Person):
    """Disconnects as soon as it has received everything that a client shows first."""

    def __init__(self, crowd, number, friends):
        super().__init__(crowd, f"u_{number}")
        self.friends = friends

    def ready(self):
        if self.friend_count != self.friends:
            raise Broken(f"{self.name} received {self.friend_count} friends")
        self.leave()

    def left(self):
        self.crowd.ready_count += 1


def run(crowd, meter, people, count, at_once):
    """Measures sign-ins, each on a connection of its own; the server has the accounts.

    A first wave is not counted: it pays for one-time costs of the server.
    """
    def wave(size):
        crowd.sign_in([
            lambda crowd, number=number: Guest(crowd, number % people.size, people.friend_count)
            for number in range(size)], at_once)
    wave(max(at_once, count // 10))
    crowd.sign_ins.clear()
    start, cpu = time.monotonic(), meter.cpu()
    wave(count)
    took, cpu = time.monotonic() - start, meter.cpu() - cpu
    return {
        "signIns": count, "signInsPerSecond": count / took,
        "cpuMicrosecondsPerSignIn": cpu * 1e6 / count,
        "answers": Times(crowd.sign_ins).ladder(),
    }


def idle(crowd, server, users):
    """Measures the memory of idle users, with one friend each.

    The first ones pay for one-time costs of the server, and are not counted.
    """
    def come(numbers):
        crowd.sign_in([
            lambda crowd, number=number: Person(crowd, f"u_{number}") for number in numbers])
        crowd.work(CALM_SECONDS)
    come(range(FIRST_COUNT))
    # Processes release unused memory, including that left by the start.
    server.ask("control:collect()")
    before = server.meter.private_bytes()
    come(range(FIRST_COUNT, FIRST_COUNT + users))
    after = server.meter.private_bytes()
    server.ask("control:collect()")
    collected = server.meter.private_bytes()
    return {
        "users": users, "bytesBefore": before, "bytesAfter": after,
        "bytesPerUser": (after - before) / users,
        "bytesPerUserCollected": (collected - before) / users,
    }
