"""The circle, language partners and groups. Stories of stories.py."""

import json
import re
import urllib.request

from people import PHONE, Site
from playwright.sync_api import expect
from until import until

ACTIVITIES = ("gym", "coffee", "eat", "study", "movie", "shopping")


class Account:
    """A user who sends commands, for steps that would take long on the page."""

    def __init__(self, person):
        self.person, self.token = person, None
        answer = self.call(
            "accountLogin", login=person.name, password=person.password, device="script")
        self.token = answer["account"]["token"]

    def call(self, name, **fields):
        request = urllib.request.Request(
            f"{self.person.site.address}/v1/{name}", json.dumps(fields).encode(),
            {"Content-Type": "application/json",
             **({"Authorization": f"Bearer {self.token}"} if self.token else {})})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def did(self, other, activity, text=""):
        return self.call("circleConfirm", friend=other.person.name, activity=activity, text=text)


def posts(person):
    return person.page.locator("article.post")


def scroll(person, top):
    person.page.locator(".feed").first.evaluate("(feed, top) => { feed.scrollTop = top; }", top)


def circle(upford):
    """The circle: pages, likes, comments, links, live updates; the visible posts do not move."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        site.friends(ana, ben)
        one, other = Account(ana), Account(ben)
        for activity in ACTIVITIES:
            one.call("activitySet", activity=activity, on=True)
            other.call("activitySet", activity=activity, on=True)
        take_back(ben, one, other)
        ben.go("Circle")
        one.did(other, "gym", "Heavy!")
        asked = ben.page.locator("li.card.match").filter(has_text="Gym")
        asked.get_by_role("button", name="We did it").click()
        ben.page.get_by_role("dialog").get_by_role("button", name="Post", exact=True).click()
        expect(posts(ben).filter(has_text="Heavy!")).to_have_count(1)
        for activity in ACTIVITIES[1:-1]:
            one.did(other, activity)
            other.did(one, activity, f"{activity} again")
        expect(posts(ben)).to_have_count(10)
        ben.check_access("the circle")
        ben.shoot("circle-phone")

        talk(ana, ben)
        read(ana, ben, one, other)
        assert not site.complaints(), site.complaints()


def take_back(ben, one, other):
    """A confirmation that ben has withdrawn is not posted."""
    other.did(one, "shopping", "Never was")
    ben.go("Now")
    ben.passes(11)
    card = ben.page.locator("li.card.match").filter(has_text="Shopping")
    card.get_by_role("button", name="We did it").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="We did not").click()
    expect(ben.page.get_by_text("Nothing will be posted.").first).to_be_visible()
    assert not one.did(other, "shopping", "Bags")["circleConfirmed"]["posted"]


def talk(ana, ben):
    """Likes and comments on ben's newest post, which all devices show."""
    ana.go("Circle")
    mine = posts(ben).filter(has_text="movie again")
    theirs = posts(ana).filter(has_text="movie again")
    theirs.get_by_role("button", name="Like, 0 likes").click()
    expect(mine.get_by_role("button", name="Like, 1 like")).to_be_visible()
    theirs.get_by_role("button", name=re.compile("^Write a comment,")).click()
    field = theirs.get_by_label("Write a comment", exact=True)
    for number in range(7):
        field.fill(f"Line {number}")
        field.press("Enter")
        expect(mine.get_by_text(f"Line {number}")).to_be_visible()
    expect(mine.locator(".comment")).to_have_count(5)
    mine.get_by_role("button", name="2 earlier comments").click()
    expect(mine.locator(".comment")).to_have_count(7)
    # The author of a post may delete the comments of others.
    mine.get_by_label("Delete the comment of Ana").first.click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(mine.locator(".comment")).to_have_count(6)
    expect(theirs.get_by_role("button", name="Write a comment, 6 comments")).to_be_visible()

    mine.get_by_label("Actions for this post").click()
    mine.get_by_role("button", name="Copy link").click()
    link = ben.page.evaluate("navigator.clipboard.readText()")
    tab = ana.tab()
    tab.goto(link)
    # The list behind it is hidden: only the post has accessible roles.
    expect(tab.get_by_role("article")).to_contain_text("movie again")
    expect(tab.get_by_role("article").locator(".comment")).to_have_count(6)
    ana.check_access("one post", tab)
    tab.get_by_role("link", name="Back").click()
    expect(tab.get_by_role("heading", name="Circle")).to_be_visible()
    tab.close()
    mine.get_by_label("Actions for this post").click()
    mine.get_by_role("button", name="Edit").click()
    ben.page.get_by_role("dialog").get_by_role("textbox").fill("A great film")
    ben.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(posts(ana).filter(has_text="A great film")).to_have_count(1)


