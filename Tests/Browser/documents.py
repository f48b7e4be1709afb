"""Resumes and transcripts, and the roles that may read them. A story of stories.py."""

import re
from pathlib import Path

from outside import attend, card, dialog, event, project, skilled
from people import DESK, PHONE, Site
from playwright.sync_api import expect

RESUME = b"%PDF-1.7\n% Ben, who can do it\n%%EOF\n"
NEWER = b"%PDF-1.7\n% Ben, who has done it\n" + b"% more\n" * 2000 + b"%%EOF\n"
TRANSCRIPT = "Analysis: 1.3\nHörsaal: 2.0\n".encode()
COMPANY = "Harbour & Søn <b>GmbH</b>"
LONG = "W" * 100


def documents(upford):
    """Resume and transcript: read by owners of projects, and by companies if the user agrees."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        carl = site.person("carl", {"width": 320, "height": 600})
        dora = site.person("dora", DESK)
        for person in (ana, ben, carl, dora):
            person.go("Events")
        keep(ben)
        refused(ben)
        event(ana)
        project(ana, "Tide clock", 3, "web")
        for person in (ben, carl, dora):
            attend(person)
        coordinator(ana, carl)
        company(ana, ben, dora)
        undecided(ana, ben)
        decided(ana, ben)
        strangers(ben, carl, dora)
        taken_back(ana, ben, carl, dora)
        assert not site.complaints(), site.complaints()


def looks(person, where):
    """The screen is accessible and fits, on a desktop and on a phone."""
    size = person.page.viewport_size
    for name, other in ("desk", DESK), ("phone", PHONE):
        person.page.set_viewport_size(other)
        person.check_access(f"{where}, {name}")
        person.check_width(f"{where}, {name}")
        person.shoot(f"{where.replace(' ', '-')}-{name}")
    person.page.set_viewport_size(size)


def own(person, kind):
    """The row of the user's own document."""
    return person.page.get_by_role("list", name="Documents").get_by_role("listitem").filter(
        has=person.page.get_by_role("heading", name=kind))


def upload(person, kind, content, name, button="Choose a file"):
    with person.page.expect_file_chooser() as chooser:
        own(person, kind).get_by_role("button", name=f"{button}: {kind}").click()
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": content})


def downloads(person, kind, content, ending):
    """The download equals the upload, under a name that the server chose."""
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name=f"Download: {kind}").click()
    assert download.value.suggested_filename == f"{kind.lower()}.{ending}"
    assert Path(download.value.path()).read_bytes() == content


def keep(ben):
    """Ben uploads both, replaces one, and deletes one."""
    skilled(ben, "web")
    expect(ben.page.get_by_role("button", name=re.compile("^(Download|Delete): "))).to_have_count(0)
    upload(ben, "Resume", RESUME, "cv.pdf")
    expect(own(ben, "Resume").get_by_text("PDF · 1 kB")).to_be_visible()
    upload(ben, "Transcript", TRANSCRIPT, "marks.txt")
    expect(own(ben, "Transcript").get_by_text("text · 1 kB")).to_be_visible()
    downloads(ben, "Resume", RESUME, "pdf")
    downloads(ben, "Transcript", TRANSCRIPT, "txt")
    looks(ben, "documents")
    upload(ben, "Resume", NEWER, "cv.pdf", button="Replace")
    expect(own(ben, "Resume").get_by_text("PDF · 14 kB")).to_be_visible()
    downloads(ben, "Resume", NEWER, "pdf")
    ben.page.get_by_role("button", name="Delete: Transcript").click()
    expect(own(ben, "Transcript").get_by_role("button")).to_have_count(1)
    expect(ben.page.get_by_text("Deleted: Transcript").first).to_be_visible()
    ben.page.reload()
    expect(own(ben, "Resume").get_by_text("PDF · 14 kB")).to_be_visible()
    expect(own(ben, "Transcript").get_by_text("1 kB")).to_have_count(0)


def refused(ben):
    """A file of another type, empty or too large is refused with a reason, and changes nothing."""
    for content, text in ((b"\x89PNG\r\n\x1a\n\0\0", "That is neither a PDF nor plain text."),
                          (b"", "That is neither a PDF nor plain text."),
                          (b"x" * (1 << 20) + b"y", "It is too large."),
                          (b"x" * (20 << 20), "It is too large.")):
        upload(ben, "Transcript", content, "odd.txt")
        toast = ben.page.locator(".toasts li").filter(has_text=text)
        expect(toast).to_be_visible()
        expect(own(ben, "Transcript").get_by_role("button")).to_have_count(1)
        toast.get_by_label("Close").click()
        expect(toast).to_have_count(0)
    upload(ben, "Transcript", TRANSCRIPT, "marks.txt")
    expect(own(ben, "Transcript").get_by_text("text · 1 kB")).to_be_visible()


