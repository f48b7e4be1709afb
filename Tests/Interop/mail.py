"""Codes and letters through a real mail server: sign up, verify, forget, recover, with upfor and
over the wire.

The mail server is PyPI's aiosmtpd, once without encryption on this machine, once with STARTTLS and
a log-in, and once out of reach until it comes back.

usage: mail.py PATH-OF-UPFORD PATH-OF-UPFOR
"""

import email
import logging
import os
import re
import ssl
import subprocess
import sys
import tempfile
import threading
import warnings

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

import factor
from certificate import certificate
from daemon import Daemon, free_port
from peer import Peer
from terminal import Terminal
from until import HANG, until

PASSWORD, NEW, NEWER = "correct horse", "battery staple", "purple monkey"
SENDER = "upfor@example.org"
# An address of this machine that does not count as local: STARTTLS is required there.
ELSEWHERE = "127.0.0.2"


class MailServer:
    """Accepts letters; the replies in `refusals` go to the next recipients instead."""

    def __init__(self, folder=None, host="127.0.0.1"):
        self.host = host
        self.letters, self.refusals, self.lock = [], [], threading.Lock()
        self.port, self.controller = 0, None
        self.options, self.greetings, self.senders = {}, 0, 0
        if folder:
            self.certificate, key = certificate(folder)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.certificate, key)
            self.options = {
                "tls_context": context, "require_starttls": True, "auth_required": True,
                "authenticator": self.authenticate}

    @staticmethod
    def authenticate(server, session, envelope, mechanism, data):
        return AuthResult(success=isinstance(data, LoginPassword)
                          and (data.login, data.password) == (b"upford", b"s3cret word"))

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        self.greetings += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):
        self.senders += 1
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        with self.lock:
            if self.refusals:
                return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content)
        with self.lock:
            self.letters.append((envelope.rcpt_tos, message, session.ssl is not None))
        return "250 taken"

    def start(self):
        self.controller = Controller(
            self, hostname=self.host, port=self.port or free_port(), ready_timeout=HANG,
            **self.options)
        self.controller.start()
        self.port = self.controller.port

    def stop(self):
        self.controller.stop()

    def to(self, address):
        with self.lock:
            return [message for receivers, message, _ in self.letters if receivers == [address]]

    def letter(self, address, subject, count=1):
        """The last of so many letters to the address with this subject."""
        def there():
            found = [one for one in self.to(address) if re.search(subject, one["Subject"])]
            return len(found) >= count and found[-1]
        return until(f"letter to {address} about {subject}", there)

    def code(self, address, subject, count=1):
        text = self.letter(address, subject, count).get_payload()
        return re.search(r"^    ([a-z2-9]{5}-[a-z2-9]{5})\r?$", text, re.M).group(1)


def play(mail, upfor, daemon, folder):
    """A user of upfor: signs up, confirms, forgets the password, and recovers it."""
    ana = Terminal(upfor, daemon.server, folder)
    ana.is_told("not confirmed: `upfor verify`", "register", "ana", "--email", "ana@example.org",
                "--password-stdin", given=f"{PASSWORD}\n")
    first = mail.letter("ana@example.org", "Confirm")
    assert first["From"] == f"<{SENDER}>" and first["To"] == "<ana@example.org>", first
    assert first["Auto-Submitted"] == "auto-generated" and "\n\n" not in first["Subject"]
    assert first["Message-ID"].endswith("@example.org>") and first["Date"], first
    ana.is_told(r"not confirmed", "whoami")
    ana.is_told("code is on its way to ana@example.org", "verify")
    ana.is_told("the code is wrong", "verify", "abcde-fghjk", code=1)
    ana.is_told("ten letters and digits", "verify", "nonsense", code=1)
    code = mail.code("ana@example.org", "Confirm", 2)
    ana.is_told("ana@example.org is confirmed, and yours alone", "verify", code.upper())
    ana.is_told(r"ana <ana@example.org>$", "whoami")
    ana.is_told("", "logout")

    told = ana.is_told("if an account has this name", "forgot", "ana@example.org")
    for stranger in ("nobody", "nobody@example.org"):
        assert ana.is_told("", "forgot", stranger) == told
    code = mail.code("ana@example.org", "new password")
    ana.is_told("the code is wrong", "recover", "ana", "--code", "abcde-fghjk",
                "--password-stdin", code=1, given=f"{NEW}\n")
    ana.is_told("your password is changed", "recover", "ana@example.org", "--code", code,
                "--password-stdin", given=f"{NEW}\n")
    told = mail.letter("ana@example.org", "was changed").get_payload()
    assert "set anew with a mailed code" in told, told
    ana.is_told("the code is wrong", "recover", "ana@example.org", "--code", code,
                "--password-stdin", code=1, given=f"{NEW}\n")
    ana.is_told("wrong", "login", "ana", "--password-stdin", code=1, given=f"{PASSWORD}\n")
    ana.is_told("signed in as ana", "login", "ana@example.org", "--password-stdin",
                given=f"{NEW}\n")

    ana.is_told("a code is on its way to the new address", "profile", "--email",
                "new@example.org", "--password-stdin", given=f"{NEW}\n")
    ana.is_told(r"ana <ana@example.org>$", "whoami")
    ana.is_told("new@example.org is confirmed", "verify", mail.code("new@example.org", "Confirm"))
    told = mail.letter("ana@example.org", "was changed", 2).get_payload()
    assert "e-mail address of your account ana was changed" in told, told
    assert not mail.to("nobody@example.org")


