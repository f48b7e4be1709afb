"""Two users in one browser: neither sees the other's data, and a log-out leaves nothing behind."""

import contextlib
import json
import pathlib
import sqlite3
import urllib.request

from people import Person, Site
from playwright.sync_api import expect
from until import HANG, until

# For requests that a browser may drop.
ATTEMPTS = 3

# All data that a page can store in a browser, as one text.
STORED = r"""async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = { local: { ...localStorage }, session: { ...sessionStorage } };
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const table of database.objectStoreNames) {
      const store = database.transaction(table).objectStore(table);
      found[`${name}/${table}`] = [await done(store.getAllKeys()), await done(store.getAll())];
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    // The page itself belongs to no user.
    found[name] = paths.filter((path) => !/^\/(a\/|icons\/|$)/.test(path));
  }
  const worker = await navigator.serviceWorker.getRegistration();
  found.push = (await worker?.pushManager.getSubscription())?.endpoint;
  found.shown = (await worker?.getNotifications() ?? []).map(({ title, body }) => [title, body]);
  return JSON.stringify(found, (_, value) => value instanceof Map ? [...value] : value);
}"""


class Desk:
    """A browser that several users share."""

    def __init__(self, site):
        self.site = site
        self.first = site.guest("desk")

    def person(self, name, page=None):
        """A user with a tab of this browser."""
        return Person(self.site, name, None, None, browser_of=self.first, page=page)

    def guest(self, name, page=None):
        person = self.person(name, page)
        person.page.get_by_label("This is not my device").check()
        person.log_in()
        return person

    def stored(self, page=None):
        return (page or self.first.page).evaluate(STORED)

    def has_nothing_of(self, *words, page=None):
        """After the end of a log-in, the clean-up takes a moment."""
        until(f"browser without {words}", lambda: not [
            word for word in words if word in self.stored(page)])


def command(site, name, token=None, **fields):
    """A command over HTTP, from another place."""
    head = {"Content-Type": "application/json"}
    if token:
        head["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(
        f"{site.address}/v1/{name}", json.dumps(fields).encode(), head)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def elsewhere(site, person):
    """A token of the same account on another device."""
    return command(site, "accountLogin", login=person.name, password=person.password,
                   device="elsewhere")["account"]["token"]


def log_ins(site, token):
    devices = command(site, "deviceList", token)["devices"]["devices"]
    return sorted(one["device"] for one in devices if one["device"] != "elsewhere")


def revoke_all(site, token):
    for device in log_ins(site, token):
        command(site, "deviceRevoke", token, device=device)


def accounts(site):
    """Carl, and two friends of his without a browser of their own."""
    carl = site.person("carl")
    found = [site.person(name) for name in ("ana", "ben")]
    for one in found:
        site.friends(one, carl)
    for one in found:
        one.log_out()
        one.context.close()
    return carl, *found


def guest(upford):
    """A guest's log-in stores nothing, leaves nothing to the next user, and ends with its tab."""
    with Site(upford) as site:
        carl, ana, _ = accounts(site)
        guest_and_next(site, carl, ana)
        closed(site, ana)
        over(site, carl)
        assert not site.complaints(), site.complaints()


def shared(upford):
    """A guest beside a lasting log-in; all kinds of log-out; unsent messages of a user."""
    with Site(upford) as site:
        carl, _, ben = accounts(site)
        beside(site, carl)
        ended(site, carl, ben)
        again(site, carl, ben)
        assert not site.complaints(), site.complaints()


