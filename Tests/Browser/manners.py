"""Rarer actions: decline, withdraw, mute, unfriend; keys, a paste, a new password."""

import re

from people import DESK, PHONE, Site
from playwright.sync_api import expect

from until import until


def manners(upford):
    """Declined and withdrawn requests, a muted friend, keys only, a new password, installation."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        requests(ana, ben)
        site.friends(ana, ben)
        mute(ana, ben)
        keys(ana, ben)
        installable(ana)
        password(site, ana)
        part(ana, ben)
        languages(ana)
        assert not site.complaints(), site.complaints()


def requests(ana, ben):
    """One request is withdrawn, one is declined; its sender is not notified."""
    ana.add_friend(ben)
    ben.go("People")
    row = ben.page.get_by_role("listitem").filter(has_text="ana")
    expect(row.get_by_role("button", name="Accept")).to_be_visible()
    ana.page.get_by_role("button", name="Withdraw").click()
    expect(row.get_by_role("button", name="Accept")).to_have_count(0)
    ben.add_friend(ana)
    ana.go("People")
    ana.page.get_by_role("button", name="Decline").click()
    expect(ana.page.get_by_role("button", name="Decline")).to_have_count(0)
    expect(ben.page.get_by_role("button", name="Withdraw")).to_be_visible()
    ben.page.get_by_role("button", name="Withdraw").click()


def mute(ana, ben):
    """A muted friend causes no badge, neither in the title nor in the icon."""
    icon = lambda: ana.page.locator("link[rel=icon]").get_attribute("href")
    read = icon()
    ana.go("Now")
    ben.open_chat(ana)
    ben.write(ana, "one")
    until("title with a count", lambda: ana.page.title() == "(1) Now · Upfor")
    # Visible text is announced, too.
    expect(ana.page.locator("div.unseen[role=status]")).to_contain_text("Ben: one")
    until("icon with a badge", lambda: icon() != read)
    ana.open_chat(ben)
    until("title without one", lambda: ana.page.title() == "Ben · Upfor")
    until("icon without one", lambda: icon() == read)
    ana.page.get_by_role("button", name="Actions", exact=True).click()
    ana.page.get_by_role("button", name="Mute", exact=True).click()
    ana.go("Chats")
    expect(ana.page.get_by_role("img", name="Muted")).to_be_visible()
    ana.go("Now")
    ben.write(ana, "two")
    ana.go("Chats")
    expect(ana.page.get_by_role("link", name=re.compile("Ben.*two"))).to_be_visible()
    assert ana.page.title() == "Chats · Upfor", ana.page.title()


def keys(ana, ben):
    """With the keyboard only: to a screen, to a friend, a paste, an emoji, a message, back."""
    keyboard = ana.page.keyboard
    keyboard.press("Alt+1")
    expect(ana.page.get_by_role("heading", name="What are you up for?")).to_be_visible()
    keyboard.press("?")
    expect(ana.page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    keyboard.press("Escape")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    keyboard.press("Alt+2")
    expect(ana.page.get_by_role("link", name=re.compile("^Ben")).first).to_be_visible()
    ana.page.get_by_role("button", name="Search in everything").focus()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(ana.field(ben)).to_be_focused()
    ana.page.evaluate("navigator.clipboard.writeText('pasted 🍜\\nsecond line')")
    keyboard.press("Control+V")
    expect(ana.field(ben)).to_have_value("pasted 🍜\nsecond line")
    keyboard.press("Shift+Enter")
    keyboard.type("third")
    keyboard.press("Enter")
    ben.reads("pasted 🍜\nsecond line\nthird")
    keyboard.press("Shift+Tab")
    keyboard.press("Enter")
    expect(ana.page.get_by_role("dialog", name="Pick an emoji")).to_be_visible()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(ana.field(ben)).not_to_have_value("")
    expect(ana.field(ben)).to_be_focused()
    keyboard.press("Enter")
    expect(ben.page.locator("li.message.big")).to_have_count(1)


def installable(ana):
    """By the browser's own criteria."""
    session = ana.context.new_cdp_session(ana.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["data"], manifest
    # A private window cannot install anything; that is the only obstacle.
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors] in ([], ["in-incognito"]), errors
    session.detach()


def password(site, ana):
    """A new password logs out every other device, and only it opens the account."""
    other = site.guest("ana")
    other.log_in()
    ana.at("me", "security")
    ana.page.get_by_role("button", name="Change", exact=True).click()
    dialog = ana.page.get_by_role("dialog")
    dialog.get_by_label("Current password").fill("not this one")
    for label in "New password", "New password again":
        dialog.get_by_label(label, exact=True).fill("another long horse")
    dialog.get_by_role("button", name="Set the password").click()
    expect(dialog.get_by_role("alert")).to_contain_text("The password is wrong.")
    dialog.get_by_label("Current password").fill(ana.password)
    dialog.get_by_role("button", name="Set the password").click()
    expect(dialog).to_have_count(0)
    expect(other.page.get_by_label("Username or e-mail")).to_be_visible()
    other.page.get_by_label("Username or e-mail").fill("ana")
    other.page.get_by_label("Password").fill(ana.password)
    other.page.get_by_role("button", name="Log in").click()
    expect(other.page.get_by_role("alert")).to_contain_text("The name or the password is wrong.")
    other.page.get_by_label("Password").fill("another long horse")
    other.page.get_by_role("button", name="Log in").click()
    other.is_in()


def languages(ana):
    """In German, and from right to left, every screen is accessible and fits, in both sizes."""
    ana.at("me", "profile")
    ana.page.get_by_label("Language").select_option("de")
    expect(ana.page.get_by_role("heading", name="Ich", exact=True)).to_be_visible()
    assert ana.page.locator("html").get_attribute("lang") == "de"
    for size in DESK, {"width": 320, "height": 640}:
        ana.page.set_viewport_size(size)
        for direction in "ltr", "rtl":
            ana.page.evaluate("direction => { document.documentElement.dir = direction; }", direction)
            for place in PLACES:
                ana.at(*place.split("/"))
                expect(ana.page.get_by_role("heading", level=1).first).to_be_visible()
                where = f"{place}, German, {direction}, {size['width']}"
                ana.check_width(where)
                ana.check_access(where)
                ana.shoot(f"{place.replace('/', '-')}-de-{direction}-{size['width']}")


PLACES = ("now", "more", "map", "people/+", "map/history", "chats", "circle", "people", "partners",
          "words", "events", "events/profile", "me/profile", "me/security", "me/devices",
          "me/privacy", "me/notifications", "me/parts", "me/data")


def part(ana, ben):
    """A friendship ends on both pages, and neither side can write any more."""
    ana.open_chat(ben)
    ben.open_chat(ana)
    ben.page.get_by_role("button", name="Actions", exact=True).click()
    ben.page.get_by_role("button", name="End friendship").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="End friendship").click()
    for person in ana, ben:
        expect(person.page.get_by_text("You are not friends. You cannot write here.")).to_be_visible()
    ana.go("People")
    expect(ana.page.get_by_text("0 friends")).to_be_visible()
