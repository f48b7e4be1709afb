"""The account on the page: name, picture, ways in, devices, privacy, export, and deletion."""

import base64
import hashlib
import hmac
import json
import re
import struct
import time

from people import DESK, PHONE, Site
from playwright.sync_api import expect

# A picture of four pixels.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAA"
    "AABJRU5ErkJggg==")


def account(upford):
    """Ana changes everything about her account; ben sees the visible changes, and deletes his."""
    with Site(upford) as site:
        ana, ben = site.person("ana", PHONE), site.person("ben")
        site.friends(ana, ben)
        places(ana, ben)
        profile(ana, ben)
        devices(site, ana)
        privacy(ana, ben)
        second_factor(ana)
        export(ana)
        leave(ana, ben)
        assert not site.complaints(), site.complaints()


def places(ana, ben):
    for person in (ana, ben):
        for place in ("profile", "security", "devices", "privacy", "notifications", "parts", "data"):
            person.at("me", place)
            expect(person.page.get_by_role("heading", level=1).first).to_be_visible()
            person.check_access(f"me/{place} of {person.name}")
            person.check_width(f"me/{place} of {person.name}")
            person.shoot(f"me-{place}-{person.name}")


def profile(ana, ben):
    ana.at("me", "profile")
    ana.page.get_by_label("Name", exact=True).fill("Ana Sol")
    ana.page.get_by_role("button", name="Save").click()
    ben.go("People")
    expect(ben.page.get_by_role("link", name=re.compile("Ana Sol"))).to_be_visible()
    before = ben.page.locator("img.avatar").first.get_attribute("src")
    with ana.page.expect_file_chooser() as chooser:
        ana.page.get_by_role("button", name="Choose a picture").click()
    chooser.value.set_files({"name": "me.png", "mimeType": "image/png", "buffer": PICTURE})
    ana.check_access("the crop of a picture")
    ana.shoot("crop")
    ana.page.get_by_role("button", name="Use picture").click()
    expect(ben.page.locator(f'img.avatar[src="{before}"]')).to_have_count(0)
    expect(ben.page.locator("img.avatar").first).to_be_visible()


def devices(site, ana):
    """Another browser logs in, and this one logs it out."""
    other = site.guest("ana", DESK)
    other.log_in()
    ana.at("me", "devices")
    ana.page.get_by_role("button", name=re.compile("^Log out Linux")).first.click()
    confirm(ana, "Log out")
    expect(other.page.get_by_label("Username or e-mail")).to_be_visible()
    expect(other.page.get_by_role("alert")).to_contain_text("You were logged out")


def privacy(ana, ben):
    ben.at("people", "ana")
    expect(ben.page.get_by_role("article").get_by_text("online", exact=True)).to_be_visible()
    ana.at("me", "privacy")
    ana.page.get_by_role("switch", name=re.compile("^Invisible")).click()
    expect(ana.page.get_by_role("switch", name=re.compile("^Invisible"))).to_be_checked()
    expect(ben.page.get_by_role("article").get_by_text("online", exact=True)).to_have_count(0)
    ana.page.get_by_role("switch", name=re.compile("^Invisible")).click()
    expect(ben.page.get_by_role("article").get_by_text("online", exact=True)).to_be_visible()


def second_factor(ana):
    ana.at("me", "security")
    ana.page.get_by_role("button", name="Set up").click()
    dialog = ana.page.get_by_role("dialog")
    dialog.get_by_label("Current password").fill(ana.password)
    dialog.get_by_role("button").last.click()
    words = re.sub(r"\s", "", ana.page.locator("code.secret").inner_text())
    ana.check_access("a new authenticator")
    ana.shoot("authenticator")
    ana.page.get_by_role("textbox", name="Code").fill(code(words, 0))
    ana.page.get_by_role("button", name="Turn on").click()
    expect(ana.page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    ana.page.get_by_role("button", name="I have kept them").click()
    ana.log_out()
    ana.page.get_by_label("Username or e-mail").fill("ana")
    ana.page.get_by_label("Password").fill(ana.password)
    ana.page.get_by_role("button", name="Log in").click()
    # A code is valid once: use that of the next half minute.
    ana.page.get_by_label("Code").fill(code(words, 1))
    ana.page.get_by_role("button", name="Log in").click()
    ana.is_in()


def code(secret, steps):
    """Six digits, for a number of half minutes ahead. Source: RFC 6238."""
    counter = struct.pack(">Q", int(time.time()) // 30 + steps)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7fffffff) % 10**6:06}"


def export(ana):
    ana.at("me", "data")
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name="Export my data").click()
    with open(download.value.path(), encoding="utf-8") as file:
        found = json.load(file)
    assert found["username"] == "ana" and "Ana Sol" in json.dumps(found), found


def leave(ana, ben):
    """Ben blocks ana, which ends the friendship, and deletes his account."""
    ben.go("People")
    expect(ben.page.get_by_text("1 friend")).to_be_visible()
    ben.at("people", "ana")
    ben.page.get_by_label("Actions").click()
    ben.page.get_by_role("button", name="Block").click()
    confirm(ben, "Block")
    ben.go("People")
    expect(ben.page.get_by_text("0 friends")).to_be_visible()
    ana.go("People")
    expect(ana.page.get_by_text("0 friends")).to_be_visible()
    ben.at("me", "data")
    ben.page.get_by_role("button", name="Delete account").click()
    dialog = ben.page.get_by_role("dialog")
    dialog.get_by_label("Type ben to go on").fill("ben")
    dialog.get_by_label("Current password").fill(ben.password)
    dialog.get_by_role("button", name="Delete forever").click()
    expect(ben.page.get_by_role("alert")).to_contain_text("Your account is deleted.")
    ana.page.get_by_label("Find a person by username").fill("ben")
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_text("There is no user @ben.").first).to_be_visible()


def confirm(person, action):
    person.page.get_by_role("dialog").get_by_role("button", name=action).click()
    expect(person.page.get_by_role("dialog")).to_have_count(0)
