"""Messages that disappear: set on the page, gone from both sides at their time."""

import os
import re
import struct
import subprocess

from people import PHONE, ROOT, Site, expect
from until import until

LIBRARY = ROOT / ".build" / "wallclock.so"
MINUTES = 61
# The page's time, from before its first script on.
LATER = """() => {
  const now = Date.now;
  Date.now = () => now() + %d * 60_000;
}""" % MINUTES


class Clock:
    """The wall clock of a daemon, which the story moves."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "clock")
        self.put(0)

    def put(self, seconds):
        with open(self.path, "r+b" if os.path.exists(self.path) else "wb") as file:
            file.write(struct.pack("<q", seconds))

    @property
    def environment(self):
        return {"LD_PRELOAD": str(LIBRARY), "UPFOR_WALL_CLOCK": self.path}


def expire(upford):
    """ana lets messages disappear after an hour; ben was away, and finds none."""
    subprocess.run(["make", "-s", "-C", str(ROOT), ".build/wallclock.so"], check=True)
    site = Site(upford)
    clock = Clock(site.folder.name)
    # The browser has its own clock: only the daemon is started with this one.
    os.environ.update(clock.environment)
    begin = site.daemon.start

    def start():
        begin()
        for name in clock.environment:
            os.environ.pop(name, None)

    site.daemon.start = start
    with site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        site.friends(ana, ben)
        ana.open_chat(ben)
        ben.open_chat(ana)
        ana.write(ben, "This stays")
        ben.reads("This stays")
        chosen(ana, ben)
        ana.write(ben, "A secret")
        ben.reads("A secret")
        expect(ben.page.get_by_role("img", name=re.compile("^Disappears"))).to_have_count(1)
        ana.shoot("expiry")
        ben.check_access("a message that disappears")
        later(clock, ana, ben)
        assert not site.complaints(), site.complaints()


def chosen(ana, ben):
    """One of the two chooses the time; both see who, and what."""
    ana.page.get_by_role("button", name="Actions", exact=True).click()
    ana.page.get_by_role("button", name="Disappearing messages", exact=True).click()
    dialog = ana.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Others can photograph or copy")
    dialog.get_by_label("They disappear after").select_option("60")
    ana.check_access("the time after which messages disappear")
    dialog.get_by_role("button", name="Save").click()
    expect(ana.page.locator("li.expiry")).to_contain_text("You: new messages disappear after 1 hour")
    expect(ben.page.locator("li.expiry")).to_contain_text("Ana: new messages disappear after 1 hour")


def later(clock, ana, ben):
    """An hour later: gone on the page that was open, on the server, and on one that was closed."""
    ben.page.goto("about:blank")
    clock.put(MINUTES * 60)
    found = lambda: ana.command("roomSearch", text="secret").get("roomFound", {}).get("messages", [])
    until("search that finds nothing", lambda: not found())
    page = ana.command("roomHistory", **{"with": "ben"})["roomPage"]
    assert [one["text"] for one in page["messages"]] == ["This stays"], page
    ana.passes(MINUTES)
    expect(ana.page.get_by_text("A secret")).to_have_count(0)
    expect(ana.page.locator(".bubble")).to_have_count(1)
    # The device of ben has the same time as the server. It has kept the message.
    ben.page.add_init_script(f"({LATER})()")
    ben.context.set_offline(True)
    ben.page.goto(f"{ben.site.address}/#/chats/ana")
    ben.reads("This stays")
    expect(ben.page.get_by_text("A secret")).to_have_count(0)
    ben.context.set_offline(False)
    until("world without it on the device",
          lambda: "A secret" not in str(ben.kept("world")))
    expect(ben.page.locator("li.expiry")).to_have_count(1)
