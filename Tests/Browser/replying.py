"""Replies, with a quote that leads back: a story of stories.py."""

import re
import urllib.parse

from people import DESK, HANG_MS, PHONE, Site
from playwright.sync_api import expect
from until import until

HAS_WAITING = "document.querySelectorAll('.pending').length"
# Whether an element is in the visible part of the conversation.
IS_IN_VIEW = """(row) => {
  const [own, frame] = [row, row.closest(".history")].map((one) => one.getBoundingClientRect());
  return own.bottom > frame.top && own.top < frame.bottom;
}"""


def replies(upford):
    """Users reply by menu and by keys, are led to what is quoted, and see what they may of it."""
    with Site(upford) as site:
        ana = site.person("ana", DESK)
        ben = site.person("ben", PHONE, has_touch=True, is_mobile=True)
        site.friends(ana, ben)
        ana.open_chat(ben)
        ben.open_chat(ana)
        by_menu(ana, ben)
        by_keys(ana, ben)
        leads_back(ana, ben)
        follows(ana, ben)
        without_network(ana, ben)
        joins_later(ana, ben)
        mentions(ana, ben)
        in_german(ana, ben)
        assert not site.complaints(), site.complaints()


def last(person):
    return person.page.locator("li.message").last


def row(person, text):
    return person.page.locator("li.message").filter(
        has=person.page.locator(".bubble > p:not(.quote)", has_text=re.compile(f"^{text}$")))


def choose(person, text, action):
    row(person, text).hover()
    row(person, text).get_by_label("Actions for this message").click()
    person.page.get_by_role("button", name=action, exact=True).click()


def send(person, other, text):
    person.field(other).fill(text)
    person.page.get_by_role("button", name="Send", exact=True).click()
    expect(person.page.locator(".pending")).to_have_count(0)


def by_menu(ana, ben):
    """Both see the quote; what the next message replies to can be cancelled."""
    send(ana, ben, "**lunch**?")
    expect(row(ben, r"lunch\?")).to_be_visible()
    choose(ben, r"lunch\?", "Reply")
    line = ben.page.locator(".replying")
    expect(line).to_contain_text("Reply to Ana")
    expect(line).to_contain_text("lunch?")
    ben.check_access("replying")
    ben.shoot("replying")
    line.get_by_label("Cancel").click()
    expect(line).to_have_count(0)
    choose(ben, r"lunch\?", "Reply")
    send(ben, ana, "yes")
    expect(line).to_have_count(0)
    for person, author in ((ana, "You"), (ben, "Ana")):
        expect(last(person).locator("button.quote")).to_contain_text(f"{author}lunch?")
        person.check_access(f"a reply of {person.name}")
        person.check_width(f"a reply of {person.name}")
        person.shoot(f"reply-{person.name}")


def by_keys(ana, ben):
    """Alt and the arrows choose; Escape cancels."""
    field, line = ana.field(ben), ana.page.locator(".replying")
    field.press("Alt+ArrowUp")
    expect(line).to_contain_text("yes")
    field.press("Alt+ArrowUp")
    expect(line).to_contain_text("lunch?")
    field.press("Alt+ArrowDown")
    field.press("Alt+ArrowDown")
    expect(line).to_have_count(0)
    field.press("Alt+ArrowUp")
    field.press("Escape")
    expect(line).to_have_count(0)
    field.press("Alt+ArrowUp")
    ana.page.keyboard.type("when?")
    field.press("Enter")
    expect(last(ben).locator("button.quote")).to_contain_text("Youyes")


def leads_back(ana, ben):
    """A press on a quote shows and marks the original, also one that is pages behind."""
    for number in range(130):
        ana.command("roomSend", to="ben", text=f"filler {number}", cid=f"f{number}")
    ana.command("roomSend", to="ben", text="far", replyTo=1, cid="far")
    for person, other in (ana, "ben"), (ben, "ana"):
        expect(row(person, "far")).to_be_visible(timeout=HANG_MS)
        # The page opens at the first that is unread.
        until("all is read", lambda: not person.command(
            "roomHistory", **{"with": other}, limit=1)["roomPage"]["mark"].get("unread"))
        person.page.reload()
        expect(row(person, "far")).to_be_visible(timeout=HANG_MS)
        quote = row(person, "far").locator("button.quote")
        expect(quote).to_contain_text("lunch?")
        quote.click()
        expect(row(person, r"lunch\?")).to_have_class(re.compile("found"))
        until("in view", lambda: row(person, r"lunch\?").evaluate(IS_IN_VIEW))
        assert row(person, r"lunch\?").evaluate("(row) => row === document.activeElement")
        person.page.get_by_label("To the newest message").click()
        expect(row(person, "far")).to_be_visible()


def follows(ana, ben):
    """A quote is what its original says now; a reply stays without it."""
    ana.command("roomEdit", **{"with": "ben"}, seq=1, text="dinner?", cid="edit")
    for person in ana, ben:
        expect(row(person, "far").locator("button.quote")).to_contain_text("dinner?")
    ana.command("roomDelete", **{"with": "ben"}, seq=1, cid="delete")
    for person in ana, ben:
        expect(row(person, "far").locator("p.quote")).to_have_text("Message not available")
        person.check_access("a quote that is gone")
        person.page.reload()
        expect(row(person, "far").locator("p.quote")).to_have_text("Message not available")


