"""A made-up world of friends: the same as upfor-load's `Population`.

People stand in a circle, and everybody is a friend of those at the same distances.
"""


class People:
    """So many, each with so many friends: an even number."""

    def __init__(self, size, friends):
        self.size, self.friend_count = size, friends
        step = (size // 2 - 1) // (friends // 2)
        near = [place * step for place in range(1, friends // 2 + 1)]
        self.distances = near + [size - distance for distance in reversed(near)]
        self._apart = frozenset(self.distances)

    def friends(self, number):
        """Of one of them."""
        return [(number + distance) % self.size for distance in self.distances]

    def are_friends(self, one, other):
        """Whether two are."""
        return (one - other) % self.size in self._apart
