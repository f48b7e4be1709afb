"""Finding: a hit opens its place in the history; what is new is marked; people, groups and messages
in one field. Story of stories.py."""

import re

from people import DESK, HANG_MS, PHONE, Site
from playwright.sync_api import expect
from until import until

SIZES = (PHONE, {"width": 320, "height": 600}, {"width": 844, "height": 390}, DESK)

# Numbered messages to a friend, by a socket of its own.
SAY = """async ([to, from, count, token]) => {
  const socket = new WebSocket(`ws://${location.host}/v1/ws`, ["upfor.v1.json"]);
  await new Promise((resolve) => { socket.onopen = resolve; });
  const waiting = new Map();
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    waiting.get(message.id)?.(message);
  };
  const call = (id, name, fields) => new Promise((resolve) => {
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, [name]: fields }));
  });
  await call(1, "sessionOpen", { token, device: "filler", silent: true });
  for (let sent = 0; sent < count; sent += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - sent) }, (_, index) => {
      const number = from + sent + index;
      const text = number % 100 === 50 ? `walrus ${number}` : `line ${number}`;
      return call(number + 2, "roomSend", { to, text, cid: `say ${number}` });
    }));
  }
  socket.close();
}"""

# The numbers of the messages that are in view, and how many are in the page.
VIEW = """() => {
  // While the page loads there is none.
  const frame = document.querySelector(".history")?.getBoundingClientRect();
  if (!frame) return [[], 0];
  const rows = [...document.querySelectorAll(".message[data-seq]")];
  const seen = rows.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > frame.top + 1 && top < frame.bottom - 1;
  });
  return [seen.map((row) => Number(row.dataset.seq)), rows.length];
}"""


def finding(upford):
    """A hit in a history of 1,000 messages, the line above what is new, one field for all."""
    with Site(upford) as site:
        ana, ben = site.person("ana", DESK), site.person("ben", PHONE)
        site.friends(ana, ben)
        say(ben, ana, 1, 1_000)
        places(ana, ben)
        unread(ana, ben)
        opened(ana, ben)
        one_field(ana, ben)
        filters(ana, ben)
        by_phone(ben)
        offline(ana, ben)
        assert not site.complaints(), site.complaints()


def say(one, other, start, count):
    one.page.evaluate(SAY, [other.name, start, count, one.kept("login")["token"]])


def in_view(person, page=None):
    return (page or person.page).evaluate(VIEW)


def shows(person, seq, page=None):
    """The message is in view; what is in the page is bounded."""
    def is_shown():
        seen, count = in_view(person, page)
        assert count <= 260, count
        return seq in seen
    until(f"message {seq} in view", is_shown)


def marked(person):
    return person.page.locator(".message.found")


def scroll_by(person, pixels):
    person.page.evaluate(
        "pixels => { document.querySelector('.history').scrollTop += pixels; }", pixels)


def to_newest(person):
    return person.page.get_by_role("button", name=re.compile("^To the newest message"))


def places(ana, ben):
    """The address holds the place; back and reload lead there; both directions go on."""
    ana.open_chat(ben)
    # All are unread: the oldest comes first.
    shows(ana, 1)
    to_newest(ana).click()
    shows(ana, 1_000)
    ana.at("chats", "ben", "150")
    shows(ana, 150)
    expect(marked(ana)).to_have_text(re.compile("walrus 150"))
    expect(marked(ana)).to_be_focused()
    ana.check_access("a place in a history")
    ana.shoot("finding-place")
    # Another one, in the same conversation.
    ana.at("chats", "ben", "650")
    shows(ana, 650)
    expect(marked(ana)).to_have_count(1)
    ana.page.go_back()
    shows(ana, 150)
    ana.page.reload()
    shows(ana, 150)
    expect(marked(ana)).to_have_text(re.compile("walrus 150"))
    # Up to the beginning, and down to the end, in steps as of a wheel.
    for pixels, seq in (-700, 1), (700, 1_000):
        until(f"message {seq}", lambda pixels=pixels, seq=seq: scroll_by(ana, pixels) or
              seq in in_view(ana)[0], pause=0.02)
    seen, count = in_view(ana)
    assert seen == list(range(seen[0], 1_001)) and count <= 260, (seen, count)
    # The newest message again, by the button; the address is that of the conversation.
    ana.at("chats", "ben", "250")
    shows(ana, 250)
    to_newest(ana).click()
    shows(ana, 1_000)
    expect(marked(ana)).to_have_count(0)
    until("address", lambda: ana.page.evaluate("location.hash") == "#/chats/ben")
    # One that is not there.
    ana.at("chats", "ben", "5000")
    expect(ana.page.get_by_text("This message is no longer there.").first).to_be_visible()
    ana.at("chats", "ben")


