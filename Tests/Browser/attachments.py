"""Photos and files in conversations: a story of stories.py."""

import base64
import json
import re
import signal
import struct
import urllib.error
import urllib.parse
import urllib.request

from outside import RemoteUser, png
from people import DESK, HANG_MS, PHONE, Site
from playwright.sync_api import expect
from until import until

SIZES = [{"width": width, "height": height} for width, height in (
    (320, 640), (390, 844), (844, 390), (1280, 800))]
# A place that is found in a file's bytes.
PLACE = b"PLACE-OF-GPS-PLACE-OF-GPS"
TAG = "<img src=x onerror=alert(1)>"
# A photo as a browser makes it: a slope of colours, so that it is some size.
DRAWN = """async ([width, height]) => {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  const noise = context.createImageData(width, height);
  for (let at = 0; at < noise.data.length; at++) {
    noise.data[at] = at % 4 === 3 ? 255 : (at * 2654435761 >>> 24) & (at % 4 === 0 ? 255 : 63);
  }
  context.putImageData(noise, 0, 0);
  context.fillStyle = "rgb(200, 30, 30)";
  context.fillRect(0, 0, width / 2, height / 2);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", .9));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}"""
# Notes what is uploaded.
LISTEN = """() => {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    const reader = new FileReader();
    reader.onload = () => globalThis.sent = reader.result.split(",")[1];
    reader.readAsDataURL(body);
    return send.call(this, body);
  };
}"""
TO_END = """() => {
  const history = document.querySelector(".history");
  history.scrollTop = history.scrollHeight;
}"""
# The places of all messages, in the conversation.
BOXES = """() => [...document.querySelectorAll("li.message")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height];
})"""


def attachments(upford):
    """Two users send photos and files, see and save them, on a phone and at a desk; and a group."""
    with Site(upford) as site:
        ana = site.person("ana", DESK)
        ben = site.person("ben", PHONE, has_touch=True, is_mobile=True)
        for person in ana, ben:
            person.page.on("dialog", lambda dialog: person.complaints.append("a script ran"))
        site.friends(ana, ben)
        ana.open_chat(ben)
        ben.open_chat(ana)
        camera = jpeg(ana, 600, 400)
        a_photo(ana, ben, camera)
        a_file(ana, ben)
        as_it_is(ana, ben, camera)
        transparent(ana, ben)
        several(ana, ben)
        the_viewer(ana, ben)
        no_shift(ana, ben)
        summaries(ana, ben)
        edited(ana, ben)
        by_keys(ana, ben)
        pasted_and_dropped(ana, ben)
        refused(ana, ben)
        without_network(ana, ben)
        broken_off(ana, ben)
        killed(site, ana, ben)
        cancelled(ana, ben)
        deleted(ana, ben)
        hostile(site, ana)
        joins_later(ana, ben)
        shared(ana, ben)
        looks(ana, ben)
        logged_out(ben, ana)
        assert not site.complaints(), site.complaints()


def jpeg(person, width, height, orientation=6):
    """A photo with a place, turned to its side, as phones write it."""
    plain = bytes.fromhex(person.page.evaluate(DRAWN, [width, height]))
    # An IFD with an orientation and a pointer; one with a text in the place of a date.
    main = struct.pack("<H HHIHH HHII I", 2, 0x0112, 3, 1, orientation, 0, 0x8825, 4, 1, 38, 0)
    place = struct.pack("<H HHII I", 1, 0x001D, 2, len(PLACE), 56, 0)
    body = b"Exif\0\0II*\0" + struct.pack("<I", 8) + main + place + PLACE
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + plain[2:]


def chosen(name, content, kind):
    return {"name": name, "mimeType": kind, "buffer": content}


def attach(person, *files, as_files=False):
    label = "File" if as_files else "Photo"
    person.page.locator(f"input[type=file][aria-label={label}]").set_input_files(list(files))


def chips(person):
    return person.page.get_by_role("list", name="Attached").get_by_role("listitem")


def send(person):
    messages = person.page.locator("li.message")
    count = messages.count()
    person.page.get_by_role("button", name="Send", exact=True).click()
    expect(messages).to_have_count(count + 1)


def arrived(*people):
    """The last message of a conversation of each, once nothing waits and all have the same."""
    for person in people:
        expect(person.page.locator(".pending")).to_have_count(0, timeout=HANG_MS)
    messages = [person.page.locator("li.message") for person in people]

    def are_same():
        # Who has scrolled up is not shown what is new.
        for person in people:
            person.page.evaluate(TO_END)
        return len({one.count() for one in messages}) == 1
    until("the same messages", are_same)
    return [one.last for one in messages]


def seen(message, count=1):
    """Expects that the pictures of a message are loaded; returns their sizes."""
    pictures = message.locator("button.photo img")
    expect(pictures).to_have_count(count, timeout=HANG_MS)
    message.scroll_into_view_if_needed()
    return until("pictures", lambda: pictures.evaluate_all(
        "(all) => all.every((one) => one.complete && one.naturalWidth) && "
        "all.map((one) => [one.naturalWidth, one.naturalHeight])"))