def by_wire(mail, daemon):
    """The same over the wire, with other devices that are signed out and notified."""
    phone, laptop, stranger = (Peer(daemon.port) for _ in range(3))
    token = phone.register("ben")
    account = phone.call(2, "sessionOpen", token=token, device="phone", after=0)
    assert "session" in account, account
    # A stranger enters the address: that does not lock its owner out.
    answer = stranger.call(1, "accountRegister", username="thief", email="ben@example.org",
                           password=PASSWORD, device="x")
    assert answer["account"]["emailVerified"] is False, answer
    for name, count in (("ben", 3), ("ben@example.org", 3)):
        assert stranger.call(count, "passwordForgot", login=name) == {"id": count, "done": {}}
    codes = {one.get_payload().split("account ")[1].split(":")[0]: code_in(one)
             for one in until("letters", lambda: len(mail.to("ben@example.org")) >= 2
                              and mail.to("ben@example.org"))}
    answer = phone.call(3, "emailConfirm", code=codes["ben"])
    assert answer["email"] == {"email": "ben@example.org", "verified": True}, answer
    error = stranger.call(4, "accountLogin", login="ben@example.org", password=NEW, device="x")
    assert error["error"]["code"] == "WRONG_CREDENTIALS"
    assert "account" in laptop.call(1, "accountLogin", login="ben@example.org",
                                    password=PASSWORD, device="laptop")
    assert stranger.call(5, "passwordForgot", login="ben")["done"] == {}
    code = mail.code("ben@example.org", "new password")
    wrong = stranger.call(6, "passwordRecover", login="nobody", code=code, password=NEW)
    right = stranger.call(7, "passwordRecover", login="ben", code=code, password=NEW)
    assert wrong["error"]["code"] == "WRONG_CREDENTIALS" and right["done"] == {}, (wrong, right)
    while "bye" not in (message := phone.hear()):
        pass
    assert message["bye"]["code"] == 4502, message
    answer = laptop.call(2, "accountLogin", login="ben", password=NEW, device="laptop")
    opened = laptop.call(3, "sessionOpen", token=answer["account"]["token"], device="laptop",
                         after=0)
    assert "session" in opened, opened
    while "accountChanged" not in (message := laptop.hear()) or \
            message["accountChanged"]["change"] != "PASSWORD_RECOVERED":
        pass


def code_in(letter):
    return re.search(r"    ([a-z2-9]{5}-[a-z2-9]{5})", letter.get_payload()).group(1)


def thief(mail, upfor, daemon, folder, upford):
    """A thief with the password takes an account over, and an administrator gives it back."""
    own, other = os.path.join(folder, "own"), os.path.join(folder, "other")
    os.mkdir(own)
    os.mkdir(other)
    fay, bad = Terminal(upfor, daemon.server, own), Terminal(upfor, daemon.server, other)
    fay.is_told("signed in", "register", "fay", "--email", "fay@example.org", "--password-stdin",
                given=f"{PASSWORD}\n")
    fay.is_told("confirmed", "verify", mail.code("fay@example.org", "Confirm"))
    bad.is_told("signed in as fay", "login", "fay", "--password-stdin", given=f"{PASSWORD}\n")
    bad.is_told("on its way", "profile", "--email", "bad@example.com", "--password-stdin",
                given=f"{PASSWORD}\n")
    bad.is_told("bad@example.com is confirmed", "verify", mail.code("bad@example.com", "Confirm"))
    assert "address of your account fay was changed" in mail.letter(
        "fay@example.org", "was changed").get_payload()
    bad.is_told("your password is changed", "profile", "--password", "--password-stdin",
                given=f"{PASSWORD}\n{NEW}\n")
    fay.is_told("sign in", "friends", code=4)
    fay.is_told("if an account", "forgot", "fay")
    mail.letter("bad@example.com", "new password")

    def ctl(*words):
        return subprocess.run(
            [upford, "ctl", *words, "--data", os.path.join(daemon.folder, "data")],
            capture_output=True, text=True, timeout=HANG, check=True)

    done = ctl("reset-password", "fay")
    assert "dropped: e-mail bad@example.com" in done.stderr, done
    assert "dropped: log-in" in done.stderr and "kept" not in done.stderr, done
    bad.is_told("sign in", "friends", code=4)
    bad.is_told("wrong", "login", "fay", "--password-stdin", code=1, given=f"{NEW}\n")
    bad.is_told("the code is wrong", "recover", "fay", "--code",
                mail.code("bad@example.com", "new password"), "--password-stdin", code=1,
                given=f"{NEW}\n")
    assert "fay@example.org" in ctl("set-email", "fay", "fay@example.org").stdout
    fay.is_told("if an account", "forgot", "fay")
    fay.is_told("your password is changed", "recover", "fay", "--code",
                mail.code("fay@example.org", "new password"), "--password-stdin",
                given=f"{NEWER}\n")
    fay.is_told("signed in as fay", "login", "fay@example.org", "--password-stdin",
                given=f"{NEWER}\n")


