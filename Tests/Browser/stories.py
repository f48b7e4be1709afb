#!/usr/bin/env python3
"""Stories of users on the page, in Debian's Chromium, with a real daemon.

usage: stories.py UPFORD [STORY ...]      all stories, or some: tour, circle, partners, plans, map,
                                          tiles, deck, documents, group, words, speak, account,
                                          manners, guest, shared, kill, tabs, frozen, offline,
                                          push, pushed, hostile, navigation, board, addresses,
                                          invitation, issuer, tls, nginx, passkeys, evening, text,
                                          faults, typing, attachments, voice, links, replies,
                                          polls, finding, expire, newcomer

Afterwards .build/page has pictures of all screens.
"""

import json
import re
import sys
import time

import outside
import together
import vocabulary
from account import account
from attachments import attachments, voice
from bearings import addresses, board, navigation
from documents import documents
from evening import evening
from expiring import expire
from faults import faults, typing
from finding import finding
from invitations import invitation
from linking import links
from manners import manners
from newcomer import newcomer
from passkeys import passkeys
from people import DESK, HANG_MS, PHONE, Site
from planning import plans
from polls import polls
from playwright.sync_api import expect
from pushes import deliver, notifications, pushed
from replying import replies
from shared import guest, shared
from text import text
from until import promised, until
from ways import issuer, nginx, tls


