"""Faults that were seen on the page, each at six sizes of a window. Story of stories.py."""

import re

from outside import RemoteUser
from people import Site
from playwright.sync_api import expect
from until import IS_TIMED, until

SIZES = [{"width": width, "height": height} for width, height in (
    (320, 640), (390, 844), (844, 390), (1024, 480), (1280, 800), (1920, 1080))]
# A phone on its side, with a keyboard on its screen.
TYPED = {"width": 844, "height": 200}

# Activities of the catalogue, one for each size.
ACTIVITIES = ("coffee", "gym", "eat", "study", "movie", "shopping")

TITLES = {
    "now": "Now", "map": "Map", "chats": "Chats", "chats/ben": "Ben", "people": "People",
    "people/ben": "Ben", "circle": "Circle", "partners": "Partners", "words": "Words",
    "events": "Events", "more": "More", "me": "Me", "me/security": "Security",
    "nonsense": "Nothing here"}

# The texts of those elements that a pointer cannot hit in their middle.
HIDDEN = """(elements) => elements.filter((element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1 ||
    !(element.contains(hit) || hit?.contains(element) && hit.matches("a, button, label"));
}).map((element) => element.ariaLabel ?? element.textContent)"""
IS_LOADED = "(pictures) => pictures.every((one) => one.complete && one.naturalWidth)"
# Short messages stay until they are closed.
NO_TIMEOUT = """
const later = setTimeout;
globalThis.setTimeout = (act, pause, ...more) =>
  [5000, 8000].includes(pause) ? 0 : later(act, pause, ...more);
"""


def faults(upford):
    """Menus, the composer and short messages are within reach, whatever the size of the window."""
    with Site(upford) as site:
        ana = site.person("ana", locale="en-GB", timezone_id="Pacific/Auckland")
        ben = RemoteUser(site, "ben")
        ben.befriend(ana)
        until("kept friend", lambda: (ana.kept("world") or {}).get("friends"))
        ana.context.add_init_script(NO_TIMEOUT)
        ana.page.reload()
        ana.is_in()
        for number in range(14):
            text = f"{number} {'word ' * (number % 4 * 9 + 1)}"
            ben.call("roomSend", to="ana", text=text, cid=f"{number}")
            ana.command("roomSend", to="ben", text=text, cid=f"{number}")
        for size in SIZES:
            badges(ana, size)
        for size in SIZES:
            menus(ana, size)
        for size in (*SIZES, TYPED):
            composers(ana, size)
        for size in SIZES:
            toasts(ana, ben, size)
        for size in SIZES:
            lost(ana, size)
        for size in SIZES:
            pairs(ana, size)
        for size in SIZES:
            starts(ana, size)
        words(ana, ben)
        titles(ana)
        avatars(ana)
        german(ana)
        colours(site.guest("eve"))
        confirmation(site)
        assert not site.complaints(), site.complaints()


def sized(person, size):
    person.page.set_viewport_size(size)
    return f"{size['width']} by {size['height']} pixels"


def reached(locator, where):
    """Expects that a pointer hits each of the elements."""
    until(f"{locator} at {where}", lambda: locator.count())
    hidden = locator.evaluate_all(HIDDEN)
    assert not hidden, f"out of reach at {where}: {hidden}"


def menus(ana, size):
    """Each entry of the menu of a message is in the window, wherever the message is."""
    where = sized(ana, size)
    ana.at("chats", "ben")
    messages = ana.page.locator("li.message")
    expect(messages.last).to_be_in_viewport()
    for kind in "mine", "theirs":
        # The first of them that is whole, and the last one.
        shown = ana.page.locator(f"li.{kind} .bubble").evaluate_all("""(bubbles) => {
          const { top } = document.querySelector(".history").getBoundingClientRect();
          return bubbles.map((bubble) => bubble.getBoundingClientRect().top >= top);
        }""")
        for place in shown.index(True), len(shown) - 1:
            message = ana.page.locator(f"li.{kind}").nth(place)
            message.hover()
            message.get_by_label("Actions for this message").click()
            entries = ana.page.locator(".menu .items button")
            # The menu is whole: its last entry is there.
            expect(entries.last).to_have_text("Delete" if kind == "mine" else "Report")
            reached(entries, f"{where}, {kind}, {place}")
            ana.check_width(where)
            if size == SIZES[1] and kind == "mine":
                ana.check_access(f"a menu at {where}")
            ana.page.keyboard.press("Escape")
            expect(entries.first).to_be_hidden()
    # A pointer beside it closes a menu, too.
    ana.page.get_by_role("button", name="Actions", exact=True).click()
    reached(ana.page.locator(".menu .items button"), where)
    ana.page.mouse.click(size["width"] / 2, 4)
    expect(ana.page.locator(".menu .items button").first).to_be_hidden()


