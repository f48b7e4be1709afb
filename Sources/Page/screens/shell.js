// The frame of every screen: navigation, the banner about the connection, and short messages.

import { t } from "../texts/index.js";
import { clock } from "../view/format.js";
import { dismiss, toasts } from "../view/dialog.js";
import { h, icon, list } from "../view/dom.js";
import { icons } from "../view/icons.js";
import { empty, heading, onward } from "../view/parts.js";
import { address, go, route } from "../view/router.js";
import { computed, effect, onEnd, scope, untracked } from "../view/signal.js";
import { App } from "../app.js";
import { chats } from "./chats.js";
import { circle } from "./circle.js";
import { keepDrafts } from "./drafts.js";
import { openFinder } from "./find.js";
import { me } from "./me.js";
import { comeBack } from "./me/identities.js";
import { later } from "./later.js";
import { keysDialog, more, navigation } from "./navigation.js";
import { now } from "./now.js";
import { partners } from "./partners.js";
import { people } from "./people.js";
import { placeOf } from "./places.js";
import { unconfirmed } from "./unconfirmed.js";

/**
 * @typedef {import("../view/dom.js").Content} Content
 */

/** @type {Record<string, (app: App, words: () => string[]) => Element>} */
const SCREENS = {
  now,
  map: later("map", async () => (await import("./map.js")).map),
  chats,
  circle,
  people,
  partners,
  words: later("words", async () => (await import("./words.js")).words),
  events: later("events", async () => (await import("./events.js")).events),
  more,
  me,
  share: later("share", async () => (await import("./share.js")).share),
  nowhere,
};

/** The screen of an address that nothing has. */
function nowhere() {
  return h(
    "section",
    null,
    heading(t("nowhere")),
    empty(t("nowhereText"), onward(t("toBoard"), "now")),
  );
}

/**
 * Opens the app, with the stored state of its owner.
 *
 * @param {import("../app.js").Owner} owner
 */
export async function open(owner) {
  const app = new App(owner);
  await keepDrafts(app);
  await app.start();
  import("../refusals.js").catch(() => {});
  if (!app.isGuest) comeBack(app);
  return shell(app);
}

/** The app that this tab shows. @type {App} */
let opened;

/** @param {App} app */
function shell(app) {
  const place = computed(() => placeOf(route.value));
  opened = app;
  document.addEventListener("keydown", press);
  return h(
    "div.shell",
    { class: () => isConversation(route.value) ? "talking" : "" },
    h("a.skip", { href: "#main", onclick: skip }, t("skip")),
    navigation(app, place),
    h(
      "main",
      { id: "main", tabindex: "-1" },
      () => banner(app),
      unconfirmed(app),
      screen(app, place),
    ),
    messages(),
  );
}

/**
 * Whether an address opens a conversation. That of an invitation begins with "+".
 *
 * @param {string[]} words
 */
function isConversation([place, name = ""]) {
  return place === "chats" && name !== "" && !name.startsWith("+");
}

/** The address belongs to a screen, so the link moves the focus itself. @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

/**
 * The current screen. It stays while the rest of the address changes.
 *
 * @param {App} app
 * @param {{readonly value: string}} place
 */
function screen(app, place) {
  const frame = h("div.screen");
  let end = () => {};
  effect(() => {
    const make = SCREENS[place.value];
    end();
    const hadFocus = frame.contains(document.activeElement);
    /** @type {Element} */
    let shown;
    [shown, end] = scope(() => make(app, () => route.value.slice(1)));
    frame.replaceChildren(shown);
    // The link that led here is gone.
    if (hadFocus) document.getElementById("main").focus({ preventScroll: true });
  });
  return frame;
}

