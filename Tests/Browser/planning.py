"""Plans: friends who are up for the same meet, and nobody is shown who does not join. Story of
stories.py."""

import contextlib
import pathlib
import re
import sqlite3

from bearings import PLACES, SHIFTS
from people import DESK, PHONE, Site
from playwright.sync_api import expect
from pushes import deliver, notifications
from together import posts
from until import until


def plans(upford):
    """Ana makes a plan for coffee, ben joins it, cleo, a stranger to ben, does not; one post."""
    with Site(upford) as site:
        ana, ben, cleo = site.person("ana"), site.person("ben", PHONE), site.person("cleo")
        site.friends(ana, ben)
        site.friends(cleo, ana)
        for one in ana, ben, cleo:
            one.go("Now")
            one.toggle("Coffee")
            expect(tile(one)).to_be_visible()
        shared(ana)
        make(ana, ben, cleo)
        join(ana, ben, cleo)
        talk(ana, ben)
        change(ana, ben)
        leave(ana, ben)
        call_off(ana, ben)
        confirm(site, ana, ben, cleo)
        keep(site, ana, ben, cleo)
        assert not site.complaints(), site.complaints()


def tile(person):
    return person.page.get_by_role("button", name=re.compile("Coffee"), pressed=True).first


def card(person):
    """The card of coffee, or of a plan that is over."""
    return person.page.locator(".cards > .match")


def dialog(person):
    return person.page.get_by_role("dialog")


def press(place, name):
    place.get_by_role("button", name=name, exact=True).click()


def opened(person):
    """The dialog of the plan on the card."""
    press(card(person), "More about the plan")
    return dialog(person)


def closed(person):
    person.page.keyboard.press("Escape")
    expect(dialog(person)).to_have_count(0)


def knows_nothing_of(person, name):
    """No text of the page, hidden ones included, has a name."""
    assert name not in person.page.evaluate("document.body.textContent"), name


def shared(ana):
    """Two friends are one card, which opens to each of them."""
    expect(card(ana)).to_have_count(1)
    expect(card(ana)).to_contain_text(re.compile("Coffee: (Ben, Cleo|Cleo, Ben)"))
    ana.check_access("a card of two friends")
    press(card(ana), "Show all 2")
    expect(dialog(ana).get_by_role("listitem")).to_have_count(2)
    expect(dialog(ana).get_by_role("link", name="Write")).to_have_count(2)
    # It is not offered in the first minutes.
    expect(dialog(ana).get_by_role("button", name="We did it")).to_have_count(0)
    ana.passes(11)
    expect(dialog(ana).get_by_role("button", name="We did it")).to_have_count(2)
    ana.check_access("two friends who match")
    ana.shoot("matches")
    for size in PHONE, DESK:
        ana.page.set_viewport_size(size)
        ana.check_width(f"two friends who match at {size['width']} pixels")
    closed(ana)


def make(ana, ben, cleo):
    """The dialog says who sees what; the plan comes to two boards, and moves nothing there."""
    press(card(ana), "Make a plan")
    expect(dialog(ana)).to_contain_text("Only you see who does not join.")
    press(dialog(ana), "Show a point on the map")
    expect(dialog(ana).get_by_role("button", name="No point on the map")).to_be_visible()
    dialog(ana).get_by_label("Only those whom I choose").check()
    expect(dialog(ana).get_by_role("checkbox")).to_have_count(2)
    ana.check_access("a new plan")
    for size in PHONE, DESK:
        ana.page.set_viewport_size(size)
        ana.check_width(f"a new plan at {size['width']} pixels")
        ana.shoot(f"plan-new-{size['width']}")
    dialog(ana).get_by_label("All 2 who match").check()
    dialog(ana).get_by_label("Place", exact=True).fill("Café Luna")
    dialog(ana).get_by_label("Note", exact=True).fill("By the window")
    dialog(ana).get_by_label("How many may join").select_option("1")
    before = {}
    for one in ben, cleo:
        before[one.name] = one.page.evaluate(PLACES)
        one.page.evaluate(SHIFTS)
    press(dialog(ana), "Make a plan")
    expect(dialog(ana)).to_have_count(0)
    expect(card(ana)).to_contain_text("Coffee: your plan")
    expect(card(ana)).to_contain_text(re.compile("Also up for it: (Ben, Cleo|Cleo, Ben)"))
    for one in ben, cleo:
        expect(card(one)).to_contain_text("Coffee with Ana")
        expect(card(one)).to_contain_text("Café Luna · By the window")
        expect(one.page.locator("div.unseen[role=status]")).to_contain_text(
            "Ana has a plan: Coffee")
        assert one.page.evaluate(PLACES) == before[one.name], f"the board of {one.name} moved"
        assert not (shifts := one.page.evaluate("window.shifts")), shifts
        one.check_access(f"a plan, offered to {one.name}")
        one.check_width(f"a plan, offered to {one.name}")
        one.shoot(f"plan-offered-{one.name}")
    knows_nothing_of(ben, "Cleo")
    knows_nothing_of(cleo, "Ben")