def composers(ana, size):
    """The field for messages and the navigation are in the window, which is filled."""
    where = sized(ana, size)
    ana.at("chats", "ben")
    # Where voice messages can be recorded, the button that sends comes with the first letter.
    shown = ana.page.locator(".composer textarea, .composer button").locator("visible=true")
    reached(shown, where)
    tall = ana.page.evaluate("document.querySelector('.shell').scrollHeight - innerHeight")
    assert tall <= 0, f"the page is {tall} pixels too tall at {where}"
    ana.at("now")
    last = ana.page.locator("nav li:last-child a")
    last.scroll_into_view_if_needed()
    reached(last, where)


def toasts(ana, ben, size):
    """News cover neither header, composer nor navigation, and go once their screen is open."""
    where = sized(ana, size)
    toast = ana.page.locator(".toasts li")
    ana.at("chats", "ben")
    expect(ana.field(ben)).to_be_visible()
    # Another one each time: the same match is news once.
    activity = ACTIVITIES[SIZES.index(size)]
    ana.command("activitySet", activity=activity, on=True)
    ben.call("activitySet", activity=activity, on=True)
    expect(toast).to_contain_text("Ben is up for")
    reached(toast.locator("a"), where)
    reached(ana.page.locator(".conversation header").locator(".title, .menu > button"), where)
    reached(ana.page.locator(".composer textarea, .composer button"), where)
    ana.shoot(f"toast-chat-{size['width']}")
    ana.at("now")
    expect(toast).to_have_count(0)
    ana.at("people")
    expect(ana.page.get_by_role("heading", name="People", exact=True)).to_be_visible()
    ben.call("roomSend", to="ana", text="Lunch?", cid=where)
    expect(toast).to_contain_text("Ben: Lunch?")
    reached(toast.locator("a"), where)
    reached(ana.page.locator(".list-pane h1, nav a"), where)
    ana.shoot(f"toast-people-{size['width']}")
    ana.at("chats", "ben")
    expect(toast).to_have_count(0)


def badges(ana, size):
    """A number of two digits, or of more than two, stands in one line beside its icon."""
    where = sized(ana, size)
    ana.at("now")
    badge = ana.page.get_by_role("navigation").locator("b.badge")
    expect(badge).to_have_text("14")
    for text in "14", "99+":
        badge.evaluate("(badge, text) => { badge.textContent = text; }", text)
        box = badge.bounding_box()
        assert box["height"] <= 22 <= box["width"] + 2, f"{text} at {where}: {box}"
        assert box["x"] + box["width"] <= size["width"], f"{text} at {where}: {box}"
    badge.evaluate("badge => { badge.textContent = 14; }")


def lost(ana, size):
    """An address that nothing has is answered in words, with a way back."""
    where = sized(ana, size)
    for address in "/#/nonsense", "/#/constructor", "/nonsense/page":
        ana.page.goto(f"{ana.site.address}{address}")
        expect(ana.page.get_by_role("heading", name="Nothing here")).to_be_visible()
        expect(ana.page.locator("nav a[aria-current]")).to_have_count(0)
        ana.check_width(where)
        ana.page.get_by_role("link", name="What are you up for?").click()
        ana.is_in()


