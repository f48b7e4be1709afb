"""A stranger's first evening, from a link to a post of several: a story of stories.py."""

import re
import time

from bearings import opens
from invitations import address, create
from people import DESK, PHONE, Site
from planning import card, closed, dialog, did_it, its_time_passes, knows_nothing_of, over, press
from playwright.sync_api import expect
from together import posts

# Counts what the person does: taps, and fields that are filled in.
COUNT = """
for (const kind of ["click", "change"]) {
  addEventListener(kind, (event) => {
    if (kind === "change" || !/^(INPUT|SELECT)$/.test(event.target.tagName)) {
      sessionStorage[kind] = Number(sessionStorage[kind] ?? 0) + 1;
    }
  }, true);
}
"""


def evening(upford):
    """A link, three friends, coffee for half an hour, a plan of three, one post; on both sizes."""
    for name, size in ("phone", PHONE), ("desk", DESK):
        with Site(upford) as site:
            ana, ben, cleo = (site.person(one) for one in ("ana", "ben", "cleo"))
            site.friends(ana, ben)
            for one in ana, ben, cleo:
                one.go("Now")
                one.toggle("Coffee")
            dora = site.guest("dora", size)
            dora.context.add_init_script(COUNT)
            began = time.monotonic()
            signs_up(dora, create(ana, about="Coffee"), name)
            is_up(dora, name)
            print(f"  {name}: the first match after {done(dora)}, "
                  f"{time.monotonic() - began:.0f} s of the robot's", flush=True)
            for other in ben, cleo:
                befriends(dora, create(other))
            for one in ana, ben, cleo:
                one.go("Now")
            meets(dora, ana, ben, cleo, name)
            ends(site, dora, ana, ben, cleo, name)
            assert not site.complaints(), site.complaints()


def done(person):
    taps, fields = (person.page.evaluate(f"Number(sessionStorage.{kind} ?? 0)")
                    for kind in ("click", "change"))
    return f"{taps} taps and {fields} fields"


def signs_up(dora, link, name):
    opens(dora, address(link))
    expect(dora.page.get_by_role("heading", name="Ana invites you")).to_be_visible()
    dora.shoot(f"evening-{name}-1-link")
    press(dora.page, "Create an account")
    dora.fill_in("Dora")
    expect(dora.page.locator(".tile.pointed")).to_contain_text("You are invited")
    dora.shoot(f"evening-{name}-2-board")


def is_up(dora, name):
    dora.toggle("Coffee")
    press(dora.page, "Say more: Coffee")
    dialog(dora).get_by_label("Note").fill("By the river?")
    dialog(dora).get_by_label("For how long").select_option("30")
    dora.shoot(f"evening-{name}-3-say-more")
    press(dialog(dora), "Save")
    expect(card(dora)).to_contain_text("Ana is up for Coffee, too")
    dora.check_access(f"the first match, {name}")
    dora.check_width(f"the first match, {name}")
    dora.shoot(f"evening-{name}-4-match")


def befriends(dora, link):
    opens(dora, address(link))
    press(dora.page, "Become friends")
    expect(dora.page.get_by_role("link", name="Write")).to_be_visible()
    dora.go("Now")


def meets(dora, ana, ben, cleo, name):
    """All match with dora; cleo and the others learn of one another only by joining."""
    expect(card(dora)).to_contain_text(re.compile("Coffee: .*3|Coffee: (Ana|Ben|Cleo), "))
    for one in ana, ben:
        press(card(one), "Show all 2")
        expect(dialog(one)).to_contain_text("By the river?")
        closed(one)
    expect(card(cleo)).to_contain_text("By the river?")
    press(card(dora), "Make a plan")
    dialog(dora).get_by_label("Place", exact=True).fill("Café Luna")
    dora.check_access(f"a plan of strangers, {name}")
    dora.shoot(f"evening-{name}-5-plan")
    press(dialog(dora), "Make a plan")
    for one in ana, ben, cleo:
        expect(one.page.locator(".match", has_text="Coffee with Dora")).to_contain_text("Café Luna")
    knows_nothing_of(cleo, "Ana")
    for one, minutes in (ana, "10"), (cleo, None):
        offered = one.page.locator(".match", has_text="Coffee with Dora")
        press(offered, "I'm coming")
        if minutes:
            dialog(one).get_by_label("How long it takes you to come").select_option(minutes)
        press(dialog(one), "I'm coming")
        expect(dialog(one)).to_have_count(0)
    press(ben.page.locator(".match", has_text="Coffee with Dora"), "More about the plan")
    press(dialog(ben), "I'm not coming")
    expect(ben.page.get_by_text("Coffee with Dora")).to_have_count(0)
    expect(card(dora)).to_contain_text("Coming: you, Ana (10 min), Cleo")
    knows_nothing_of(cleo, "Ben")
    dora.check_access(f"who is coming, {name}")
    dora.shoot(f"evening-{name}-6-who-is-coming")


def ends(site, dora, ana, ben, cleo, name):
    its_time_passes(site)
    for one, text in (dora, "Until they closed"), (ana, ""), (cleo, ""):
        did_it(one, text)
    dora.go("Circle")
    expect(posts(dora)).to_have_count(1)
    expect(posts(dora)).to_contain_text("Until they closed")
    expect(posts(dora).get_by_role("heading")).to_contain_text(re.compile("with Ana, Cleo"))
    dora.check_access(f"the post of an evening, {name}")
    dora.shoot(f"evening-{name}-7-circle")
    ben.go("Circle")
    expect(posts(ben)).to_have_count(1)
    knows_nothing_of(ben, "Cleo")
