"""How users find their way: the navigation, the board, opened addresses. Stories of stories.py."""

import pathlib
import re
import tempfile
import time

from outside import RemoteUser
from people import DESK, PHONE, Site
from playwright.sync_api import expect
from shared import STORED
from ways import Provider

from issuer import ADDRESS, Issuer
from until import until

WIDE = {"width": 1920, "height": 1080}
SMALL = {"width": 320, "height": 640}
# With more friends than these, and more matches at once, nobody has been seen.
FRIENDS, MATCHES = 300, 25
# Of them all but one share these; what one friend is up for alone comes and goes with that friend.
SHARED, ALONE = ("coffee", "gym", "eat", "study", "movie"), "shopping"


def navigation(upford):
    """Five places lead everywhere; what is off or hidden is not there; a chat has the phone."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        site.friends(ana, ben)
        for person, size in (ana, DESK), (ana, WIDE), (ben, PHONE), (ben, SMALL):
            person.page.set_viewport_size(size)
            five(person, f"{size['width']} pixels")
        ben.page.set_viewport_size(PHONE)
        by_keys(ana)
        whole_height(ana, ben)
        hidden(ana, ben)
        absent(site, ana)
        assert not site.complaints(), site.complaints()


def bar(person, page=None):
    """The names of the places in the navigation."""
    texts = (page or person.page).locator("nav a > span").all_inner_texts()
    return [text.strip() for text in texts]


def behind(person, page=None):
    """The names of the places behind "More"."""
    person.go("More", page=page)
    expect((page or person.page).get_by_role("heading", name="More")).to_be_visible()
    return (page or person.page).locator(".more .name").all_inner_texts()


def current(person):
    """The place that the navigation marks, and how."""
    return person.page.locator("nav a[aria-current]").evaluate_all(
        "links => links.map((link) => [link.textContent.trim(), link.ariaCurrent])")


def five(person, where):
    """Each place is reached by the navigation, which says where the user is."""
    assert bar(person) == ["Now", "Chats", "Map", "People", "More"], (where, bar(person))
    for place in bar(person):
        person.go(place)
        expect(person.page.locator("nav a[aria-current=page]")).to_contain_text(place)
        person.check_width(f"{place} at {where}")
    assert behind(person) == ["Circle", "Partners", "Words", "Events", "Me"], behind(person)
    person.check_access(f"more at {where}")
    person.shoot(f"more-{where.split()[0]}")
    for place in ("Circle", "Partners", "Words", "Events", "Me"):
        person.go(place)
        expect(person.page.get_by_role("heading", name=place, exact=True).first).to_be_visible()
        assert current(person) == [["More", "true"]], current(person)


def by_keys(ana):
    """The focus is not lost when a link of a screen opens another screen."""
    for number, place in enumerate(("Now", "Chats", "Map", "People", "More"), 1):
        ana.page.keyboard.press(f"Alt+{number}")
        expect(ana.page.locator("nav a[aria-current=page]")).to_contain_text(place)
    ana.page.get_by_role("main").get_by_role("link", name=re.compile("^Events")).focus()
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("heading", name="Events", exact=True)).to_be_visible()
    until("focus in the new screen",
          lambda: ana.page.evaluate("document.activeElement.id") == "main")


def whole_height(ana, ben):
    """On a phone the navigation makes room for a conversation, which has a way back."""
    for person in ana, ben:
        person.open_chat({"ana": ben, "ben": ana}[person.name])
    expect(ana.page.get_by_role("navigation")).to_be_visible()
    expect(ben.page.get_by_role("navigation")).to_have_count(0)
    bottom = ben.page.locator(".composer").evaluate(
        "composer => composer.getBoundingClientRect().bottom")
    assert abs(bottom - PHONE["height"]) <= 1, bottom
    ben.check_access("a conversation without the navigation")
    ben.page.get_by_role("link", name="Back", exact=True).click()
    expect(ben.page.get_by_role("navigation")).to_be_visible()


def hidden(ana, ben):
    """A hidden part is gone in all tabs and after a reload; its address opens it."""
    other = ana.tab()
    ana.is_in(other)
    ana.at("me", "parts")
    for name in "Circle", "Map":
        ana.page.get_by_role("switch", name=re.compile(f"^{name}")).click()
    ana.check_access("hidden parts")
    ana.check_width("hidden parts")
    ana.shoot("parts")
    for page in ana.page, other:
        expect(page.locator("nav a")).to_have_count(4)
        assert bar(ana, page) == ["Now", "Chats", "People", "More"], bar(ana, page)
        assert behind(ana, page) == ["Partners", "Words", "Events", "Me"]
    other.close()
    until("kept choice", lambda: ana.kept("hidden") == ["circle", "map"])
    ana.page.reload()
    expect(ana.page.locator("nav a")).to_have_count(4)
    ana.at("circle")
    expect(ana.page.get_by_role("heading", name="Circle", exact=True)).to_be_visible()
    assert current(ana) == [["More", "true"]], current(ana)
    ana.at("map")
    expect(ana.page.get_by_role("button", name="Check in")).to_be_visible()
    assert len(bar(ben)) == 5, bar(ben)
    ana.at("me", "parts")
    ana.page.get_by_role("switch", name=re.compile("^Map")).click()
    expect(ana.page.locator("nav a")).to_have_count(5)


def absent(site, ana):
    """The server no longer has some parts: the navigation does not offer them."""
    site.daemon.stop()
    for feature in ("places", "partners", "teams"):
        site.daemon.settings[f"features_{feature}"] = "false"
    site.daemon.start()
    ana.page.reload()
    expect(ana.page.locator("nav a")).to_have_count(4)
    until("parts that are off", lambda: behind(ana) == ["Words", "Me"])
    ana.at("me", "parts")
    expect(ana.page.get_by_role("switch")).to_have_count(2)
    ana.at("people")
    expect(ana.page.get_by_role("heading", name="People", exact=True)).to_be_visible()
    expect(ana.page.get_by_role("link", name="Partners")).to_have_count(0)
    ana.at("partners")
    expect(ana.page.get_by_text("This server has no language partners.")).to_be_visible()


# Adds up the layout shifts from now on, also those after an input.
SHIFTS = """() => {
  window.observer?.disconnect();
  window.shifts = [];
  window.observer = new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 120))]);
    }
  });
  window.observer.observe({ type: "layout-shift" });
}"""
# Where the tiles are, and the cards by what they show.
PLACES = """async () => {
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  const place = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  };
  const tiles = [...document.querySelectorAll(".tile")].map(place);
  const cards = [...document.querySelectorAll(".cards > .match")].map(
    (card) => [card.dataset.key, place(card)]);
  return [tiles, Object.fromEntries(cards)];
}"""


def board(upford):
    """The board beside 25 matches: nothing moves when a match or a plan comes or goes."""
    with Site(upford, passwords_passes="1") as site:
        ana = site.person("ana")
        expect(ana.page.get_by_role("link", name="Find friends")).to_be_visible()
        crowd = [RemoteUser(site, f"friend{number}") for number in range(FRIENDS)]
        for one in crowd:
            one.befriend(ana)
        ana.page.reload()
        ana.is_in()
        expect(ana.page.get_by_text("Choose what you are up for.")).to_be_visible()
        for activity in (*SHARED, ALONE):
            ana.command("activitySet", activity=activity, on=True)
        expect(ana.page.locator(".tile.on")).to_have_count(len(SHARED) + 1)
        sees_shifts(ana.page)
        for name, size in {"desk": DESK, "wide": WIDE, "phone": PHONE}.items():
            ana.page.set_viewport_size(size)
            come_and_go(ana, crowd, name)
        assert not site.complaints(), site.complaints()


def sees_shifts(page):
    """A tile that moves is reported: otherwise no report would mean nothing."""
    page.evaluate(SHIFTS)
    for margin in "40px", "":
        page.evaluate("margin => { document.querySelector('.tile').style.marginTop = margin; }", margin)
        until("a layout shift", lambda: page.evaluate("window.shifts.splice(0).length"))


def come_and_go(ana, crowd, name):
    page = ana.page
    gym = page.get_by_role("button", name=re.compile("Gym")).first
    gym.focus()
    ana.check_width(f"the board, {name}")
    before = page.evaluate(PLACES)
    page.evaluate(SHIFTS)
    *sharing, alone = crowd[:MATCHES]
    up = [(one, SHARED[place % len(SHARED)]) for place, one in enumerate(sharing)]
    # Before the others, so that its place is in their midst while it is free.
    up.insert(0, (alone, ALONE))
    for one, activity in up:
        one.call("activitySet", activity=activity, on=True)
    cards = page.locator(".match")
    expect(cards).to_have_count(len(SHARED) + 1)
    coffee = page.locator(".match[data-key='activity coffee']")
    expect(coffee).to_contain_text("+3")
    expect(page.locator("div.unseen[role=status]")).to_contain_text("is up for Coffee, too!")
    full = page.evaluate(PLACES)
    assert full[0] == before[0], f"tiles moved, {name}"
    # The end of a friendship ends a match at once; the next one takes its place.
    ana.command("friendRemove", friend=alone.name)
    expect(cards).to_have_count(len(SHARED))
    less = page.evaluate(PLACES)
    alone.befriend(ana)
    expect(cards).to_have_count(len(SHARED) + 1)
    # One of several who goes and comes changes the words of a card alone.
    ana.command("friendRemove", friend=sharing[0].name)
    expect(coffee).to_contain_text("+2")
    sharing[0].befriend(ana)
    expect(coffee).to_contain_text("+3")
    offered = plan_comes_and_goes(sharing[0], page, coffee)
    again = page.evaluate(PLACES)
    assert again == full and offered == full, f"a card is elsewhere, {name}"
    rest = {key: at for key, at in full[1].items() if key != f"activity {ALONE}"}
    assert less == [full[0], rest], name
    assert gym.evaluate("tile => tile === document.activeElement"), "the focus moved"
    shifts = page.evaluate("window.shifts")
    print(f"  {name}: CLS {sum(value for value, _ in shifts):.4f}", flush=True)
    assert not shifts, shifts
    ana.check_access(f"a board with {MATCHES} matches, {name}")
    ana.check_width(f"a board with {MATCHES} matches, {name}")
    ana.shoot(f"board-{name}")
    # All end; the board is as before.
    for one, activity in up:
        one.call("activitySet", activity=activity, on=False)
        ana.command("friendRemove", friend=one.name)
    expect(page.locator(".match")).to_have_count(0)
    for one in crowd[:MATCHES]:
        one.befriend(ana)
    assert page.evaluate(PLACES) == before, name


def plan_comes_and_goes(friend, page, coffee):
    """A friend offers a plan, and ends it; returns where all is meanwhile."""
    plan = friend.call("planMake", activity="coffee", place="Café Luna", cid=f"{time.time()}")
    expect(coffee).to_contain_text(f"Coffee with {friend.name.capitalize()}")
    offered = page.evaluate(PLACES)
    friend.call("planReply", plan=plan["plan"]["plan"], answer="NOT_COMING")
    expect(coffee).not_to_contain_text(" with ")
    return offered


def addresses(upford):
    """Any address survives sign-up, log-in and an issuer; a secret in it stays in the tab."""
    with tempfile.TemporaryDirectory() as folder:
        source = Issuer(folder)
        with Site(upford, source.settings(folder)) as site:
            ana = site.person("ana")
            room = ana.command("groupCreate", name="Rowing", cid="rowing")["group"]["room"]
            page = ana.command("groupInvite", room=room, on=True, cid="open")["groupPage"]
            code = page["code"]
            carl = by_sign_up(site, code)
            by_log_in(carl)
            as_guest(site, ana)
            by_issuer(site, source)
            events = pathlib.Path(site.folder.name, "events.jsonl").read_text()
            assert code not in events, "the code of an invitation is in the log"
            assert not site.complaints(), site.complaints()


def opens(person, address, page=None):
    """Opens an address of the site in place of the current page."""
    page = page or person.page
    page.goto("about:blank")
    page.goto(f"{person.site.address}{address}")


def by_sign_up(site, code):
    """The link of a group: through the forms of the log-in screen, and a reload of them."""
    carl = site.guest("carl", PHONE)
    page, sent = carl.page, []
    page.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(str(data))))
    opens(carl, f"/#/chats/%2B{code}")
    page.get_by_role("link", name="Create an account").click()
    page.reload()
    page.get_by_role("link", name="I have an account").click()
    carl.register("Carl", lands=False)
    join = page.get_by_role("button", name="Join a group")
    expect(join).to_be_enabled()
    assert not [one for one in sent if code in one], "the code was sent"
    assert code not in page.evaluate("JSON.stringify({...sessionStorage, ...localStorage})")
    carl.check_access("an invitation after a sign-up")
    join.click()
    expect(page.get_by_role("heading", name="Rowing")).to_be_visible()
    return carl


def by_log_in(carl):
    """A screen, the link of a post, an address of a door that is left open; a log-out forgets."""
    carl.log_out()
    carl.log_in()
    carl.log_out()
    for address, sign in ("/#/me/devices", "Devices"), ("/#/words", "Words"):
        opens(carl, address)
        carl.log_in(lands=False)
        expect(carl.page.get_by_role("heading", name=sign, exact=True)).to_be_visible()
        carl.log_out()
        # The next user of this tab begins at the board.
        carl.log_in()
        carl.log_out()
    opens(carl, "/circle/0123456789abcdef")
    carl.log_in(lands=False)
    expect(carl.page.get_by_text("This post is gone")).to_be_visible()
    carl.log_out()
    # The link is opened while the log-in screen is there.
    carl.page.evaluate("() => { location.hash = '#/people/ana'; }")
    carl.log_in(lands=False)
    expect(carl.page.get_by_role("heading", name="Ana", exact=True)).to_be_visible()


def as_guest(site, ana):
    """A guest lands at the address, too; a reload ends the log-in, and forgets where it was."""
    desk = site.guest("ana")
    opens(desk, "/#/me/privacy")
    desk.page.get_by_label("This is not my device").check()
    desk.log_in(lands=False)
    expect(desk.page.get_by_role("heading", name="Privacy", exact=True)).to_be_visible()
    desk.at("people", "carl")
    desk.page.reload()
    expect(desk.page.get_by_label("Username or e-mail")).to_be_visible()
    assert "carl" not in desk.page.evaluate(STORED), desk.page.evaluate(STORED)
    desk.log_in()
    desk.context.close()
    site.people.remove(desk)


def by_issuer(site, source):
    """Through an issuer's page: first time with a username, cancelled, and again."""
    dora = site.guest("dora", PHONE)
    dora.context.route(f"{ADDRESS}/**", Provider(source).answer)
    opens(dora, "/#/me/devices")
    leave(dora)
    dora.page.get_by_role("link", name="Yes, it is me").click()
    dora.page.get_by_label("Username", exact=True).fill("dora")
    dora.page.get_by_role("button", name="Log in", exact=True).click()
    expect(dora.page.get_by_role("heading", name="Devices", exact=True)).to_be_visible()
    dora.log_out()
    opens(dora, "/#/me/privacy")
    leave(dora)
    dora.page.get_by_role("link", name="No").click()
    expect(dora.page.get_by_role("alert")).to_contain_text("access_denied")
    leave(dora)
    dora.page.get_by_role("link", name="Yes, it is me").click()
    expect(dora.page.get_by_role("heading", name="Privacy", exact=True)).to_be_visible()


def leave(dora):
    """Goes to the issuer's page, whose address has nothing of the opened one."""
    dora.page.get_by_role("button", name="Log in with home").click()
    expect(dora.page.get_by_role("link", name="Yes, it is me")).to_be_visible()
    assert "me/" not in dora.page.url and "#" not in dora.page.url, dora.page.url