def pairs(ana, size):
    """The two times of an event do not overlap."""
    where = sized(ana, size)
    ana.at("events")
    ana.page.get_by_role("button", name="New event").click()
    dialog = ana.page.get_by_role("dialog")
    starts, ends = (
        dialog.get_by_label(name, exact=True).bounding_box() for name in ("Starts", "Ends"))
    frame = dialog.bounding_box()
    assert (starts["x"] + starts["width"] <= ends["x"]
            or starts["y"] + starts["height"] <= ends["y"]), f"{where}: {starts}, {ends}"
    for one in starts, ends:
        assert one["x"] + one["width"] <= frame["x"] + frame["width"], f"{where}: {one}, {frame}"
    ana.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def starts(ana, size):
    """A check-in starts where the user is, or was last, not in the middle of the map."""
    where = sized(ana, size)
    ana.at("map")
    dialog = ana.page.get_by_role("dialog")
    if size == SIZES[0]:
        ana.context.grant_permissions(["geolocation"])
        ana.context.set_geolocation({"latitude": 38.72, "longitude": -9.14})
        ana.page.get_by_role("button", name="Check in", exact=True).click()
        expect(dialog.get_by_text("near Lisbon")).to_be_visible()
        ana.page.keyboard.press("Escape")
        ana.context.clear_permissions()
        ana.command("checkinSet", lat=52.52, lon=13.405)
        expect(ana.page.locator(".map-pane .pin")).to_have_count(1)
    ana.page.get_by_role("button", name="Check in", exact=True).click()
    expect(dialog.get_by_text("near Berlin")).to_be_visible()
    ana.check_width(f"a check-in at {where}")
    ana.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def words(ana, ben):
    """Reactions have the names of people, and times are written as in the user's country."""
    ana.at("chats", "ben")
    ben.call("roomReact", **{"with": "ana", "seq": 1, "emoji": "🎉", "on": True}, cid="react")
    ana.command("roomReact", **{"with": "ben", "seq": 1, "emoji": "🎉", "on": True}, cid="react")
    expect(ana.page.locator(".reactions button").first).to_have_attribute(
        "title", re.compile("^(Ben, Ana|Ana, Ben)$"))
    time = ana.page.locator(".bubble small").first.inner_text()
    assert re.fullmatch(r"\d?\d:\d\d", time.strip()), time


def titles(ana):
    """Each screen has a title of its own."""
    for place, title in TITLES.items():
        ana.at(*place.split("/"))
        until(f"title of {place}", lambda: ana.page.title() == f"{title} · Upfor")


def avatars(ana):
    """After a reload without a network, friends have their pictures, or letters in their place."""
    ana.at("people")
    faces = ana.page.locator(".list-pane .avatar")
    loaded = ".list-pane img.avatar"
    until("pictures", lambda: ana.page.locator(loaded).evaluate_all(IS_LOADED))
    until("kept page", lambda: ana.page.evaluate("caches.match('/').then(Boolean)"))
    session = ana.context.new_cdp_session(ana.page)
    for is_forgotten in False, True:
        if is_forgotten:
            session.send("Network.clearBrowserCache")
        ana.context.set_offline(True)
        ana.page.reload()
        if is_forgotten:
            expect(faces.first).to_have_text("B")
            expect(ana.page.locator(loaded)).to_have_count(0)
        until("pictures", lambda: ana.page.locator(loaded).evaluate_all(IS_LOADED))
        ana.check_access("friends without a network")
        ana.context.set_offline(False)
        expect(ana.page.locator(loaded)).to_have_count(1)
        until("pictures again", lambda: ana.page.locator(loaded).evaluate_all(IS_LOADED))


def german(ana):
    """In German, activities of the usual catalogue are translated, and the circle has one name."""
    ana.page.evaluate("localStorage.setItem('upfor.language', 'de')")
    ana.page.reload()
    ana.at("now")
    for name in "Kaffee", "Essen", "Lernen":
        expect(ana.page.get_by_role("button", name=re.compile(name)).first).to_be_visible()
    for place in "circle", "me/privacy", "me/parts", "more":
        ana.at(*place.split("/"))
        expect(ana.page.get_by_role("heading", level=1).first).to_be_visible()
        text = ana.page.locator("body").inner_text()
        assert "Circle" not in text, f"{place}: {text}"
    ana.page.evaluate("localStorage.removeItem('upfor.language')")