def spool(mail, daemon):
    """Letters wait: for a server that defers them, for one that is down, and for the daemon."""
    mail.refusals += ["451 try again"]
    peer = Peer(daemon.port)
    peer.register("cleo")
    mail.letter("cleo@example.org", "Confirm")
    mail.refusals += ["550 nobody here"]
    peer = Peer(daemon.port)
    peer.register("dora")
    until("refusal", lambda: not mail.refusals)
    mail.stop()
    Peer(daemon.port).register("emil")
    daemon.process.kill()
    daemon.process.wait()
    daemon.start()
    mail.start()
    mail.letter("emil@example.org", "Confirm")
    assert len(mail.to("emil@example.org")) == 1
    assert len(mail.to("cleo@example.org")) == 1
    assert not mail.to("dora@example.org")


def settings(mail, **more):
    return {
        "mail_server": f"smtp://127.0.0.1:{mail.port}", "mail_from": SENDER,
        "passwords_memoryKiB": 64, "passwords_passes": 1, "mail_codesPerHour": 20, **more}


def plain(upford, upfor):
    with tempfile.TemporaryDirectory() as folder:
        mail = MailServer()
        mail.start()
        daemon = Daemon(upford, folder, **settings(mail))
        daemon.start()
        try:
            play(mail, upfor, daemon, folder)
            by_wire(mail, daemon)
            thief(mail, upfor, daemon, folder, upford)
            secrets = factor.play(mail, upfor, daemon, folder, upford)
            spool(mail, daemon)
            assert daemon.stop() == 0
        finally:
            daemon.process.kill()
            mail.stop()
        with open(os.path.join(folder, "events.jsonl"), encoding="utf-8") as log:
            text = log.read()
        codes = [code_in(one) for _, one, _ in mail.letters if "code is good" in one.get_payload()]
        for secret in ("@example.org", *codes, *secrets):
            assert secret not in text, secret


def encrypted(upford):
    """STARTTLS with a private authority, and a log-in: on a name that is not local."""
    with tempfile.TemporaryDirectory() as folder:
        mail = MailServer(folder, ELSEWHERE)
        mail.start()
        proof = os.path.join(folder, "mail.password")
        with open(proof, "w", encoding="utf-8") as file:
            file.write("wrong\n")
        daemon = Daemon(upford, folder, **settings(
            mail, mail_server=f"smtp://{ELSEWHERE}:{mail.port}", mail_user="upford", mail_password=proof, mail_authorities=mail.certificate))
        daemon.start()
        try:
            Peer(daemon.port).register("ana")
            with open(proof, "w", encoding="utf-8") as file:
                file.write("s3cret word\n")
            daemon.process.send_signal(1)
            mail.letter("ana@example.org", "Confirm")
            assert all(is_encrypted for _, _, is_encrypted in mail.letters)
            assert daemon.stop() == 0
        finally:
            daemon.process.kill()
            mail.stop()


def told_nothing(upford, make_server, why, **more):
    """A server that does not match the settings receives no sender, no recipient and no letter."""
    with tempfile.TemporaryDirectory() as folder:
        mail = make_server(folder)
        mail.start()
        daemon = Daemon(upford, folder, **settings(
            mail, mail_server=f"smtp://{ELSEWHERE}:{mail.port}", **more))
        daemon.start()
        try:
            Peer(daemon.port).register("ana")
            # It connected twice, found no match, and sent nothing.
            until(f"second attempt: {why}", lambda: mail.greetings >= 2)
            assert not mail.letters and mail.senders == 0, why
        finally:
            daemon.stop()
            mail.stop()


def main():
    upford, upfor = sys.argv[1:3]
    # Deliberate abuse by peers is not reported.
    logging.getLogger("mail.log").setLevel(logging.CRITICAL + 1)
    warnings.simplefilter("ignore")
    plain(upford, upfor)
    encrypted(upford)
    told_nothing(upford, lambda _: MailServer(host=ELSEWHERE), "no STARTTLS")
    told_nothing(upford, lambda folder: MailServer(folder, ELSEWHERE), "no trust")
    print("mail: confirmed, forgotten, recovered and told, by upfor and over the wire")


main()
