"""Whether times distinguish two worlds, and the smallest difference that would have been found.

The method of dudect (Reparaz, Balasch, Verbauwhede 2017): Welch's t-test, on all times and on times
that are cut at percentiles of both worlds together, because the tail is noise of the machine. A
longer time counts as the percentile itself. |t| of 4.5 is reached by chance once in 147,000 tests.
Worlds are drawn for each sample, so that all other differences (accounts, rounds, a busy machine)
are random in both.
"""

import collections
import math
import statistics

THRESHOLD = 4.5
# A true difference this many standard errors beyond the threshold is found in 9 of 10 runs.
POWER_90 = 1.28
CUTS = (0.25, 0.5, 0.75, 0.9, 1.0)
# Fewer samples of a world are inconclusive.
SAMPLES_MIN = 20

Sample = collections.namedtuple("Sample", "cell round world time")


class Verdict:
    """The verdict on one command in two worlds; times in microseconds."""

    def __init__(self, samples):
        raw = by_world([(sample.world, sample.time / 1000) for sample in samples])
        self.count = min(len(raw[0]), len(raw[1]))
        self.medians = [statistics.median(times) if times else 0 for times in raw]
        centred = by_world(centre(samples))
        self.difference = self.medians[1] - self.medians[0]
        self.t, self.detectable = 0.0, math.inf
        if self.count < SAMPLES_MIN:
            return
        both = sorted(centred[0] + centred[1])
        for cut in CUTS:
            most = both[min(len(both) - 1, int(len(both) * cut))]
            t, error = welch(*([min(time, most) for time in times] for times in centred))
            if abs(t) > abs(self.t):
                self.t = t
            # A shift moves only the samples below the cut.
            self.detectable = min(self.detectable, (THRESHOLD + POWER_90) * error / cut)

    @property
    def tells(self):
        return abs(self.t) >= THRESHOLD


def by_world(pairs):
    times = ([], [])
    for world, time in pairs:
        times[world].append(time)
    return times


def centre(samples):
    """Times without the effects of account and round, which are independent of the world."""
    times = [sample.time / 1000 for sample in samples]
    for group in ("cell", "round"):
        members = collections.defaultdict(list)
        for sample, time in zip(samples, times):
            members[getattr(sample, group)].append(time)
        middles = {key: statistics.median(found) for key, found in members.items()}
        times = [time - middles[getattr(sample, group)] for sample, time in zip(samples, times)]
    return [(sample.world, time) for sample, time in zip(samples, times)]


def welch(a, b):
    """Welch's t of b against a, and the standard error of the difference."""
    error = math.sqrt(statistics.variance(a) / len(a) + statistics.variance(b) / len(b))
    difference = statistics.fmean(b) - statistics.fmean(a)
    return (difference / error if error else 0.0), error