def colours(eve):
    """What has succeeded is not red, and not an alert."""
    eve.context.route("**/v1/passwordRecover", lambda route: route.fulfill(
        status=200, content_type="application/json", body="{}"))
    eve.page.goto(f"{eve.site.address}/#/recover")
    eve.page.get_by_label("Username or e-mail").fill("eve")
    eve.page.get_by_label("Code").fill("123456")
    eve.page.get_by_label("New password").fill(eve.password)
    eve.page.get_by_role("button", name="Set the password").click()
    done = eve.page.get_by_role("status").get_by_text("The password is set.")
    expect(done).to_be_visible()
    red, green, _ = re.findall(r"\d+", done.evaluate("done => getComputedStyle(done).color"))
    assert int(red) < int(green), (red, green)
    for size in SIZES:
        sized(eve, size)
        expect(done).to_be_in_viewport()


def confirmation(site):
    """A sign-up asks for a confirmed address; where no mail is sent, it says what that means."""
    fred = site.guest("fred")
    fred.page.get_by_role("link", name="Create an account").click()
    expect(fred.page.get_by_text("this server sends no mail to set")).to_be_visible()
    fred.context.route("**/page.json", with_mail)
    fred.page.goto(site.address)
    fred.page.get_by_role("link", name="Create an account").click()
    expect(fred.page.get_by_text("a lost password is then set anew by a code")).to_be_visible()
    fred.fill_in("Fred")
    fred.is_in()
    banner = fred.page.locator(".banner")
    for size in SIZES:
        where = sized(fred, size)
        reached(banner.locator("a, button"), where)
        fred.check_width(where)
    fred.check_access("a banner about the address")
    banner.get_by_role("link", name="Confirm").click()
    expect(fred.page.get_by_role("button", name="Mail me a code")).to_be_visible()
    banner.get_by_role("button", name="Close").click()
    expect(banner).to_have_count(0)
    until("kept choice", lambda: fred.kept("confirmed"))


def with_mail(route):
    """What the server publishes, as if it sent mail."""
    facts = route.fetch()
    route.fulfill(response=facts, json={**facts.json(), "mail": True})


# A world of many friends in place of the stored one. Run beside the page, which stores its own.
CROWD = """async (count) => {
  const done = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const values = (await done(indexedDB.open("upfor"))).transaction("values", "readwrite")
    .objectStore("values");
  const world = await done(values.get("world"));
  const [friend] = world.friends, [room] = world.rooms;
  for (let number = 0; number < count; number++) {
    const username = `friend${number}`;
    world.friends.push({ ...friend, user: { ...friend.user, username, displayName: username } });
    world.rooms.push({ ...room, with: username, room: `ana:${username}` });
  }
  await done(values.put(world, "world"));
}"""
FRIENDS, KEYS = 300, 40
# In milliseconds of the page's own thread.
KEY_MAX = 8


def typing(upford):
    """A key in a conversation takes less than 8 ms beside a list of 300 friends."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), RemoteUser(site, "ben")
        ben.befriend(ana)
        ben.call("roomSend", to="ana", text="Lunch?", cid="1")
        ana.open_chat(ben)
        ana.reads("Lunch?")
        until("kept world", lambda: (ana.kept("world") or {}).get("rooms"))
        ana.page.evaluate("navigator.serviceWorker.ready")
        until("kept page", lambda: ana.page.evaluate("caches.match('/').then(Boolean)"))
        ana.page.goto(f"{site.address}/page.json")
        ana.page.evaluate(CROWD, FRIENDS)
        ana.context.set_offline(True)
        ana.page.goto(site.address)
        ana.open_chat(ben)
        expect(ana.page.locator(".list-pane .rows > li")).to_have_count(FRIENDS + 1)
        session = ana.context.new_cdp_session(ana.page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def spent():
            found = session.send("Performance.getMetrics")["metrics"]
            return 1000 * next(one["value"] for one in found if one["name"] == "TaskDuration")

        ana.field(ben).press_sequentially("warm")
        before = spent()
        ana.field(ben).press_sequentially("x" * KEYS)
        ana.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        key = (spent() - before) / KEYS
        print(f"  a key beside {FRIENDS} friends: {key:.1f} ms", flush=True)
        assert key < KEY_MAX or not IS_TIMED, f"{key:.1f} ms"
        assert not site.complaints(), site.complaints()