def saved(person, button):
    """The bytes of a file that a press on `button` saves, and its name."""
    with person.page.expect_download(timeout=HANG_MS) as download:
        button.click()
    with open(download.value.path(), "rb") as file:
        return file.read(), download.value.suggested_filename


def stored(person, path):
    """What the server answers this person: the status and the bytes."""
    status, content = person.page.evaluate("""async ([path, token]) => {
      const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return [answer.status, btoa(text)];
    }""", [path, person.kept("login")["token"]])
    return status, base64.b64decode(content)


def newest(person, other):
    """The newest message of a conversation, from the server."""
    page = person.command("roomHistory", **{"with": other, "limit": 1})["roomPage"]
    return page["messages"][-1]


def path_of(attachment):
    return f"/v1/rooms/files/{attachment['id']}"


def slowly(person, bytes_per_second):
    """Slows the uploads of a tab down."""
    session = person.context.new_cdp_session(person.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": -1,
        "uploadThroughput": bytes_per_second})
    return session


def is_half_way(person):
    """Waits until an upload has begun, and is not over."""
    ring = person.page.locator(".pending .ring").first
    return until("an upload that has begun", lambda: 1 <= int(
        ring.get_attribute("aria-valuenow", timeout=HANG_MS)) < 100)


def a_photo(ana, ben, camera):
    """A photo is scaled, has neither place nor camera, and is the right way up for both."""
    assert PLACE in camera
    attach(ana, chosen("sea.jpg", camera, "image/jpeg"))
    expect(chips(ana)).to_have_count(1)
    ana.check_access("a photo that is chosen")
    ana.shoot("attachment-chosen")
    ana.page.evaluate(LISTEN)
    send(ana)
    expect(chips(ana)).to_have_count(0)
    # Who has sent it sees it whole; to others, the server gives what fits into 480 pixels.
    for message, size in zip(arrived(ana, ben), ([400, 600], [320, 480])):
        sizes = seen(message)
        assert sizes == [size], sizes
        # A message of a photo alone has no empty paragraph.
        expect(message.locator(".bubble > p")).to_have_count(0)
    # It leaves the device without: the server takes them out in any case.
    sent = base64.b64decode(ana.page.evaluate("globalThis.sent"))
    assert sent[:3] == b"\xff\xd8\xff" and PLACE not in sent and b"Exif" not in sent
    message = newest(ben, "ana")
    [shown] = message["attachments"]
    assert (shown["kind"], shown["width"], shown["height"]) == ("PICTURE", 400, 600), shown
    assert "text" not in message and "name" not in shown, message
    status, content = stored(ben, path_of(shown))
    assert status == 200 and content[:3] == b"\xff\xd8\xff"
    assert PLACE not in content and b"Exif" not in content
    # A larger one is scaled before it leaves the device.
    attach(ana, chosen("wide.jpg", jpeg(ana, 3200, 1600, 1), "image/jpeg"))
    thumbnail = chips(ana).locator("img")
    expect(thumbnail).to_have_count(1, timeout=HANG_MS)
    assert until("thumbnail", lambda: thumbnail.evaluate(
        "(one) => one.complete && [one.naturalWidth, one.naturalHeight]")) == [2560, 1280]
    send(ana)
    for message in arrived(ana, ben):
        seen(message)
    [shown] = newest(ben, "ana")["attachments"]
    assert shown["width"] == 2 * shown["height"] <= 2560, shown
    # What it looks like does not depend on who sees it.
    sizes = [one.page.locator(".photo").last.bounding_box() for one in (ana, ben)]
    assert abs(sizes[0]["width"] / sizes[0]["height"] - 2) < .05, sizes
    assert abs(sizes[1]["width"] / sizes[1]["height"] - 2) < .05, sizes


def a_file(ana, ben):
    """A file arrives byte by byte, and is saved under its name."""
    content = bytes(range(256)) * 700
    attach(ben, chosen("Plan für März.bin", content, "application/octet-stream"), as_files=True)
    ben.field(ana).fill("Have a look")
    send(ben)
    message, _ = arrived(ana, ben)
    expect(message.locator(".bubble > p")).to_have_text("Have a look")
    button = message.get_by_role("button", name=re.compile("Save Plan für März.bin, 179.kB"))
    expect(button).to_have_attribute("title", "Plan für März.bin")
    assert saved(ana, button) == (content, "Plan für März.bin")
    # The browser runs nothing of a page that is attached.
    attach(ben, chosen("page.html", b"<script>alert(1)</script>", "text/html"), as_files=True)
    expect(chips(ben)).to_have_count(1)
    send(ben)
    message, _ = arrived(ana, ben)
    got, name = saved(ana, message.get_by_role("button", name=re.compile("Save page.html")))
    assert (got, name) == (b"<script>alert(1)</script>", "page.html")
    assert len(ana.context.pages) == 1


