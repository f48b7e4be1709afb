"""A synthetic graph of friends, equal to upfor-load's `Population`.

Users form a circle, and each is a friend of those at the same distances.
"""


class People:
    """`size` users, each with `friends` friends: an even number."""

    def __init__(self, size, friends):
        self.size, self.friend_count = size, friends
        step = (size // 2 - 1) // (friends // 2)
        near = [place * step for place in range(1, friends // 2 + 1)]
        self.distances = near + [size - distance for distance in reversed(near)]
        self._apart = frozenset(self.distances)

    def friends(self, number):
        """The friends of one user."""
        return [(number + distance) % self.size for distance in self.distances]

    def are_friends(self, one, other):
        """Whether two users are friends."""
        return (one - other) % self.size in self._apart