def tour(upford):
    """Three users: friends, chat, a match, a circle, in both sizes; every screen is accessible."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        carl = site.person("carl", PHONE, color_scheme="dark")
        ana.shoot("now-empty")
        ana.check_access("an empty board")
        ana.add_friend(ben, "It is me, from the gym")
        ben.go("People")
        expect(ben.page.get_by_text("It is me, from the gym")).to_be_visible()
        ben.check_access("a request")
        ben.accept(ana)
        site.friends(carl, ana)
        expect(ana.page.get_by_text("2 friends")).to_be_visible()
        ana.shoot("people")
        ana.check_access("people")

        talk(ana, ben)
        match(ana, ben)
        circle(ana, ben)
        screens(ana, ben, carl)
        assert not site.complaints(), site.complaints()


def talk(ana, ben):
    ana.open_chat(ben)
    ana.write(ben, "Lunch?")
    ben.go("Chats")
    expect(ben.page.get_by_role("link", name=re.compile("Ana.*Lunch\\?.*1 unread"))).to_be_visible()
    until("title with a count", lambda: ben.page.title() == "(1) Chats · Upfor")
    ben.shoot("chats-phone")
    ben.check_access("conversations")
    ben.open_chat(ana)
    ben.reads("Lunch?")
    expect(ana.page.get_by_role("img", name="read")).to_be_visible()
    until("title without a count", lambda: ben.page.title() == "Ana · Upfor")
    # It is shown for a few seconds: ben types until it is visible.
    until("sign that ben is typing", lambda: ben.field(ana).type("Ye")
          or ana.page.get_by_text("is typing…").first.is_visible(), pause=0.5)
    ben.write(ana, "Yes! At noon?")
    ana.reads("Yes! At noon?")

    # Edit by the arrow key, react, delete.
    ana.write(ben, "Grate")
    ben.reads("Grate")
    ana.page.get_by_role("img", name="read").nth(1).wait_for()
    ana.field(ben).press("ArrowUp")
    ana.write(ben, "Great")
    ben.reads("Great")
    expect(ben.page.get_by_text("edited")).to_be_visible()
    ben.page.locator("li.message", has_text="Great").get_by_label("Actions for this message").click()
    ben.page.get_by_role("button", name="React").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="🎉").first.click()
    expect(ana.page.get_by_role("button", name="🎉")).to_be_visible()
    ana.write(ben, "Oops, wrong window")
    ana.page.locator("li.message", has_text="Oops").hover()
    ana.page.locator("li.message", has_text="Oops").get_by_label("Actions for this message").click()
    ana.page.get_by_role("button", name="Delete").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(ben.page.locator(".bubble").get_by_text("This message was deleted")).to_be_visible()
    ana.check_access("a conversation")
    ana.shoot("conversation")
    ben.shoot("conversation-phone")

    # The field stays while the friend disconnects and returns, and so does the draft in it.
    ana.field(ben).click()
    ana.field(ben).evaluate("field => { field.isTheSame = true; }")
    ana.page.keyboard.type("still ")
    ben.page.goto("about:blank")
    expect(ana.page.locator(".conversation header").get_by_text(re.compile("seen|offline"))).to_be_visible()
    ana.page.keyboard.type("here")
    expect(ana.field(ben)).to_have_value("still here")
    assert ana.field(ben).evaluate("field => field.isTheSame"), "the field was created again"
    ana.field(ben).fill("")
    ben.page.goto(ben.site.address)
    ben.is_in()

    # A draft stays, also after a reload; a search finds the message.
    ana.field(ben).type("half a tho")
    ana.go("Now")
    # Writes to the device are in order: the draft is stored once a later write is done.
    ana.kept("drafts")
    ana.page.reload()
    ana.is_in()
    ana.open_chat(ben)
    expect(ana.field(ben)).to_have_value("half a tho")
    ana.field(ben).fill("")
    ana.page.get_by_role("button", name="Search in everything").click()
    ana.page.get_by_label("People, groups and messages").fill("noon")
    hit = ana.page.get_by_role("dialog").get_by_role("link", name=re.compile("Yes! At noon\\?"))
    hit.click()
    expect(ana.page.locator(".message.found")).to_contain_text("Yes! At noon?")
    # Back returns to the previous screen.
    ana.go("People")
    ana.page.go_back()
    expect(ana.field(ben)).to_be_visible()


def match(ana, ben):
    ana.go("Now")
    ben.go("Now")
    ana.toggle("Coffee")
    expect(ana.page.get_by_role("button", name=re.compile("Coffee"), pressed=True).first).to_be_visible()
    ben.toggle("Coffee")
    expect(ana.page.get_by_text("is up for Coffee, too").first).to_be_visible()
    expect(ben.page.get_by_text("is up for Coffee, too").first).to_be_visible()
    say_more(ana, ben)
    ana.check_access("a match")
    ana.shoot("now")
    ben.shoot("now-phone")
    # The audience of an activity: leaving ben out ends the match.
    ana.page.get_by_role("button", name="Who may match you: Coffee").click()
    dialog = ana.page.get_by_role("dialog")
    ana.check_access("an audience")
    ana.shoot("audience")
    dialog.get_by_label("Ben").uncheck()
    dialog.get_by_role("button", name="Save").click()
    expect(ben.page.locator(".match")).to_have_count(0, timeout=HANG_MS)
    ana.at("people", "ben")
    ana.page.get_by_role("button", name="Why no match?").click()
    ana.page.get_by_role("dialog").get_by_label("Activity").select_option("coffee")
    expect(ana.page.get_by_text("You have left this friend out of it.")).to_be_visible()
    ana.page.keyboard.press("Escape")
    ana.go("Now")
    ana.page.get_by_role("button", name="Who may match you: Coffee").click()
    ana.page.get_by_role("dialog").get_by_label("Ben").check()
    ana.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(ben.page.locator(".match")).to_have_count(1)


def say_more(ana, ben):
    """What one says about an activity: friends who match read it, and it can be taken back."""
    ana.page.get_by_role("button", name="Say more: Coffee").click()
    dialog = ana.page.get_by_role("dialog")
    ana.check_access("what is said about an activity")
    ana.shoot("say-more")
    dialog.get_by_label("Note").fill("By the river?")
    dialog.get_by_label("For how long").select_option("30")
    dialog.get_by_label("How many more may join").select_option("1")
    dialog.get_by_role("button", name="Save").click()
    card = ben.page.locator(".match")
    expect(card).to_contain_text(re.compile("until .* room for one more · By the river\\?"))
    expect(ana.page.locator(".tile.on")).to_contain_text("By the river?")
    ana.page.get_by_role("button", name="Say more: Coffee").click()
    expect(dialog.get_by_label("Note")).to_have_value("By the river?")
    dialog.get_by_label("Note").fill("")
    dialog.get_by_role("button", name="Show a point on the map").click()
    expect(dialog.get_by_role("button", name="No point on the map")).to_be_visible()
    dialog.get_by_role("button", name="Save").click()
    expect(card).not_to_contain_text("By the river?")
    card.get_by_role("button", name="On the map").click()
    expect(ben.page.get_by_role("dialog", name="On the map")).to_be_visible()
    ben.page.keyboard.press("Escape")


def circle(ana, ben):
    for one, text in (ana, "The best coffee in town"), (ben, ""):
        one.go("Now")
        one.passes(11)
        one.page.get_by_role("button", name="We did it").first.click()
        one.page.get_by_label("What do you want to say about it?").fill(text)
        one.page.get_by_role("button", name="Post", exact=True).click()
        expect(one.page.get_by_role("dialog")).to_have_count(0)
    ana.go("Circle")
    expect(ana.page.get_by_text("The best coffee in town").first).to_be_visible()


def screens(ana, ben, carl):
    """Every screen is accessible and fits, in all sizes and colours."""
    places = ("now", "map", "chats", "circle", "people", "partners", "words", "events", "more",
              "me")
    for person in (ana, ben, carl):
        for place in places:
            person.at(place)
            expect(person.page.get_by_role("heading", level=1).first).to_be_visible()
            person.check_access(f"{place} of {person.name}")
            person.check_width(f"{place} of {person.name}")
            person.shoot(f"{place}-{person.name}")
    carl.page.set_viewport_size({"width": 320, "height": 600})
    for place in places:
        carl.at(place)
        expect(carl.page.get_by_role("heading", level=1).first).to_be_visible()
        carl.check_width(f"{place} at 320 pixels")


def kill(upford):
    """The daemon is killed midway: nothing is lost, and nothing is shown twice."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        site.friends(ana, ben)
        ana.open_chat(ben)
        ben.open_chat(ana)
        ana.write(ben, "before")
        ben.reads("before")
        site.kill()
        expect(ana.page.get_by_text(re.compile("You are offline"))).to_be_visible()
        for number in range(5):
            ana.write(ben, f"while it was away {number}")
        expect(ana.page.locator(".pending")).to_have_count(5)
        ana.shoot("offline")
        ana.check_access("an app without a server")
        ana.go("Now")
        expect(ana.page.get_by_role("button", name=re.compile("Coffee")).first).to_be_disabled()
        site.daemon.start()
        ana.open_chat(ben)
        for number in range(5):
            ben.reads(f"while it was away {number}")
            ana.reads(f"while it was away {number}")
        expect(ana.page.locator(".pending")).to_have_count(0)
        assert ben.page.locator(".bubble > p").all_inner_texts() == \
            ["before"] + [f"while it was away {number}" for number in range(5)]
        assert not site.complaints(), site.complaints()


