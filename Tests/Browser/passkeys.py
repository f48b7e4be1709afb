"""Passkeys on the page, kept by Chromium's virtual authenticator."""

import os
import re
import subprocess
import tempfile

from bearings import opens
from daemon import free_port
from people import PHONE, Site
from playwright.sync_api import expect

from until import HANG


class Authenticator:
    """A device of a person's that keeps passkeys, and is always touched and verified at once.

    It is gone when another CDP session of the page ends: `check_access` comes before or after."""

    def __init__(self, person, transport="internal"):
        self.session = person.context.new_cdp_session(person.page)
        self.session.send("WebAuthn.enable")
        self.number = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": transport, "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True,
            "automaticPresenceSimulation": True}})["authenticatorId"]

    def count(self):
        """How many passkeys it keeps."""
        kept = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.number})
        return len(kept["credentials"])


def passkeys(upford):
    """A sign-up and log-ins without a password; a passkey as the second factor; the last one."""
    with named(upford) as site:
        without_password(site)
        as_second_factor(site)
        assert not site.complaints(), site.complaints()
    with tempfile.TemporaryDirectory() as folder:
        socket = os.path.join(folder, "ctl.sock")
        with named(upford, registration="invite", admin_socket=socket) as site:
            by_invitation(site, upford, socket)
            assert not site.complaints(), site.complaints()


def named(upford, **settings):
    """A site under a name: 127.0.0.1 cannot have passkeys."""
    port = free_port()
    site = Site(upford, listen_origins=f"http://localhost:{port}", **settings)
    site.daemon.port, site.url = port, f"http://localhost:{port}"
    return site


def by_invitation(site, upford, socket):
    """On another person's device, by a key that she takes along."""
    code = subprocess.run(
        [upford, "ctl", "invite", "--socket", socket], capture_output=True, text=True,
        timeout=HANG, check=True).stdout.strip().splitlines()[0]
    dora = site.guest("dora", PHONE)
    opens(dora, f"/i#{code}")
    page = dora.page
    page.get_by_role("button", name="Create an account").click()
    page.get_by_label("Username", exact=True).fill("dora")
    page.get_by_label("E-mail").fill("dora@example.org")
    page.get_by_label("With a passkey, no password").check()
    page.get_by_label("This is not my device").check()
    dora.check_width("a sign-up by invitation, with a passkey")
    key = Authenticator(dora, "usb")
    page.get_by_role("button", name="Create an account").click()
    dora.is_in()
    assert key.count() == 1, key.count()


def without_password(site):
    dora = site.guest("dora")
    page = dora.page
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Username", exact=True).fill("dora")
    page.get_by_label("E-mail").fill("dora@example.org")
    page.get_by_label("With a passkey, no password").check()
    expect(page.get_by_label("Password", exact=True)).to_have_count(0)
    dora.check_access("a sign-up with a passkey")
    dora.shoot("passkey-sign-up")
    device = Authenticator(dora)
    page.get_by_role("button", name="Create an account").click()
    dora.is_in()
    assert device.count() == 1, device.count()
    dora.log_out()
    dora.shoot("passkey-log-in")
    page.get_by_role("button", name="Use a passkey").click()
    dora.is_in()
    # It is the only way in, and a proof, too: she sets a password, and may delete it then.
    dora.at("me", "security")
    page.get_by_role("button", name=re.compile("^Delete ")).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("It is your last way in").first).to_be_visible()
    page.get_by_role("button", name="Change", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("New password", exact=True).fill(dora.password)
    dialog.get_by_label("New password again").fill(dora.password)
    dialog.get_by_role("button", name="Confirm with a passkey instead").click()
    expect(page.get_by_text("Your password is changed.").first).to_be_visible()
    # A passkey of a thief would still open the account.
    dialog = page.get_by_role("dialog", name="Are these all yours?")
    expect(dialog.get_by_role("button", name=re.compile("^Delete "))).to_have_count(1)
    dialog.get_by_role("button", name="All are mine").click()
    page.get_by_role("button", name=re.compile("^Delete ")).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Delete "))).to_have_count(0)
    dora.log_out()
    dora.log_in()


def as_second_factor(site):
    ana = site.guest("ana")
    device, page = Authenticator(ana), ana.page
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Username", exact=True).fill("ana")
    page.get_by_label("E-mail").fill("ana@example.org")
    page.get_by_label("Password", exact=True).fill(ana.password)
    page.get_by_role("button", name="Create an account").click()
    ana.is_in()
    ana.at("me", "security")
    page.get_by_role("button", name="Add a passkey").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the passkey").fill("key ring")
    # A wrong password needs no second passkey.
    dialog.get_by_label("Current password").fill("battery staple")
    dialog.get_by_role("button", name="Add a passkey").click()
    expect(dialog.get_by_text("The password is wrong.")).to_be_visible()
    dialog.get_by_label("Current password").fill(ana.password)
    dialog.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("The passkey is added.").first).to_be_visible()
    assert device.count() == 1, device.count()
    page.get_by_role("button", name="Rename key ring").click()
    page.get_by_label("Name of the passkey").fill("blue key")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.get_by_text("blue key").first).to_be_visible()
    ana.check_width("passkeys")
    ana.shoot("passkeys")

    page.get_by_role("button", name="Demand a passkey").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Confirm with a passkey instead").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    page.get_by_role("button", name="I have kept them").click()
    ana.log_out()
    ana.log_in(lands=False)
    page.get_by_role("button", name="Use a passkey").click()
    ana.is_in()
    ana.at("me", "security")
    expect(page.get_by_text("blue key").first).to_be_visible()
    ana.check_access("passkeys")
