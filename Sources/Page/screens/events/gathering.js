// One event: time and place, attendees, and projects.

import { t } from "../../texts/index.js";
import { confirmed, toast } from "../../view/dialog.js";
import { h, list } from "../../view/dom.js";
import { empty, menu, onward } from "../../view/parts.js";
import { address, go } from "../../view/router.js";
import { computed, untracked } from "../../view/signal.js";
import { linked } from "../links.js";
import { gatheringDialog } from "./gathering-form.js";
import { eventPicture, pictureActions } from "./picture.js";
import { doing, more, skillChips, top, waiting, whenOf } from "./parts.js";
import { projectDialog } from "./project-form.js";
import { change, placesOf } from "./change.js";
import { pages, remote } from "./read.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Gathering} Gathering
 * @typedef {import("../../client/wire.d.ts").Project} Project
 */

/** @param {App} app @param {number} number */
export function gathering(app, number) {
  const { shown, load } = remote(
    app,
    "gatheringRead",
    "gathering",
    () => ({ number }),
  );
  const isThere = computed(() => Boolean(shown.value));
  const role = computed(() => shown.value?.role ?? "NOT_ATTENDING");
  const isAttending = computed(() => role.value !== "NOT_ATTENDING");
  return [
    top([], () => shown.value?.title ?? t("events"), () =>
      isThere.value && isAttending.value &&
      menu(t("actions"), () => actions(app, shown.peek(), load))),
    () => {
      if (shown.value === null) return empty(t("noSuchEvent"), onward(t("events"), "events"));
      if (!isThere.value) return waiting(app);
      return untracked(() => [
        about(shown),
        () =>
          isAttending.value ? untracked(() => inside(app, number)) : h(
            "p",
            null,
            doing(app, t("attend"), () => change(app, "gatheringJoin", { number }), "primary wide"),
          ),
      ]);
    },
  ];
}

/** @param {{readonly value: Gathering}} shown */
function about(shown) {
  const path = computed(() => shown.value?.picture);
  return h(
    "div.event-about",
    null,
    () => eventPicture(path.value),
    h("p.when-where", null, () =>
      shown.value && [
        h("span", null, whenOf(shown.value)),
        shown.value.place && h("span", { dir: "auto" }, shown.value.place),
        shown.value.lat !== undefined && placeLink(shown.value),
      ]),
    () => shown.value?.text && h("p.text", { dir: "auto" }, linked(shown.value.text)),
    h("small", null, () =>
      shown.value && t("attendeesAndProjects", {
        attendees: shown.value.attendees ?? 0,
        projects: shown.value.projects ?? 0,
      })),
  );
}

/** @param {Gathering} gathering */
function placeLink({ lat = 0, lon = 0 }) {
  return h("small", { dir: "ltr" }, `${lat.toFixed(4)}, ${lon.toFixed(4)}`);
}

/** The part that only attendees see. @param {App} app @param {number} number */
function inside(app, number) {
  const found = pages(
    app,
    "projectList",
    ({ projects }) => ({ entries: projects.projects ?? [], next: projects.next }),
    () => ({ gathering: number }),
  );
  return [
    h(
      "p.row",
      null,
      h(
        "a.button.primary.grow",
        { href: address("events", String(number), "deck") },
        t("findProject"),
      ),
      h("a.button.grow", { href: address("events", String(number), "people") }, t("attendees")),
    ),
    h(
      "header.row",
      null,
      h("h2.grow", null, t("projects")),
      doing(app, t("newProject"), () => projectDialog(app, number)),
    ),
    list(
      h("ul.rows", { "aria-label": t("projects") }),
      () => found.entries.value ?? [],
      (one) => String(one.number),
      (entry) => projectRow(entry, number),
    ),
    () => found.entries.value?.length === 0 && h("p.note", null, t("noProjects")),
    more(app, found),
  ];
}

/** @param {{readonly value: Project}} entry @param {number} number */
function projectRow(entry, number) {
  return h(
    "li",
    null,
    h(
      "a.row.item",
      { href: address("events", String(number), "p", String(entry.value.number)) },
      h(
        "span.grow",
        null,
        h("bdi.name", null, () => entry.value.title),
        h("span.preview", { dir: "auto" }, () => entry.value.text || " "),
        () => skillChips(entry.value.skills),
      ),
      h("small", null, () => placesOf(entry.value)),
    ),
  );
}

/**
 * @param {App} app
 * @param {Gathering} gathering
 * @param {() => void} load
 * @returns {[string, () => void, string?][]}
 */
function actions(app, gathering, load) {
  const { number, role } = gathering;
  /** @type {[string, () => void, string?][]} */
  const offered = [];
  if (!app.isOnline.peek()) return offered;
  if (role === "PLANNER" || role === "COORDINATOR") {
    offered.push(
      [t("edit"), () => gatheringDialog(app, gathering)],
      ...pictureActions(app, "events", number, gathering.picture),
    );
  }
  offered.push([t("leaveEvent"), async () => {
    if (!await confirmed(t("leaveEvent"), t("leaveEventText"), t("leaveEvent"))) return;
    if (await change(app, "gatheringLeave", { number })) load();
  }, "danger"]);
  if (role === "PLANNER") {
    offered.push([t("deleteEvent"), async () => {
      if (!await confirmed(t("deleteEvent"), t("deleteEventText"), t("delete"))) return;
      if (!await change(app, "gatheringDelete", { number })) return;
      toast(t("eventDeleted"));
      go("events");
    }, "danger"]);
  }
  return offered;
}
