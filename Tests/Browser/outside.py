"""The map, and events with their deck. Stories of stories.py."""

import contextlib
import http.server
import json
import re
import struct
import threading
import urllib.request
import zlib

from people import PHONE, Site
from playwright.sync_api import TimeoutError, expect
from until import until

LISBON = {"latitude": 38.7223, "longitude": -9.1393}
PARIS = (48.8566, 2.3522)
HOSTILE = '<img src=x onerror="alert(1)">'


class RemoteUser:
    """A user without a page, who sends commands only."""

    def __init__(self, site, name):
        self.site, self.name, self.token = site, name, None
        answer = self.call("accountRegister", username=name, displayName=name.capitalize(),
                           email=f"{name}@example.org", password=f"correct horse {name}",
                           device="script")
        self.token = answer["account"]["token"]

    def call(self, name, **fields):
        request = urllib.request.Request(
            f"{self.site.address}/v1/{name}", json.dumps(fields).encode(),
            {"Content-Type": "application/json",
             **({"Authorization": f"Bearer {self.token}"} if self.token else {})})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def befriend(self, person):
        self.call("friendRequest", to=person.name)
        person.command("friendAccept", **{"from": self.name})

    def check_in(self, lat, lon, **fields):
        self.call("checkinSet", lat=lat, lon=lon, **fields)


