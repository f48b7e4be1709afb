"""A newcomer in German, at a desk and on a phone: a story of stories.py."""

import re

from bearings import opens
from invitations import address, create
from people import DESK, PHONE, Site
from planning import card, dialog, press, toasts
from playwright.sync_api import expect


def newcomer(upford):
    """Every word that Lena reads is German: at sign-up, on the board, in the room of a plan."""
    with Site(upford) as site:
        ana = site.person("ana", PHONE)
        lena = site.guest("lena", DESK, locale="de-DE")
        signs_up(lena, create(ana, about="Coffee"))
        turns_off(ana, lena)
        meets(ana, lena)
        invites(ana)
        assert not site.complaints(), site.complaints()


def signs_up(lena, link):
    """What is wrong is said beside each field, and a spelling is offered."""
    page = lena.page
    opens(lena, address(link))
    expect(page.get_by_text("Es geht um: Kaffee")).to_be_visible()
    press(page, "Konto anlegen")
    send = page.get_by_role("button", name="Konto anlegen")
    expect(send).to_be_visible()
    bottom = send.evaluate("button => button.getBoundingClientRect().bottom")
    assert bottom <= DESK["height"], f"the button is {bottom} pixels below the top"
    name, mail, secret = (page.get_by_label(one, exact=True)
                          for one in ("Benutzername", "E-Mail", "Passwort"))
    expect(secret).to_have_accessible_description(re.compile("Dieser Server schickt keine Mails"))
    name.fill("Jörg")
    mail.fill("lena")
    send.click()
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description(
        re.compile("nur Buchstaben von a bis z, Ziffern und _."))
    expect(mail).to_have_accessible_description(re.compile("keine vollständige E-Mail-Adresse"))
    expect(secret).to_have_accessible_description(re.compile("^Das fehlt noch."))
    for size in PHONE, DESK:
        page.set_viewport_size(size)
        lena.check_access(f"a form with flaws, {size['width']}")
        lena.check_width(f"a form with flaws, {size['width']}")
        lena.shoot(f"sign-up-flaws-{size['width']}")
    press(page, "„joerg“ nehmen")
    expect(name).to_have_value("joerg")
    expect(name).not_to_have_attribute("aria-invalid", "true")
    name.fill("lena")
    mail.fill("lena@example.org")
    secret.fill("lena1234")
    send.click()
    expect(secret).to_have_accessible_description(
        re.compile("^Das Passwort ist kaum mehr als dein Benutzername."))
    expect(secret).to_be_focused()
    name.fill("ana")
    secret.fill(lena.password)
    send.click()
    expect(name).to_have_accessible_description(
        re.compile("^Dieser Benutzername ist vergeben. Nimm einen anderen."))
    name.fill("lena")
    page.get_by_label("Name", exact=True).fill("Lena")
    send.click()
    expect(page.get_by_role("heading", name="Worauf hast du Lust?")).to_be_visible()


def meets(ana, lena):
    """The room of a plan is called by the title of its activity in the reader's language."""
    ana.toggle("Coffee")
    lena.toggle("Kaffee")
    expect(card(ana)).to_contain_text("Lena is up for Coffee, too")
    lena.go("Chats")
    expect(link(lena, "Jetzt")).to_have_accessible_name("Jetzt")
    press(card(ana), "Make a plan")
    press(dialog(ana), "Make a plan")
    expect(link(lena, "Jetzt")).to_have_accessible_name("Jetzt, 1 neu")
    lena.go("Jetzt")
    expect(card(lena)).to_contain_text("Kaffee mit Ana")
    expect(link(lena, "Jetzt")).to_have_accessible_name("Jetzt")
    press(card(lena), "Ich komme")
    press(dialog(lena), "Ich komme")
    expect(card(ana)).to_contain_text("Coming: you, Lena")
    room = ana.page.get_by_role("main").get_by_role("link", name="Conversation", exact=True)
    room.click()
    field = ana.page.get_by_label("Message to Coffee")
    field.fill("By the window")
    field.press("Enter")
    expect(toasts(lena)).to_contain_text("Ana in Kaffee: By the window")
    lena.go("Chats")
    lena.page.get_by_role("main").get_by_role("link", name=re.compile("^Kaffee")).click()
    expect(lena.page.get_by_role("heading", name="Kaffee")).to_be_visible()
    lena.go("Jetzt")
    lena.toggle("Kaffee")
    expect(toasts(lena)).to_contain_text("Kaffee ist aus. Dein Plan gilt weiter.")
    expect(card(lena)).to_contain_text("Kaffee mit Ana")
    lena.at("me", "notifications")
    expect(lena.page.get_by_text("Dieser Server verschickt keine")).to_be_visible()
    expect(lena.page.get_by_role("switch")).to_have_count(0)


def turns_off(ana, lena):
    """What is off is off at once for the user who turns it off; the friend sees it a while."""
    expect(lena.page.get_by_text("Du und Ana seid befreundet. Wähle, worauf")).to_be_visible()
    lena.toggle("Kaffee")
    expect(lena.page.get_by_text(
        "Du hast Lust: Kaffee. Hier siehst du, wenn Ana auch Lust hat.")).to_be_visible()
    ana.go("Now")
    ana.toggle("Coffee")
    expect(card(ana)).to_contain_text("Lena is up for Coffee, too")
    lena.toggle("Kaffee")
    expect(card(lena)).to_have_count(0)
    expect(lena.page.locator(".tile .badge")).to_have_count(0)
    expect(card(ana)).to_have_count(1)
    ana.toggle("Coffee")
    expect(card(ana)).to_have_count(0)


def link(person, name):
    return person.page.get_by_role("navigation").get_by_role("link", name=re.compile(f"^{name}"))


def invites(ana):
    """What ana is up for is chosen; a link that was used up is not open."""
    ana.at("people", "%2Binvite")
    about = ana.page.get_by_label("It is about")
    expect(about).to_have_value("coffee")
    expect(ana.page.get_by_text("None of your links is open.")).to_be_visible()
    create(ana, about="Gym")
    turn_on = ana.page.get_by_role("button", name="I am up for it, too: turn on Gym")
    ana.check_access("a link about what one is not up for")
    turn_on.click()
    expect(turn_on).to_have_count(0)
