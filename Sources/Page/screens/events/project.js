// One project: its description, its members, and their actions.

import { t } from "../../texts/index.js";
import { confirmed } from "../../view/dialog.js";
import { h, list } from "../../view/dom.js";
import { avatar, empty, menu, nameOf, onward } from "../../view/parts.js";
import { address, go } from "../../view/router.js";
import { computed, untracked } from "../../view/signal.js";
import { linked } from "../links.js";
import { documentsDialog } from "./documents.js";
import { change, placesOf } from "./change.js";
import { skillChips, top, waiting } from "./parts.js";
import { eventPicture, pictureActions } from "./picture.js";
import { projectDialog } from "./project-form.js";
import { remote } from "./read.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Project} Project
 * @typedef {import("../../client/wire.d.ts").TeamMember} TeamMember
 */

/** @param {App} app @param {number} gathering @param {number} number */
export function project(app, gathering, number) {
  const { shown } = remote(
    app,
    "projectRead",
    "project",
    () => ({ number }),
  );
  // Planners and coordinators may act on every project.
  const event = remote(app, "gatheringRead", "gathering", () => ({ number: gathering })).shown;
  const isThere = computed(() => Boolean(shown.value));
  const mayChange = computed(() =>
    shown.value?.role === "OWNER" || event.value?.role === "PLANNER" ||
    event.value?.role === "COORDINATOR"
  );
  const isMember = computed(() => (shown.value?.role ?? "NO_MEMBER") !== "NO_MEMBER");
  return [
    top(
      [String(gathering)],
      () => shown.value?.title ?? t("projects"),
      () =>
        (mayChange.value || isMember.value) &&
        menu(t("actions"), () => actions(app, gathering, shown.peek(), mayChange.peek())),
    ),
    () => {
      if (shown.value === null) {
        return empty(t("noSuchProject"), onward(t("events"), "events", String(gathering)));
      }
      if (!isThere.value) return waiting(app);
      return untracked(() => contents(app, gathering, shown));
    },
  ];
}

/** @param {App} app @param {number} gathering @param {{readonly value: Project}} found */
function contents(app, gathering, found) {
  /** @type {Project} */
  let last;
  const shown = computed(() => last = found.value ?? last);
  const path = computed(() => shown.value.picture);
  const role = computed(() => shown.value.role ?? "NO_MEMBER");
  return [
    () => eventPicture(path.value),
    () => shown.value.text && h("p.text", { dir: "auto" }, linked(shown.value.text)),
    () => skillChips(shown.value.skills),
    h("p.row", null, () => choices(gathering, shown.value)),
    h("h2", null, () => [t("team"), " ", h("small", null, placesOf(shown.value))]),
    list(
      h("ul.rows", { "aria-label": t("team") }),
      () => shown.value.members ?? [],
      ({ user }) => user.username,
      (member) => memberRow(app, shown, role, member),
    ),
  ];
}

/** @param {number} gathering @param {Project} project */
function choices(gathering, project) {
  const { role = "NO_MEMBER", number, room } = project;
  if (role === "NO_MEMBER") {
    return h(
      "a.button.primary.grow",
      { href: address("events", String(gathering), "deck") },
      t("toDeck"),
    );
  }
  return [
    room && h("a.button.primary.grow", { href: address("chats", room) }, t("teamRoom")),
    role !== "MEMBER" && h(
      "a.button.grow",
      { href: address("events", String(gathering), "p", String(number), "deck") },
      t("findTeammates"),
    ),
  ];
}

/**
 * @param {App} app
 * @param {{readonly value: Project, peek: () => Project}} shown
 * @param {{readonly value: string}} role
 * @param {{readonly value: TeamMember}} member
 */
function memberRow(app, shown, role, member) {
  const { username } = member.value.user;
  return h(
    "li.row.item",
    null,
    () => avatar(member.value.user),
    h(
      "a.grow",
      { href: address("people", username) },
      () => nameOf(member.value.user),
      h("span.preview", null, () => t(`team.${member.value.role ?? "MEMBER"}`)),
    ),
    () =>
      (role.value === "OWNER" || role.value === "RECRUITER") &&
      username !== app.login.username &&
      menu(t("actionsFor", { name: member.value.user.displayName }), () => [
        [t("seeDocuments"), () => documentsDialog(app, member.value.number, member.value.user)],
        ...role.value === "OWNER" ? memberActions(app, shown.peek().number, member.value) : [],
      ]),
  );
}

/** @param {App} app @param {number} number @param {TeamMember} member @returns {[string, () => void, string?][]} */
function memberActions(app, number, { user: { username, displayName: name }, role = "MEMBER" }) {
  const grant = (/** @type {string} */ next) =>
    change(app, "projectGrant", { number, username, role: next });
  return [
    role === "RECRUITER"
      ? [t("makeMember"), () => grant("MEMBER")]
      : [t("makeRecruiter"), () => grant("RECRUITER")],
    [t("makeOwner"), async () => {
      if (await confirmed(t("makeOwner"), t("makeOwnerText", { name }), t("makeOwner"))) {
        await grant("OWNER");
      }
    }],
    [t("removeMember"), async () => {
      if (await confirmed(t("removeMember"), t("removeMemberText", { name }), t("remove"))) {
        await change(app, "projectLeave", { number, username });
      }
    }, "danger"],
  ];
}

/**
 * @param {App} app
 * @param {number} gathering
 * @param {Project} project
 * @param {boolean} mayChange
 * @returns {[string, () => void, string?][]}
 */
function actions(app, gathering, project, mayChange) {
  const { number, role = "NO_MEMBER" } = project;
  /** @type {[string, () => void, string?][]} */
  const offered = [];
  if (!app.isOnline.peek()) return offered;
  if (mayChange) {
    offered.push(
      [t("edit"), () => projectDialog(app, gathering, project)],
      ...pictureActions(app, "projects", number, project.picture),
    );
  }
  if (role !== "NO_MEMBER") {
    offered.push([t("leaveProject"), async () => {
      if (!await confirmed(t("leaveProject"), t("leaveProjectText"), t("leaveProject"))) return;
      if (await change(app, "projectLeave", { number })) go("events", String(gathering));
    }, "danger"]);
  }
  if (mayChange) {
    offered.push([t("deleteProject"), async () => {
      if (!await confirmed(t("deleteProject"), t("deleteProjectText"), t("delete"))) return;
      if (await change(app, "projectDelete", { number })) go("events", String(gathering));
    }, "danger"]);
  }
  return offered;
}
