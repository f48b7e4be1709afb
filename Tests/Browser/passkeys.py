"""Passkeys on the page, kept by Chromium's virtual authenticator."""

import re

from daemon import free_port
from people import Site
from playwright.sync_api import expect


class Authenticator:
    """A device of a person's that keeps passkeys, and is always touched and verified at once.

    It is gone when another CDP session of the page ends: `check_access` comes before or after."""

    def __init__(self, person):
        self.session = person.context.new_cdp_session(person.page)
        self.session.send("WebAuthn.enable")
        self.number = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True,
            "automaticPresenceSimulation": True}})["authenticatorId"]

    def count(self):
        """How many passkeys it keeps."""
        kept = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.number})
        return len(kept["credentials"])


def passkeys(upford):
    """A sign-up and log-ins without a password; a passkey as the second factor; the last one."""
    port = free_port()
    # Passkeys are for names: 127.0.0.1 cannot have any.
    site = Site(upford, listen_origins=f"http://localhost:{port}")
    site.daemon.port, site.url = port, f"http://localhost:{port}"
    with site:
        without_password(site)
        as_second_factor(site)
        assert not site.complaints(), site.complaints()


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
    expect(page.get_by_text("It is the last way into your account.").first).to_be_visible()
    page.get_by_role("button", name="Change", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("New password", exact=True).fill(dora.password)
    dialog.get_by_label("New password again").fill(dora.password)
    dialog.get_by_role("button", name="Confirm with a passkey instead").click()
    expect(page.get_by_text("Your password is changed.").first).to_be_visible()
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
