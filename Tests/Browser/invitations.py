"""Personal invitations: links that lead from nothing to a friend. A story of stories.py."""

import contextlib
import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile

import qr
from bearings import opens
from people import DESK, PHONE, Site
from playwright.sync_api import expect
from ways import Provider, log_in

from issuer import ADDRESS, Issuer
from until import HANG

# The addresses to which Back and Forward of this tab lead.
VISITED = "navigation.entries().map(({ url }) => url).join(' ')"
STORED = "JSON.stringify({...sessionStorage, ...localStorage})"
CODE = re.compile(r"/i#([\w-]{22})$")


def invitation(upford):
    """A stranger signs up by a link and lands where it points; users tap; wrong links say why."""
    with Site(upford) as site:
        ana = site.person("ana")
        link = makes(ana)
        stranger(site, ana, link)
        carl = by_log_in(site, ana, link)
        as_guest(site, create(ana))
        again(ana, carl, link)
        by_request(site, ana)
        ended(site, ana)
        events = pathlib.Path(site.folder.name, "events.jsonl").read_text()
        assert CODE.search(link)[1] not in events, "the code of an invitation is in the log"
        assert not site.complaints(), site.complaints()
    with tempfile.TemporaryDirectory() as folder:
        source = Issuer(folder)
        with Site(upford, source.settings(folder)) as site:
            by_issuer(site, source)
            assert not site.complaints(), site.complaints()
    with tempfile.TemporaryDirectory() as folder:
        socket = os.path.join(folder, "ctl.sock")
        with Site(upford, registration="invite", admin_socket=socket,
                  rates_enabled="true") as site:
            needed(site, upford, socket)
            assert not site.complaints(), site.complaints()


def create(person, uses="one friend", about="Nothing in particular", request=False):
    """Creates a link, and returns it."""
    person.at("people", "%2Binvite")
    page = person.page
    expect(page.get_by_role("heading", name="Open invitations")).to_be_visible()
    if page.get_by_label("Link of the invitation").count():
        page.get_by_role("button", name="Create another link").click()
    page.get_by_label("For", exact=True).select_option(uses)
    page.get_by_label("It is about").select_option(about)
    if request:
        page.get_by_label("Send me a request first").check()
    page.get_by_role("button", name="Create the link").click()
    field = page.get_by_label("Link of the invitation")
    expect(field).to_have_value(CODE)
    return field.input_value()


def address(link):
    """The link without the host."""
    return "/i#" + CODE.search(link)[1]


def makes(ana):
    """The empty board leads to the form; the link is copied and drawn, and listed as open."""
    expect(ana.page.get_by_text("Invite the first one.")).to_be_visible()
    ana.page.get_by_role("link", name="Invite a friend").click()
    expect(ana.page.get_by_role("heading", name="Invite a friend")).to_be_visible()
    expect(ana.page.get_by_text("None of your links is open.")).to_be_visible()
    looks(ana, "invite")
    link = create(ana, "2 friends", "Coffee")
    assert link.startswith(f"{ana.site.address}/i#"), link
    assert qr.drawn(ana.page.get_by_role("img", name="QR code of the link")) == link
    ana.page.get_by_role("button", name="Copy link").click()
    expect(ana.page.get_by_text("Copied.").first).to_be_visible()
    assert ana.page.evaluate("navigator.clipboard.readText()") == link
    expect(ana.page.get_by_text("0 of 2 used")).to_be_visible()
    looks(ana, "invite-link")
    return link


def looks(person, name):
    """The screen fits and is accessible, in both sizes."""
    size = person.page.viewport_size
    for kind, one in ("desk", DESK), ("phone", PHONE):
        person.page.set_viewport_size(one)
        person.check_access(f"{name}, {kind}")
        person.check_width(f"{name}, {kind}")
        person.shoot(f"{name}-{kind}")
    person.page.set_viewport_size(size)