def without_network(ana, ben):
    """A reply waits with what it replies to; if that is gone meanwhile, the user decides."""
    ana.command("roomSend", to="ben", text="first", cid="first")
    ana.command("roomSend", to="ben", text="second", cid="second")
    expect(row(ben, "second")).to_be_visible()
    until("stored", lambda: "second" in str(ben.kept("world")))
    ben.context.set_offline(True)
    ben.page.reload()
    expect(ben.page.get_by_text(re.compile("You are offline"))).to_be_visible()
    for text in "first", "second":
        choose(ben, text, "Reply")
        ben.field(ana).fill(f"to {text}")
        ben.page.get_by_role("button", name="Send", exact=True).click()
    expect(ben.page.locator(".pending")).to_have_count(2)
    expect(ben.page.locator(".pending button.quote").first).to_contain_text("first")
    history = ana.command("roomHistory", **{"with": "ben"}, limit=2)["roomPage"]["messages"]
    ana.command("roomDelete", **{"with": "ben"}, seq=history[1]["seq"], cid="gone")
    ben.context.set_offline(False)
    expect(row(ana, "to first").locator("button.quote")).to_contain_text(
        "first", timeout=HANG_MS)
    failed = ben.page.locator(".pending.failed")
    expect(failed).to_contain_text("no longer available", timeout=HANG_MS)
    expect(failed.locator(".quote")).to_have_count(0)
    failed.get_by_role("button", name="Try again").click()
    expect(row(ana, "to second")).to_be_visible(timeout=HANG_MS)
    expect(row(ana, "to second").locator(".quote")).to_have_count(0)
    until("nothing waits", lambda: ben.page.evaluate(HAS_WAITING) == 0)


def joins_later(ana, ben):
    """A member who joins later sees a reply, and not what it quotes."""
    room = ana.command("groupCreate", name="Rowing", cid="group")["group"]["room"]
    ana.command("roomSend", to=room, text="a secret", cid="g1")
    page = ana.command("groupInvite", room=room, on=True, cid="open")["groupPage"]
    ben.command("groupJoin", code=page["code"], cid="join")
    ana.command("roomSend", to=room, text="as I said", replyTo=1, cid="g2")
    for person in ana, ben:
        person.at("chats", urllib.parse.quote(room, safe=""))
        expect(person.page.get_by_role("heading", name="Rowing")).to_be_visible()
    expect(row(ana, "as I said").locator("button.quote")).to_contain_text("a secret")
    expect(row(ben, "as I said").locator("p.quote")).to_have_text("Message not available")
    ben.page.reload()
    expect(row(ben, "as I said").locator("p.quote")).to_have_text("Message not available")


def mentions(ana, ben):
    """Members are offered by name, by keys and by touch; a mention reaches who has muted."""
    room = ana.command("roomList")["rooms"]["rooms"][-1]["with"]
    ben.command("roomMute", **{"with": room}, muted=True, cid="mute")
    ben.go("Now")
    field = ana.page.get_by_label("Message to Rowing")
    field.fill("")
    field.press_sequentially("hi @b")
    offered = ana.page.get_by_role("listbox", name="Members to mention")
    expect(offered.get_by_role("option")).to_have_text([re.compile("Ben.*@ben")])
    ana.check_access("members to mention")
    ana.shoot("mentioning")
    field.press("Enter")
    expect(field).to_have_value("hi @ben ")
    expect(offered).to_be_hidden()
    ana.page.keyboard.type("@dora and @be")
    expect(offered.get_by_role("option")).to_have_count(1)
    field.press("Escape")
    expect(offered).to_be_hidden()
    field.press("Enter")
    expect(last(ana).locator("span.mention")).to_have_text(["@ben"])
    expect(ben.page.locator("div.unseen[role=status]")).to_contain_text("hi @ben")
    ben.go("Chats")
    expect(ben.page.get_by_label("A message mentions you")).to_have_count(1)
    ben.check_access("a mention in the list")
    ben.at("chats", urllib.parse.quote(room, safe=""))
    expect(last(ben).locator("mark.mention")).to_have_text("@ben")
    ben.check_access("a mention")
    ben.shoot("mention")
    ben.go("Chats")
    expect(ben.page.get_by_label("A message mentions you")).to_have_count(0)
    write = ben.page.get_by_label("Message to Rowing")
    ben.at("chats", urllib.parse.quote(room, safe=""))
    write.press_sequentially("@")
    ben.page.get_by_role("option", name=re.compile("Ana")).click()
    expect(write).to_have_value("@ana ")
    write.fill("")


def in_german(ana, ben):
    ben.open_chat(ana)
    ben.page.evaluate("localStorage.setItem('upfor.language', 'de')")
    ben.page.reload()
    ben.at("chats", ana.name)
    message = row(ben, "to first")
    message.hover()
    message.get_by_label("Aktionen für diese Nachricht").click()
    ben.page.get_by_role("button", name="Antworten", exact=True).click()
    expect(ben.page.locator(".replying")).to_contain_text("Antwort auf deine Nachricht")
