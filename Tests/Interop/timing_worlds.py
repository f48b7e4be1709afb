"""The pairs of worlds that no caller may distinguish by times.

A case has cells: users of its own whose world is set repeatedly at random. `enter` puts a cell into
world 0 or 1; the phases are the commands that follow, phase by phase, each group of commands at
once and the groups of all cells in random order. A command with a label is measured.
"""

import collections

Step = collections.namedtuple("Step", "label who command fields")


def step(label, who, command, **fields):
    return Step(label, who, command, fields)


class Case:
    """Cells of one kind."""

    promise, title, worlds = "", "", ("", "")
    cell_count = 16
    # How long it is measured, relative to other cases.
    share = 1.0
    # Commands that reveal the world by at most so many microseconds. Why that is accepted:
    # docs/decisions/0025.
    known = {}

    def __init__(self, site):
        self.site = site
        self.cells = [self.cell() for _ in range(self.cell_count)]

    def is_over(self):
        """Whether all measurements are done."""
        return False


class Toggled(Case):
    """ana must not learn whether ben has something on; ana toggles gym herself."""

    promise = "I7"
    worlds = ("ben is off", "ben is on")
    activity = "gym"

    def cell(self):
        ana, ben = self.site.person(), self.site.person()
        self.meet(ana, ben)
        return ana, ben

    def befriend(self, ana, ben):
        ana.say("friendRequest", to=ben.name)
        ben.say("friendAccept", **{"from": ana.name})

    def enter(self, cell, world):
        cell[1].say("activitySet", activity=self.activity, on=bool(world))

    def phases(self, cell, world):
        ana, ben = cell
        return [[
            [step("activitySet on", ana, "activitySet", activity="gym", on=True),
             step("activityList, on", ana, "activityList"),
             step("matchList, on", ana, "matchList"),
             step("matchWhy, on", ana, "matchWhy", friend=ben.name, activity="gym"),
             step("activitySet off", ana, "activitySet", activity="gym", on=False)],
            [step("activityList", ana, "activityList")],
            [step("matchList", ana, "matchList", order="BY_ACTIVITY", past=True)],
            [step("matchWhy", ana, "matchWhy", friend=ben.name, activity=self.activity)],
            [step("audienceList", ana, "audienceList", activity="gym")],
            [step("friendList", ana, "friendList")],
            [step("userLookup", ana, "userLookup", username=ben.name)],
            [step("circleList", ana, "circleList")],
        ]]


class Stranger(Toggled):
    title = "a stranger"

    def meet(self, ana, ben):
        pass


class NotMeant(Toggled):
    title = "a friend who does not mean her"
    known = {"activitySet on": 15}

    def meet(self, ana, ben):
        self.befriend(ana, ben)
        ben.say("audienceSelect", activity="gym", friend=ana.name, selected=False)


class Other(Toggled):
    title = "a friend who is up for something else"
    activity = "coffee"

    def meet(self, ana, ben):
        self.befriend(ana, ben)


class NotOn(Toggled):
    title = "a friend, while she is up for nothing"

    def meet(self, ana, ben):
        self.befriend(ana, ben)

    def phases(self, cell, world):
        ana, ben = cell
        found = super().phases(cell, world)[0][1:]
        return [[*found, [step("activitySet off", ana, "activitySet", activity="gym", on=False)]]]


class Declined(Case):
    """cleo must not learn whether dan has declined."""

    promise, title = "I9", "a request to a user who is online"
    worlds = ("pending", "declined")
    known = {"friendWithdraw": 40}

    def cell(self):
        return self.site.person(), self.site.person()

    def enter(self, cell, world):
        cleo, dan = cell
        cleo.say("friendRequest", to=dan.name, message="hello")
        if world:
            dan.say("friendDecline", **{"from": cleo.name})

    def phases(self, cell, world):
        cleo, dan = cell
        return [[
            [step("userLookup", cleo, "userLookup", username=dan.name)],
            [step("friendRequest", cleo, "friendRequest", to=dan.name, message="hello")],
            [step("mailboxList", cleo, "mailboxList")],
            [step("friendList", cleo, "friendList")],
            [step("friendAccept", cleo, "friendAccept", **{"from": dan.name})],
            [step("roomSend", cleo, "roomSend", to=dan.name, text="hi", cid="x")],
            [step("matchWhy", cleo, "matchWhy", friend=dan.name, activity="gym")],
        ], [
            [step("friendWithdraw", cleo, "friendWithdraw", to=dan.name)],
        ]]


