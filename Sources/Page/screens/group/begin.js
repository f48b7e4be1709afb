// Ways into a group: creating it, or joining by an invitation.

import { GROUP_CREATE_NAME_MAX } from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { dialog } from "../../view/dialog.js";
import { groupProfile } from "../../model/groups.js";
import { h, list } from "../../view/dom.js";
import { avatar, backTo, empty, field, form } from "../../view/parts.js";
import { go } from "../../view/router.js";
import { signal } from "../../view/signal.js";
import { friendChoice } from "./choice.js";

/** @typedef {import("../../app.js").App} App */

/** @param {App} app */
export function newGroupDialog(app) {
  const chosen = signal(/** @type {Set<string>} */ (new Set()));
  return dialog(t("newGroup"), (close) =>
    form(
      { label: t("makeGroup") },
      async ({ name }) => {
        const answer = await app.act("groupCreate", {
          name: name.trim(),
          members: [...chosen.peek()],
        });
        if (!answer) return;
        const { group } = answer;
        app.apply({ group });
        close();
        go("chats", group.room);
      },
      field(t("groupName"), {
        name: "name",
        required: true,
        maxlength: GROUP_CREATE_NAME_MAX,
        dir: "auto",
      }),
      friendChoice(app, chosen),
    ));
}

/** @param {App} app */
export function joinGroupDialog(app) {
  return dialog(t("joinGroup"), (close) =>
    form(
      { label: t("join") },
      async ({ code }) => {
        if (await join(app, code.trim().replace(/^.*[/+]/, ""))) close();
      },
      field(t("groupCode"), {
        name: "code",
        required: true,
        autocapitalize: "none",
        autocomplete: "off",
        spellcheck: "false",
        dir: "ltr",
      }, t("groupCodeHint")),
    ));
}

/** @param {App} app @param {string} code */
const join = (app, code) => enter(app, { code });

/** @param {App} app @param {{code?: string, room?: string}} by */
async function enter(app, by) {
  const answer = await app.act("groupJoin", by);
  if (!answer) return false;
  app.apply({ group: answer.group });
  go("chats", answer.group.room);
  return true;
}

/** The screen that the link of an invitation opens. @param {App} app @param {string} code */
export function invitation(app, code) {
  return h(
    "div.invitation",
    null,
    h("header.row.top", null, backTo("chats"), h("h1.grow", null, t("joinGroup"))),
    empty(
      t("invitationText"),
      h("button.primary", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => join(app, code),
      }, t("joinGroup")),
    ),
  );
}

/**
 * Groups to which friends have invited the user.
 *
 * @param {App} app
 */
export function invitations(app) {
  return list(
    h("ul.rows.invitations", { "aria-label": t("groupInvitations") }),
    () => app.world.invitations.value,
    ({ room }) => room,
    (one, room) =>
      h(
        "li.row.item",
        null,
        () => avatar(groupProfile(room, /** @type {any} */ ({ name: one.value.name }))),
        h(
          "span.grow",
          null,
          h("span.name", { dir: "auto" }, () => one.value.name),
          h(
            "span.preview",
            null,
            () => t("groupInvitedBy", { name: one.value.by?.displayName ?? "" }),
          ),
        ),
        h("button", {
          type: "button",
          "aria-label": t("declineGroup", { group: one.value.name }),
          disabled: () => !app.isOnline.value,
          onclick: () => app.act("groupLeave", { room }),
        }, t("decline")),
        h("button.primary", {
          type: "button",
          "aria-label": t("acceptGroup", { group: one.value.name }),
          disabled: () => !app.isOnline.value,
          onclick: () => enter(app, { room }),
        }, t("join")),
      ),
  );
}

/**
 * Offers to leave the groups that the user shares with a blocked user.
 *
 * @param {App} app
 * @param {string} username
 * @param {string} name
 */
export async function leaveCommonDialog(app, username, name) {
  const groups = (await app.read("groupCommon", { user: username }))?.groupList.groups ?? [];
  if (groups.length === 0) return;
  return dialog(t("commonGroups"), () =>
    h(
      "div",
      null,
      h("p", null, t("commonGroupsText", { name })),
      h(
        "ul.rows",
        null,
        groups.map((/** @type {import("../../client/wire.d.ts").Group} */ { room, name }) => {
          const isLeft = signal(false);
          return h(
            "li.row.item",
            null,
            h("span.grow", { dir: "auto" }, name),
            h("button.danger", {
              type: "button",
              "aria-label": t("leaveNamedGroup", { name }),
              disabled: () => isLeft.value || !app.isOnline.value,
              onclick: async () => {
                if (await app.act("groupLeave", { room })) isLeft.value = true;
              },
            }, t("leaveGroup")),
          );
        }),
      ),
    ));
}
