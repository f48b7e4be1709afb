"""Pairs of worlds for callers without an account, or at another's: see `timing_worlds.py`."""

import base64

from timing_line import Line, Post
from timing_site import PASSWORD, Person
from timing_worlds import Case, step


class Login(Case):
    """Whether there is an account, and whether the hash of a password was compared."""

    promise, title = "existence", "a log-in, a hash of 64 KiB"
    worlds = ("wrong password", "unknown name")
    known = {"accountLogin": 15, "accountLogin by e-mail": 15}
    cell_count = 4
    pool_count = 100

    def __init__(self, site):
        super().__init__(site)
        self.pools = site.accounts(self.pool_count), [
            site.name() for _ in range(self.pool_count)]

    def cell(self):
        return [Person("", Line(self.site.daemon.port)), None]

    def enter(self, cell, world):
        cell[1] = self.site.chance.choice(self.pools[world])

    def phases(self, cell, world):
        who, name = cell
        wrong = {"password": "wrong horse!!", "device": "x"}
        return [[
            [step("accountLogin", who, "accountLogin", login=name, **wrong)],
            [step("accountLogin by e-mail", who, "accountLogin", login=f"{name}@example.org",
                  **wrong)],
        ]]


class DearLogin(Login):
    title = "a log-in, a hash of 19 MiB"
    known = {}
    cell_count = 2
    pool_count = 20
    share = 2.0


class Recovered(Login):
    """Whether a code was tried at an existing account, or at an unknown name."""

    title = "a code that is wrong"
    known = {"passwordRecover": 10}
    worlds = ("known name", "unknown name")
    pool_count = 40

    def __init__(self, site):
        super().__init__(site)
        for name in self.pools[0]:
            site.order("set-email", user=name, email=f"{name}@example.org")

    def phases(self, cell, world):
        who, name = cell
        return [[
            [step("passwordRecover", who, "passwordRecover", login=name, code="abcdefghjk",
                  password=PASSWORD)],
        ]]


class Forgotten(Recovered):
    """Whether a letter is sent to an account, or to none."""

    title = "a forgotten password"

    def phases(self, cell, world):
        who, name = cell
        return [[
            [step("passwordForgot", who, "passwordForgot", login=name)],
            [step("passwordForgot by e-mail", who, "passwordForgot",
                  login=f"{name}@example.org")],
        ]]


class Ceiling(Case):
    """Whether an account's log-ins from new networks are still checked."""

    promise, title = "ceiling", "a log-in from a network that is new"
    worlds = ("below its ceiling", "over it")
    cell_count = 4
    # Per account and hour: `rates.accountLoginsPerHour`.
    limit = 12
    account_count = 100

    def __init__(self, site):
        super().__init__(site)
        self.left = {name: self.limit - 2 for name in site.accounts(self.account_count)}
        self.over = site.accounts(20)
        for name in self.over:
            for _ in range(self.limit + 3):
                self.cells[0][0].line.ask("accountLogin", **self.wrong(name))

    def wrong(self, name):
        chance = self.site.chance
        address = ".".join(str(chance.randrange(1, 250)) for _ in range(3))
        return {"login": name, "password": "wrong horse!!", "device": "x",
                "address": f"10.{address}"}

    def cell(self):
        return [Person("", Post(self.site.daemon.port)), None]

    def is_over(self):
        return len(self.left) < self.cell_count

    def enter(self, cell, world):
        if world:
            cell[1] = self.site.chance.choice(self.over)
        else:
            cell[1] = name = self.site.chance.choice(sorted(self.left))
            self.left[name] -= 1
            if not self.left[name]:
                del self.left[name]

    def phases(self, cell, world):
        who, name = cell
        return [[[step("accountLogin", who, "accountLogin", **self.wrong(name))]]]


class Guessed(Case):
    """Neither a user nor a visitor may learn whether a code was ever one."""

    promise, title = "existence", "the code of an invitation"
    worlds = ("unknown", "used up, of one who has blocked her")
    known = dict.fromkeys(("invitationRead", "invitationAccept", "invitationRead, visitor"), 12)

    def cell(self):
        ana, ben, carl = (self.site.person() for _ in range(3))
        made = ben.say("invitationCreate", uses=1, hours=720)["invitation"]
        carl.say("invitationAccept", code=made["code"], cid="x")
        ben.say("userBlock", user=ana.name)
        return [ana, Person("", Line(self.site.daemon.port)), made["code"], None]

    def enter(self, cell, world):
        guess = base64.urlsafe_b64encode(self.site.chance.randbytes(16)).decode().rstrip("=")
        cell[3] = cell[2] if world else guess

    def phases(self, cell, world):
        ana, visitor, _, code = cell
        return [[
            [step("invitationRead", ana, "invitationRead", code=code)],
            [step("invitationAccept", ana, "invitationAccept", code=code, cid="x")],
            [step("invitationRead, visitor", visitor, "invitationRead", code=code)],
        ]]