class Away:
    """The other user has no connection, except for a moment in either world."""

    def cell(self):
        asking, other = super().cell()
        other.leave()
        return asking, other

    def enter(self, cell, world):
        cell[1].come_back(self.site)
        super().enter(cell, world)
        cell[1].leave()


class DeclinedAway(Away, Declined):
    title = "a request to a user who is away"


class Blocked(Case):
    """ana must not learn whether ben has blocked her."""

    promise, title = "block", "a user who has blocked her"
    worlds = ("a stranger", "has blocked her")
    known = {"friendRequest": 40, "friendRequest again": 40, "friendWithdraw": 40}

    def cell(self):
        return self.site.person(), self.site.person()

    def enter(self, cell, world):
        ana, ben = cell
        ben.say("userBlock" if world else "userUnblock", user=ana.name)

    def phases(self, cell, world):
        ana, ben = cell
        return [[
            [step("userLookup", ana, "userLookup", username=ben.name)],
            [step("friendRequest", ana, "friendRequest", to=ben.name, message="hello"),
             step("friendRequest again", ana, "friendRequest", to=ben.name, message="hello"),
             step("mailboxList", ana, "mailboxList"),
             step("friendWithdraw", ana, "friendWithdraw", to=ben.name)],
            *reaching(ana, ben.name),
        ]]


class BlockedAway(Away, Blocked):
    title = "a user who has blocked her, and is away"


def reaching(ana, name):
    """Commands that a stranger may try, and that are refused equally to all strangers."""
    return [[one] for one in (
        step("roomSend", ana, "roomSend", to=name, text="hi", cid="x"),
        step("roomHistory", ana, "roomHistory", **{"with": name}),
        step("roomMark", ana, "roomMark", **{"with": name}, seq=1),
        step("roomType", ana, "roomType", **{"with": name}, on=True),
        step("roomRead", ana, "roomRead", **{"with": name}, seqs=[1]),
        step("roomPins", ana, "roomPins", **{"with": name}),
        step("roomPin", ana, "roomPin", **{"with": name}, seq=1, on=True),
        step("roomVote", ana, "roomVote", **{"with": name}, seq=1, options=[1]),
        step("roomExpire", ana, "roomExpire", **{"with": name}, minutes=60),
        step("friendAccept", ana, "friendAccept", **{"from": name}),
        step("friendDecline", ana, "friendDecline", **{"from": name}),
        step("friendRemove", ana, "friendRemove", friend=name),
        step("matchWhy", ana, "matchWhy", friend=name, activity="gym"),
        step("audienceSelect", ana, "audienceSelect", activity="gym", friend=name,
             selected=False),
    )]


class Nobody(Case):
    """Commands other than look-ups must not reveal whether a name exists."""

    promise, title = "existence", "a name"
    worlds = ("a stranger", "nobody")
    known = dict.fromkeys((
        "roomSend", "roomHistory", "roomMark", "roomType", "friendAccept", "friendDecline",
        "friendRemove", "friendWithdraw", "matchWhy", "audienceSelect", "userUnblock"), 10)

    def cell(self):
        return [self.site.person(), None]

    def __init__(self, site):
        super().__init__(site)
        self.pools = site.accounts(64), [site.name() for _ in range(64)]

    def enter(self, cell, world):
        cell[1] = self.site.chance.choice(self.pools[world])

    def phases(self, cell, world):
        ana, name = cell
        return [[
            *reaching(ana, name),
            [step("friendWithdraw", ana, "friendWithdraw", to=name)],
            [step("userUnblock", ana, "userUnblock", user=name)],
        ]]