def read(ana, ben, one, other):
    """The user has scrolled down, and the server is down for a moment."""
    scroll(ana, 700)
    one.did(other, "shopping", "Bags")
    other.did(one, "shopping", "Shoes")
    fresh = ana.page.get_by_role("button", name="2 new posts")
    expect(fresh).to_be_visible()
    place = ana.page.locator(".feed").evaluate("feed => feed.scrollTop")
    ana.site.kill()
    expect(ana.page.get_by_text(re.compile("You are offline"))).to_be_visible()
    ana.site.daemon.start()
    expect(ana.page.get_by_text(re.compile("You are offline"))).to_have_count(0)
    posts(ben).first.get_by_role("button", name="Like, 0 likes").click()
    expect(fresh).to_be_visible()
    assert ana.page.locator(".feed").evaluate("feed => feed.scrollTop") == place
    ana.shoot("circle-new-posts")
    fresh.click()
    until("a like that came after the server was back",
          lambda: ana.page.get_by_role("button", name="Like, 1 like").count() == 2)
    expect(ana.page.get_by_text("Shoes")).to_be_in_viewport()


def partners(upford):
    """Language partners: profiles, a match, a changed meetup, the end."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        profile(ana, "Ana", "Sol", "en", "fr")
        expect(ana.page.get_by_text("Nobody fits at the moment")).to_be_visible()
        profile(ben, "Ben", "Luc", "fr", "en")
        ben.check_access("those who fit")
        ben.page.get_by_role("button", name="Become partners").click()
        expect(ben.page.get_by_text("Nothing is planned yet.")).to_be_visible()
        ana.go("Partners")
        ana.page.get_by_role("link", name=re.compile("Ben Luc")).click()

        propose(ana, "Propose a meetup", "Café Luna")
        expect(ben.page.get_by_text("Ana proposes a meetup:")).to_be_visible()
        ben.check_access("a proposal")
        ben.shoot("meetup-phone")
        # Both change it at once: the second sees that it has changed.
        ben.page.get_by_role("button", name="Suggest something else").click()
        propose(ana, "Change", "Bar Sol")
        dialog = ben.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Propose a meetup").click()
        expect(ben.page.get_by_text("It has changed in the meantime").first).to_be_visible()
        expect(ben.page.locator(".meetup").get_by_text("Bar Sol")).to_be_visible()
        ben.page.get_by_role("button", name="Accept").click()
        expect(ana.page.get_by_text("You meet.")).to_be_visible()
        ana.check_access("a meetup")
        ana.shoot("meetup")
        with ana.page.expect_download() as download:
            ana.page.get_by_role("button", name="Add to calendar").click()
        assert "LOCATION:Bar Sol" in download.value.path().read_text()

        ana.page.get_by_role("button", name="Call off").click()
        ana.page.get_by_role("dialog").get_by_role("button", name="Call off").click()
        expect(ben.page.get_by_text("Nothing is planned yet.")).to_be_visible()
        ana.page.get_by_label("Actions").click()
        ana.page.get_by_role("button", name="End partnership").click()
        ana.page.get_by_role("dialog").get_by_role("button", name="End partnership").click()
        expect(ben.page.get_by_text("This partnership has ended.")).to_be_visible()
        ana.page.get_by_role("button", name="Surprise me").click()
        expect(ana.page.get_by_text("Nobody fits at the moment").first).to_be_visible()

        site.daemon.stop()
        site.daemon.settings["features_partners"] = "false"
        site.daemon.start()
        expect(ben.page.get_by_text("This server has no language partners.")).to_be_visible()
        assert not site.complaints(), site.complaints()


def profile(person, first, last, known, learn):
    person.go("Partners")
    person.page.get_by_role("link", name="Become a language partner").click()
    person.page.get_by_label("First name").fill(first)
    person.page.get_by_label("Last name").fill(last)
    person.page.get_by_label("I speak").select_option(known)
    person.page.get_by_label("I learn").select_option(learn)
    person.page.get_by_role("button", name="Save").click()
    expect(person.page.get_by_role("heading", name="Find a partner")).to_be_visible()


def propose(person, button, place):
    person.page.get_by_role("button", name=button, exact=True).click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label("Where").fill(place)
    dialog.get_by_role("button", name="Propose a meetup").click()
    expect(person.page.get_by_text("You have proposed a meetup.")).to_be_visible()


def group(upford):
    """A group: invitations, joining by a link, messages, renaming, a new owner, leaving."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben", PHONE)
        carl = site.person("carl", {"width": 320, "height": 600})
        site.friends(ana, ben)
        begin(ana, "New group")
        ana.page.get_by_role("dialog").get_by_label("Name of the group").fill("Rowing")
        ana.page.get_by_role("dialog").get_by_role("checkbox", name=re.compile("Ben")).check()
        ana.check_access("a new group")
        ana.page.get_by_role("dialog").get_by_role("button", name="Make group").click()
        expect(ana.page.get_by_role("heading", name="Rowing")).to_be_visible()
        ben.go("Chats")
        expect(ben.page.get_by_text("Ana invites you", exact=True)).to_be_visible()
        ben.check_access("an invitation to a group")
        ben.page.get_by_role("button", name="Join Rowing").click()
        expect(ben.page.get_by_role("heading", name="Rowing")).to_be_visible()

        field = ben.page.get_by_label("Message to Rowing")
        until("sign that ben is typing", lambda: field.type("Si")
              or ana.page.get_by_text("Ben is typing…").first.is_visible(), pause=0.5)
        field.fill("")
        say(ana, "Rowing", "Six o'clock?")
        ben.reads("Six o'clock?")
        expect(ben.page.locator(".sender").get_by_text("Ana")).to_be_visible()
        say(ben, "Rowing", "Yes")
        ana.reads("Yes")
        expect(ana.page.get_by_role("img", name="read")).to_be_visible()
        ben.check_access("the conversation of a group")
        ben.shoot("group-phone")

        invite(ana, carl)
        members(ana, ben, carl)
        assert not site.complaints(), site.complaints()