def two_tabs(site):
    """Ana has two tabs; she and her friend ben have opened their conversation in all of them."""
    ana, ben = site.person("ana"), site.person("ben")
    site.friends(ana, ben)
    second = ana.tab()
    ana.is_in(second)
    ana.open_chat(ben)
    ana.open_chat(ben, page=second)
    ben.open_chat(ana)
    return ana, ben, second


def tabs(upford):
    """Two tabs are one device; the second takes over when the first is closed."""
    with Site(upford) as site:
        ana, ben, second = two_tabs(site)
        ben.write(ana, "to both")
        ana.reads("to both")
        ana.reads("to both", page=second)
        # The second one sends through the first.
        ana.write(ben, "from the second", page=second)
        ben.reads("from the second")
        ana.reads("from the second")
        assert len(devices(ana)) == 1, devices(ana)
        ana.page.close()
        closed = time.monotonic()
        ana.write(ben, "after the first was closed", page=second)
        ben.reads("after the first was closed")
        took = time.monotonic() - closed
        ana.reads("after the first was closed", page=second)
        print(f"  a closed tab is followed by the other within {took * 1000:.0f} ms", flush=True)
        assert took < promised(1), f"{took:.3f} s"
        ben.write(ana, "once")
        ana.reads("once", page=second)
        ana.page = second
        # A log-out ends the log-in in all tabs.
        third = ana.tab()
        ana.is_in(third)
        ana.log_out()
        expect(third.get_by_label("Username or e-mail")).to_be_visible()
        ana.log_in()
        assert not site.complaints(), site.complaints()


def frozen(upford):
    """A leading tab that hangs loses the lead, and follows when it is awake again."""
    with Site(upford) as site:
        ana, ben, second = two_tabs(site)
        ana.page.evaluate("""() => { setTimeout(() => {
          const end = Date.now() + 8000;
          while (Date.now() < end);
        }, 0); }""")
        ana.write(ben, "the other tab hangs", page=second)
        ben.reads("the other tab hangs")
        ana.reads("the other tab hangs", page=second)
        # Awake again, it has all messages, and sends through the new leader.
        ana.reads("the other tab hangs")
        ana.write(ben, "awake again")
        ben.reads("awake again")
        ana.reads("awake again", page=second)
        assert ben.page.locator(".bubble > p").all_inner_texts() == \
            ["the other tab hangs", "awake again"]
        assert not site.complaints(), site.complaints()


def devices(person):
    """The names of the devices that are online, from the server."""
    found = person.command("deviceList")["devices"]["devices"]
    return [entry["device"] for entry in found if entry.get("online")]


def offline(upford):
    """Without a network the page still starts, shows its stored state, and stores new messages."""
    with Site(upford) as site:
        ana, ben = site.person("ana", PHONE), site.person("ben")
        site.friends(ana, ben)
        ana.open_chat(ben)
        ana.write(ben, "I am on the train")
        ben.open_chat(ana)
        ben.reads("I am on the train")
        ana.page.evaluate("navigator.serviceWorker.ready")
        until("kept page", lambda: ana.page.evaluate("caches.match('/').then(Boolean)"))
        # The state is written a moment after a change.
        until("kept world", lambda: kept_messages(ana) >= 1)
        ana.context.set_offline(True)
        ana.page.reload()
        expect(ana.page.get_by_text(re.compile("You are offline"))).to_be_visible()
        ana.reads("I am on the train")
        ana.write(ben, "in a tunnel")
        expect(ana.page.locator(".pending")).to_have_count(1)
        ana.page.reload()
        expect(ana.page.locator(".pending")).to_have_count(1)
        ana.shoot("offline-phone")
        ben.write(ana, "where are you?")
        ana.context.set_offline(False)
        ben.reads("in a tunnel")
        ana.reads("where are you?")
        expect(ana.page.locator(".pending")).to_have_count(0)
        assert not site.complaints(), site.complaints()