def join(ana, ben, cleo):
    """Ben says in how many minutes he comes; there is no place for cleo."""
    press(card(ben), "I'm coming")
    expect(dialog(ben)).to_contain_text(
        "If you join, those who are asked and the members see that you come.")
    dialog(ben).get_by_label("How long it takes you to come").select_option("10")
    ben.check_access("joining a plan")
    press(dialog(ben), "I'm coming")
    expect(dialog(ben)).to_have_count(0)
    for one in ana, cleo:
        expect(card(one)).to_contain_text("Ben (10 min)")
    expect(card(ben)).to_contain_text("Coming: Ana, you (10 min)")
    expect(opened(ana)).to_contain_text("Not answered yet: Cleo. Only you see this.")
    ana.check_access("a plan of one's own")
    ana.shoot("plan-own")
    closed(ana)
    press(card(cleo), "I'll come later")
    press(dialog(cleo), "I'll come later")
    expect(cleo.page.get_by_text("This plan is full.").first).to_be_visible()
    expect(dialog(cleo)).to_contain_text("This plan is there no more.")
    closed(cleo)
    expect(card(cleo)).to_contain_text("is up for Coffee, too")
    expect(opened(ben)).to_contain_text("comes in 10 minutes")
    expect(dialog(ben).get_by_role("button", name="I'm coming", exact=True, pressed=True)
           ).to_be_visible()
    ben.check_access("a plan that one has joined")
    ben.check_width("a plan that one has joined")
    ben.shoot("plan-joined-phone")
    closed(ben)
    knows_nothing_of(ben, "Cleo")


def talk(ana, ben):
    """The members have a room, whose menu knows the plan."""
    ben.page.get_by_role("main").get_by_role("link", name="Conversation", exact=True).click()
    line = ben.page.locator(".plan-line")
    expect(line).to_contain_text("Coffee with Ana")
    expect(line).to_contain_text("Café Luna · Coming: Ana, you (10 min)")
    ben.check_access("the conversation of a plan")
    ben.check_width("the conversation of a plan")
    ben.shoot("plan-conversation")
    line.click()
    expect(dialog(ben)).to_contain_text("By the window")
    closed(ben)
    # Back leads to the card.
    ben.page.get_by_role("main").get_by_role("link", name="Back", exact=True).click()
    expect(card(ben)).to_contain_text("Coffee with Ana")
    ben.page.get_by_role("main").get_by_role("link", name="Conversation", exact=True).click()
    field = ben.page.get_by_label("Message to Coffee")
    field.fill("On my way")
    field.press("Enter")
    ben.reads("On my way")
    press(ben.page, "Actions")
    expect(ben.page.get_by_role("button", name="I'm not coming", exact=True)).to_be_visible()
    expect(ben.page.get_by_role("button", name="Leave group")).to_have_count(0)
    press(ben.page, "Actions")
    # A push leads to the plan.
    deliver(ben, {"id": "p", "kind": "plan", "user": "ben", "from": "ana", "at": 0,
                  "title": "Ana", "text": "Ana has a plan: coffee"})
    shown = notifications(ben)
    assert shown[-1][2] == "/#/now/plans/ana", shown
    ben.at("now", "plans", "ana")
    until("focus on the plan", lambda: ben.page.evaluate(
        "document.activeElement.dataset.key") == "activity coffee")
    ana.page.get_by_role("main").get_by_role("link", name="Conversation", exact=True).click()
    ana.reads("On my way")
    ana.go("Now")


