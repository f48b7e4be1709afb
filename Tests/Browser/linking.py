"""Previews of links, and places in messages: a story of stories.py."""

import re
import tempfile

from people import DESK, HANG_MS, PHONE, Site
from playwright.sync_api import expect

import previews as interop

TITLE = "The lake & the river"


def links(upford):
    """A link gets a preview when its writer asks, and a place is on the map until it expires."""
    with tempfile.TemporaryDirectory() as folder:
        server, url, authority = interop.site(folder)
        with Site(upford, links_previews="true", links_private="true",
                  links_authorities=authority) as site:
            ana = site.person("ana", DESK)
            ben = site.person("ben", PHONE, has_touch=True, is_mobile=True)
            site.friends(ana, ben)
            ana.open_chat(ben)
            ben.open_chat(ana)
            previewed(ana, ben, url)
            without(ana, ben, url)
            placed(ana, ben)
            assert not site.complaints(), site.complaints()
        server.shutdown()
    print("links: shown by those who ask, and places for as long as they last")


def offer(person):
    return person.page.get_by_role("button", name="Add a preview of localhost")


def chips(person):
    """What is chosen for the next message."""
    return person.page.get_by_role("list", name="Attached").get_by_role("listitem")


def previewed(ana, ben, url):
    """Nothing is read before ana asks; ben's browser reads nothing at all."""
    interop.Site.asked.clear()
    ana.field(ben).fill(f"look: {url}/lake")
    expect(offer(ana)).to_be_visible()
    assert not interop.Site.asked, interop.Site.asked
    offer(ana).press("Enter")
    chip = chips(ana).filter(has_text=TITLE)
    expect(chip).to_be_visible(timeout=HANG_MS)
    expect(chip).to_contain_text("localhost")
    expect(offer(ana)).to_have_count(0)
    ana.check_access("a link before it is sent")
    ana.field(ben).press("Enter")
    for person in ana, ben:
        card = person.page.get_by_role("link", name=TITLE)
        expect(card).to_be_visible(timeout=HANG_MS)
        expect(card).to_contain_text("Open till 8")
        expect(card.locator("img[src^='blob:']")).to_be_visible(timeout=HANG_MS)
        assert card.get_attribute("href") == f"{url}/lake"
        assert "noreferrer" in card.get_attribute("rel")
        person.check_access("a link with its preview")
        person.check_width("a link with its preview")
    ben.shoot("link")
    assert [path for path, _ in interop.Site.asked] == ["/lake", "/picture"], interop.Site.asked


def without(ana, ben, url):
    """A preview can be left out, and a page that says nothing has none."""
    ana.field(ben).fill(f"{url}/lake")
    offer(ana).click()
    chip = chips(ana).filter(has_text=TITLE)
    expect(chip).to_be_visible(timeout=HANG_MS)
    chip.get_by_role("button", name=f"Remove {TITLE}").click()
    expect(chip).to_have_count(0)
    expect(offer(ana)).to_be_visible()
    ana.field(ben).fill(f"{url}/silent")
    offer(ana).click()
    expect(ana.page.get_by_text("There is no page that can be shown.").first).to_be_visible()
    ana.field(ben).press("Enter")
    ben.reads(f"{url}/silent")
    expect(ben.page.locator(".link-card")).to_have_count(1)


def placed(ana, ben):
    """A place is chosen on the map, and shown on the map."""
    ana.page.get_by_role("button", name="Attach", exact=True).click()
    ana.page.locator(".menu .items").get_by_role("button", name="Place on the map").click()
    dialog = ana.page.get_by_role("dialog")
    expect(dialog).to_contain_text("How long it can be seen")
    ana.check_access("a place that is chosen")
    dialog.get_by_label("How long it can be seen").select_option("1 hour")
    dialog.get_by_role("button", name="Add the place").click()
    expect(dialog).to_have_count(0)
    ana.field(ben).fill("here")
    ana.field(ben).press("Enter")
    row = ben.page.get_by_role("button", name=re.compile("^Place"))
    expect(row).to_contain_text("until", timeout=HANG_MS)
    row.click()
    shown = ben.page.get_by_role("dialog", name="On the map")
    expect(shown).to_be_visible(timeout=HANG_MS)
    ben.check_access("a place that is shown")
    ben.page.keyboard.press("Escape")
