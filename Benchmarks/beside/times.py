"""Durations."""


class Times:
    """Microseconds, as in upfor-load's reports."""

    def __init__(self, microseconds):
        self._sorted = sorted(microseconds)

    def percentile(self, percent):
        """A percentile of the times; 0 if there are none."""
        if not self._sorted:
            return 0.0
        place = min(len(self._sorted) - 1, int(len(self._sorted) * percent / 100))
        return self._sorted[place]

    def ladder(self):
        """For the report."""
        return {
            "count": len(self._sorted), "p50Microseconds": self.percentile(50),
            "p99Microseconds": self.percentile(99), "maxMicroseconds": self.percentile(100),
        }