def kept_messages(person):
    world = person.kept("world") or {"conversations": []}
    return sum(len(one["messages"]) for one in world["conversations"])


def push(upford):
    """The service worker shows a push to its recipient, and a click opens the conversation."""
    with Site(upford) as site:
        ana = site.person("ana", PHONE)
        ana.page.evaluate("navigator.serviceWorker.ready")
        until("a worker that leads the page",
              lambda: ana.page.evaluate("Boolean(navigator.serviceWorker.controller)"))
        deliver(ana, {"id": "1", "kind": "message", "user": "ana", "from": "ben", "at": 1,
                      "title": "Ben", "text": "Ben: lunch?"})
        shown = until("a notification", lambda: notifications(ana))
        assert shown == [["Ben", "Ben: lunch?", "/#/chats/ben"]], shown
        # A newer message of the same friend replaces it; marks in it are not shown.
        deliver(ana, {"id": "2", "kind": "message", "user": "ana", "from": "ben", "at": 2,
                      "title": "Ben", "text": "Ben: *hello*?"})
        until("the newer one alone", lambda: notifications(ana) ==
              [["Ben", "Ben: hello?", "/#/chats/ben"]])
        # A notification for another user shows no content.
        deliver(ana, {"id": "3", "kind": "message", "user": "eve", "from": "ben", "at": 3,
                      "title": "Ben", "text": "secret"})
        until("an empty one", lambda: ["Upfor", "", None] in notifications(ana))
        assert "secret" not in json.dumps(notifications(ana))


HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>'


def hostile(upford):
    """Names and messages with HTML or bidirectional controls are shown literally."""
    with Site(upford) as site:
        ana = site.person("ana")
        eve = site.person("eve", display='<b onclick="x()">&amp;"\'</b>')
        for person in (ana, eve):
            person.page.on("dialog", lambda dialog: person.complaints.append("a script ran"))
        site.friends(eve, ana)
        ana.open_chat(eve)
        eve.open_chat(ana)
        texts = [HOSTILE, "javascript:alert(1)", "https://example.org/\"onmouseover=alert(1)",
                 "{count|x|y} ${1} {{2}}", "שלום (עולם)", "a\u200fb", "🏳️‍🌈" * 50, "x" * 3000,
                 "https://" + "a" * 2000, "Z̷̧a̶l̵g̴o̶"]
        for text in texts:
            eve.write(ana, text)
            ana.reads(text)
        # A message that is too long causes an error text, and stays in the field.
        eve.write(ana, "é" * 4001)
        expect(eve.page.get_by_text("One character too many.").first).to_be_visible()
        expect(eve.field(ana)).to_have_value("é" * 4001)
        eve.write(ana, "é" * 4000)
        ana.reads("é" * 4000)
        assert ana.page.locator(".bubble img, .bubble script, .bubble b").count() == 0
        links = ana.page.locator(".bubble a").evaluate_all("links => links.map(({href}) => href)")
        assert all(link.startswith("https://") for link in links), links
        ana.check_width("hostile messages")
        ana.shoot("hostile")
        # Strings from a peer never reach code that a browser would run.
        ana.go("People")
        expect(ana.page.get_by_text('<b onclick="x()">&amp;"\'</b>').first).to_be_visible()
        assert not site.complaints(), site.complaints()


STORIES = {"map": outside.on_the_map, **{story.__name__: story for story in (
    tour, together.circle, together.partners, plans, outside.tiles, outside.deck, documents,
    together.group, vocabulary.words, vocabulary.speak, account, manners,
    guest, shared, kill, tabs, frozen, offline, push, pushed, hostile, navigation, board,
    addresses, invitation, issuer, tls, nginx, passkeys, evening, text, faults, typing,
    attachments, voice, links, replies, polls, finding, expire, newcomer)}}


def main():
    if len(sys.argv) < 2 or any(name not in STORIES for name in sys.argv[2:]):
        sys.exit(__doc__)
    for name in sys.argv[2:] or STORIES:
        start = time.monotonic()
        print(f"{name}: {STORIES[name].__doc__}", flush=True)
        STORIES[name](sys.argv[1])
        print(f"  {time.monotonic() - start:.1f} s", flush=True)
    print("the page: all stories passed")


if __name__ == "__main__":
    main()