def unread(ana, ben):
    """While ana reads further up, nothing moves; what she sends is shown; the button counts."""
    shows(ana, 1_000)
    until("nothing unread", lambda: mark_of(ana).get("unread", 0) == 0)
    ana.at("chats", "ben", "550")
    shows(ana, 550)
    before = in_view(ana)[0]
    say(ben, ana, 1_001, 3)
    expect(to_newest(ana)).to_have_accessible_name(re.compile("3 are new"))
    assert in_view(ana)[0] == before, (before, in_view(ana)[0])
    ana.check_access("new messages below")
    ana.shoot("finding-new")
    ana.write(ben, "I have scrolled up")
    ana.reads("I have scrolled up")
    shows(ana, 1_004)
    until("address", lambda: ana.page.evaluate("location.hash") == "#/chats/ben")
    expect(new_line(ana)).to_have_count(1)


def new_line(person):
    return person.page.locator(".history .new")


def mark_of(person):
    rooms = person.command("roomList")["rooms"]["rooms"]
    return next(room for room in rooms if room["with"] == "ben")["mark"]


def opened(ana, ben):
    """A conversation opens at the first unread message, where the line stays while ana reads."""
    until("nothing unread", lambda: mark_of(ana).get("unread", 0) == 0)
    ana.go("Now")
    say(ben, ana, 1_005, 60)
    ana.open_chat(ben)
    shows(ana, 1_005)
    assert 1_064 not in in_view(ana)[0]
    expect(new_line(ana)).to_be_visible()
    # What is in view counts as read, and what is below it does not.
    until("some read", lambda: 0 < mark_of(ana).get("unread", 0) < 60)
    line = new_line(ana).evaluate("line => line.nextElementSibling.dataset.seq")
    assert line == "1005", line
    to_newest(ana).click()
    shows(ana, 1_064)
    until("all read", lambda: mark_of(ana).get("unread", 0) == 0)
    scroll_by(ana, -100_000)
    line = new_line(ana).evaluate("line => line.nextElementSibling.dataset.seq")
    assert line == "1005", line
    # More than a page, and nothing of it here.
    ana.go("Now")
    say(ben, ana, 1_065, 240)
    ana.open_chat(ben)
    shows(ana, 1_065)
    expect(new_line(ana)).to_be_visible()
    to_newest(ana).click()
    shows(ana, 1_304)
    ana.go("Now")
    ana.open_chat(ben)
    shows(ana, 1_304)
    expect(new_line(ana)).to_have_count(0)


def dialog(person):
    return person.page.get_by_role("dialog", name="Search")


def field(person):
    return dialog(person).get_by_label("People, groups and messages")


def hit(person, text):
    return dialog(person).get_by_role("link").filter(has_text=text)


def one_field(ana, ben):
    """Ctrl+K; keys alone."""
    ana.go("Now")
    ana.page.keyboard.press("Control+k")
    expect(field(ana)).to_be_focused()
    # The newest conversations, before anything is typed.
    expect(hit(ana, "@ben")).to_be_visible()
    ana.page.keyboard.type("walrus 4")
    expect(hit(ana, "walrus 450")).to_be_visible()
    expect(dialog(ana).get_by_role("status")).to_have_text(re.compile("result"))
    ana.check_access("the finder")
    ana.shoot("finding")
    ana.page.keyboard.press("ArrowDown")
    ana.page.keyboard.press("Enter")
    expect(dialog(ana)).to_have_count(0)
    shows(ana, 450)
    # The list is there again, and the same hit leads to the same place.
    scroll_by(ana, -3_000)
    ana.page.keyboard.press("Control+k")
    expect(field(ana)).to_have_value("walrus 4")
    hit(ana, "walrus 450").click()
    shows(ana, 450)
    # A person, by Enter.
    ana.page.keyboard.press("Control+k")
    field(ana).fill("be")
    expect(hit(ana, "@ben")).to_be_visible()
    ana.page.keyboard.press("Enter")
    shows(ana, 1_304)
    for text, result in ("xyzzy", "Nothing found."), ("", "Type words"):
        ana.page.keyboard.press("Control+k")
        field(ana).fill(text)
        expect(dialog(ana).get_by_role("status")).to_have_text(re.compile(result))
        ana.page.keyboard.press("Escape")
        expect(dialog(ana)).to_have_count(0)