/** The banner about an obstacle to the connection. @param {App} app @returns {Content} */
function banner(app) {
  const { state, retryAt } = app.status.value;
  if (state === "online" || state === "connecting" || state === "closed") {
    return null;
  }
  if (state === "replaced") {
    return h(
      "div.banner",
      { role: "status" },
      h("span.grow", null, t("replaced")),
      h("button", {
        type: "button",
        onclick: () => app.link.session?.connect(),
      }, t("useHere")),
    );
  }
  return h(
    "div.banner",
    { role: "status" },
    icon(icons.warning),
    h("span.grow", null, t("offline", { time: clock(retryAt ?? Date.now()) })),
    h(
      "button",
      { type: "button", onclick: () => app.link.session?.probe() },
      t("tryNow"),
    ),
  );
}

/** Short messages: above the composer or the navigation, so that neither is covered. */
function messages() {
  /** @type {HTMLElement} */
  const element = h("section.above", { "aria-label": t("news"), popover: "manual" }, newest());
  const rise = () => {
    // Buttons at the end of a dialog stay free, too.
    const isOverDialog = document.querySelector("dialog[open]") !== null;
    element.classList.toggle("high", isOverDialog);
    element.style.setProperty("--floor", `${innerHeight - floor()}px`);
  };
  // What is at the bottom, and its size, may change while a message is shown.
  const observer = new ResizeObserver(rise);
  addEventListener("resize", rise);
  onEnd(() => {
    observer.disconnect();
    removeEventListener("resize", rise);
  });
  effect(() => {
    const isShown = toasts.value.length > 0;
    route.value;
    if (!element.isConnected || !element.showPopover) return;
    observer.disconnect();
    // Showing it again moves it above a dialog that was opened meanwhile.
    if (element.matches(":popover-open")) element.hidePopover();
    if (!isShown) return;
    element.showPopover();
    // After the effects that show the screen.
    queueMicrotask(() => {
      for (const one of document.querySelectorAll(".screen, .composer")) observer.observe(one);
    });
  });
  // A message about a screen is over once that screen is open.
  effect(() => {
    const [place = "now", ...rest] = route.value;
    const here = address(place, ...rest);
    untracked(() => {
      for (const { key, href } of toasts.peek()) if (href === here) dismiss(key);
    });
  });
  return element;
}

/** The top of what is at the bottom of the window: the composer, or the navigation of a phone. */
function floor() {
  const composer = document.querySelector("main .composer")?.getBoundingClientRect();
  if (composer) return composer.top;
  const bar = document.querySelector("nav")?.getBoundingClientRect();
  return bar && bar.width >= innerWidth ? bar.top : innerHeight;
}

function newest() {
  return list(
    h("ol.toasts"),
    () => toasts.value,
    ({ key }) => key,
    (entry, key) => {
      const { text, kind, href } = entry.value;
      return h(
        "li",
        { class: kind },
        href
          ? h(
            "a.grow",
            { href, dir: "auto", onclick: () => dismiss(key) },
            text,
          )
          : h("span.grow", { dir: "auto" }, text),
        h("button.plain", {
          type: "button",
          "aria-label": t("close"),
          onclick: () => dismiss(key),
        }, icon(icons.close)),
      );
    },
  );
}

/** Keys that work everywhere. @param {KeyboardEvent} event */
function press(event) {
  if (document.querySelector("dialog[open]")) return;
  const number = Number(event.key);
  const place = opened.parts.bar[number - 1];
  if (event.altKey && place) {
    event.preventDefault();
    return go(place);
  }
  const isMeta = event.ctrlKey || event.metaKey;
  if (isMeta && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
    event.preventDefault();
    openFinder(opened);
    return;
  }
  const isWriting = event.target instanceof HTMLElement &&
    event.target.matches("input, textarea, select");
  if (isWriting || isMeta || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    /** @type {HTMLElement} */
    const field = document.querySelector("input[type=search]");
    if (field) field.focus();
    else openFinder(opened);
  } else if (event.key === "?") keysDialog(opened);
  else if (event.key === "Escape" && route.peek().length > 1) {
    go(route.peek()[0]);
  }
}
