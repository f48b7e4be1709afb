"""Texts of messages: links, marks, keys, emoji: a story of stories.py."""

import re

from people import DESK, PHONE, Site
from playwright.sync_api import expect

TYPED = "**Lunch** at _noon_, `at *12*`?\nSee www.example.org/a_(b), or call +49 30 1234567."
PLAIN = "Lunch at noon, at *12*?\nSee www.example.org/a_(b), or call +49 30 1234567."
BLOCKS = "> when?\n> where?\nNow:\n```\nif (a > b) *stop*\n```"


def text(upford):
    """Two users write links, marks, code and emoji, on a phone and at a desk, also by keys alone."""
    with Site(upford) as site:
        ana = site.person("ana", DESK)
        ben = site.person("ben", PHONE, has_touch=True, is_mobile=True)
        site.friends(ana, ben)
        ana.open_chat(ben)
        ben.open_chat(ana)
        marks(ana, ben)
        addresses(ana, ben)
        blocks(ana, ben)
        enter(ana, ben)
        previews(ana, ben)
        emoji(ana, ben)
        in_german(ben, ana)
        assert not site.complaints(), site.complaints()


def last(person):
    return person.page.locator("li.message").last


def send(person, other, text):
    person.field(other).fill(text)
    person.page.get_by_role("button", name="Send", exact=True).click()
    expect(person.page.locator(".pending")).to_have_count(0)


def marks(ana, ben):
    """Marks are elements for both; a copy is what was typed, or what is seen."""
    send(ana, ben, TYPED)
    for one in ana, ben:
        expect(last(one).locator("strong")).to_have_text("Lunch")
        expect(last(one).locator("em")).to_have_text("noon")
        expect(last(one).locator("code")).to_have_text("at *12*")
    last(ana).hover()
    last(ana).get_by_label("Actions for this message").click()
    ana.page.get_by_role("button", name="Copy").click()
    assert ana.page.evaluate("navigator.clipboard.readText()") == TYPED
    selected = last(ben).locator(".bubble > p").evaluate("""(text) => {
      getSelection().selectAllChildren(text);
      return getSelection().toString();
    }""")
    assert selected == PLAIN, selected


def addresses(ana, ben):
    """Links have four schemes and no way back; those of this page open in it."""
    links = last(ben).locator("a").evaluate_all(
        "links => links.map(one => [one.textContent, one.getAttribute('href'), one.rel])")
    assert links == [
        ["www.example.org/a_(b)", "https://www.example.org/a_(b)", "noopener noreferrer"],
        ["+49 30 1234567", "tel:+49301234567", "noopener noreferrer"]], links
    send(ben, ana, f"{ben.site.address}/#/people/ana")
    ben.page.evaluate("document.isTheSame = true")
    last(ben).get_by_role("link").click()
    expect(ben.page.get_by_role("heading", name="Ana")).to_be_visible()
    ben.page.go_back()
    expect(ben.field(ana)).to_be_visible()
    assert ben.page.evaluate("document.isTheSame"), "the page was loaded again"
    assert len(ben.context.pages) == 1


def blocks(ana, ben):
    """Quotes and code fit on a phone, and are accessible."""
    send(ana, ben, BLOCKS)
    for one in ana, ben:
        expect(last(one).locator("blockquote")).to_have_text(re.compile("when\\?\\s+where\\?"))
        expect(last(one).locator("pre")).to_have_text("if (a > b) *stop*")
        one.shoot(f"text-{one.name}")
    send(ben, ana, "```\n" + "x" * 600 + "\n```\n" + ">" * 600 + " a")
    send(ana, ben, "*" * 2000 + "[" * 1990)
    for one in ana, ben:
        one.check_width(f"marks of {one.name}")
        one.check_access(f"marks of {one.name}")


def enter(ana, ben):
    """Enter sends at a desk, and begins a line on a phone."""
    ana.field(ben).fill("one")
    ana.field(ben).press("Shift+Enter")
    ana.page.keyboard.type("two")
    expect(ana.field(ben)).to_have_value("one\ntwo")
    ana.field(ben).press("Enter")
    expect(ana.field(ben)).to_have_value("")
    expect(last(ben).locator("p")).to_have_text("one\ntwo")
    ben.field(ana).fill("three")
    ben.field(ana).press("Enter")
    ben.page.keyboard.type("four")
    expect(ben.field(ana)).to_have_value("three\nfour")
    ben.field(ana).press("Control+Enter")
    expect(last(ana).locator("p")).to_have_text("three\nfour")


def previews(ana, ben):
    """The list of conversations and what is announced have no marks."""
    ana.go("Now")
    send(ben, ana, "**Are you** `there`?")
    expect(ana.page.locator("div.unseen[role=status]")).to_contain_text("Ben: Are you there?")
    ana.go("Chats")
    expect(ana.page.locator(".preview").first).to_have_text("Are you there?")


def open_picker(ana, ben):
    """By keys alone: the button is the one before the field."""
    ana.field(ben).focus()
    ana.page.keyboard.press("Shift+Tab")
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_label("Search emoji")).to_be_focused()
    return ana.page.get_by_role("dialog", name="Pick an emoji")


def emoji(ana, ben):
    """By keys alone: searched, toned, remembered until the log-out."""
    ana.open_chat(ben)
    dialog = open_picker(ana, ben)
    ana.check_access("emoji")
    ana.shoot("emoji")
    press = ana.page.keyboard.press
    ana.page.keyboard.type("thumbs u")
    expect(dialog.locator(".emoji-table button")).to_have_text(["👍"])
    press("Tab")
    press("Tab")
    expect(ana.page.get_by_label("Skin tone")).to_be_focused()
    for _ in range(3):
        press("ArrowDown")
    press("Shift+Tab")
    expect(dialog.get_by_role("button", name="👍🏽")).to_be_focused()
    press("Enter")
    expect(dialog).to_have_count(0)
    expect(ana.field(ben)).to_have_value("👍🏽")
    expect(ana.field(ben)).to_be_focused()
    dialog = open_picker(ana, ben)
    buttons = dialog.locator(".emoji-table button")
    expect(buttons.first).to_have_text("👍🏽")
    press("ArrowDown")
    expect(buttons.first).to_be_focused()
    press("ArrowRight")
    expect(buttons.nth(1)).to_be_focused()
    press("ArrowDown")
    press("ArrowUp")
    expect(buttons.nth(1)).to_be_focused()
    press("Escape")
    expect(dialog).to_have_count(0)
    assert ana.kept("emoji") == {"recent": ["👍🏽"], "tone": "🏽"}, ana.kept("emoji")
    ana.log_out()
    ana.log_in()
    ana.open_chat(ben)
    expect(open_picker(ana, ben).locator(".emoji-table button").first).to_have_text("👍")
    press("Escape")
    assert ana.kept("emoji") is None


def in_german(ben, ana):
    """Emoji have names in the language of the page, and fit on a phone."""
    ben.page.evaluate("localStorage.setItem('upfor.language', 'de')")
    ben.page.reload()
    ben.at("chats", ana.name)
    ben.page.get_by_role("button", name="Emoji", exact=True).click()
    ben.page.get_by_label("Emoji suchen").fill("heissgetr")
    dialog = ben.page.get_by_role("dialog")
    expect(dialog.locator(".emoji-table button")).to_have_text(["☕"])
    ben.page.get_by_label("Emoji suchen").fill("")
    ben.check_width("emoji on a phone")
    ben.check_access("emoji on a phone")
    ben.shoot("emoji-phone")