def stranger(site, ana, link):
    """Opening it only reads it. The forms lead to the activity, and the code is left nowhere."""
    ben = site.guest("ben", PHONE)
    page, code, sent = ben.page, CODE.search(link)[1], []
    page.on("request", lambda request: sent.append((request.method, request.url, request.post_data)))
    opens(ben, address(link))
    expect(page.get_by_role("heading", name="Ana invites you")).to_be_visible()
    expect(page.get_by_text("It is about: Coffee")).to_be_visible()
    assert [url for method, url, _ in sent if method == "POST"] == \
        [f"{site.address}/v1/invitationRead"], sent
    assert not [url for _, url, _ in sent if code in url], sent
    looks(ben, "invited-stranger")
    page.get_by_role("button", name="Create an account").click()
    page.reload()
    expect(page.get_by_text("Ana invites you")).to_be_visible()
    looks(ben, "invited-sign-up")
    ben.fill_in("Ben")
    tile = page.locator(".tile.pointed")
    expect(tile).to_contain_text("Coffee")
    expect(tile).to_contain_text("You are invited")
    expect(page.get_by_text("You and Ana are friends.")).to_be_visible()
    has_left(ben, code)
    looks(ben, "invited-board")
    ben.toggle("Coffee")
    expect(tile).not_to_contain_text("You are invited")
    expect(ana.page.get_by_text("1 of 2 used")).to_be_visible()


def has_left(person, code):
    """Neither the history of the tab nor what the browser stores has the code."""
    assert code not in person.page.evaluate(VISITED), person.page.evaluate(VISITED)
    assert code not in person.page.evaluate(STORED), person.page.evaluate(STORED)


def by_log_in(site, ana, link):
    """A user logs in on the way. Only the tap makes friends."""
    carl = site.person("carl")
    carl.log_out()
    opens(carl, address(link))
    carl.page.get_by_role("button", name="I have an account").click()
    expect(carl.page.get_by_text("Ana invites you")).to_be_visible()
    carl.log_in(lands=False)
    tap = carl.page.get_by_role("button", name="Become friends")
    expect(tap).to_be_enabled()
    expect(carl.page.get_by_text("It is about: Coffee")).to_be_visible()
    assert used(ana) == [(2, 1)], used(ana)
    looks(carl, "invited")
    tap.click()
    expect(carl.page.locator(".tile.pointed")).to_contain_text("Coffee")
    has_left(carl, CODE.search(link)[1])
    assert used(ana) == [(2, 2)], used(ana)
    return carl


def as_guest(site, link):
    """On another person's device: keys that lead away from the link do not end the log-in."""
    desk = site.guest("carl")
    opens(desk, address(link))
    desk.page.get_by_role("button", name="I have an account").click()
    desk.page.get_by_label("This is not my device").check()
    desk.log_in(lands=False)
    expect(desk.page.get_by_role("button", name="Become friends")).to_be_enabled()
    desk.page.keyboard.press("Alt+1")
    desk.is_in()
    desk.context.close()
    site.people.remove(desk)


def used(person):
    """Of each open invitation: how many may use it, and how many have."""
    found = person.command("invitationList")["invitations"]["invitations"]
    return [(one["uses"], one.get("used", 0)) for one in found]


def again(ana, carl, link):
    """A friend who opens it again; the inviter who opens it."""
    opens(carl, address(link))
    carl.page.get_by_role("button", name="Become friends").click()
    expect(carl.page.get_by_text("You are friends already.")).to_be_visible()
    other = create(ana)
    opens(ana, address(other))
    ana.page.get_by_role("button", name="Become friends").click()
    expect(ana.page.get_by_text("This is your own invitation.")).to_be_visible()
    ana.check_access("an own invitation")


def by_request(site, ana):
    """The inviter decides."""
    link = create(ana, request=True)
    dora = site.person("dora", PHONE)
    opens(dora, address(link))
    dora.page.get_by_role("button", name="Send request").click()
    expect(dora.page.get_by_role("heading", name="Ana", exact=True)).to_be_visible()
    expect(dora.page.get_by_text("Requested")).to_be_visible()
    ana.accept(dora)
    expect(dora.page.get_by_role("link", name="Write")).to_be_visible()