def change(ana, ben):
    """Another place, no point any more; the file for calendars has it."""
    expect(opened(ben).get_by_role("button", name="On the map")).to_be_visible()
    press(opened(ana), "Change")
    form = ana.page.get_by_role("dialog", name="Change the plan")
    expect(form.get_by_label("Note", exact=True)).to_have_value("By the window")
    form.get_by_label("Place", exact=True).fill("Bar Sol")
    press(form, "No point on the map")
    ana.check_access("a change of a plan")
    press(form, "Save")
    expect(toasts(ben)).to_contain_text("Ana has changed the plan: Coffee · Bar Sol")
    expect(dialog(ben)).to_contain_text("Bar Sol")
    expect(dialog(ben).get_by_role("button", name="On the map")).to_have_count(0)
    closed(ben)
    with ana.page.expect_download() as download:
        press(dialog(ana), "Add to calendar")
    assert "LOCATION:Bar Sol" in download.value.path().read_text()
    closed(ana)


def leave(ana, ben):
    """Ben leaves; ana calls the plan off by its menu, and nothing of it can be confirmed."""
    press(opened(ben), "I'm not coming")
    expect(card(ben)).not_to_contain_text("Coffee with Ana")
    expect(card(ana)).to_contain_text("Coming: you")
    knows_nothing_of(ben, "Cleo")
    expect(opened(ana).get_by_role("button", name="I'm not coming")).to_have_count(0)
    press(dialog(ana), "Call the plan off")
    sure = ana.page.get_by_role("dialog", name="Call the plan off")
    expect(sure).to_contain_text("it is off for everybody")
    ana.check_access("the end of a plan")
    press(sure, "Call the plan off")
    expect(dialog(ana)).to_have_count(0)
    off = over(ana, "Called off")
    expect(off.get_by_role("button", name="We did it")).to_have_count(0)
    press(off, "More about the plan")
    press(dialog(ana), "Leave")
    expect(card(ana)).to_have_count(1)


def call_off(ana, ben):
    """Ben, who comes, is shown in plain sight that the plan is moved, and that it is off."""
    press(card(ana), "Make a plan")
    press(dialog(ana), "Make a plan")
    expect(card(ana)).to_contain_text("As soon as all are there")
    press(card(ben), "I'm coming")
    press(dialog(ben), "I'm coming")
    expect(card(ana)).to_contain_text("Coming: you, Ben")
    press(opened(ana), "Change")
    form = ana.page.get_by_role("dialog", name="Change the plan")
    hour_ago = ana.page.evaluate(BEFORE)
    if hour_ago:
        # A time that has passed is tomorrow's: the form says so, and its button asks.
        form.get_by_label("When you meet").fill(hour_ago)
        expect(form).to_contain_text(re.compile("Tomorrow, "))
        ana.check_access("a plan that is moved to tomorrow")
        ana.shoot("plan-tomorrow")
        press(form, "Move it to tomorrow")
        expect(toasts(ben)).to_contain_text("Ana has changed the plan: Coffee · Tomorrow, ")
        expect(card(ben)).to_contain_text("Tomorrow, ")
        press(dialog(ana), "Change")
    press(form, "Call the plan off")
    press(ana.page.get_by_role("dialog", name="Call the plan off"), "Call the plan off")
    expect(toasts(ben)).to_contain_text("Ana has called it off: Coffee")
    off = over(ben, "Called off")
    expect(off).to_contain_text("Ana has called it off.")
    expect(off).not_to_contain_text("Coming:")
    ben.check_access("a plan that is off")
    ben.shoot("plan-off")
    for one in ben, ana:
        if dialog(one).count():
            closed(one)
        press(over(one, "Called off"), "More about the plan")
        expect(dialog(one).get_by_role("heading", name="Who comes")).to_have_count(0)
        press(dialog(one), "Leave")
        expect(card(one)).to_have_count(1)