def as_it_is(ana, ben, camera):
    """A photo as a file goes with its place only after a question."""
    dialog = ana.page.get_by_role("dialog", name="Send this photo as a file?")
    photo = chosen("sea.jpg", camera, "image/jpeg")
    attach(ana, photo, as_files=True)
    expect(dialog).to_be_visible()
    ana.check_access("a question about a photo")
    dialog.get_by_role("button", name="Cancel").click()
    expect(chips(ana)).to_have_count(0)
    attach(ana, photo, as_files=True)
    dialog.get_by_role("button", name="As a photo, without them").click()
    expect(chips(ana).locator("img")).to_have_count(1, timeout=HANG_MS)
    ana.page.get_by_role("button", name="Remove Photo").click()
    attach(ana, photo, as_files=True)
    dialog.get_by_role("button", name="As a file, with place and time").click()
    expect(chips(ana)).to_have_count(1)
    send(ana)
    _, message = arrived(ana, ben)
    got, _ = saved(ben, message.get_by_role("button", name=re.compile("Save sea.jpg")))
    assert got == camera


def several(ana, ben):
    """Several photos are a grid; the eleventh is refused."""
    files = [chosen(f"{number}.png", png(90 + number, 60, (20 * number, 90, 160)), "image/png")
             for number in range(11)]
    attach(ben, *files)
    expect(ben.page.get_by_text("A message has at most 10 photos and files.").first).to_be_visible()
    expect(chips(ben)).to_have_count(10)
    ben.check_width("ten photos that are chosen")
    ben.page.get_by_role("button", name="Remove Photo").first.click()
    expect(chips(ben)).to_have_count(9)
    send(ben)
    for message in arrived(ana, ben):
        sizes = seen(message, 9)
        assert [width for width, _ in sizes] == list(range(91, 100)), sizes
        tops = message.locator(".photo").evaluate_all(
            "(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))")
        assert len(set(tops)) == 3, tops


def transparent(ana, ben):
    """A picture with transparency stays so, and one without becomes smaller."""
    clear = png(64, 64, (1, 2, 3), alpha=0)
    attach(ana, chosen("clear.png", clear, "image/png"), chosen("full.png", png(64, 64, (1, 2, 3)),
                                                                "image/png"))
    expect(chips(ana)).to_have_count(2)
    send(ana)
    _, message = arrived(ana, ben)
    seen(message, 2)
    first, second = (stored(ben, path_of(one))[1] for one in newest(ben, "ana")["attachments"])
    assert first.startswith(b"\x89PNG") and second.startswith(b"\xff\xd8\xff"), second[:4]
    ben.page.locator("li.message").last.get_by_role("button", name="Open photo 1 of 2").click()
    shown = ben.page.get_by_role("dialog").get_by_role("img", name="Photo 1 of 2")
    until("the photo", lambda: shown.evaluate("(one) => one.naturalWidth") == 64)
    assert shown.evaluate("""(one) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
      canvas.getContext("2d").drawImage(one, 0, 0);
      return canvas.getContext("2d").getImageData(32, 32, 1, 1).data[3];
    }""") == 0
    ben.page.keyboard.press("Escape")


