"""A daemon with its page, Debian's Chromium, and users who operate the page by its texts."""

import contextlib
import importlib.resources
import json
import pathlib
import re
import sys
import tempfile

from playwright.sync_api import TimeoutError, expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Interop"))

from daemon import Daemon  # noqa: E402
from until import HANG, promised  # noqa: E402

PAGE = ROOT / ".build" / "share" / "upford" / "page"
SHOTS = ROOT / ".build" / "page"
AXE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text()

# The screens behind "More".
BEHIND = ("Circle", "Partners", "Words", "Events", "Me")
# Whether a conversation hides the navigation. The address of an invitation begins with "+".
TALKS = r"innerWidth < 800 && /^#\/chats\/(?!\+|%2B)./.test(location.hash)"

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}

# The browser's own messages while a server is unreachable.
NO_SERVER = re.compile(r"net::ERR_|WebSocket connection to|Failed to load resource")

# A value of the page's database. It is closed again, so that a log-out can clear it.
KEPT = """async (key) => {
  const done = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const database = await done(indexedDB.open("upfor"));
  const value = await done(database.transaction("values").objectStore("values").get(key));
  database.close();
  return value ?? null;
}"""

# In milliseconds: the longest acceptable wait, and the timeout of a hang.
expect.set_options(timeout=promised(15) * 1000)
HANG_MS = HANG * 1000


class Site:
    """A daemon and a browser, which end together."""

    def __init__(self, upford, config=None, browser=(), **settings):
        self.folder = tempfile.TemporaryDirectory(prefix="upfor-browser-")
        self.daemon = Daemon(
            upford, self.folder.name, config, page_folder=str(PAGE), **settings)
        self.flags = browser
        self.people = []
        # The URL of the page, if it is not the daemon's own.
        self.url = None
        self.allowed = NO_SERVER

    def __enter__(self):
        self.daemon.start()
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path="/usr/bin/chromium", timeout=HANG_MS,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--js-flags=--expose-gc", *self.flags])
        return self

    def __exit__(self, kind, *_):
        if kind:
            for person in self.people:
                person.shoot(f"failed-{person.name}")
        self.browser.close()
        self.playwright.stop()
        if self.daemon.process.poll() is None:
            self.daemon.stop()
        self.folder.cleanup()

    @property
    def address(self):
        return self.url or f"http://127.0.0.1:{self.daemon.port}"

    def guest(self, name, size=DESK, **context):
        """A visitor who has opened the page."""
        person = Person(self, name, size, context)
        self.people.append(person)
        return person

    def person(self, name, size=DESK, display=None, **context):
        """A new user, who registers on the page."""
        person = self.guest(name, size, **context)
        person.register(display or name.capitalize())
        return person

    def friends(self, one, other):
        """Makes two users friends, on the page."""
        one.add_friend(other)
        other.accept(one)
        expect(one.page.get_by_text("1 friend").or_(
            one.page.get_by_text(re.compile(r"\d+ friends"))).first).to_be_visible()

    def kill(self):
        self.daemon.process.kill()
        self.daemon.process.wait()

    def complaints(self):
        """Unexpected lines of the consoles, and uncaught errors."""
        return [line for person in self.people for line in person.complaints
                if not self.allowed.search(line)]