def people(person):
    person.at("events")
    person.page.get_by_role("link", name=re.compile("^Hack the Harbour")).first.click()
    person.page.locator(".event-pane").get_by_role("link", name="People").click()
    expect(person.page.get_by_role("heading", name="People", level=1)).to_be_visible()


def row(person, name):
    return person.page.get_by_role("list", name="People").get_by_role("listitem").filter(
        has_text=re.compile(f"^{name}"))


def opened(person, name):
    """Opens the menu of a person; returns its entries."""
    person.page.get_by_role("button", name=f"Actions for {name}").click()
    actions = person.page.locator(".menu .items button")
    expect(actions.first).to_be_visible()
    return actions.all_inner_texts()


def act(person, name, action):
    opened(person, name)
    person.page.get_by_role("button", name=action, exact=True).click()


def coordinator(ana, carl):
    """The planner names a coordinator, who changes event and projects, and gives no roles."""
    people(ana)
    carl.go("Now")
    act(ana, "Carl", "Make a coordinator")
    told = carl.page.get_by_text("You have another role at Hack the Harbour.").first
    expect(told).to_be_visible()
    expect(row(ana, "Carl").get_by_text("helps to run it")).to_be_visible()
    assert opened(ana, "Carl") == [
        "Make a planner", "Attends for a company…", "No other role any more",
        "Remove from the event"]
    looks(ana, "attendees of a planner")
    ana.page.keyboard.press("Escape")
    people(carl)
    expect(carl.page.get_by_role("button", name="Actions for Ana")).to_have_count(0)
    assert opened(carl, "Dora") == ["Remove from the event"]
    looks(carl, "attendees of a coordinator")
    carl.at("events")
    expect(carl.page.get_by_text("You help to run it").first).to_be_visible()
    carl.page.get_by_role("link", name=re.compile("^Hack the Harbour")).first.click()
    carl.page.locator(".event-pane").get_by_role("button", name="Actions", exact=True).click()
    expect(carl.page.get_by_role("button", name="Delete event")).to_have_count(0)
    carl.page.get_by_role("button", name="Edit", exact=True).click()
    dialog(carl).get_by_label("Where").fill("Hall 4")
    dialog(carl).get_by_role("button", name="Save").click()
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    ana.page.get_by_role("link", name="Back").click()
    ana.page.reload()
    expect(ana.page.locator(".event-about").get_by_text("Hall 4")).to_be_visible()


def company(ana, ben, dora):
    """The planner sets dora's company; she reads the documents that ben opens to companies."""
    people(ana)
    act(ana, "Dora", "Attends for a company…")
    looks(ana, "company")
    named(ana, "  ")
    expect(dialog(ana)).to_be_visible()
    named(ana, LONG)
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    expect(row(ana, "Dora").get_by_text(LONG, exact=True)).to_be_visible()
    dora.at("events")
    expect(dora.page.get_by_text(LONG, exact=True).first).to_be_visible()
    looks(ana, "attendees and a long name")
    looks(dora, "events and a long name")
    # It can be changed.
    act(ana, "Dora", "Attends for a company…")
    expect(dialog(ana).get_by_label("Company")).to_have_value(LONG)
    named(ana, f" {COMPANY} ")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    people(ben)
    for person in (ana, ben):
        expect(row(person, "Dora").get_by_text(COMPANY, exact=True)).to_be_visible()
    dora.at("events")
    expect(dora.page.get_by_text(COMPANY, exact=True).first).to_be_visible()
    people(dora)
    expect(row(dora, "Ben")).to_be_visible()
    expect(dora.page.get_by_role("button", name=re.compile("^Actions for"))).to_have_count(0)

    to_companies(ben, True)
    people(dora)
    assert opened(dora, "Ben") == ["Download: Resume", "Download: Transcript"]
    looks(dora, "attendees of a company")
    downloads(dora, "Resume", NEWER, "pdf")
    opened(dora, "Ben")
    downloads(dora, "Transcript", TRANSCRIPT, "txt")
    # Neither planners nor attendees may read them.
    people(ana)
    assert not any("Download" in action for action in opened(ana, "Ben"))
    to_companies(ben, False)
    people(dora)
    expect(dora.page.get_by_role("button", name="Actions for Ben")).to_have_count(0)


def named(ana, name):
    dialog(ana).get_by_label("Company").fill(name)
    dialog(ana).get_by_role("button", name="Save").click()


def to_companies(ben, is_open):
    ben.at("events", "profile")
    box = ben.page.get_by_role("checkbox", name="Companies at my events may read my documents, also after the event")
    box.set_checked(is_open)
    ben.page.get_by_role("button", name="Save").click()
    expect(ben.page.get_by_text("Your profile is saved.").first).to_be_visible()
    ben.page.reload()
    expect(box).to_be_checked(checked=is_open)