def the_viewer(ana, ben):
    """A photo opens in its full size: keys, swipes and a wheel; it is saved."""
    page = ana.page
    message = page.locator("li.message").last
    message.get_by_role("button", name="Open photo 2 of 9").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Photo")
    shown = dialog.get_by_role("img", name=re.compile("Photo .* of 9"))
    wide = lambda: shown.evaluate("(one) => one.naturalWidth")
    until("the second one", lambda: wide() == 92)
    expect(dialog.locator(".photo-frame")).to_be_focused()
    ana.check_access("a photo in its full size")
    ana.shoot("viewer")
    page.keyboard.press("ArrowRight")
    until("the third one", lambda: wide() == 93)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    until("the first one", lambda: wide() == 91)
    expect(dialog.get_by_role("button", name="Previous photo")).to_have_attribute(
        "aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    assert wide() == 91
    page.keyboard.press("+")
    expect(dialog.locator(".photo-frame.zoomed")).to_have_count(1)
    page.keyboard.press("0")
    expect(dialog.locator(".photo-frame.zoomed")).to_have_count(0)
    dialog.locator(".photo-frame").hover()
    page.mouse.wheel(0, -300)
    expect(dialog.locator(".photo-frame.zoomed")).to_have_count(1)
    page.keyboard.press("0")
    content, name = saved(ana, dialog.get_by_role("button", name="Save photo"))
    assert re.fullmatch(r"photo-\d{4}-\d\d-\d\d-1\.(jpg|png)", name), name
    assert content == stored(ana, path_of(newest(ana, "ben")["attachments"][0]))[1]
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(message.get_by_role("button", name="Open photo 2 of 9")).to_be_focused()
    # A swipe on the phone.
    ben.page.locator("li.message").last.get_by_role("button", name="Open photo 1 of 9").tap()
    dialog = ben.page.get_by_role("dialog", name="Photo")
    box = dialog.locator(".photo-frame").bounding_box()
    session = ben.context.new_cdp_session(ben.page)
    middle = box["y"] + box["height"] / 2

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": box["x"] + box["width"] * part, "y": middle} for part in points]})
    touch("touchStart", .8)
    for part in .7, .5, .3:
        touch("touchMove", part)
    touch("touchEnd")
    expect(dialog.locator("footer")).to_contain_text("Photo 2 of 9")
    ben.check_width("a photo on a phone")
    ben.check_access("a photo on a phone")
    ben.shoot("viewer-phone")
    # Back closes it, with the conversation.
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def no_shift(ana, ben):
    """Messages stay where they are while their photos are loaded."""
    page = ana.page
    until("kept messages", lambda: (ana.kept("world") or {}).get("conversations"))
    forget_seen(ana)
    held, is_over = [], []
    page.route("**/preview", lambda route: route.continue_() if is_over else held.append(route))
    ana.page.reload()
    ana.open_chat(ben)
    # Requests are heard of while the page is spoken to.
    until("requests for previews", lambda: page.evaluate("0") or len(held) >= 3)
    expect(page.locator("button.photo img:not([hidden])")).to_have_count(0)
    before = page.evaluate(BOXES)
    is_over.append(True)
    for route in held:
        route.continue_()
    seen(page.locator("li.message").last, 9)
    after = page.evaluate(BOXES)
    assert after == before, [pair for pair in zip(before, after) if pair[0] != pair[1]][:3]
    page.unroute_all(behavior="wait")


def forget_seen(person):
    """The device has no pictures any more."""
    person.page.evaluate("""async () => {
      const done = (request) => new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      const database = await done(indexedDB.open("upfor"));
      const values = database.transaction("values", "readwrite").objectStore("values");
      for (const key of await done(values.getAllKeys())) {
        if (String(key).startsWith("seen")) await done(values.delete(key));
      }
      database.close();
    }""")


def kept_pictures(person):
    """The keys of the pictures that are kept on the device."""
    return person.page.evaluate("""async () => {
      const done = (request) => new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      const database = await done(indexedDB.open("upfor"));
      const keys = await done(database.transaction("values").objectStore("values").getAllKeys());
      database.close();
      return keys.filter((key) => /^(seen|file) /.test(key));
    }""")


def summaries(ana, ben):
    """The list of conversations and what is announced say what is attached."""
    expect(ana.page.locator(".preview").first).to_have_text("9 photos")
    ana.go("Now")
    attach(ben, chosen("plan.pdf", b"%PDF-1.7", "application/pdf"), as_files=True)
    expect(chips(ben)).to_have_count(1)
    send(ben)
    expect(ana.page.locator("div.unseen[role=status]")).to_contain_text("Ben: plan.pdf")
    attach(ben, chosen("1.png", png(40, 40, (1, 2, 3)), "image/png"))
    expect(chips(ben)).to_have_count(1)
    send(ben)
    expect(ana.page.locator("div.unseen[role=status]")).to_contain_text("Ben: Photo")
    ana.go("Chats")
    expect(ana.page.locator(".preview").first).to_have_text("Photo")
    ana.open_chat(ben)


def actions(person, message):
    message.hover()
    message.get_by_label("Actions for this message").click()
    return person.page.locator(".menu .items button")


def edited(ana, ben):
    """A message with a photo has a menu without "Copy", and gets and loses a text."""
    attach(ana, chosen("2.png", png(50, 40, (1, 2, 3)), "image/png"))
    expect(chips(ana)).to_have_count(1)
    send(ana)
    mine, theirs = arrived(ana, ben)
    expect(actions(ana, mine)).to_have_text(["React", "Reply", "Pin", "Edit", "Delete"])
    ana.page.get_by_role("button", name="Edit", exact=True).click()
    expect(ana.field(ben)).to_have_value("")
    expect(ana.page.get_by_role("button", name="Attach", exact=True)).to_have_count(0)
    ana.write(ben, "The sea")
    expect(theirs.locator(".bubble > p")).to_have_text("The sea")
    expect(actions(ana, mine)).to_have_text(["React", "Reply", "Pin", "Copy", "Edit", "Delete"])
    ana.page.get_by_role("button", name="Edit", exact=True).click()
    ana.write(ben, "")
    expect(theirs.locator(".bubble > p")).to_have_count(0)
    expect(theirs.get_by_text("edited")).to_be_visible()
    for message in mine, theirs:
        seen(message)


def by_keys(ana, ben):
    """Everything without a pointer."""
    page = ana.page
    press = page.keyboard.press
    ana.field(ben).focus()
    press("Shift+Tab")
    press("Shift+Tab")
    expect(page.get_by_role("button", name="Attach", exact=True)).to_be_focused()
    press("Enter")
    press("ArrowDown")
    expect(page.get_by_role("button", name="Photo", exact=True)).to_be_focused()
    press("ArrowDown")
    with page.expect_file_chooser() as chooser:
        press("Enter")
    assert chooser.value.is_multiple()
    chooser.value.set_files([chosen(f"{name}.txt", b"text", "text/plain") for name in "abc"])
    expect(chips(ana)).to_have_count(3)
    expect(ana.field(ben)).to_be_focused()
    for _ in range(3):
        press("Shift+Tab")
    expect(page.get_by_role("button", name="Remove c.txt")).to_be_focused()
    press("Delete")
    expect(page.get_by_role("button", name="Remove b.txt")).to_be_focused()
    press("Shift+Tab")
    press("Enter")
    expect(page.get_by_role("button", name="Remove b.txt")).to_be_focused()
    press("Backspace")
    expect(chips(ana)).to_have_count(0)
    expect(ana.field(ben)).to_be_focused()


def pasted_and_dropped(ana, ben):
    """A picture is pasted, and files are dropped onto the conversation."""
    content = png(70, 50, (9, 9, 9)).hex()
    transfer = """([content, name, type]) => {
      const bytes = Uint8Array.from(content.match(/../g), (pair) => parseInt(pair, 16));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      return transfer;
    }"""
    picture = ana.page.evaluate_handle(transfer, [content, "image.png", "image/png"])
    ana.field(ben).evaluate("""(field, clipboardData) => field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))""", picture)
    expect(chips(ana).locator("img")).to_have_count(1)
    file = ana.page.evaluate_handle(transfer, [b"dropped".hex(), "notes.txt", "text/plain"])
    room = ana.page.locator(".conversation")
    for kind in "dragover", "drop":
        room.evaluate("""(room, [kind, dataTransfer]) => room.dispatchEvent(
          new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))""", [kind, file])
        expect(ana.page.get_by_text("Drop here to attach")).to_have_count(
            1 if kind == "dragover" else 0)
    expect(chips(ana)).to_have_count(2)
    # What is chosen stays with its conversation.
    ana.go("Now")
    ana.open_chat(ben)
    expect(chips(ana)).to_have_count(2)
    send(ana)
    _, message = arrived(ana, ben)
    assert seen(message) == [[70, 50]]
    expect(message.get_by_role("button", name=re.compile("Save notes.txt"))).to_be_visible()


def refused(ana, ben):
    """What the server does not take is said in words, and the message can be discarded."""
    site = ana.site
    site.daemon.stop()
    site.daemon.settings["rooms_fileBytes"] = 65_536
    site.daemon.start()
    expect(ana.page.get_by_text(re.compile("You are offline"))).to_have_count(0, timeout=HANG_MS)
    failed = ana.page.locator(".failed")
    # The server reads nothing of the second one, and says so before it is sent.
    for size in 100_000, 12_000_000:
        attach(ana, chosen("large.bin", bytes(size), "application/octet-stream"), as_files=True)
        expect(chips(ana)).to_have_count(1)
        send(ana)
        expect(failed).to_contain_text(re.compile("The file is too large"), timeout=HANG_MS)
        if size == 100_000:
            failed.get_by_role("button", name="Discard").click()
            expect(failed).to_have_count(0)
    ana.check_access("a file that is too large")
    ana.shoot("attachment-refused")
    failed.get_by_role("button", name="Discard").click()
    expect(failed).to_have_count(0)
    site.daemon.stop()
    del site.daemon.settings["rooms_fileBytes"]
    site.daemon.settings["files_userBytes"] = 1_048_576
    site.daemon.start()
    expect(ana.page.get_by_text(re.compile("You are offline"))).to_have_count(0, timeout=HANG_MS)
    attach(ana, chosen("many.bin", bytes(1_040_000), "application/octet-stream"), as_files=True)
    expect(chips(ana)).to_have_count(1)
    send(ana)
    expect(failed).to_contain_text("no more room on this server", timeout=HANG_MS)
    site.daemon.stop()
    del site.daemon.settings["files_userBytes"]
    site.daemon.start()
    failed.get_by_role("button", name="Try again").click()
    message, _ = arrived(ana, ben)
    expect(message.get_by_role("button", name=re.compile("Save many.bin"))).to_be_visible()
    # An empty file is not attached at all.
    attach(ana, chosen("none.txt", b"", "text/plain"), as_files=True)
    expect(ana.page.get_by_text("none.txt is empty.").first).to_be_visible()
    expect(chips(ana)).to_have_count(0)


def without_network(ana, ben):
    """What was seen is seen without a network; a photo waits, also over a reload."""
    ben.page.evaluate("navigator.serviceWorker.ready")
    until("kept page", lambda: ben.page.evaluate("caches.match('/').then(Boolean)"))
    last = ben.page.locator("li.message").filter(has=ben.page.locator("button.photo")).last
    seen(last)
    until("kept messages", lambda: (ben.kept("world") or {}).get("conversations"))
    until("kept pictures", lambda: ben.kept("seen"))
    ben.context.set_offline(True)
    ben.page.reload()
    expect(ben.page.get_by_text(re.compile("You are offline"))).to_be_visible()
    ben.open_chat(ana)
    assert seen(last) == [[70, 50]]
    photo = jpeg(ben, 300, 200, 1)
    attach(ben, chosen("train.jpg", photo, "image/jpeg"))
    expect(chips(ben)).to_have_count(1)
    ben.field(ana).fill("from the train")
    send(ben)
    ben.write(ana, "and then")
    ben.page.get_by_role("button", name="Send", exact=True).click()
    waiting = ben.page.locator(".pending")
    expect(waiting).to_have_count(2)
    ben.page.reload()
    ben.open_chat(ana)
    expect(waiting).to_have_count(2)
    expect(waiting.first.locator(".photo img:not([hidden])")).to_have_count(1)
    ben.shoot("attachment-waits")
    ben.check_access("a photo that waits")
    ben.context.set_offline(False)
    arrived(ben)
    ana.reads("and then")
    texts = ana.page.locator(".bubble > p").all_inner_texts()
    assert texts[-2:] == ["from the train", "and then"], texts
    assert seen(ana.page.locator("li.message").nth(-2)) == [[300, 200]]
    assert not [key for key in kept_pictures(ben) if key.startswith("file ")]


def broken_off(ana, ben):
    """A reload in the middle of an upload: it is sent once."""
    content = bytes(2_000_000)
    session = slowly(ana, 400_000)
    attach(ana, chosen("slow.bin", content, "application/octet-stream"), as_files=True)
    expect(chips(ana)).to_have_count(1)
    send(ana)
    is_half_way(ana)
    ana.shoot("attachment-progress")
    ana.page.reload()
    ana.open_chat(ben)
    is_half_way(ana)
    session.send("Network.emulateNetworkConditions", {
        "offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    ana.page.reload()
    expect(ana.page.get_by_text(re.compile("You are offline"))).to_be_visible(timeout=HANG_MS)
    ana.open_chat(ben)
    expect(ana.page.locator(".pending")).to_have_count(1)
    session.detach()
    _, message = arrived(ana, ben)
    got, _ = saved(ben, message.get_by_role("button", name=re.compile("Save slow.bin")))
    assert got == content
    expect(ben.page.get_by_role("button", name=re.compile("Save slow.bin"))).to_have_count(1)


def killed(site, ana, ben):
    """The server is killed in the middle of an upload, and comes back: it arrives once."""
    session = slowly(ana, 400_000)
    attach(ana, chosen("killed.bin", bytes(1_500_000), "application/octet-stream"), as_files=True)
    expect(chips(ana)).to_have_count(1)
    send(ana)
    ana.write(ben, "after it")
    is_half_way(ana)
    site.daemon.process.send_signal(signal.SIGKILL)
    site.daemon.process.wait()
    expect(ana.page.get_by_text(re.compile("You are offline"))).to_be_visible(timeout=HANG_MS)
    session.detach()
    site.daemon.start()
    arrived(ana)
    ben.reads("after it")
    for person in ana, ben:
        expect(person.page.get_by_role("button", name=re.compile("Save killed.bin"))
               ).to_have_count(1)
    # In the order in which they were sent.
    expect(ben.page.locator("li.message").nth(-2)).to_contain_text("killed")


def cancelled(ana, ben):
    """A message whose upload is cancelled does not arrive."""
    count = ben.page.locator("li.message").count()
    session = slowly(ana, 100_000)
    attach(ana, chosen("never.bin", bytes(1_500_000), "application/octet-stream"), as_files=True)
    expect(chips(ana)).to_have_count(1)
    send(ana)
    is_half_way(ana)
    ana.page.get_by_role("button", name="Cancel sending").click()
    expect(ana.page.locator(".pending")).to_have_count(0)
    session.detach()
    ana.write(ben, "something else")
    ben.reads("something else")
    expect(ben.page.locator("li.message")).to_have_count(count + 1)
    assert not [key for key in kept_pictures(ana) if key.startswith("file ")]


def deleted(ana, ben):
    """A photo goes with its message, from both pages, both devices and the server."""
    attach(ana, chosen("wrong.png", png(33, 44, (7, 7, 7)), "image/png"))
    expect(chips(ana)).to_have_count(1)
    send(ana)
    mine, theirs = arrived(ana, ben)
    for message in mine, theirs:
        assert seen(message) == [[33, 44]]
    path = path_of(newest(ana, "ben")["attachments"][0])
    for person in ana, ben:
        until("kept picture", lambda: any(path in key for key in kept_pictures(person)))
        assert stored(person, path)[0] == 200
    actions(ana, mine)
    ana.page.get_by_role("button", name="Delete", exact=True).click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    for person, message in (ana, mine), (ben, theirs):
        expect(message).to_contain_text("This message was deleted")
        expect(message.locator("img")).to_have_count(0)
        until("deletion on the device", lambda: not any(path in key for key in kept_pictures(person)))
        until("404", lambda: stored(person, path)[0] == 404)
    expect(ana.page.locator(".preview").first).to_have_text("This message was deleted")


def uploads(user, content, **query):
    """An upload without the page; returns the attachment, or the code of the refusal."""
    words = urllib.parse.urlencode(query)
    request = urllib.request.Request(
        f"{user.site.address}/v1/rooms/files?{words}", content,
        {"Authorization": f"Bearer {user.token}", "Content-Type": "application/octet-stream"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["attachment"]
    except urllib.error.HTTPError as error:
        return json.load(error)["error"]["code"]


def hostile(site, ana):
    """Names and pictures that are meant to do harm are shown as text, or refused."""
    eve = RemoteUser(site, "eve")
    eve.befriend(ana)
    names = [f"{TAG}.png", "x" * 200, f"{'w' * 195}.html", "{count|a|b} $& .txt", "שלום עולם.pdf",
             "javascript:alert(1)"]
    ids = [uploads(eve, b"text", kind="file", name=name)["id"] for name in names]
    eve.call("roomSend", to="ana", attachments=ids, cid="names")
    ana.at("chats", "eve")
    message = ana.page.locator("li.message").last
    expect(message.locator("button.file")).to_have_count(len(names), timeout=HANG_MS)
    assert message.locator("button.file").evaluate_all(
        "(all) => all.map((one) => one.title)") == names
    expect(message.locator("img")).to_have_count(0)
    for size in SIZES:
        ana.page.set_viewport_size(size)
        ana.check_width(f"hostile names at {size['width']}")
        wide = message.locator("button.file").evaluate_all(
            "(all) => all.map((one) => one.scrollWidth - one.clientWidth)")
        assert max(wide) <= 0, wide
    ana.page.set_viewport_size(DESK)
    ana.check_access("hostile names")
    ana.shoot("attachment-names")
    _, name = saved(ana, message.get_by_role("button", name=re.compile("^Save שלום|^Save .שלום")))
    assert name == "שלום עולם.pdf", name
    assert uploads(eve, b"text", kind="file", name="cod\u202efdp.exe") == "INVALID_FIELD"
    assert uploads(eve, b"text", kind="file", name="../a") == "INVALID_FIELD"
    page = b"<html><script>alert(1)</script></html>"
    assert uploads(eve, page, kind="picture") == "INVALID_FIELD"
    # On the page, what only says that it is a photo goes as a file.
    attach(ana, chosen("photo.jpg", page, "image/jpeg"))
    expect(ana.page.get_by_text("photo.jpg cannot be shown as a photo").first).to_be_visible()
    expect(chips(ana)).to_have_text(re.compile("photo.jpg"))
    ana.page.get_by_role("button", name="Remove photo.jpg").click()


def joins_later(ana, ben):
    """A member who joins later sees nothing of what was sent before, and no preview of it."""
    group = ana.command("groupCreate", name="Rowing", cid="group")["group"]
    room = group["room"]
    ana.at("chats", urllib.parse.quote(room, safe=""))
    expect(ana.page.get_by_role("heading", name="Rowing")).to_be_visible()
    attach(ana, chosen("before.png", png(21, 22, (3, 4, 5)), "image/png"))
    expect(chips(ana)).to_have_count(1)
    send(ana)
    seen(arrived(ana)[0])
    path = path_of(newest(ana, room)["attachments"][0])
    page = ana.command("groupInvite", room=room, on=True, cid="open")["groupPage"]
    ben.command("groupJoin", code=page["code"], cid="join")
    ben.at("chats", urllib.parse.quote(room, safe=""))
    expect(ben.page.get_by_role("heading", name="Rowing")).to_be_visible()
    attach(ana, chosen("after.png", png(23, 24, (3, 4, 5)), "image/png"))
    expect(chips(ana)).to_have_count(1)
    send(ana)
    expect(ben.page.locator("button.photo")).to_have_count(1, timeout=HANG_MS)
    assert seen(ben.page.locator("li.message").last) == [[23, 24]]
    for part in path, f"{path}/preview":
        assert stored(ben, part)[0] == 404
        assert stored(ana, part)[0] == 200
    # Who leaves loses what was seen.
    until("kept picture", lambda: kept_of(ben, room))
    ben.command("groupLeave", room=room, cid="leave")
    until("deletion of what the group had", lambda: not kept_of(ben, room))


def kept_of(person, name):
    return [one for one in person.kept("seen") or [] if one["with"] == name]


def shared(ana, ben):
    """What another app shares waits until a conversation is chosen."""
    page = ana.page
    until("a worker that leads the page",
          lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"))
    # As the system does it: a form of several parts, which the browser sends.
    page.evaluate("""() => {
      const form = Object.assign(document.createElement("form"),
        { method: "post", action: "/share", enctype: "multipart/form-data" });
      const input = (name, more) => form.append(
        Object.assign(document.createElement("input"), { name, ...more }));
      input("title", { value: "" });
      input("text", { value: "From elsewhere" });
      const transfer = new DataTransfer();
      transfer.items.add(new File(["notes"], "shared.txt", { type: "text/plain" }));
      input("files", { type: "file", files: transfer.files });
      form.hidden = true;
      document.body.append(form);
      globalThis.sharing = form;
    }""")
    # The page's own forms go nowhere: its policy stands against that.
    body = page.evaluate("""async () => {
      const answer = await fetch("/share", {
        method: "POST", body: new FormData(globalThis.sharing), redirect: "manual" });
      return answer.type;
    }""")
    assert body == "opaqueredirect", body
    ana.at("share")
    expect(page.get_by_text("From elsewhere · shared.txt")).to_be_visible()
    ana.check_access("something that is shared")
    page.get_by_role("list", name="To whom?").get_by_role("button", name="Ben").click()
    expect(chips(ana)).to_have_count(1)
    expect(ana.field(ben)).to_have_value("From elsewhere")
    send(ana)
    ben.open_chat(ana)
    _, message = arrived(ana, ben)
    assert saved(ben, message.get_by_role("button", name=re.compile("Save shared.txt")))[0] == b"notes"
    ana.at("share")
    expect(page.get_by_text("Nothing is waiting to be shared.")).to_be_visible()


def looks(ana, ben):
    """It fits and is accessible in all sizes, both languages and both directions."""
    ana.open_chat(ben)
    for size in SIZES:
        ana.page.set_viewport_size(size)
        for direction in "ltr", "rtl":
            ana.page.evaluate("(dir) => { document.documentElement.dir = dir; }", direction)
            where = f"attachments at {size['width']}, {direction}"
            attach(ana, chosen("a long name of a file that goes on.txt", b"a", "text/plain"),
                   chosen("1.png", png(40, 40, (1, 2, 3)), "image/png"))
            expect(chips(ana)).to_have_count(2)
            ana.check_width(where)
            ana.check_access(where)
            ana.shoot(f"attachments-{size['width']}-{direction}")
            for _ in range(2):
                chips(ana).first.get_by_role("button").click()
            ana.page.locator("button.photo").last.click()
            expect(ana.page.get_by_role("dialog", name="Photo")).to_be_visible()
            ana.check_width(f"a photo at {size['width']}, {direction}")
            ana.page.keyboard.press("Escape")
    ana.page.evaluate("document.documentElement.dir = ''")
    ana.page.set_viewport_size(PHONE)
    ana.page.evaluate("localStorage.setItem('upfor.language', 'de')")
    ana.page.reload()
    ana.at("chats", "ben")
    ana.page.get_by_role("button", name="Anhängen", exact=True).click()
    expect(ana.page.locator(".menu .items button")).to_have_text([
        "Foto", "Datei", "Ort auf der Karte", "Umfrage"])
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("button", name=re.compile("^killed.bin speichern"))).to_be_visible()
    ana.page.locator("input[type=file][aria-label=Foto]").set_input_files(
        [chosen("1.png", png(40, 40, (1, 2, 3)), "image/png")])
    ana.page.get_by_role("button", name="Foto entfernen").click()
    ana.check_width("attachments in German")
    ana.check_access("attachments in German")
    ana.page.evaluate("localStorage.removeItem('upfor.language')")
    ana.page.reload()
    ana.page.set_viewport_size(DESK)


def logged_out(ben, ana):
    """A log-out deletes what was seen."""
    ben.open_chat(ana)
    until("kept pictures", lambda: kept_pictures(ben))
    ben.log_out()
    assert kept_pictures(ben) == []


def voice(upford):
    """A voice message, recorded in the page from a false microphone, and heard by the friend."""
    flags = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
             "--autoplay-policy=no-user-gesture-required")
    with Site(upford, browser=flags) as site:
        ana = site.person("ana", DESK)
        ben = site.person("ben", DESK)
        site.friends(ana, ben)
        ana.open_chat(ben)
        ben.open_chat(ana)
        record = ana.page.get_by_role("button", name="Record a voice message")
        expect(record).to_be_visible(timeout=HANG_MS)
        # By the keyboard: it records until it is sent.
        record.press("Enter")
        send = ana.page.get_by_role("button", name="Send", exact=True)
        expect(send).to_be_visible(timeout=HANG_MS)
        expect(ana.page.get_by_role("timer")).to_contain_text("0:02", timeout=HANG_MS)
        send.click()
        player = ben.page.locator("li.message .player")
        expect(player).to_have_count(1, timeout=HANG_MS)
        heights = player.locator("rect").evaluate_all(
            "all => all.map((one) => one.height.baseVal.value)")
        assert len(heights) >= 8 and max(heights) > 3, heights
        player.get_by_role("button", name="Play the voice message").click()
        expect(player.locator("rect.played").first).to_be_visible(timeout=HANG_MS)
        expect(player).not_to_contain_text("Not loaded")
        expect(ana.page.locator("li.message .player")).to_have_count(1)
        assert not ana.complaints and not ben.complaints, (ana.complaints, ben.complaints)
    print("voice: recorded and heard")
