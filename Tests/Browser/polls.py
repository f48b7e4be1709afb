"""Pinned messages and polls on the page: a story of stories.py."""

import re

from people import DESK, HANG_MS, PHONE, Site
from playwright.sync_api import expect

NARROW = {"width": 320, "height": 640}


def polls(upford):
    """Three users pin messages and ask "Which film?", in a conversation of two and in a group."""
    with Site(upford) as site:
        ana, ben = site.person("ana", DESK), site.person("ben", PHONE)
        site.friends(ana, ben)
        ana.open_chat(ben)
        ben.open_chat(ana)
        pins(ana, ben)
        ask(ana, ben)
        vote(ana, ben)
        offline(ben)
        close(ana, ben)
        in_german(site, ana, ben)
        in_group(site, ana, ben)
        assert not site.complaints(), site.complaints()


def line(person):
    return person.page.locator(".pin-line")


def poll(person):
    return person.page.get_by_role("group", name="Poll").last


def option(person, name):
    return poll(person).get_by_role("button", name=re.compile(name))


def dialog(person):
    return person.page.get_by_role("dialog")


def act(person, text, name):
    """Opens the menu of the message with that text, by keys alone, and presses an entry."""
    message = person.page.locator("li.message").filter(has_text=text).last
    message.get_by_role("button", name="Actions for this message").focus()
    person.page.keyboard.press("Enter")
    entry = person.page.get_by_role("button", name=name, exact=True)
    expect(entry).to_be_visible()
    entry.focus()
    person.page.keyboard.press("Enter")


def pins(ana, ben):
    """A pin is above both conversations, leads to its message, and is taken away by either."""
    ana.write(ben, "The address: Main Street 7")
    for number in range(80):
        ana.command("roomSend", to="ben", text=f"line {number}", cid=f"line-{number}")
    ana.reads("line 79")
    expect(line(ana)).to_have_count(0)
    ben.command("roomPin", **{"with": "ana"}, seq=1, on=True)
    for one in ana, ben:
        expect(line(one)).to_contain_text("Pinned")
        expect(line(one)).to_contain_text("The address: Main Street 7")
        one.check_access("a pinned message")
    ben.page.set_viewport_size(NARROW)
    ben.check_width("a pinned message")
    ben.page.set_viewport_size(PHONE)
    first = ana.page.locator("li.message[data-seq='1']")
    expect(first).to_have_count(0)
    line(ana).focus()
    ana.page.keyboard.press("Enter")
    expect(first).to_be_in_viewport()
    expect(first).to_be_focused()
    expect(first.get_by_role("img", name="Pinned")).to_be_visible()
    ana.page.get_by_role("button", name="To the newest message").click()
    act(ana, "line 79", "Pin")
    for one in ana, ben:
        expect(line(one)).to_contain_text("2 pinned")
        expect(line(one)).to_contain_text("line 79")
    # The list is there after a reload, and without a network.
    ana.page.reload()
    expect(line(ana)).to_contain_text("2 pinned")
    line(ben).click()
    expect(dialog(ben).get_by_role("listitem")).to_have_count(2)
    expect(dialog(ben)).to_contain_text("Pinned by Ana")
    ben.check_access("the pinned messages")
    ben.shoot("pins")
    dialog(ben).get_by_role("button", name=re.compile("^Unpin: The address")).click()
    expect(dialog(ben).get_by_role("listitem")).to_have_count(1)
    dialog(ben).get_by_role("button", name=re.compile("^Ana")).click()
    expect(dialog(ben)).to_have_count(0)
    act(ana, "line 79", "Unpin")
    for one in ana, ben:
        expect(line(one)).to_have_count(0)


def ask(ana, ben):
    """The dialog, by keys alone; what is missing is said beside it."""
    attach = ana.page.get_by_role("button", name="Attach", exact=True)
    attach.focus()
    ana.page.keyboard.press("Enter")
    entry = ana.page.get_by_role("button", name="Poll", exact=True)
    expect(entry).to_be_visible()
    entry.focus()
    ana.page.keyboard.press("Enter")
    expect(dialog(ana)).to_contain_text("Everyone who reads the poll sees who votes for what.")
    dialog(ana).get_by_label("Question").fill("Which film?")
    dialog(ana).get_by_label("Option 1").fill("Alien")
    dialog(ana).get_by_role("button", name="Send poll").press("Enter")
    expect(dialog(ana).get_by_label("Option 2")).to_be_focused()
    ana.page.keyboard.type("Alien")
    ana.page.keyboard.press("Enter")
    expect(dialog(ana)).to_contain_text("There is such an option already.")
    dialog(ana).get_by_label("Option 2").fill("Heat")
    dialog(ana).get_by_role("button", name="Add an option").press("Enter")
    expect(dialog(ana).get_by_label("Option 3")).to_be_focused()
    ana.check_access("a new poll")
    ana.page.set_viewport_size(NARROW)
    ana.check_width("a new poll")
    ana.shoot("poll-new")
    ana.page.set_viewport_size(DESK)
    dialog(ana).get_by_label("Option 3").press("Enter")
    expect(dialog(ana)).to_have_count(0)
    for one in ana, ben:
        expect(poll(one).get_by_role("button")).to_have_count(3)
        expect(poll(one)).to_contain_text("Choose one. All see it.")
    ana.go("Chats")
    expect(ana.page.get_by_role("main")).to_contain_text("Poll: Which film?")
    ana.open_chat(ben)