def tide_clock(person):
    person.at("events")
    person.page.get_by_role("link", name=re.compile("^Hack the Harbour")).first.click()
    person.page.get_by_role("link", name=re.compile("^Tide clock")).click()
    expect(person.page.get_by_role("heading", name="Tide clock", level=1)).to_be_visible()


def teammates(ana):
    tide_clock(ana)
    ana.page.get_by_role("link", name="Find teammates").click()
    expect(card(ana, "Ben")).to_be_visible()


def undecided(ana, ben):
    """Ben has not swiped the project to the right: its owner can read none of his documents."""
    teammates(ana)
    ana.page.get_by_role("button", name="Documents…").click()
    expect(dialog(ana).get_by_text("There are none for you.")).to_be_visible()
    looks(ana, "no documents for me")
    # A key pressed here is not a swipe.
    ana.page.keyboard.press("ArrowRight")
    ana.page.keyboard.press("Escape")
    expect(card(ana, "Ben")).to_be_visible()


def decided(ana, ben):
    """Ben wants the project: its owner reads his documents, in the deck and in the team."""
    ben.at("events")
    ben.page.get_by_role("link", name=re.compile("^Hack the Harbour")).first.click()
    ben.page.get_by_role("link", name="Find a project").click()
    expect(card(ben, "Tide clock")).to_be_visible()
    ben.check_access("the deck with documents")
    expect(ben.page.get_by_role("button", name="Documents…")).to_have_count(0)
    ben.page.get_by_role("button", name="Yes: Tide clock").click()
    expect(ben.page.get_by_text("That was everybody for now.")).to_be_visible()
    teammates(ana)
    looks(ana, "deck with documents")
    ana.page.get_by_role("button", name="Documents…").click()
    expect(dialog(ana).get_by_role("heading", name="Documents of Ben")).to_be_visible()
    expect(dialog(ana).get_by_text("PDF · 14 kB")).to_be_visible()
    looks(ana, "documents for me")
    downloads(ana, "Resume", NEWER, "pdf")
    ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("ArrowRight")
    expect(ben.page.get_by_text("You have joined Tide clock!").first).to_be_visible()
    tide_clock(ana)
    assert "Documents…" in opened(ana, "Ben")
    looks(ana, "a team with documents")
    ana.page.get_by_role("button", name="Documents…").click()
    downloads(ana, "Transcript", TRANSCRIPT, "txt")
    ana.page.keyboard.press("Escape")


def strangers(ben, carl, dora):
    """Users who decide about no project get the same answer as if ben had no documents."""
    number = ben.command("teamProfileRead")["teamProfile"]["number"]
    none = carl.command("teamDocumentList", username="dora")
    assert none["error"]["code"] == "NOT_FOUND", none
    for person in (carl, dora):
        assert person.command("teamDocumentList", username="ben") == none
        assert fetched(person, f"/hinder/users/{number}/documents/resume") == \
            fetched(person, "/hinder/users/99/documents/resume")
    tide_clock(carl)
    expect(carl.page.get_by_role("list", name="Team").get_by_text("Ben")).to_be_visible()
    expect(carl.page.get_by_role("button", name=re.compile("^Actions for"))).to_have_count(0)
    # But a coordinator may change any project.
    carl.page.locator(".event-pane").get_by_role("button", name="Actions", exact=True).click()
    carl.page.get_by_role("button", name="Edit").click()
    dialog(carl).get_by_label("Places").fill("4")
    dialog(carl).get_by_role("button", name="Save").click()
    expect(carl.page.get_by_text("2 of 4")).to_be_visible()
    carl.check_access("a project of a coordinator")
    carl.check_width("a project of a coordinator")


def fetched(person, path):
    """The status and the body of an answer."""
    return person.page.evaluate("""async ([path, token]) => {
      const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
      return [answer.status, await answer.text()];
    }""", [path, person.kept("login")["token"]])


def taken_back(ana, ben, carl, dora):
    """Roles are withdrawn; a deleted document disappears for every reader."""
    people(ana)
    for name, role in ("Carl", "helps to run it"), ("Dora", COMPANY):
        act(ana, name, "No other role any more")
        expect(row(ana, name)).to_be_visible()
        expect(row(ana, name).get_by_text(role, exact=True)).to_have_count(0)
    people(dora)
    expect(row(dora, "Dora").get_by_text(COMPANY)).to_have_count(0)
    expect(carl.page.locator(".event-pane").get_by_role(
        "button", name="Actions", exact=True)).to_have_count(0)
    ben.at("events", "profile")
    for kind in ("Resume", "Transcript"):
        ben.page.get_by_role("button", name=f"Delete: {kind}").click()
        expect(own(ben, kind).get_by_role("button")).to_have_count(1)
    tide_clock(ana)
    act(ana, "Ben", "Documents…")
    expect(dialog(ana).get_by_text("There are none for you.")).to_be_visible()
