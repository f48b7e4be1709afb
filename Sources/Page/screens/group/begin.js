// How one comes into a group: by making it, or by an invitation.

import { GROUP_CREATE_NAME_MAX } from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { dialog } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { empty, field, form } from "../../view/parts.js";
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
async function join(app, code) {
  const answer = await app.act("groupJoin", { code });
  if (!answer) return false;
  app.apply({ group: answer.group });
  go("chats", answer.group.room);
  return true;
}

/** What a link of an invitation opens. @param {App} app @param {string} code */
export function invitation(app, code) {
  return empty(
    t("invitationText"),
    h("button.primary", {
      type: "button",
      disabled: () => !app.isOnline.value,
      onclick: () => join(app, code),
    }, t("joinGroup")),
  );
}