def guest_and_next(site, carl, account):
    """A guest's unsent messages are not sent when the next user logs in."""
    desk = Desk(site)
    ana = desk.guest("ana", desk.first.page)
    ana.open_chat(carl)
    ana.field(carl).type("a draft of ana")
    site.kill()
    ana.write(carl, "a secret of ana")
    expect(ana.page.locator(".pending")).to_have_count(1)
    kept = desk.stored()
    assert not [word for word in ("ana", "carl", "secret", "draft") if word in kept], kept
    other = desk.first.tab()
    ana.page.close()
    site.daemon.start()
    ben = desk.person("ben", other)
    other.reload()
    ben.log_in()
    ben.open_chat(carl)
    ben.write(carl, "only this is of ben")
    carl.open_chat(ben)
    carl.reads("only this is of ben")
    assert carl.page.locator(".bubble > p").all_inner_texts() == ["only this is of ben"]
    assert "ana" not in desk.stored(ben.page), desk.stored(ben.page)
    carl.open_chat(account)
    expect(carl.page.locator(".bubble > p").get_by_text("a secret of ana")).to_have_count(0)
    ben.log_out()
    desk.has_nothing_of("ben", "carl", page=ben.page)
    desk.first.context.close()


def beside(site, carl):
    """Ben's log-in lasts; ana is a guest in another tab. Each sends their own messages, once."""
    desk = Desk(site)
    door = desk.first.tab()
    ben = desk.person("ben", desk.first.page)
    ben.log_in()
    # She does not choose "not my device": the browser already has an owner.
    ana = desk.person("ana", door)
    ana.log_in()
    expect(door.get_by_text("Yours ends with this tab.").first).to_be_visible()
    for one in ana, ben:
        one.open_chat(carl)
    site.kill()
    for one in ana, ben:
        one.write(carl, f"while it was away, {one.name}")
        expect(one.page.locator(".pending")).to_have_count(1)
    assert "away, ben" in desk.stored() and "away, ana" not in desk.stored()
    site.daemon.start()
    for one in ana, ben:
        carl.open_chat(one)
        carl.reads(f"while it was away, {one.name}")
        expect(one.page.locator(".pending")).to_have_count(0)
    # Ana's log-out affects only her; the browser stays ben's.
    door.evaluate("() => { location.hash = '#/me/data'; }")
    door.get_by_role("button", name="Log out", exact=True).click()
    door.get_by_role("dialog").get_by_role("button", name="Log out", exact=True).click()
    ben.is_in(door)
    ben.write(carl, "still here")
    carl.reads("still here")
    ben.log_out()
    expect(door.get_by_label("Username or e-mail")).to_be_visible()
    desk.has_nothing_of("ben", "ana", "carl")
    desk.first.context.close()


def closed(site, account):
    """A guest's log-in ends with the tab, also when the tab is reloaded."""
    token = elsewhere(site, account)
    # From the tab that was closed while the server was down.
    revoke_all(site, token)
    for end in (lambda page: page.close(), lambda page: page.reload(),
                lambda page: page.goto("about:blank")):
        # A browser may drop requests of a closing page, though rarely.
        assert any(ends_log_in(site, token, end) for _ in range(ATTEMPTS)), "no log-out was sent"


def ends_log_in(site, token, end):
    desk = Desk(site)
    ana = desk.guest("ana", desk.first.page)
    assert len(log_ins(site, token)) == 1
    end(ana.page)
    try:
        until("no log-in", lambda: log_ins(site, token) == [], HANG / ATTEMPTS)
        return True
    except AssertionError:
        revoke_all(site, token)
        return False
    finally:
        page = desk.first.tab()
        expect(page.get_by_label("Username or e-mail")).to_be_visible()
        desk.has_nothing_of("ana", page=page)
        desk.first.context.close()


def over(site, carl):
    """A guest's log-in ends with an unsent message, which is sent only for its author."""
    for name, sent in ("ben", 0), ("ana", 1):
        desk = Desk(site)
        ana = desk.guest("ana", desk.first.page)
        ana.open_chat(carl)
        ana.field(carl).type("a draft of ana")
        site.kill()
        ana.write(carl, f"before {name} came")
        expect(ana.page.locator(".pending")).to_have_count(1)
        ana.field(carl).type("a draft of ana")
        path = pathlib.Path(site.folder.name) / "data" / "upfor.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute("DELETE FROM token WHERE is_guest = 1")
        site.daemon.start()
        expect(ana.page.get_by_text("A message is not sent yet.")).to_be_visible()
        box = ana.page.get_by_label("This is not my device")
        expect(box).to_be_checked()
        person = desk.person(name, ana.page)
        person.log_in()
        person.open_chat(carl)
        if name == "ben":
            expect(person.field(carl)).to_have_value("")
        expect(person.page.locator("main").get_by_text("a draft of ana")).to_have_count(0)
        person.write(carl, f"here is {name}")
        carl.open_chat(person)
        carl.reads(f"here is {name}")
        carl.open_chat(ana)
        expect(carl.page.locator(".bubble > p").get_by_text(f"before {name} came")) \
            .to_have_count(sent)
        kept = desk.stored()
        assert not [word for word in ("ana", "ben", "carl") if word in kept], kept
        desk.first.context.close()