def vote(ana, ben):
    """Votes are live; a focus stays while others vote; a vote is changed and taken back."""
    option(ben, "Heat").focus()
    ben.page.keyboard.press("Enter")
    for one in ana, ben:
        expect(option(one, "Heat")).to_contain_text("1")
        expect(poll(one)).to_contain_text("one vote")
    expect(option(ben, "Heat")).to_have_attribute("aria-pressed", "true")
    option(ana, "Alien").click()
    expect(poll(ben)).to_contain_text("2 votes")
    expect(option(ben, "Heat")).to_be_focused()
    for one in ana, ben:
        one.check_access("a poll")
    ben.page.set_viewport_size(NARROW)
    ben.check_width("a poll")
    ben.shoot("poll")
    ben.page.set_viewport_size(PHONE)
    poll(ana).get_by_role("button", name="2 votes").click()
    expect(dialog(ana)).to_contain_text("Heat (1)")
    expect(dialog(ana)).to_contain_text("Ben")
    ana.check_access("who voted")
    ana.page.keyboard.press("Escape")
    option(ana, "Heat").click()
    expect(option(ben, "Heat")).to_contain_text("2")
    expect(option(ben, "Alien")).to_contain_text("0")
    option(ana, "Heat").click()
    expect(poll(ben)).to_contain_text("one vote")


def offline(ben):
    """A vote without a network counts once there is one; until then nothing pretends it does."""
    ben.context.set_offline(True)
    ben.page.reload()
    expect(ben.page.get_by_text(re.compile("You are offline"))).to_be_visible()
    option(ben, "Alien").click()
    expect(option(ben, "Alien")).to_have_attribute("aria-pressed", "false")
    ben.context.set_offline(False)
    expect(option(ben, "Alien")).to_have_attribute("aria-pressed", "true", timeout=HANG_MS)


def close(ana, ben):
    act(ana, "Which film?", "Close poll")
    dialog(ana).get_by_role("button", name="Close poll", exact=True).click()
    for one in ana, ben:
        expect(poll(one)).to_contain_text("The poll is closed.")
    option(ben, "Heat").click(force=True)
    expect(poll(ben)).to_contain_text("one vote")
    ben.check_access("a closed poll")


def in_german(site, ana, ben):
    german = site.guest("ben-de", PHONE, locale="de-DE")
    german.page.get_by_label("Benutzername oder E-Mail").fill("ben")
    german.page.get_by_label("Passwort").fill(ben.password)
    german.page.get_by_role("button", name="Anmelden", exact=True).click()
    german.at("chats", "ana")
    group = german.page.get_by_role("group", name="Umfrage").last
    expect(group).to_contain_text("Die Umfrage ist beendet.")
    german.check_access("a poll in German")
    german.context.close()


def in_group(site, ana, ben):
    """A member who joins later sees neither poll nor pin; the owner alone unpins all."""
    cleo = site.person("cleo", DESK)
    site.friends(cleo, ana)
    room = ana.command("groupCreate", name="Films", members=["ben"], cid="g")["group"]["room"]
    ben.command("groupJoin", room=room, cid="j")
    ben.command("roomSend", to=room, text="When?", cid="p",
                poll={"options": ["Friday", "Saturday"], "multiple": True})
    ana.command("roomPin", **{"with": room}, seq=1, on=True)
    ana.command("groupAdd", room=room, members=["cleo"], cid="a")
    cleo.command("groupJoin", room=room, cid="j")
    ana.command("roomSend", to=room, text="hello cleo", cid="h")
    for one in ana, ben, cleo:
        one.at("chats", room.replace("#", "%23"))
        one.reads("hello cleo")
    for one in ana, ben:
        expect(line(one)).to_contain_text("Poll: When?")
    expect(line(cleo)).to_have_count(0)
    expect(cleo.page.get_by_role("group", name="Poll")).to_have_count(0)
    option(ana, "Friday").click()
    expect(poll(ana)).to_contain_text("one vote")
    option(ana, "Saturday").click()
    for name in "Friday", "Saturday":
        expect(option(ben, name)).to_contain_text("1")
    ben.page.locator("li.message").filter(has_text="When?").last.get_by_role(
        "button", name="Actions for this message").click()
    expect(ben.page.get_by_role("button", name="React", exact=True)).to_be_visible()
    expect(ben.page.get_by_role("button", name="Unpin", exact=True)).to_have_count(0)
    ben.page.keyboard.press("Escape")
    act(ana, "When?", "Unpin")
    for one in ana, ben:
        expect(line(one)).to_have_count(0)
