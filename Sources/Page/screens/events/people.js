// Who attends an event, and the roles that planners give.

import { t } from "../../texts/index.js";
import { confirmed } from "../../view/dialog.js";
import { h, list } from "../../view/dom.js";
import { avatar, menu, nameOf } from "../../view/parts.js";
import { change } from "./gathering.js";
import { more, skillChips, top } from "./parts.js";
import { pages, remote } from "./read.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Attendee} Attendee
 */

/** @param {App} app @param {number} number */
export function attendees(app, number) {
  const found = pages(
    app,
    "gatheringPeople",
    ({ attendees }) => ({ entries: attendees.attendees ?? [], next: attendees.next }),
    () => ({ number }),
  );
  const event = remote(app, "gatheringRead", "gathering", () => ({ number })).shown;
  return [
    top([String(number)], t("attendees")),
    list(
      h("ul.rows", { "aria-label": t("attendees") }),
      () => found.entries.value ?? [],
      ({ profile }) => profile.user.username,
      (entry, username) =>
        h(
          "li.row.item",
          null,
          () => avatar(entry.value.profile.user),
          h(
            "span.grow",
            null,
            () => nameOf(entry.value.profile.user),
            () =>
              entry.value.role === "PLANNER" &&
              h("small.role", null, ` ${t("planner")}`),
            h("span.preview", { dir: "auto" }, () => entry.value.profile.text || ""),
            () =>
              entry.value.profile.contact &&
              h("span.preview", { dir: "auto" }, entry.value.profile.contact),
            () => skillChips(entry.value.profile.skills),
          ),
          () =>
            event.value?.role === "PLANNER" && username !== app.login.username &&
            menu(
              t("actionsFor", { name: entry.value.profile.user.displayName }),
              () => actions(app, number, entry.value),
            ),
        ),
    ),
    more(app, found),
  ];
}

/** @param {App} app @param {number} number @param {Attendee} attendee @returns {[string, () => void, string?][]} */
function actions(app, number, { profile: { user: { username, displayName: name } }, role }) {
  const grant = (/** @type {string} */ next) =>
    change(app, "gatheringGrant", { number, username, role: next });
  return [
    role === "PLANNER"
      ? [t("makeAttendee"), () => grant("ATTENDEE")]
      : [t("makePlanner"), () => grant("PLANNER")],
    [t("removeAttendee"), async () => {
      if (await confirmed(t("removeAttendee"), t("removeAttendeeText", { name }), t("remove"))) {
        await change(app, "gatheringLeave", { number, username });
      }
    }, "danger"],
  ];
}