class Person:
    """A user with a browser of their own, or with a tab in another user's."""

    def __init__(self, site, name, size, context, browser_of=None, page=None):
        self.site, self.name = site, name
        if browser_of:
            self.context, self.complaints = browser_of.context, browser_of.complaints
            self.page = page or self.tab()
            return
        self.complaints = []
        self.context = site.browser.new_context(
            viewport=size, service_workers="allow",
            permissions=["notifications", "clipboard-read", "clipboard-write"], **context)
        self.context.set_default_timeout(HANG_MS)
        self.page = self.tab()

    def tab(self):
        """One more tab of the same browser."""
        page = self.context.new_page()
        page.on("console", self.heard)
        # The browser hands over choosers only some time after a listener is there.
        page.on("filechooser", lambda _: None)
        page.on("pageerror", lambda error: self.complaints.append(
            f"{self.name}: {error} {error.stack}"))
        page.goto(self.site.address)
        return page

    def heard(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(f"{self.name}: {message.type}: {message.text}")

    def kept(self, key):
        """The value that the page stores under a key, such as "login"; None: nothing."""
        return self.page.evaluate(KEPT, key)

    def command(self, name, /, **fields):
        """A command of this person over HTTP, without the page; returns the answer."""
        return self.page.evaluate("""async ([name, fields, token]) => {
          const answer = await fetch(`/v1/${name}`, {
            method: "POST", body: JSON.stringify(fields),
            headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" } });
          return await answer.json();
        }""", [name, fields, self.kept("login")["token"]])

    @property
    def password(self):
        return f"correct horse {self.name}"

    def register(self, display, lands=True):
        """Creates an account; `lands`: the page goes to the board then."""
        self.page.get_by_role("link", name="Create an account").click()
        self.fill_in(display)
        if lands:
            self.is_in()

    def fill_in(self, display):
        """Fills in the form that creates an account, and sends it."""
        page = self.page
        # Exactly: the log-in form is still shown, with the label "Username or e-mail".
        page.get_by_label("Username", exact=True).fill(self.name)
        page.get_by_label("Name", exact=True).fill(display)
        page.get_by_label("E-mail").fill(f"{self.name}@example.org")
        page.get_by_label("Password").fill(self.password)
        page.get_by_role("button", name="Create an account").click()

    def log_in(self, page=None, lands=True):
        page = page or self.page
        page.get_by_label("Username or e-mail").fill(self.name)
        page.get_by_label("Password").fill(self.password)
        page.get_by_role("button", name="Log in", exact=True).click()
        if lands:
            self.is_in(page)

    def log_out(self, page=None):
        page = page or self.page
        self.at("me", "data", page=page)
        page.get_by_role("button", name="Log out", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Log out", exact=True).click()
        expect(page.get_by_label("Username or e-mail")).to_be_visible()

    def is_in(self, page=None):
        expect((page or self.page).get_by_role("heading", name="What are you up for?")).to_be_visible()

    def go(self, place, page=None):
        """Opens a screen by the navigation, or by the list behind its last entry."""
        page = page or self.page
        # On a phone, a conversation has the whole height.
        while page.evaluate(TALKS):
            page.get_by_role("main").get_by_role("link", name="Back", exact=True).click()
        if place in BEHIND:
            page.get_by_role("navigation").get_by_role("link", name=re.compile("^More")).click()
            role = "main"
        else:
            role = "navigation"
        page.get_by_role(role).get_by_role("link", name=re.compile(f"^{place}")).click()

    def at(self, *words, page=None):
        """Opens a screen by its address."""
        (page or self.page).evaluate(
            "words => { location.hash = '#/' + words.join('/'); }", list(words))

    def add_friend(self, other, line=""):
        self.go("People")
        self.page.get_by_label("Find a person by username").fill(other.name)
        # Without a connection the page finds no user: press Enter again.
        found = self.page.get_by_role("button", name="Add friend")
        for _ in range(HANG // 10):
            self.page.get_by_label("Find a person by username").press("Enter")
            with contextlib.suppress(TimeoutError):
                found.wait_for(timeout=10_000)
                break
        found.click()
        self.page.get_by_label("A line to go with it").fill(line)
        self.page.get_by_role("button", name="Send request").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def accept(self, other):
        self.go("People")
        row = self.page.get_by_role("listitem").filter(has_text=re.compile(f"{other.name}", re.I))
        row.get_by_role("button", name="Accept").click()

    def open_chat(self, other, page=None):
        self.at("chats", other.name, page=page)
        expect(self.field(other, page)).to_be_visible()

    def field(self, other, page=None):
        return (page or self.page).get_by_label(f"Message to {other.name}")

    def write(self, other, text, page=None):
        self.field(other, page).fill(text)
        self.field(other, page).press("Enter")

    def reads(self, text, page=None):
        """Expects exactly one message with this text in the open conversation."""
        bubble = (page or self.page).locator(".bubble > p").get_by_text(text, exact=True)
        expect(bubble).to_have_count(1)
        return bubble

    def passes(self, minutes):
        """To the page, the time is later from now on."""
        self.page.evaluate("""minutes => {
          const now = Date.now;
          Date.now = () => now() + minutes * 60_000;
        }""", minutes)

    def toggle(self, activity):
        self.page.get_by_role("button", name=re.compile(f"^(. ?)?{activity}")).first.click()

    def shoot(self, name):
        SHOTS.mkdir(parents=True, exist_ok=True)
        try:
            self.page.screenshot(path=SHOTS / f"{name}.png")
        except Exception as error:  # A closed page must not hide the cause.
            print(f"no picture of {name}: {error}", file=sys.stderr)

    def check_access(self, where, page=None):
        """Expects no violation of axe's rules. The page forbids scripts, so axe is injected by
        CDP."""
        page = page or self.page
        session = self.context.new_cdp_session(page)
        session.send("Runtime.evaluate", {"expression": AXE})
        found = session.send("Runtime.evaluate", {
            "expression": "axe.run({resultTypes: ['violations']})"
                          ".then(found => JSON.stringify(found.violations))",
            "awaitPromise": True, "returnByValue": True})
        session.detach()
        violations = json.loads(found["result"]["value"])
        told = [f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}" for one in violations]
        assert not told, f"axe on {where}: " + "; ".join(told)

    def check_width(self, where, page=None):
        """Expects that nothing is wider than the window."""
        page = page or self.page
        wide = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{where} is {wide} pixels wider than its window"
