// The attendees of an event, and the roles that planners give.

import { GATHERING_GRANT_COMPANY_MAX } from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { confirmed, dialog } from "../../view/dialog.js";
import { h, list } from "../../view/dom.js";
import { avatar, field, form, menu, nameOf } from "../../view/parts.js";
import { documentActions } from "./documents.js";
import { change } from "./change.js";
import { more, skillChips, top } from "./parts.js";
import { pages, remote } from "./read.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Attendee} Attendee
 * @typedef {import("../../client/wire.d.ts").GatheringRole} Role
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
            () => roleOf(entry.value),
            h("span.preview", { dir: "auto" }, () => entry.value.profile.text || ""),
            () =>
              entry.value.profile.contact &&
              h("span.preview", { dir: "auto" }, entry.value.profile.contact),
            () => skillChips(entry.value.profile.skills),
          ),
          () =>
            username !== app.login.username &&
            mayDo(event.value?.role, entry.value) &&
            menu(
              t("actionsFor", { name: entry.value.profile.user.displayName }),
              () => actions(app, number, event.peek()?.role, entry.value),
            ),
        ),
    ),
    more(app, found),
  ];
}

/** @param {Attendee} attendee */
function roleOf({ role, company }) {
  /** @type {Partial<Record<Role, string>>} */
  const names = {
    PLANNER: t("planner"),
    COORDINATOR: t("coordinator"),
    COMPANY: company,
  };
  const name = names[role ?? "ATTENDEE"];
  return name && h("small.role", { dir: "auto" }, ` ${name}`);
}

/**
 * Whether there is any action on an attendee: planners act on all, coordinators on those without
 * another role, companies on those who have opened their documents to them.
 *
 * @param {Role | undefined} mine @param {Attendee} attendee
 */
function mayDo(mine, { role, documents }) {
  return mine === "PLANNER" || mine === "COORDINATOR" && role === "ATTENDEE" ||
    Boolean(documents?.length);
}

/**
 * @param {App} app @param {number} number @param {Role | undefined} mine @param {Attendee} attendee
 * @returns {[string, () => void, string?][]}
 */
function actions(app, number, mine, { profile, role, company, documents }) {
  const { username, displayName: name } = profile.user;
  const grant = (/** @type {Role} */ next) =>
    change(app, "gatheringGrant", { number, username, role: next });
  /** @type {[Role, string, () => void][]} */
  const roles = [
    ["PLANNER", t("makePlanner"), () => grant("PLANNER")],
    ["COORDINATOR", t("makeCoordinator"), () => grant("COORDINATOR")],
    ["COMPANY", t("makeCompany"), () => companyDialog(app, number, username, company)],
    ["ATTENDEE", t("makeAttendee"), () => grant("ATTENDEE")],
  ];
  /** @type {[string, () => void, string?][]} */
  const offered = documentActions(app, profile.number, documents ?? []);
  if (mine === "PLANNER") {
    offered.push(
      ...roles.filter(([of]) => of !== role || of === "COMPANY").map((
        [, label, act],
      ) => /** @type {[string, () => void]} */ ([label, act])),
    );
  }
  if (mine === "PLANNER" || mine === "COORDINATOR") {
    offered.push([t("removeAttendee"), async () => {
      if (await confirmed(t("removeAttendee"), t("removeAttendeeText", { name }), t("remove"))) {
        await change(app, "gatheringLeave", { number, username });
      }
    }, "danger"]);
  }
  return offered;
}

/**
 * Asks for the company that an attendee represents.
 *
 * @param {App} app
 * @param {number} number
 * @param {string} username
 * @param {string} [now] the present one
 */
function companyDialog(app, number, username, now = "") {
  return dialog(t("makeCompany"), (close) =>
    form(
      { label: t("save") },
      async ({ company }) => {
        const fields = { number, username, role: "COMPANY", company: company.trim() };
        if (await change(app, "gatheringGrant", fields)) close();
      },
      field(t("company"), {
        name: "company",
        required: true,
        pattern: ".*\\S.*",
        value: now,
        maxlength: GATHERING_GRANT_COMPANY_MAX,
        dir: "auto",
      }),
    ));
}