def toasts(person):
    return person.page.locator(".toasts")


# "17:05", an hour ago, unless that was yesterday.
BEFORE = """() => {
  const before = new Date(Date.now() - 3600_000);
  if (before.getDate() !== new Date().getDate()) return "";
  return [before.getHours(), before.getMinutes()].map((one) => String(one).padStart(2, "0"))
    .join(":");
}"""


def over(person, words="It is over"):
    """The card of a plan that is over."""
    return person.page.locator(".match", has_text=words)


def confirm(site, ana, ben, cleo):
    """A plan that is over is one post, of its maker, with the others who confirm it."""
    press(card(ana), "Make a plan")
    press(dialog(ana), "Make a plan")
    for one in ben, cleo:
        press(card(one), "I'm coming")
        press(dialog(one), "I'm coming")
        expect(card(one)).to_contain_text("Coming: Ana")
    expect(card(ana)).to_contain_text("Coming: you, Ben, Cleo")
    its_time_passes(site)
    for one in ana, ben:
        expect(over(one)).to_be_visible()
        one.check_access(f"a plan that is over, of {one.name}")
        one.check_width(f"a plan that is over, of {one.name}")
        one.shoot(f"plan-over-{one.name}")
    # Members confirm the plan: their match has nothing to confirm.
    alone = ben.page.locator(".match", has_text="is up for Coffee, too")
    expect(alone.get_by_role("link", name="Write")).to_be_visible()
    expect(alone.get_by_role("button", name="We did it")).to_have_count(0)
    for one, text in (ben, "Never read"), (ana, "Two hours of talk"):
        did_it(one, text)
    ana.go("Circle")
    expect(posts(ana)).to_have_count(1)
    expect(posts(ana)).to_contain_text("Two hours of talk")
    headline = posts(ana).get_by_role("heading")
    expect(headline).to_contain_text("with Ben")
    did_it(cleo, "")
    expect(headline).to_contain_text("with Ben, Cleo")
    ana.check_access("a post of several")
    ana.shoot("circle-of-a-plan")
    # Cleo is a stranger to ben.
    ben.go("Circle")
    expect(posts(ben)).to_have_count(1)
    expect(posts(ben)).not_to_contain_text("Cleo")
    for one in ana, ben:
        one.go("Now")


def did_it(person, text):
    """Confirms a plan that is over."""
    press(over(person), "We did it")
    dialog(person).get_by_label("What do you want to say about it?").fill(text)
    press(dialog(person), "Post")
    expect(dialog(person)).to_have_count(0)


def its_time_passes(site):
    """The server is down meanwhile: plans end by themselves, and the next time their rooms do."""
    site.kill()
    path = pathlib.Path(site.folder.name) / "data" / "upfor.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE plan SET due_ms = made_ms")
    site.daemon.start()


def keep(site, ana, ben, cleo):
    """Two members keep the conversation: it is their group; for the third it is gone."""
    for one in ana, cleo:
        press(over(one), "More about the plan")
        switch = dialog(one).get_by_role("switch", name=re.compile("^Keep the conversation"))
        switch.click()
        expect(switch).to_be_checked()
        one.check_access(f"a conversation that {one.name} keeps")
        closed(one)
    for one in ana, ben, cleo:
        one.go("Chats")
        expect(room(one)).to_have_count(1)
    its_time_passes(site)
    expect(room(ben)).to_have_count(0)
    for one in ana, cleo:
        room(one).click()
        expect(one.page.get_by_label("Message to Coffee")).to_be_visible()
        press(one.page, "Actions")
        expect(one.page.get_by_role("button", name="Leave group")).to_be_visible()
        expect(one.page.get_by_role("button", name="More about the plan")).to_have_count(0)
        one.go("Now")
        expect(over(one)).to_have_count(0)


def room(person):
    return person.page.get_by_role("link", name=re.compile("^Coffee"))