def ended(site, ana):
    """One that was revoked, one that has expired, and a broken one are answered alike."""
    revoked = create(ana)
    ana.page.get_by_role("button", name=re.compile("^Revoke the link")).first.click()
    expect(ana.page.get_by_text("The link does not work any more.").first).to_be_visible()
    expired = create(ana)
    site.kill()
    path = pathlib.Path(site.folder.name) / "data" / "upfor.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE invitation SET expires_ms = 1")
    site.daemon.start()
    eve = site.guest("eve", PHONE)
    for one in address(revoked), address(expired), "/i#no-such-code":
        opens(eve, one)
        expect(eve.page.get_by_role("alert").get_by_text("is not valid")).to_be_visible()
    looks(eve, "invitation-gone")
    eve.page.get_by_role("button", name="Create an account").click()
    eve.fill_in("Eve")
    eve.is_in()
    opens(eve, address(revoked))
    expect(eve.page.get_by_role("alert").get_by_text("is not valid")).to_be_visible()
    eve.check_access("an invitation that is not valid")


def by_issuer(site, source):
    """By an issuer's identity: the first time with a username, and then with an account."""
    ana = site.person("ana")
    dora = site.guest("dora", PHONE)
    dora.context.route(f"{ADDRESS}/**", Provider(source).answer)
    opens(dora, address(create(ana, about="Coffee")))
    log_in(dora)
    dora.page.get_by_label("Username", exact=True).fill("dora")
    dora.page.get_by_role("button", name="Log in", exact=True).click()
    expect(dora.page.locator(".tile.pointed")).to_contain_text("Coffee")
    expect(dora.page.get_by_text("You and Ana are friends.")).to_be_visible()
    assert used(ana) == [(1, 1)], used(ana)
    dora.log_out()
    opens(dora, address(create(ana)))
    log_in(dora)
    dora.page.get_by_role("button", name="Become friends").click()
    expect(dora.page.get_by_text("You are friends already.")).to_be_visible()
    assert used(ana) == [(1, 0), (1, 1)], used(ana)


def needed(site, upford, socket):
    """A server that takes people by invitation only, or nobody; the search by a wrong name."""
    def by_operator():
        return subprocess.run(
            [upford, "ctl", "invite", "--socket", socket], capture_output=True, text=True,
            timeout=HANG, check=True).stdout.strip().splitlines()[0]

    ana = site.guest("ana")
    ana.page.get_by_role("link", name="Create an account").click()
    field = ana.page.get_by_label("Invitation", exact=True)
    expect(ana.page.get_by_text("by invitation only")).to_be_visible()
    looks(ana, "invitation-needed")
    field.fill("no invitation")
    ana.fill_in("Ana")
    expect(ana.page.get_by_role("alert")).to_contain_text("That is no invitation")
    field.fill(by_operator())
    ana.fill_in("Ana")
    ana.is_in()
    ben = site.guest("ben", PHONE)
    opens(ben, f"/i#{by_operator()}")
    expect(ben.page.get_by_role("heading", name="You are invited to this server")).to_be_visible()
    ben.page.get_by_role("button", name="Create an account").click()
    expect(ben.page.get_by_label("Invitation", exact=True)).to_have_count(0)
    ben.fill_in("Ben")
    ben.is_in()
    mistyped(ana)
    site.daemon.stop()
    site.daemon.settings["registration"] = "closed"
    site.daemon.start()
    carl = site.guest("carl", PHONE)
    carl.page.get_by_role("link", name="Create an account").click()
    expect(carl.page.get_by_text("This server takes no new people.")).to_be_visible()
    looks(carl, "registration-closed")


def mistyped(ana):
    """Twenty wrong names are answered; one more says how long to wait, and what needs no name."""
    ana.go("People")
    search = ana.page.get_by_label("Find a person by username")
    search.fill("ben@example.org")
    search.press("Enter")
    expect(ana.page.get_by_text("That is no username")).to_be_visible()
    over = ana.page.get_by_text("You have looked up many names.")
    # A slow machine gets one more for each minute.
    for number in range(60):
        search.fill(f"bem{number}")
        search.press("Enter")
        expect(ana.page.get_by_text(f"There is no user @bem{number}.").or_(over)).to_be_visible()
        if number == 0:
            looks(ana, "no-such-user")
        if over.is_visible():
            break
    assert number >= 20, number
    expect(over).to_be_visible()
    expect(ana.page.locator(".missed").get_by_role("link", name="Invite a friend")).to_be_visible()
