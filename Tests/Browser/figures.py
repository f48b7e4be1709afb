#!/usr/bin/env python3
"""The costs of the page, in Debian's Chromium with a real daemon, with their bounds.

usage: figures.py UPFORD [--quick]

  load       all bytes of a first visit, compressed; ready on a cold cache with a CPU four times
             slower and the network of a phone
  match      from a friend's tap to the match on the page
  history    a conversation of 10,000 messages (--quick: 1,000), scrolled from its end to its
             beginning: time between frames, memory afterwards
  chart      a map with 150 friends (--quick: 20): from the tap to all of them, time between frames
             while it is moved
"""

import re
import statistics
import sys
import time

from outside import RemoteUser
from people import PHONE, Site
from playwright.sync_api import expect

LOAD_BYTES_MAX = 61_440
READY_MS_MAX = 1_000
MATCH_MS_MAX = 100
FRAME_MS_MAX = 50
HEAP_MIB_MAX = 60
CHART_MS_MAX = 1_500

missed = []


def told(what, value, most, unit):
    """Prints a figure and its bound."""
    verdict = "" if value <= most else "   MISSED"
    if verdict:
        missed.append(what)
    print(f"{what:44} {value:10.1f} {unit:6} (at most {most}){verdict}", flush=True)


def load(upford):
    with Site(upford) as site:
        context = site.browser.new_context(viewport=PHONE, service_workers="block")
        times, sizes = [], []
        for _ in range(5):
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.clearBrowserCache")
            session.send("Network.emulateNetworkConditions", {
                "offline": False, "latency": 150, "downloadThroughput": 200_000,
                "uploadThroughput": 94_000})
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            received = []
            session.on("Network.loadingFinished",
                       lambda event, kept=received: kept.append(event["encodedDataLength"]))
            page.goto(site.address)
            page.get_by_role("button", name="Log in").wait_for()
            # The time at which the form was shown and the main thread was idle.
            times.append(page.evaluate("""() => new Promise((resolve) =>
              requestIdleCallback(() => resolve(performance.now())))"""))
            page.wait_for_load_state("networkidle")
            sizes.append(sum(received))
            page.close()
        told("first visit, all bytes", max(sizes), LOAD_BYTES_MAX, "B")
        told("ready to type, cold, CPU x4, 1.6 Mbit/s", statistics.median(times), READY_MS_MAX, "ms")


def match(upford, rounds):
    """Both pages belong to one browser, so they share a clock."""
    with Site(upford) as site:
        ana, ben = site.person("ana"), site.person("ben")
        site.friends(ana, ben)
        ana.go("Now")
        ben.go("Now")
        ana.toggle("Coffee")
        times = []
        for number in range(rounds):
            ana.page.evaluate("""() => {
              window.seen = new Promise((resolve) => {
                const look = () => document.querySelector(".match")
                  ? resolve(Date.now()) : requestAnimationFrame(look);
                look();
              });
            }""")
            tapped = ben.page.evaluate("""() => {
              const tiles = [...document.querySelectorAll(".tile .face")];
              tiles.find((tile) => tile.textContent.includes("Coffee")).click();
              return Date.now();
            }""")
            times.append(ana.page.evaluate("window.seen") - tapped)
            # The end of the friendship ends the overlap at once; turning the activity off would
            # take 30 s.
            if number + 1 < rounds:
                part(ana, ben)
        told(f"tap to match on the friend's page, {rounds}, p50", statistics.median(times),
             MATCH_MS_MAX, "ms")
        told("  the slowest", max(times), MATCH_MS_MAX, "ms")


def part(ana, ben):
    """Ends the friendship and makes it again, and turns ben's coffee off."""
    ben.toggle("Coffee")
    ana.command("friendRemove", friend="ben")
    expect(ana.page.locator(".match")).to_have_count(0)
    ana.command("friendRequest", to="ben")
    ben.command("friendAccept", **{"from": "ana"})
    expect(ben.page.get_by_role("button", name="Coffee", pressed=False).first).to_be_enabled()
    ben.page.wait_for_timeout(300)


# Sends many messages, several at a time.
FILL = """async ([to, from, count, token]) => {
  const socket = new WebSocket(`ws://${location.host}/v1/ws`, ["upfor.v1.json"]);
  await new Promise((resolve) => { socket.onopen = resolve; });
  const answers = [];
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.id) answers.shift()?.(message);
  };
  const call = (id, name, fields) => new Promise((resolve) => {
    answers.push(resolve);
    socket.send(JSON.stringify({ id, [name]: fields }));
  });
  await call(1, "sessionOpen", { token, device: "filler", silent: true });
  for (let sent = 0; sent < count; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => {
      const number = from + sent + index;
      const text = `${number} ` + "lorem ipsum dolor sit amet ".repeat(number % 7) + "☕";
      return call(number + 2, "roomSend", { to, text, cid: `fill ${number}` });
    }));
  }
  socket.close();
}"""


