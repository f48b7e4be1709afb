"""A second factor with an independent authenticator: Debian's oathtool generates the codes."""

import os
import re
import subprocess
import time

from terminal import Terminal
from until import HANG

PASSWORD, NEW = "correct horse", "battery staple"


class Authenticator:
    """An app with a secret."""

    def __init__(self, printed):
        self.secret = re.search(r"secret  ([A-Z2-7]{32})", printed).group(1)

    def code(self, steps=0):
        """Its present code, or the one a number of half minutes ahead."""
        now = f"@{int(time.time()) + 30 * steps}"
        return subprocess.run(
            ["oathtool", "--totp", "--base32", "--now", now, self.secret],
            capture_output=True, text=True, timeout=HANG, check=True).stdout.strip()


def play(mail, upfor, daemon, folder, upford):
    """Set up, required, recovered without the phone, and dropped by an administrator."""
    home = os.path.join(folder, "gil")
    os.mkdir(home)
    gil = Terminal(upfor, daemon.server, home)
    word = f"{PASSWORD}\n"
    gil.is_told("signed in", "register", "gil", "--email", "gil@example.org", "--password-stdin",
                given=word)
    gil.is_told("confirmed", "verify", mail.code("gil@example.org", "Confirm"))
    gil.is_told("log-ins need no second factor", "second-factor")
    gil.is_told("wrong|not prove", "second-factor", "on", "--password-stdin", code=1,
                given=f"{NEW}\n")
    app = Authenticator(
        gil.is_told("then: `upfor second-factor confirm", "second-factor", "on",
                    "--password-stdin", given=word))
    gil.is_told("code is wrong", "second-factor", "confirm", app.code(10), code=1)
    codes = re.findall(
        r"^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$",
        gil.is_told("keep these", "second-factor", "confirm", app.code()), re.M)
    assert len(set(codes)) == 10, codes
    letter = mail.letter("gil@example.org", "was changed").get_payload()
    assert "a code of an authenticator" in letter, letter
    gil.is_told("second factor.*--code", "profile", "--password", "--password-stdin", code=1,
                given=f"{PASSWORD}\n{NEW}\n")
    gil.is_told("", "logout")

    gil.is_told("second factor.*--code", "login", "gil", "--password-stdin", code=1, given=word)
    gil.is_told("wrong", "login", "gil", "--password-stdin", "--code", app.code(10), code=1,
                given=word)
    used = app.code(1)
    gil.is_told("signed in as gil", "login", "gil", "--password-stdin", "--code", used, given=word)
    gil.is_told("since .*; 10 recovery codes left", "second-factor")
    gil.is_told("", "logout")
    gil.is_told("wrong, used or expired", "login", "gil", "--password-stdin", "--code", used,
                code=1, given=word)

    # The phone is lost, and the password forgotten.
    gil.is_told("if an account", "forgot", "gil")
    gil.is_told("your password is changed", "recover", "gil", "--code",
                mail.code("gil@example.org", "new password"), "--password-stdin",
                given=f"{NEW}\n")
    gil.is_told("second factor", "login", "gil", "--password-stdin", code=1, given=f"{NEW}\n")
    gil.is_told("signed in as gil", "login", "gil", "--password-stdin", "--code", codes[0],
                given=f"{NEW}\n")
    gil.is_told("9 recovery codes left", "second-factor")
    gil.is_told("wrong", "second-factor", "codes", "--password-stdin", "--code", codes[0], code=1,
                given=f"{NEW}\n")
    gil.is_told(r"(?m)^[a-z2-9-]{19}$", "second-factor", "codes", "--password-stdin", "--code",
                codes[1].upper(), given=f"{NEW}\n")
    gil.is_told("", "logout")
    gil.is_told("wrong", "login", "gil", "--password-stdin", "--code", codes[2], code=1,
                given=f"{NEW}\n")

    def ctl(*words):
        return subprocess.run(
            [upford, "ctl", *words, "--data", os.path.join(daemon.folder, "data")],
            capture_output=True, text=True, timeout=HANG, check=True).stdout

    assert "second factor" in ctl("user", "gil")
    assert "second factor" not in ctl("drop-second-factor", "gil")
    gil.is_told("signed in as gil", "login", "gil", "--password-stdin", given=f"{NEW}\n")
    gil.is_told("records", "export", "me.json")
    return [app.secret, *codes]
