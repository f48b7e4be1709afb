"""`upfor login --issuer` against a real daemon, with tokens that openssl signs for an issuer.

usage: issuer.py PATH-OF-UPFORD PATH-OF-UPFOR
"""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from daemon import Daemon
from terminal import Terminal

ADDRESS, CLIENT = "https://id.example.org", "upfor"


class Issuer:
    """An issuer of OpenID Connect: one RSA key, and the tokens that it signs."""

    def __init__(self, folder):
        self.key = os.path.join(folder, "issuer.pem")
        openssl("genrsa", "-out", self.key, "2048")
        modulus = openssl("rsa", "-in", self.key, "-noout", "-modulus").decode()
        number = bytes.fromhex(modulus.strip().removeprefix("Modulus="))
        self.key_set = {"keys": [{
            "kty": "RSA", "kid": "k1", "use": "sig", "alg": "RS256",
            "n": url_safe(number), "e": url_safe(b"\x01\x00\x01")}]}

    def settings(self, folder):
        """Returns the path of a configuration in `folder` that trusts this issuer as "home"."""
        keys = os.path.join(folder, "keys.json")
        with open(keys, "w", encoding="utf-8") as file:
            json.dump(self.key_set, file)
        path = os.path.join(folder, "upford.yaml")
        identity = {"name": "home", "issuer": ADDRESS, "clientID": CLIENT, "keys": keys}
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"identities: {json.dumps([identity])}\n")
        return path

    def token(self, nonce, **claims):
        now = int(time.time())
        claims = {
            "iss": ADDRESS, "aud": CLIENT, "sub": "d1", "iat": now, "exp": now + 300,
            "nonce": nonce, "name": "Dora D.", "email": "dora@example.org",
            "email_verified": True, **claims}
        text = ".".join(url_safe(json.dumps(part).encode()) for part in (
            {"alg": "RS256", "kid": "k1"}, claims))
        signature = openssl("dgst", "-sha256", "-sign", self.key, given=text.encode())
        return f"{text}.{url_safe(signature)}"


def openssl(*words, given=None):
    return subprocess.run(
        ["openssl", *words], input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        check=True).stdout


def url_safe(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Guest(Terminal):
    """A user with an identity at the issuer."""

    def nonce(self, *words):
        printed = self.is_told(
            rf"issuer +{ADDRESS}\nclient_id +{CLIENT}\nnonce +\S+",
            *(words or ("login", "--issuer", "home")))
        return re.search(r"nonce +(\S+)", printed).group(1)


def play(issuer, dora):
    by_token = ["--issuer", "home", "--id-token", "token.jwt"]
    path = os.path.join(dora.folder, "token.jwt")

    def keep(token):
        with open(path, "w", encoding="utf-8") as file:
            # With a newline at the end, as editors write it.
            file.write(token + "\n")

    dora.is_told("there is no", "login", "--issuer", "nowhere", code=1)
    keep(issuer.token(dora.nonce()))
    dora.is_told(
        r"choose a username.*upfor login NAME --issuer", "login", *by_token, code=1)
    dora.is_told("signed in as dora", "login", "dora", *by_token)
    dora.is_told(
        r"Dora D. \(dora\) <dora@example.org>\nan identity of home opens your account", "profile")
    dora.is_told("already|signed in as dora", "login", *by_token, code=1)
    dora.is_told("", "logout")
    # A used token, and one of another issuer.
    dora.is_told("the ID token is invalid or expired", "login", *by_token, code=1)
    keep(issuer.token(dora.nonce(), iss="https://elsewhere.example.org"))
    dora.is_told("the ID token is invalid or expired", "login", *by_token, code=1)
    dora.is_told(
        "signed in as dora", "login", "--issuer", "home", "--id-token", "-",
        given=issuer.token(dora.nonce()))
    dora.is_told("dora", "whoami")
    change_without_password(issuer, dora, keep)
    leave(issuer, dora, keep)


def change_without_password(issuer, dora, keep):
    """An account of an outside identity has no password: a fresh token is its proof."""
    proof = ["--issuer", "home", "--id-token", "token.jwt"]
    keep(issuer.token(dora.nonce("profile", "--issuer", "home")))
    dora.is_told(
        "the proof is wrong", "profile", "--unlink", "home", "--password-stdin", code=1, given="wrong horse\n")
    dora.is_told("last way into the account", "profile", "--unlink", "home", *proof, code=1)
    keep(issuer.token(dora.nonce("profile", "--issuer", "home")))
    dora.is_told(
        "your password is changed", "profile", "--password", "--password-stdin", *proof,
        given="correct horse\n")
    keep(issuer.token(dora.nonce("profile", "--issuer", "home")))
    dora.is_told("no outside identity", "profile", "--unlink", "home", *proof)
    dora.is_told(r"you can sign in with home, too \(`profile --link home`\)", "profile")
    keep(issuer.token(dora.nonce("profile", "--link", "home")))
    dora.is_told(
        "an identity of home opens your account", "profile", "--link", "home", "--link-token",
        "token.jwt", "--password-stdin", given="correct horse\n")
    dora.is_told("signed out", "logout")
    keep(issuer.token(dora.nonce()))
    dora.is_told("signed in as dora", "login", *proof)


def leave(issuer, dora, keep):
    """A user with a void token can log in again; a deleted account leaves no profile behind."""
    path = os.path.join(dora.folder, "upfor", "profiles", "default.json")
    with open(path, encoding="utf-8") as file:
        profile = json.load(file)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({**profile, "token": "void"}, file)
    dora.is_told("sign in with `upfor login`", "friends", code=4)
    keep(issuer.token(dora.nonce()))
    dora.is_told("signed in as dora", "login", "--issuer", "home", "--id-token", "token.jwt")
    keep(issuer.token(dora.nonce("delete-account", "--issuer", "home")))
    dora.is_told(
        "the account dora is deleted", "delete-account", "--username", "dora", "--issuer", "home",
        "--id-token", "token.jwt")
    dora.is_told("not signed in", "friends", code=4)


def main():
    upford, upfor = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        issuer = Issuer(folder)
        daemon = Daemon(upford, folder, config=issuer.settings(folder))
        daemon.start()
        try:
            play(issuer, Guest(upfor, daemon.server, folder))
        finally:
            daemon.stop()
    print("issuer: signed up, out and in, changed and deleted by an issuer's word")


if __name__ == "__main__":
    main()