def filters(ana, ben):
    """By author, kind, day and conversation, with and without words."""
    ana.open_chat(ben)
    ana.write(ben, "a walrus of ana")
    ana.reads("a walrus of ana")
    ana.page.get_by_role("button", name="Actions", exact=True).click()
    ana.page.get_by_role("button", name="Search here").click()
    expect(dialog(ana).get_by_label("Conversation")).to_have_value("ben")
    expect(dialog(ana).get_by_role("button", name="1 filter")).to_be_visible()
    expect(hit(ana, "walrus")).to_have_count(0)
    dialog(ana).get_by_role("combobox", name="From", exact=True).select_option("Me")
    expect(hit(ana, "I have scrolled up")).to_be_visible()
    expect(hit(ana, "line")).to_have_count(0)
    field(ana).fill("walrus")
    expect(hit(ana, "a walrus of ana")).to_be_visible()
    expect(hit(ana, "walrus")).to_have_count(1)
    dialog(ana).get_by_role("combobox", name="From", exact=True).select_option("Ben")
    expect(hit(ana, "walrus 1250")).to_be_visible()
    expect(hit(ana, "a walrus of ana")).to_have_count(0)
    ana.check_access("filters")
    dialog(ana).get_by_label("To day").fill("2020-01-01")
    expect(dialog(ana).get_by_role("status")).to_have_text("Nothing found.")
    dialog(ana).get_by_label("To day").fill("")
    dialog(ana).get_by_label("Kind").select_option("Photos")
    expect(dialog(ana).get_by_role("status")).to_have_text("Nothing found.")
    dialog(ana).get_by_label("Kind").select_option("Text")
    hit(ana, "walrus 1250").click()
    shows(ana, 1_250)
    ana.page.keyboard.press("Control+k")
    dialog(ana).get_by_role("button", name="Remove filters").click()
    expect(hit(ana, "a walrus of ana")).to_be_visible()
    field(ana).fill("")
    ana.page.keyboard.press("Escape")


def by_phone(ben):
    """On a phone the finder is a whole screen, also in German and from right to left."""
    ben.go("Chats")
    for size in SIZES:
        ben.page.set_viewport_size(size)
        ben.page.get_by_role("button", name="Search in everything").click()
        field(ben).fill("walrus")
        expect(hit(ben, "walrus 950")).to_be_visible(timeout=HANG_MS)
        dialog(ben).get_by_role("button", name="Filters").click()
        ben.check_width(f"the finder at {size['width']} pixels")
        ben.check_access(f"the finder at {size['width']} pixels")
        ben.shoot(f"finding-{size['width']}")
        ben.page.evaluate("document.documentElement.dir = 'rtl'")
        ben.check_width(f"the finder from right to left at {size['width']} pixels")
        ben.shoot(f"finding-rtl-{size['width']}")
        ben.page.evaluate("document.documentElement.dir = 'ltr'")
        ben.page.keyboard.press("Escape")
    ben.page.set_viewport_size(PHONE)
    ben.page.evaluate("localStorage.setItem('upfor.language', 'de')")
    ben.page.reload()
    ben.page.get_by_role("button", name="Überall suchen").click()
    german = ben.page.get_by_role("dialog", name="Suche")
    german.get_by_label("Personen, Gruppen und Nachrichten").fill("walrus 95")
    german.get_by_role("link", name=re.compile("walrus 950")).click()
    shows(ben, 950)
    expect(marked(ben)).to_have_count(1)
    ben.check_access("a place in a history, in German")


def offline(ana, ben):
    """What was read stays readable without a network, with a word that says so."""
    ana.at("chats", "ben")
    shows(ana, 1_304)
    until("message 1050", lambda: scroll_by(ana, -700) or 1_050 in in_view(ana)[0], pause=0.02)
    secret = "line 1104."
    ana.page.evaluate("navigator.serviceWorker.ready")
    until("kept page", lambda: ana.page.evaluate("caches.match('/').then(Boolean)"))
    until("kept history", lambda: secret in kept(ana))
    ana.context.set_offline(True)
    ana.page.reload()
    expect(ana.page.get_by_text("This is what was read on this device.")).to_be_attached()
    shows(ana, 1_304)
    until("message 1100", lambda: scroll_by(ana, -700) or 1_100 in in_view(ana)[0], pause=0.02)
    ana.check_access("a history without a network")
    ana.shoot("finding-offline")
    # A place within it, and one that is further back.
    ana.at("chats", "ben", "1150")
    shows(ana, 1_150)
    expect(marked(ana)).to_have_count(1)
    ana.at("chats", "ben", "20")
    expect(ana.page.locator(".toasts").get_by_text("No connection")).to_be_visible()
    # What is deleted meanwhile leaves the device, although it is not shown.
    ben.command("roomDelete", **{"with": "ana", "seq": 1_104, "cid": "gone"})
    assert secret in kept(ana)
    ana.context.set_offline(False)
    until("a device without it", lambda: secret not in kept(ana))
    ana.log_out()
    assert ana.kept("history ben") is None and ana.kept("histories") is None


def kept(person):
    messages = (person.kept("history ben") or {}).get("messages", [])
    return "".join(f"{message.get('text')}." for message in messages)
