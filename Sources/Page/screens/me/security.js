// The ways into the account: password, second factor, outside identities.

import { t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { field } from "../../view/parts.js";
import { address } from "../../view/router.js";
import { signal, untracked } from "../../view/signal.js";
import { opensHere, site, takesPasskeys } from "../../site.js";
import { factor } from "./factor.js";
import { identities, row } from "./identities.js";
import { proven } from "./proof.js";
import { reading } from "./reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("./reading.js").Reading<"passkeys">} Known
 */

/** @param {App} app */
export function security(app) {
  const known = reading(app, "passkeyList", "passkeys");
  const here = signal(/** @type {any} */ (undefined));
  site().then((site) => here.value = site).catch(() => {});
  return [
    h("h2", null, t("password")),
    h(
      "p.row",
      null,
      h("span.grow.explained", null, t("mePasswordText")),
      h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => changePassword(app, known),
      }, t("meChange")),
    ),
    factor(app, () => opensHere(here.value, known.value)),
    passkeysLater(app, known, here),
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
 * @param {Known} known
 * @param {import("../../view/signal.js").Signal<import("../../site.js").Site>} here
 */
function passkeysLater(app, known, here) {
  const show = signal(/** @type {any} */ (undefined));
  import("./passkeys.js").then(({ passkeys }) => show.value = passkeys).catch(
    () => {},
  );
  return h("div", null, () => {
    const canAdd = here.value && takesPasskeys(here.value);
    const isNeeded = canAdd || known.value?.passkeys.length;
    const part = show.value;
    return part && isNeeded && untracked(() => part(app, known, canAdd));
  });
}

/** @param {App} app @param {Known} known */
async function changePassword(app, known) {
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
  if (linked.length || known.value?.passkeys.length) {
    await askAbout(app, linked, known);
  }
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
 * A new password unlinks no identity and deletes no passkey: one of an intruder would still open the
 * account.
 *
 * @param {App} app
 * @param {import("../../client/wire.d.ts").LinkedIdentity[]} linked
 * @param {Known} known
 */
async function askAbout(app, linked, known) {
  const { row: passkeyRow } = await import("./passkeys.js");
  return dialog(t("meAllYours"), (close) => [
    h("p", null, t("meAllYoursText")),
    h("ul.rows", null, linked.map((identity) => row(app, identity))),
    h(
      "ul.rows",
      null,
      () => (known.value?.passkeys ?? []).map((one) => passkeyRow(app, known, one)),
    ),
    h(
      "button.primary.wide",
      { type: "button", onclick: close },
      t("meAllAreMine"),
    ),
  ]);
}
