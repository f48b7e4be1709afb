// Events: the user's own, upcoming ones, and the open screen: an event, a project, a deck.

import { t } from "../texts/index.js";
import { h, list } from "../view/dom.js";
import { empty, heading, onward } from "../view/parts.js";
import { address } from "../view/router.js";
import { computed, signal, untracked } from "../view/signal.js";
import { deck } from "./events/deck.js";
import { gathering } from "./events/gathering.js";
import { gatheringDialog } from "./events/gathering-form.js";
import { matches } from "./events/matches.js";
import { doing, more, whenOf } from "./events/parts.js";
import { attendees } from "./events/people.js";
import { ownProfile } from "./events/profile.js";
import { project } from "./events/project.js";
import { pages } from "./events/read.js";
import { position } from "./position.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/wire.d.ts").Gathering} Gathering
 */

/** Choices of the time filter: days from now. */
const DAYS = [0, 1, 7, 31];
const DAY = 24 * 3600_000;
/** The radius of "near me", in kilometres. */
const RADIUS = 50;

/**
 * @param {App} app
 * @param {() => string[]} words
 */
export function events(app, words) {
  const open = computed(() => words().join("/"));
  const areOffered = app.parts.offered.events;
  return h(
    "section.panes.events",
    { class: () => open.value && areOffered.value ? "has-detail" : "" },
    h(
      "div.pane.list-pane",
      null,
      () =>
        areOffered.value
          ? untracked(() => overview(app, words))
          : [heading(t("events")), empty(t("noEventsHere"), onward(t("toBoard"), "now"))],
    ),
    h(
      "div.pane.detail-pane",
      null,
      () => {
        if (!areOffered.value) return null;
        if (!open.value) return empty(t("pickEvent"));
        return untracked(() => h("div.event-pane.scrolls", null, detail(app, words())));
      },
    ),
  );
}

/** @param {App} app @param {string[]} words */
function detail(app, [first, second, third, fourth]) {
  if (first === "profile") return ownProfile(app);
  if (first === "matches") return matches(app);
  const number = Number(first);
  if (second === "deck") return deck(app, { gathering: number });
  if (second === "people") return attendees(app, number);
  if (second !== "p") return gathering(app, number);
  const own = Number(third);
  return fourth === "deck"
    ? deck(app, { gathering: number, project: own })
    : project(app, number, own);
}

/** @param {App} app @param {() => string[]} words */
function overview(app, words) {
  return [
    heading(
      t("events"),
      doing(app, t("newEvent"), () => gatheringDialog(app), "primary"),
    ),
    h(
      "p.row",
      null,
      h("a.button.grow", { href: address("events", "matches") }, t("myMatches")),
      h("a.button.grow", { href: address("events", "profile") }, t("myProfile")),
    ),
    h("div.scrolls", null, mine(app, words), coming(app, words)),
  ];
}

/** @param {import("../client/wire.d.ts").ServerMessage} answer */
const taken = ({ gatherings }) => ({
  entries: gatherings.gatherings ?? [],
  next: gatherings.next,
});

/** @param {App} app @param {() => string[]} words */
function mine(app, words) {
  const found = pages(app, "gatheringList", taken);
  return [
    h("h2", null, t("myEvents")),
    rows(found, words),
    () => found.entries.value?.length === 0 && h("p.note", null, t("noEventsOfMine")),
    more(app, found),
  ];
}

/** @param {App} app @param {() => string[]} words */
function coming(app, words) {
  const place = signal(/** @type {import("./position.js").Place | undefined} */ (undefined));
  const days = signal(0);
  const found = pages(app, "gatheringFind", taken, () => {
    const until = days.value && new Date(Date.now() + days.value * DAY).toISOString();
    return {
      ...(place.value ? { ...place.value, radius: RADIUS } : {}),
      ...(until ? { until } : {}),
    };
  });
  return [
    h("h2", null, t("comingEvents")),
    h(
      "p.row.filters",
      null,
      h("button", {
        type: "button",
        "aria-pressed": () => String(place.value !== undefined),
        onclick: async () => place.value = place.peek() ? undefined : await position(),
      }, t("nearMe")),
      h(
        "select.grow",
        {
          "aria-label": t("whenFilter"),
          onchange: (/** @type {any} */ event) => days.value = Number(event.target.value),
        },
        DAYS.map((count) =>
          h("option", { value: String(count) }, t(/** @type {any} */ (`within.${count}`)))
        ),
      ),
    ),
    rows(found, words),
    () => found.entries.value?.length === 0 && h("p.note", null, t("noEventsComing")),
    more(app, found),
  ];
}

/** @param {{entries: {readonly value: Gathering[] | undefined}}} found @param {() => string[]} words */
function rows(found, words) {
  return list(
    h("ul.rows"),
    () => found.entries.value ?? [],
    ({ number }) => String(number),
    (entry, number) =>
      h(
        "li",
        null,
        h(
          "a.row.item",
          {
            href: address("events", number),
            "aria-current": () => words()[0] === number ? "true" : null,
          },
          h(
            "span.grow",
            null,
            h("bdi.name", null, () => entry.value.title),
            h("span.preview", null, () => whenOf(entry.value)),
            h(
              "span.preview",
              { dir: "auto" },
              () => [entry.value.place, awayOf(entry.value)].filter(Boolean).join(" · "),
            ),
          ),
          () => roleOf(entry.value),
        ),
      ),
  );
}

/** @param {Gathering} gathering */
function awayOf({ distance }) {
  return distance === undefined ? "" : t("kilometres", { km: Math.round(distance) });
}

/** @param {Gathering} gathering */
function roleOf({ role, company }) {
  if (role === "PLANNER") return h("small.role", null, t("isPlanner"));
  if (role === "COORDINATOR") return h("small.role", null, t("isCoordinator"));
  if (role === "COMPANY") return h("small.role", { dir: "auto" }, company);
  return role === "ATTENDEE" && h("small.role", null, t("isAttendee"));
}
