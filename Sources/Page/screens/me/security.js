// The ways into the account: password, second factor, outside identities.

import { t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { field } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { signal, untracked } from "../../view/signal.js";
import { site, takesPasskeys } from "../../site.js";
import { factor } from "./factor.js";
import { identities, row } from "./identities.js";
import { proven } from "./proof.js";
import { reading } from "./reading.js";

/** @typedef {import("../../app.js").App} App */

/** @param {App} app */
export function security(app) {
  const known = reading(app, "passkeyList", "passkeys");
  return [
    h("h2", null, t("password")),
    h(
      "p.row",
      null,
      h("span.grow.explained", null, t("mePasswordText")),
      h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => changePassword(app),
      }, t("meChange")),
    ),
    factor(app, () => known.value?.passkeys.length > 0),
    passkeysLater(app, known),
    identities(app),
    h("h2", null, t("meWhere")),
    h(
      "p.row",
      null,
      h("span.grow.explained", null, t("meWhereText")),
      h("a.button", { href: address("me", "devices") }, t("meDevices")),
    ),
  ];
}

/**
 * The passkeys: loaded when they are shown, where there are some or can be.
 *
 * @param {App} app
 * @param {import("./reading.js").Reading<"passkeys">} known
 */
function passkeysLater(app, known) {
  const part = signal(/** @type {any} */ (undefined));
  site().then(async (here) => {
    const { passkeys } = await import("./passkeys.js");
    part.value = { show: passkeys, canAdd: takesPasskeys(here) };
  }).catch(() => {});
  return h("div", null, () => {
    const { show, canAdd } = part.value ?? {};
    const isNeeded = canAdd || known.value?.passkeys.length;
    return show && isNeeded && untracked(() => show(app, known, canAdd));
  });
}

/** @param {App} app */
async function changePassword(app) {
  const answer = await proven(app, {
    title: t("meChangePassword"),
    action: t("setPassword"),
    command: "passwordChange",
    fields: ({ next, again }) => {
      if (next !== again) throw new Error(t("mePasswordsDiffer"));
      return { password: next };
    },
    after: [
      secret("next", t("newPassword"), t("passwordHint")),
      secret("again", t("meAgain")),
    ],
  });
  if (!answer) return;
  toast(t("mePasswordChanged"));
  const { identities: linked = [] } = answer.identities ?? {};
  if (linked.length) await askAbout(app, linked);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} [hint]
 */
function secret(name, label, hint) {
  const attributes = { name, type: "password", minlength: 8, required: true };
  return field(label, { ...attributes, autocomplete: "new-password" }, hint);
}

/**
 * A new password unlinks no identity: one that an intruder has linked would still open the account.
 *
 * @param {App} app
 * @param {import("../../client/wire.d.ts").LinkedIdentity[]} linked
 */
function askAbout(app, linked) {
  return dialog(t("meAllYours"), (close) => [
    h("p", null, t("meAllYoursText")),
    h("ul.rows", null, linked.map((identity) => row(app, identity))),
    h(
      "button.primary.wide",
      { type: "button", onclick: close },
      t("meAllAreMine"),
    ),
  ]);
}