def ended(site, carl, account):
    """A lasting log-in ends in every way, and leaves no data."""
    token = elsewhere(site, account)

    def revoke(ben):
        revoke_all(site, token)

    def by_another_tab(ben):
        other = ben.tab()
        ben.is_in(other)
        ben.log_out(page=other)

    for end in (Person.log_out, by_another_tab, revoke):
        desk = Desk(site)
        ben = desk.person("ben", desk.first.page)
        ben.log_in()
        ben.open_chat(carl)
        ben.field(carl).type("a draft")
        until("kept world", lambda: "still here" in desk.stored())
        end(ben)
        expect(ben.page.get_by_label("Username or e-mail")).to_be_visible()
        desk.has_nothing_of("ben", "carl", "still here", "a draft")
        desk.first.context.close()


def again(site, carl, account):
    """Unsent messages wait until the same user logs in again."""
    token = elsewhere(site, account)
    for name, sent in ("ana", 0), ("ben", 1):
        desk = Desk(site)
        ben = desk.person("ben", desk.first.page)
        ben.log_in()
        ben.open_chat(carl)
        desk.first.page.evaluate("navigator.serviceWorker.ready")
        until("kept page", lambda: ben.page.evaluate("caches.match('/').then(Boolean)"))
        until("kept world", lambda: ben.kept("world"))
        ben.context.set_offline(True)
        ben.page.reload()
        ben.open_chat(carl)
        ben.write(carl, f"until {name} came")
        expect(ben.page.locator(".pending")).to_have_count(1)
        revoke_all(site, token)
        ben.context.set_offline(False)
        expect(ben.page.get_by_text("A message is not sent yet.")).to_be_visible()
        desk.has_nothing_of("ben", "carl", "until")
        person = desk.person(name, ben.page)
        person.log_in()
        person.open_chat(carl)
        person.write(carl, f"here is {name}")
        carl.open_chat(person)
        carl.reads(f"here is {name}")
        carl.open_chat(ben)
        expect(carl.page.locator(".bubble > p").get_by_text(f"until {name} came")).to_have_count(sent)
        person.log_out()
        desk.first.context.close()
    # On a log-in screen that was open before, the same user takes over the state of the other tab.
    desk = Desk(site)
    door = desk.first.tab()
    ben = desk.person("ben", desk.first.page)
    ben.log_in()
    ben.page.evaluate("navigator.serviceWorker.ready")
    until("kept page", lambda: ben.page.evaluate("caches.match('/').then(Boolean)"))
    until("kept world", lambda: ben.kept("world"))
    network = ben.context.new_cdp_session(ben.page)
    network.send("Network.enable")

    def cut(is_off):
        """Only the network of the first tab."""
        network.send("Network.emulateNetworkConditions", {
            "offline": is_off, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})

    cut(True)
    ben.page.reload()
    ben.open_chat(carl)
    ben.write(carl, "of the first tab")
    expect(ben.page.locator(".pending")).to_have_count(1)
    second = desk.person("ben", door)
    second.log_in()
    # Either of the two tabs may have the session now.
    cut(False)
    carl.reads("of the first tab")
    until("one log-in", lambda: len(log_ins(site, token)) == 1)
    # Finally, the account is deleted from another place.
    command(site, "accountDelete", token, proof={"password": account.password})
    for page in ben.page, door:
        expect(page.get_by_label("Username or e-mail")).to_be_visible()
    desk.has_nothing_of("ben", "carl")
    desk.first.context.close()
