// The passkeys of the account: adding, renaming and deleting them.

import { PASSKEY_RENAME_NAME_MAX } from "../../client/lengths.js";
import { t } from "../../texts/index.js";
import { confirmed, dialog, toast } from "../../view/dialog.js";
import { ago, full } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { field, form } from "../../view/parts.js";
import { change, proven } from "./proof.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").Passkey} Passkey
 * @typedef {import("./reading.js").Reading<"passkeys">} Known
 */

/**
 * @param {App} app
 * @param {Known} known the passkeys
 * @param {boolean} canAdd whether this page and browser can make one
 */
export function passkeys(app, known, canAdd) {
  return h(
    "div",
    null,
    h("h2", null, t("mePasskeys")),
    h("p.explained", null, t("mePasskeysText")),
    h(
      "ul.rows",
      null,
      () => (known.value?.passkeys ?? []).map((one) => row(app, known, one)),
    ),
    canAdd && h(
      "p.row.actions",
      null,
      h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => add(app, known),
      }, t("meAddPasskey")),
    ),
  );
}

/**
 * @param {App} app
 * @param {Known} known
 * @param {Passkey} passkey
 */
export function row(app, known, { id, name, created, lastUsed, backedUp }) {
  const used = lastUsed ? t("mePasskeyUsed", { time: ago(lastUsed, app.now) }) : "";
  /** @param {string} text @param {string} label @param {() => any} act */
  const action = (text, label, act) =>
    h("button", {
      type: "button",
      "aria-label": label,
      disabled: () => !app.isOnline.value,
      onclick: act,
    }, text);
  return h(
    "li.row.item",
    null,
    h(
      "span.grow",
      null,
      h("bdi.name", null, name),
      h(
        "span.preview",
        null,
        [t("mePasskeySince", { time: full(created) }), used].join(" "),
      ),
      !backedUp && h("span.preview", null, t("meOneDevice")),
    ),
    action(
      t("meRename"),
      t("meRenameOf", { name }),
      () => rename(app, known, id, name),
    ),
    action(
      t("delete"),
      t("meDeleteOf", { name }),
      () => remove(app, known, id, name),
    ),
  );
}

/** @param {App} app @param {Known} known */
async function add(app, known) {
  /** @type {Promise<any> | undefined} */
  let made;
  const answer = await proven(app, {
    title: t("meAddPasskey"),
    action: t("meAddPasskey"),
    command: "passkeyAdd",
    before: [h("p", null, t("meAddPasskeyText")), nameField(app.login.device)],
    fields: async ({ name }) => {
      // A wrong password does not need another passkey.
      made ??= create(app);
      try {
        return { name: name.trim(), passkey: await made };
      } catch (error) {
        made = undefined;
        throw error;
      }
    },
    // Its challenge is over or used: another passkey is made.
    refused: (error) => {
      if (error.field === "passkey") made = undefined;
    },
  });
  if (!answer) return;
  known.value = answer.passkeys;
  toast(t("mePasskeyAdded"));
}

/** @param {App} app */
async function create(app) {
  const { make } = await import("../../passkeys.js");
  const { passkeyCreation } = await app.link.call("passkeyAddBegin");
  return await make(passkeyCreation, app.isGuest);
}

/** @param {string} value */
function nameField(value) {
  return field(t("mePasskeyName"), {
    name: "name",
    required: true,
    maxlength: PASSKEY_RENAME_NAME_MAX,
    value,
    dir: "auto",
  });
}

/** @param {App} app @param {Known} known @param {string} id @param {string} name */
function rename(app, known, id, name) {
  return dialog(t("meRenameOf", { name }), (close) =>
    form(
      { label: t("meRename") },
      async (values) => {
        const answer = await change(app, "passkeyRename", {
          id,
          name: values.name.trim(),
        });
        if (!answer) return;
        known.value = answer.passkeys;
        close();
      },
      nameField(name),
    ));
}

/** @param {App} app @param {Known} known @param {string} id @param {string} name */
async function remove(app, known, id, name) {
  const title = t("meDeleteOf", { name });
  if (!await confirmed(title, t("meDeletePasskeyText"), t("delete"))) return;
  const answer = await change(app, "passkeyDelete", { id });
  if (answer) known.value = answer.passkeys;
}