def png(width, height, colour, alpha=None):
    """A picture of one colour, with transparency if there is an `alpha`."""
    def chunk(kind, content):
        return (struct.pack(">I", len(content)) + kind + content
                + struct.pack(">I", zlib.crc32(kind + content)))
    pixel, kind = (bytes(colour), 2) if alpha is None else (bytes([*colour, alpha]), 6)
    row = b"\0" + pixel * width
    return (b"\x89PNG\r\n\x1a\n" + chunk(
        b"IHDR", struct.pack(">2I5B", width, height, 8, kind, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def listed(person, name):
    """A row of the list beside the map."""
    return person.page.get_by_role("list", name="People on this part of the map").get_by_role(
        "link", name=re.compile(name))


def pins(person):
    return person.page.locator(".map-pane .pin")


def off(site, feature):
    """The server no longer has it."""
    site.daemon.stop()
    site.daemon.settings[f"features_{feature}"] = "false"
    site.daemon.start()


def comes_to_rest(page):
    """Waits until the map has started and stopped moving: meanwhile it ignores keys and clicks."""
    page.wait_for_timeout(400)
    expect(page.locator(".leaflet-zoom-anim, .leaflet-pan-anim")).to_have_count(0)


def zoom_in(page):
    """Zooms in by one step. While the map moves it ignores clicks: then it is clicked again."""
    scale = page.locator(".map-scale")
    before = scale.evaluate("scale => scale.outerHTML")
    for _ in range(12):
        page.get_by_role("button", name="Zoom in").click()
        with contextlib.suppress(TimeoutError):
            page.wait_for_function(
                "before => document.querySelector('.map-scale').outerHTML !== before",
                arg=before, timeout=5_000)
            return
    raise AssertionError(f"the map does not zoom in: {before}")


def dialog(person):
    return person.page.get_by_role("dialog")


def on_the_map(upford):
    """The map: check-ins by position, pointer and keys, live, for friends alone; many at once."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        carl = site.person("carl", {"width": 320, "height": 600})
        site.friends(ana, ben)
        for person in (ana, ben, carl):
            person.go("Map")
            expect(person.page.get_by_text(re.compile("Nobody is here"))).to_be_visible()
        ana.check_access("an empty map")
        carl.check_width("an empty map at 320 pixels")

        where_i_am(ana, ben)
        by_keys(ana, ben)
        expect(carl.page.get_by_text(re.compile("Nobody is here"))).to_be_visible()
        with_a_photo(ana, ben)
        for_some(ana, ben)
        many(site, ana, ben)
        at_once(site, ana, ben, carl)
        away(ana)
        over(ana, ben)
        off(site, "places")
        ben.at("map")
        expect(ben.page.get_by_text("This server has no map.")).to_be_visible()
        # People are still found.
        ana.at("people", "+")
        expect(ana.page.get_by_role("checkbox", name=re.compile("^Carl"))).to_be_visible()
        assert not site.complaints(), site.complaints()


def where_i_am(ana, ben):
    """Ana's device has a position, and ben sees her at once."""
    ana.page.get_by_role("button", name="Check in").click()
    dialog(ana).get_by_role("button", name="Where I am").click()
    expect(ana.page.get_by_text(re.compile("does not tell this page where you are")).first
           ).to_be_visible()
    ana.context.grant_permissions(["geolocation"])
    ana.context.set_geolocation(LISBON)
    dialog(ana).get_by_role("button", name="Where I am").click()
    expect(dialog(ana).get_by_text("near Lisbon")).to_be_visible()
    dialog(ana).get_by_label("What are you doing?").fill("Pastéis de nata!")
    dialog(ana).get_by_label("food").check()
    dialog(ana).get_by_label("Activity").select_option(label="Coffee")
    dialog(ana).get_by_label("Turn on Coffee, too").check()
    ana.check_access("the check-in")
    ana.shoot("check-in")
    dialog(ana).get_by_role("button", name="Check in here").click()
    expect(ana.page.get_by_role("heading", name="Ana")).to_be_visible()
    expect(ana.page.locator(".marker").get_by_text("near Lisbon")).to_be_visible()
    expect(pins(ben)).to_have_count(1)
    listed(ben, "Ana").click()
    marker = ben.page.locator(".marker")
    expect(marker.get_by_text("Pastéis de nata!")).to_be_visible()
    expect(marker.get_by_text("near Lisbon")).to_be_visible()
    expect(marker.get_by_text("Up for Coffee")).to_be_visible()
    expect(marker.get_by_role("img", name="Picture of this check-in")).to_be_visible()
    ben.check_access("a marker")
    ben.shoot("marker-phone")
    ana.go("Now")
    expect(ana.page.get_by_role("button", name=re.compile("Coffee"), pressed=True).first
           ).to_be_visible()
    ana.go("Map")


def by_keys(ana, ben):
    """Ben checks in without a pointer: the map under the pin moves by arrow keys."""
    page = ben.page
    ben.at("map")
    page.get_by_role("button", name="Check in", exact=True).focus()
    page.keyboard.press("Enter")
    chooser = dialog(ben).get_by_role("application")
    chooser.focus()
    former = dialog(ben).get_by_role("status").inner_text()
    for key in ("ArrowUp", "ArrowRight", "+"):
        page.keyboard.press(key)
        comes_to_rest(page)
    until("another place", lambda: dialog(ben).get_by_role("status").inner_text() != former)
    field = dialog(ben).get_by_label("What are you doing?")
    for _ in range(12):
        page.keyboard.press("Tab")
        if field.evaluate("field => field === document.activeElement"):
            break
    page.keyboard.type("On the way")
    dialog(ben).get_by_role("button", name="Check in here").focus()
    page.keyboard.press("Enter")
    expect(dialog(ben)).to_have_count(0)
    ana.page.get_by_role("button", name="Show everybody").click()
    expect(listed(ana, "Ben")).to_be_visible()
    expect(pins(ana)).to_have_count(2)
    ana.shoot("map")


def with_a_photo(ana, ben):
    """A photo replaces the default picture, and a new marker replaces the old one."""
    ana.page.get_by_role("button", name="Check in", exact=True).click()
    dialog(ana).locator("input[type=file]").set_input_files(
        {"name": "sea.png", "mimeType": "image/png", "buffer": png(600, 400, (20, 90, 160))})
    dialog(ana).get_by_role("button", name="Where I am").click()
    expect(dialog(ana).get_by_text("near Lisbon")).to_be_visible()
    dialog(ana).get_by_role("button", name="Check in here").click()
    expect(dialog(ana)).to_have_count(0)
    ben.at("map", "at", "ana")
    picture = ben.page.get_by_role("img", name="Picture of this check-in")
    until("the photo", lambda: picture.count() and picture.evaluate(
        "image => image.naturalWidth") == 600)
    expect(pins(ana)).to_have_count(2)
    # It has no sticker, because the new check-in has none.
    expect(pins(ana).locator(".sticker")).to_have_count(0)
    expect(pins(ben).locator(".sticker")).to_have_count(0)


def for_some(ana, ben):
    """A friend who is left out of the audience no longer sees the marker, at once."""
    ana.at("map")
    ben.at("map")
    ana.page.get_by_role("button", name="Actions").click()
    ana.page.get_by_role("button", name="Who sees me").click()
    dialog(ana).get_by_role("button", name="Nobody").click()
    dialog(ana).get_by_role("button", name="Save").click()
    expect(listed(ben, "Ana")).to_have_count(0)
    ana.page.get_by_role("button", name="Actions").click()
    ana.page.get_by_role("button", name="Who sees me").click()
    dialog(ana).get_by_role("button", name="Everybody").click()
    dialog(ana).get_by_role("button", name="Save").click()
    ben.page.get_by_role("button", name="Show everybody").click()
    expect(listed(ben, "Ana")).to_be_visible()


def many(site, ana, ben):
    """More than five markers in one place become one, which lists them all."""
    crowd = [RemoteUser(site, f"friend{number}") for number in range(7)]
    for number, one in enumerate(crowd):
        one.befriend(ana)
        one.check_in(PARIS[0] + number * .0015, PARIS[1],
                     text=HOSTILE if number == 3 else f"Here, {number}")
    ana.page.get_by_role("button", name="Show everybody").click()
    spot = ana.page.get_by_role("link", name="7 people, near Paris")
    expect(spot).to_be_visible()
    ana.check_access("a map with many")
    ana.shoot("map-many")
    spot.click()
    expect(ana.page.get_by_role("heading", name="7 people in one place")).to_be_visible()
    expect(listed(ana, "Friend")).to_have_count(7)
    ana.check_access("many in one place")
    listed(ana, "Friend3").click()
    expect(ana.page.locator(".marker .text").get_by_text(HOSTILE)).to_be_visible()
    assert ana.page.locator(".marker .text img").count() == 0
    # At a larger zoom, each is shown separately.
    ana.at("map")
    for _ in range(4):
        zoom_in(ana.page)
    expect(listed(ana, "Friend")).to_have_count(7)
    crowd[0].call("friendRemove", friend="ana")
    expect(listed(ana, "Friend")).to_have_count(6)


def at_once(site, ana, ben, carl):
    """Several friend requests are sent, and several friends removed, at once."""
    dora = site.person("dora")
    for person in (carl, dora):
        person.at("me", "privacy")
        person.page.get_by_label("In the list of people").click()
        expect(person.page.get_by_label("In the list of people")).to_be_checked()
        person.go("Map")
    ana.page.get_by_role("link", name="Friends & people").click()
    expect(ana.page.get_by_text("That is you: your own friend")).to_be_visible()
    for name in ("Carl", "Dora"):
        ana.page.get_by_role("checkbox", name=re.compile(f"^{name}")).check()
    ana.check_access("friends and people")
    ana.shoot("map-people")
    ana.page.get_by_role("button", name="Add 2 people").click()
    expect(ana.page.get_by_text("2 people are asked to be your friend.").first).to_be_visible()
    for person in (carl, dora):
        person.accept(ana)
    for name in ("Friend1", "Friend2"):
        ana.page.get_by_role("checkbox", name=re.compile(f"^{name}")).check()
    ana.page.get_by_role("button", name="Remove 2 friends").click()
    dialog(ana).get_by_role("button", name="Remove").click()
    expect(ana.page.get_by_role("checkbox", name=re.compile("^Friend1"))).to_have_count(0)
    ana.page.get_by_role("button", name="Import").click()
    dialog(ana).get_by_label("Usernames or e-mail addresses").fill("carl, nobody, x@example.org")
    dialog(ana).get_by_role("button", name="Find").click()
    expect(dialog(ana).get_by_text("Your friend")).to_be_visible()
    ana.check_access("an import")
    ana.page.keyboard.press("Escape")
    carl.go("Map")
    expect(listed(carl, "Ana")).to_be_visible()
    carl.check_width("the map at 320 pixels")
    carl.at("people", "+")
    carl.check_width("people at 320 pixels")


def away(ana):
    """The user leaves the screen while the map still moves: nothing fails."""
    for move in (lambda: ana.page.get_by_role("button", name="Zoom in").click(),
                 lambda: ana.page.mouse.wheel(0, -400)):
        ana.go("Map")
        # The visible part depends on how far the last movement came.
        ana.page.get_by_role("button", name="Show everybody").click()
        expect(pins(ana).first).to_be_attached()
        ana.page.mouse.move(900, 400)
        move()
        ana.go("Now")
        ana.page.wait_for_timeout(600)


def over(ana, ben):
    """A marker is removed; the history is deleted."""
    ana.at("map", "history")
    rows = ana.page.get_by_role("list", name="My check-ins").get_by_role("listitem")
    expect(rows).to_have_count(2)
    ana.check_access("my check-ins")
    ana.shoot("check-ins")
    ana.page.get_by_role("button", name="Forget all check-ins").click()
    dialog(ana).get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(0)
    expect(listed(ben, "Ana")).to_have_count(0)
    ben.at("map", "at", "ben")
    ben.page.get_by_role("button", name="Remove my marker").click()
    expect(pins(ben)).to_have_count(0)


class Tiles(http.server.BaseHTTPRequestHandler):
    """A server of map tiles, all of one colour."""

    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        picture = png(256, 256, (180, 220, 190))
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(picture)))
        self.end_headers()
        self.wfile.write(picture)

    def log_message(self, *_):
        """Logs nothing."""


def tiles(upford):
    """A map of tiles from a server, which the policy of the page permits."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tiles) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/a/{{z}}/{{x}}/{{y}}.png"
        with Site(upford, page_tiles=address, page_tilesCredit="© the city") as site:
            ana = site.person("ana")
            ana.go("Map")
            expect(ana.page.get_by_text("© the city")).to_be_visible()
            tile = ana.page.locator("img.leaflet-tile-loaded").first
            expect(tile).to_be_visible()
            assert tile.evaluate("tile => tile.naturalWidth") == 256
            assert any(re.fullmatch(r"/a/2/\d/\d.png", path) for path in Tiles.asked), Tiles.asked
            ana.check_access("a map of tiles")
            ana.shoot("map-tiles")
            assert not site.complaints(), site.complaints()
        server.shutdown()


def deck(upford):
    """An event, a project, and the deck from both sides: by pointer, by keys, by buttons."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        carl = site.person("carl", {"width": 320, "height": 600})
        for person in (ana, ben, carl):
            person.go("Events")
            expect(person.page.get_by_text("You attend none yet.")).to_be_visible()
        ana.check_access("no events")
        skilled(ben, "web", "design")
        event(ana)
        project(ana, "Tide clock", 2, "web", "hardware")
        for person in (ben, carl):
            attend(person)
        project(ana, "Ferry finder", 3, "data")
        project(ana, "Harbour songs", 3)
        project(ana, "Night boat", 3)

        near(ana, carl)
        taken_back(ben, by_pointer(ben))
        from_the_project(ana, ben)
        full(ana, carl)
        roles(ana, ben)
        gone(ana, ben)
        off(site, "teams")
        expect(ana.page.get_by_text("This server has no events.")).to_be_visible()
        assert not site.complaints(), site.complaints()


def skilled(person, *skills):
    person.at("events", "profile")
    for skill in skills:
        person.page.get_by_role("checkbox", name=skill, exact=True).check()
    person.page.get_by_label("How to reach you").fill("0123")
    person.page.get_by_role("button", name="Save").click()
    expect(person.page.get_by_text("Your profile is saved.").first).to_be_visible()
    person.check_access("a profile for teams")


def event(ana):
    ana.page.get_by_role("button", name="New event").click()
    dialog(ana).get_by_label("Title").fill("Hack the Harbour")
    dialog(ana).get_by_label("Description").fill("48 hours on the water")
    dialog(ana).get_by_label("Where").fill("Hall 3")
    dialog(ana).get_by_role("button", name="Place on the map").click()
    ana.context.grant_permissions(["geolocation"])
    ana.context.set_geolocation(LISBON)
    ana.page.get_by_role("button", name="Where I am").click()
    expect(ana.page.get_by_text("near Lisbon")).to_be_visible()
    ana.check_access("a place on the map")
    ana.page.get_by_role("button", name="Use this place").click()
    ana.check_access("a new event")
    dialog(ana).get_by_role("button", name="Save").click()
    expect(ana.page.get_by_role("heading", name="Hack the Harbour", level=1)).to_be_visible()
    ana.check_access("an event")
    ana.page.locator(".event-pane").get_by_role("button", name="Actions", exact=True).click()
    with ana.page.expect_file_chooser() as chooser:
        ana.page.get_by_role("button", name="Picture…").click()
    chooser.value.set_files(
        {"name": "sea.png", "mimeType": "image/png", "buffer": png(600, 300, (20, 90, 160))})
    expect(ana.page.locator(".event-picture")).to_be_visible()


def project(person, title, places, *skills):
    person.page.get_by_role("link", name=re.compile("^Hack the Harbour")).first.click()
    person.page.get_by_role("button", name="New project").click()
    dialog(person).get_by_label("Title").fill(title)
    dialog(person).get_by_label("Places").fill(str(places))
    for skill in skills:
        dialog(person).get_by_role("checkbox", name=skill, exact=True).check()
    dialog(person).get_by_role("button", name="Save").click()
    expect(person.page.get_by_role("heading", name=title, level=1)).to_be_visible()
    expect(person.page.get_by_text(f"1 of {places}")).to_be_visible()


def attend(person):
    person.at("events")
    person.page.reload()
    person.page.get_by_role("link", name=re.compile("^Hack the Harbour")).first.click()
    person.page.get_by_role("button", name="Attend", exact=True).click()
    expect(person.page.get_by_role("link", name="Find a project")).to_be_visible()


def near(ana, carl):
    """The event is in Lisbon: ana is there, carl in Paris."""
    carl.context.grant_permissions(["geolocation"])
    carl.context.set_geolocation(dict(zip(("latitude", "longitude"), PARIS)))
    for person, count in (ana, 1), (carl, 0):
        person.at("events")
        person.page.get_by_role("button", name="Near me", pressed=False).click()
        link = person.page.get_by_role("link", name=re.compile("^Hack the Harbour"))
        expect(link).to_have_count(1 + count)
        expect(person.page.get_by_text("0 km away")).to_have_count(count)
        person.page.get_by_role("button", name="Near me", pressed=True).click()
        expect(link).to_have_count(2)
        link.first.click()


def card(person, name):
    return person.page.locator(".deck-card").get_by_role("heading", name=name)


def by_pointer(ben):
    """The best card comes first; swipes by pointer, by keys and by a button.

    Returns the title of the second project that ben wants.
    """
    ben.page.get_by_role("link", name="Find a project").click()
    expect(card(ben, "Tide clock")).to_be_visible()
    ben.check_access("the deck")
    ben.check_width("the deck")
    ben.shoot("deck-phone")
    box = ben.page.locator(".deck-card").bounding_box()
    mouse = ben.page.mouse
    mouse.move(box["x"] + 60, box["y"] + 40)
    mouse.down()
    # Not far enough: the card returns.
    mouse.move(box["x"] + 90, box["y"] + 40, steps=3)
    mouse.up()
    expect(card(ben, "Tide clock")).to_be_visible()
    mouse.move(box["x"] + 60, box["y"] + 40)
    mouse.down()
    mouse.move(box["x"] + 280, box["y"] + 60, steps=6)
    ben.shoot("deck-drawn")
    mouse.up()
    expect(card(ben, "Tide clock")).to_have_count(0)
    second = ben.page.locator(".deck-card h2").inner_text()
    ben.page.keyboard.press("ArrowLeft")
    expect(card(ben, second)).to_have_count(0)
    third = ben.page.locator(".deck-card h2").inner_text()
    ben.page.get_by_role("button", name=re.compile("^No:")).click()
    expect(card(ben, third)).to_have_count(0)
    last = ben.page.locator(".deck-card h2").inner_text()
    ben.page.keyboard.press("ArrowRight")
    expect(ben.page.get_by_text("That was everybody for now.")).to_be_visible()
    # Swiped cards do not return.
    ben.page.reload()
    expect(ben.page.get_by_text("That was everybody for now.")).to_be_visible()
    return last


def taken_back(ben, title):
    """A swipe without an answer is withdrawn, and the project is offered again."""
    ben.at("events", "matches")
    asked = ben.page.get_by_role("list", name="Not answered yet").get_by_role("listitem")
    expect(asked).to_have_count(2)
    ben.check_access("projects that have not answered")
    ben.check_width("projects that have not answered")
    ben.shoot("deck-asked")
    ben.page.get_by_role("button", name=f"Take back {title}").click()
    expect(asked).to_have_count(1)
    expect(asked.get_by_role("link", name=re.compile("^Tide clock"))).to_be_visible()


def from_the_project(ana, ben):
    """The project wants ben, too: he joins its team, and both users see it."""
    ana.page.get_by_role("link", name=re.compile("^Hack the Harbour")).first.click()
    ana.page.get_by_role("link", name=re.compile("^Tide clock")).first.click()
    ana.page.get_by_role("link", name="Find teammates").click()
    expect(card(ana, "Ben")).to_be_visible()
    ana.check_access("the deck of a project")
    ana.page.keyboard.press("ArrowRight")
    expect(ana.page.get_by_text(re.compile("It is a match!|has joined")).first).to_be_visible()
    expect(ben.page.get_by_text("You have joined Tide clock!").first).to_be_visible()
    ben.at("events", "matches")
    expect(ben.page.get_by_text("You are in the team")).to_be_visible()
    ben.check_access("matches")
    ben.page.get_by_role("link", name=re.compile("^Tide clock")).first.click()
    expect(ben.page.get_by_text("2 of 2")).to_be_visible()
    ben.check_access("a project")


def full(ana, carl):
    """All places are taken: a matched user waits, and joins when one is free."""
    ana.page.keyboard.press("ArrowRight")
    carl.page.get_by_role("link", name="Find a project").click()
    while carl.page.locator(".deck-card h2").inner_text() != "Tide clock":
        shown = carl.page.locator(".deck-card h2").inner_text()
        carl.page.keyboard.press("ArrowLeft")
        expect(card(carl, shown)).to_have_count(0)
    carl.page.get_by_role("button", name="Yes: Tide clock").click()
    expect(carl.page.get_by_text(re.compile("all places are taken")).first).to_be_visible()


def roles(ana, ben):
    """Planners and owners give roles."""
    ana.page.get_by_role("link", name=re.compile("^Hack the Harbour")).first.click()
    ana.page.locator(".event-pane").get_by_role("link", name="People").click()
    ana.check_access("attendees")
    ana.page.get_by_role("button", name="Actions for Ben").click()
    ana.page.get_by_role("button", name="Make a planner").click()
    expect(ana.page.get_by_text("plans it")).to_have_count(2)
    expect(ben.page.get_by_text("You have another role at Hack the Harbour.").first).to_be_visible()


def gone(ana, ben):
    """One more place admits carl; ben leaves the project, and the event is cancelled."""
    ana.page.get_by_role("link", name="Back").click()
    ana.page.get_by_role("link", name=re.compile("^Tide clock")).first.click()
    ana.page.locator(".event-pane").get_by_role("button", name="Actions", exact=True).click()
    ana.page.get_by_role("button", name="Edit").click()
    dialog(ana).get_by_label("Places").fill("3")
    dialog(ana).get_by_role("button", name="Save").click()
    expect(ana.page.get_by_text("3 of 3")).to_be_visible()
    expect(ana.page.get_by_role("list", name="Team").get_by_text("Carl")).to_be_visible()
    ben.page.get_by_role("button", name="Actions", exact=True).click()
    ben.page.get_by_role("button", name="Leave the project").click()
    dialog(ben).get_by_role("button", name="Leave the project").click()
    expect(ben.page.get_by_role("heading", name="Hack the Harbour", level=1)).to_be_visible()
    expect(ana.page.get_by_text("2 of 3")).to_be_visible()
    ana.page.get_by_role("link", name=re.compile("^Hack the Harbour")).first.click()
    ana.page.get_by_role("button", name="Actions", exact=True).click()
    ana.page.get_by_role("button", name="Delete event").click()
    dialog(ana).get_by_role("button", name="Delete").click()
    expect(ana.page.get_by_text("You attend none yet.")).to_be_visible()
    expect(ben.page.get_by_text("The event Hack the Harbour was cancelled.").first).to_be_visible()