def begin(person, what):
    person.go("Chats")
    person.page.get_by_role("button", name="New conversation").click()
    person.page.get_by_role("button", name=what).click()


def say(person, name, text):
    field = person.page.get_by_label(f"Message to {name}")
    field.fill(text)
    field.press("Enter")


def invite(ana, carl):
    """Carl joins by the link, and reads messages from then on."""
    ana.page.get_by_role("link", name=re.compile("Rowing.*members")).click()
    ana.page.get_by_role("button", name="Invite by a link").click()
    link = ana.page.get_by_label("Link of the invitation")
    expect(link).to_be_visible()
    ana.check_access("a group")
    ana.shoot("group")
    carl.page.goto(link.input_value())
    carl.page.reload()
    carl.page.get_by_role("button", name="Join a group").click()
    expect(carl.page.get_by_role("heading", name="Rowing")).to_be_visible()
    expect(ana.page.get_by_role("heading", name="3 members")).to_be_visible()
    say(carl, "Rowing", "Hello!")
    carl.reads("Hello!")
    assert carl.page.get_by_text("Six o'clock?").count() == 0
    carl.check_width("a group at 320 pixels")
    ana.page.get_by_role("button", name="Take back").click()
    expect(link).to_have_count(0)


def members(ana, ben, carl):
    """Activities within the group; another name, another owner, one member less, and none."""
    ana.page.get_by_label("Activity").select_option(label="Coffee")
    ana.page.get_by_role("button", name="I am up for it").click()
    expect(ana.page.get_by_text("You are the first.")).to_be_visible()
    ben.page.get_by_role("link", name=re.compile("Rowing.*members")).click()
    ben.page.get_by_label("Activity").select_option(label="Coffee")
    ben.page.get_by_role("button", name="I am up for it").click()
    expect(ben.page.get_by_text("Up for it, too: Ana")).to_be_visible()
    expect(ana.page.get_by_text("Up for it, too: Ben")).to_be_visible()
    ana.page.get_by_role("button", name="Actions", exact=True).click()
    ana.page.get_by_role("button", name="Rename group").click()
    ana.page.get_by_role("dialog").get_by_label("Name of the group").fill("Rowers")
    ana.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(ben.page.get_by_role("heading", name="Rowers")).to_be_visible()
    ana.page.get_by_role("button", name="Actions for Carl").click()
    ana.page.get_by_role("button", name="Remove from the group").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(carl.page.get_by_text("You are not in this group any more.")).to_be_visible()
    ana.page.get_by_role("button", name="Actions for Ben").click()
    ana.page.get_by_role("button", name="Hand over the group").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Hand over the group").click()
    expect(ben.page.get_by_role("button", name="Actions for Ana")).to_be_visible()
    ana.page.get_by_role("button", name="Actions", exact=True).click()
    ana.page.get_by_role("button", name="Leave group").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Leave group").click()
    expect(ana.page.get_by_role("link", name=re.compile("Rowers"))).to_have_count(0)
    expect(ben.page.get_by_role("heading", name="one member")).to_be_visible()
