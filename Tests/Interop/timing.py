"""Information in response times: pairs of worlds that differ in a fact that a user must not learn.

A real daemon on loopback, its data in memory. Each sample's world is random, and so is the order of
commands, accounts and worlds. If times distinguish a pair, the program exits with 1, unless its
`Case` declares that as known. Artificial delays in one of two equal worlds show how small a
difference is found. If the largest is not found, or a difference is found between equal worlds, the
rig is broken, and the program exits with 2.

usage: timing.py PATH-OF-UPFORD [--quick] [--seconds N] [--seed N] [--only WORD]
"""

import argparse
import collections
import gc
import os
import random
import sys
import time

from timing_accounts import Ceiling, DearLogin, Forgotten, Guessed, Login, Recovered
from timing_site import Mails, Site
from timing_verdict import Sample, Verdict
from timing_worlds import (
    Blocked, BlockedAway, Case, Declined, DeclinedAway, Nobody, NotMeant, NotOn, Other, Stranger,
    step)

# Limit of all cases together.
SECONDS, QUICK_SECONDS = 420, 24
# Sufficient number of samples of a command.
SAMPLES_MAX = 12_000
PLANTED = (0, 2, 5, 10, 20, 50, 100, 200, 500)


class Planted(Case):
    """Two equal worlds; in the second, answers are delayed."""

    promise, title = "planted", "a delay of our own"
    worlds = ("at once", "held back")
    share = 2.5

    def cell(self):
        return self.site.person(), self.site.person()

    def enter(self, cell, world):
        pass

    def phases(self, cell, world):
        ana, ben = cell
        return [[
            [step(("friendList", late), ana, "friendList") for late in PLANTED],
            [step(("activitySet", late), ben, "activitySet", activity="gym", on=True)
             for late in PLANTED],
        ]]


def measure(case, chance, seconds, samples_max):
    """All samples, by label; and the kinds of answers, by label and world."""
    samples, kinds = collections.defaultdict(list), collections.defaultdict(set)
    end, turn = time.monotonic() + seconds, 0
    while time.monotonic() < end and not case.is_over():
        turn += 1
        worlds = [chance.randrange(2) for _ in case.cells]
        for index in shuffled(range(len(case.cells)), chance):
            case.enter(case.cells[index], worlds[index])
        rounds = [case.phases(cell, world) for cell, world in zip(case.cells, worlds)]
        for phase in zip(*rounds):
            jobs = [(index, group) for index, groups in enumerate(phase) for group in groups]
            for index, group in shuffled(jobs, chance):
                for label, who, command, fields in group:
                    late = 1000 * label[1] * worlds[index] if isinstance(label, tuple) else 0
                    if late:
                        fields = {**fields, "held_back": late}
                    answer, nanoseconds = who.line.ask(command, **fields)
                    samples[label].append(Sample(index, turn, worlds[index], nanoseconds))
                    kinds[label].add((worlds[index], kind(answer)))
        if len(next(iter(samples.values()))) >= samples_max:
            break
    for label, found in kinds.items():
        of = [{one for world, one in found if world == which} for which in (0, 1)]
        assert of[0] == of[1] or not (of[0] and of[1]), (case.title, label, found)
    return samples


def kind(answer):
    """Facts that are equal in both worlds anyway."""
    if "error" in answer:
        return answer["error"]["code"]
    return next(name for name in answer if name != "id")


def shuffled(things, chance):
    things = list(things)
    chance.shuffle(things)
    return things


class Table:
    def __init__(self):
        print(f"{'promise':10} {'command':26} {'n':>6} {'median µs':>17} {'differ by':>9}"
              f" {'t':>7} {'detectable':>10}")
        self.told, self.found, self.smallest = [], {}, {}

    def title(self, case):
        print(f"-- {case.title}: {case.worlds[0]} | {case.worlds[1]}")

    def row(self, promise, name, verdict, note="TOLD APART"):
        medians = " | ".join(f"{median:.0f}" for median in verdict.medians)
        print(f"{promise:10} {name:26} {verdict.count:6} {medians:>17} {verdict.difference:+9.1f}"
              f" {verdict.t:+7.1f} {verdict.detectable:10.1f}"
              f"{'  ' + note if verdict.tells else ''}", flush=True)

    def add(self, case, samples):
        self.title(case)
        for label, found in samples.items():
            verdict = Verdict(found)
            if isinstance(label, tuple):
                self.row(case.promise, f"{label[0]} +{label[1]} µs", verdict)
                self.found.setdefault(label[0], []).append((label[1], verdict.tells))
                continue
            is_known = abs(verdict.difference) <= case.known.get(label, 0)
            self.row(case.promise, label, verdict,
                     "told apart, as decision 25 says" if is_known else "TOLD APART")
            if verdict.tells and not is_known:
                self.told.append(f"{case.promise}: {label} ({case.title})")

    def works(self):
        """Whether artificial delays are found, and no others."""
        good = True
        for command, planted in self.found.items():
            missed = [late for late, tells in planted if late and not tells]
            smallest = min((late for late, _ in planted if late > max(missed, default=0)),
                           default=None)
            print(f"power: {command}: " + (f"{smallest} µs and more are found" if smallest
                                           else "not even the largest delay is found"))
            good = good and smallest is not None and (0, False) in planted
        return good


def plan(options, chance):
    """Daemons, each with its cases."""
    upford = os.path.abspath(options.upford)
    yield [Planted, Stranger, NotMeant, Other, NotOn, Declined, DeclinedAway, Blocked,
           BlockedAway, Nobody, Guessed, Login], lambda: Site(upford, chance)
    yield [Ceiling], lambda: Site(
        upford, chance, http_trustedProxies="127.0.0.1", rates_enabled="true",
        rates_accountLoginsPerHour=Ceiling.limit, rates_registrationsPerHour=0,
        rates_addressLoginsPerQuarterHour=0, rates_commandsBurst=0)
    yield [DearLogin], lambda: Site(
        upford, chance, passwords_memoryKiB=19456, passwords_passes=2)
    with Mails() as mails:
        yield [Recovered, Forgotten], lambda: Site(
            upford, chance, mail_server=f"smtp://127.0.0.1:{mails.port}",
            mail_from="upfor@example.org", mail_codesPerHour=20)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("upford")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    seconds = options.seconds or (QUICK_SECONDS if options.quick else SECONDS)
    chance = random.Random(options.seed)
    print(f"timing: seed {options.seed}, {seconds:.0f} s")
    sites = [(cases, make) for cases, make in plan(options, chance)]
    everything = [case for cases, _ in sites for case in cases]
    shares = sum(case.share for case in everything)
    table = Table()
    gc.disable()
    for cases, make in plan(options, chance):
        cases = [case for case in cases
                 if options.only.lower() in f"{case.promise} {case.__name__}".lower()
                 or case is Planted]
        if not cases:
            continue
        with make() as site:
            for case in cases:
                table.add(case, measure(
                    case(site), chance, seconds * case.share / shares, SAMPLES_MAX))
                gc.collect()
    works = table.works()
    for one in table.told:
        print(f"told apart: {one}")
    print("timing: " + (
        "the rig does not find an artificial delay" if not works else
        f"{len(table.told)} can be distinguished" if table.told else
        "nothing more can be distinguished than is known"))
    sys.exit(2 if not works else 1 if table.told else 0)


if __name__ == "__main__":
    main()