def history(upford, count):
    with Site(upford) as site:
        ana, ben = site.person("ana", PHONE), site.person("ben")
        site.friends(ana, ben)
        for start in range(0, count, 1000):
            ben.page.evaluate(FILL, [
                "ana", start, min(1000, count - start), ben.kept("login")["token"]])
            print(f"\r  {min(start + 1000, count)} messages written", end="", file=sys.stderr)
        print(file=sys.stderr)
        ana.page.reload()
        ana.open_chat(ben)
        # All are unread: it opens at the first.
        ana.page.locator(".message").first.wait_for()
        ana.page.get_by_role("button", name=re.compile("^To the newest")).click()
        ana.page.locator(f".message[data-seq='{count}']").wait_for()
        ana.page.evaluate("""() => {
          window.frames = [];
          let last = performance.now();
          const look = (now) => {
            window.frames.push(now - last);
            last = now;
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }""")
        start = time.monotonic()
        seen = ana.page.evaluate("""() => new Promise((resolve) => {
          const frame = document.querySelector(".history");
          let least = Infinity, stuck = 0, rows = 0;
          const step = () => {
            frame.scrollTop -= 400;
            const first = document.querySelector(".message[data-seq]");
            const seq = Number(first?.dataset.seq ?? Infinity);
            rows = Math.max(rows, document.querySelectorAll(".message[data-seq]").length);
            stuck = seq < least ? 0 : stuck + 1;
            least = Math.min(least, seq);
            if (least === 1 && frame.scrollTop === 0 || stuck > 3000) resolve([least, rows]);
            else requestAnimationFrame(step);
          };
          step();
        })""")
        took = time.monotonic() - start
        least, rows = seen
        assert least == 1, f"the history ends at message {least}"
        frames = sorted(ana.page.evaluate("window.frames"))
        print(f"  scrolled in {took:.0f} s, at most {rows} messages in the page")
        told(f"{count} messages scrolled, frames p99", frames[int(len(frames) * 0.99)], FRAME_MS_MAX, "ms")
        told("  p50", statistics.median(frames), FRAME_MS_MAX, "ms")
        heap = ana.page.evaluate("gc(), performance.memory.usedJSHeapSize") / 2**20
        told("  heap afterwards", heap, HEAP_MIB_MAX, "MiB")


# Records the time of each frame from now on.
FRAMES = """() => {
  window.frames = [];
  let last = performance.now();
  const look = (now) => {
    window.frames.push(now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def chart(upford, count):
    with Site(upford, passwords_passes="1") as site:
        ana = site.person("ana")
        for number in range(count):
            one = RemoteUser(site, f"friend{number}")
            one.befriend(ana)
            one.check_in(36 + 24 * (number % 13) / 13, -9 + 38 * (number // 13) / 13)
        start = time.monotonic()
        ana.go("Map")
        rows = ana.page.get_by_role("list", name="People on this part of the map")
        expect(rows.get_by_role("listitem")).to_have_count(count)
        told(f"a map with {count} friends, from the tap", (time.monotonic() - start) * 1000,
             CHART_MS_MAX, "ms")
        ana.page.wait_for_timeout(1500)
        pin = ana.page.locator(".map-pane .pin").first
        former, mouse = pin.bounding_box()["x"], ana.page.mouse
        ana.page.evaluate(FRAMES)
        mouse.move(1000, 600)
        mouse.down()
        for step in range(60):
            mouse.move(1000 - 6 * step, 600 - 3 * step)
            ana.page.wait_for_timeout(16)
        mouse.up()
        assert pin.bounding_box()["x"] < former - 300, "the map did not move"
        frames = sorted(ana.page.evaluate("window.frames"))
        told("  moved, frames p95", frames[int(len(frames) * 0.95)], FRAME_MS_MAX, "ms")


def main():
    arguments = [one for one in sys.argv[1:] if one != "--quick"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    is_quick = "--quick" in sys.argv
    load(arguments[0])
    match(arguments[0], 3 if is_quick else 10)
    history(arguments[0], 1_000 if is_quick else 10_000)
    chart(arguments[0], 20 if is_quick else 150)
    if missed:
        sys.exit(f"missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
