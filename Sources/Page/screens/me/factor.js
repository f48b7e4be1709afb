// The second factor: an authenticator, and recovery codes for the day it is lost.

import { onLeave } from "../../view/leaving.js";
import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { full } from "../../view/format.js";
import { h } from "../../view/dom.js";
import { field, form } from "../../view/parts.js";
import { signal } from "../../view/signal.js";
import { download } from "./file.js";
import { proven } from "./proof.js";
import { qr } from "./qr.js";
import { reading } from "./reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/wire.d.ts").SecondFactorSecret} Secret
 * @typedef {import("../../view/signal.js").Signal<Secret | undefined>} Begun
 */

/**
 * New codes that the user has not confirmed to have stored: they stay visible, because they are
 * shown only once.
 */
const fresh = signal(/** @type {string[] | undefined} */ (undefined));

function putAway() {
  fresh.value = undefined;
}

onLeave(putAway);

/**
 * @param {App} app
 * @param {() => boolean} hasPasskeys which can be the second factor, without an authenticator
 */
export function factor(app, hasPasskeys) {
  const state = reading(app, "secondFactorRead", "secondFactor");
  /** @type {Begun} */
  const begun = signal(undefined);
  const renew = async () => {
    const answer = await ask(
      app,
      "recoveryCodesRenew",
      t("meRenewCodes"),
      t("meRenewCodesText"),
    );
    if (answer) fresh.value = answer.recoveryCodes.codes;
  };
  const begin = async () => {
    const answer = await ask(
      app,
      "secondFactorBegin",
      t("meSetUp"),
      t("meSetUpText"),
    );
    if (answer) begun.value = answer.secondFactorSecret;
  };
  const demand = async () => {
    const answer = await ask(
      app,
      "secondFactorPasskeys",
      t("meDemandPasskey"),
      t("meDemandPasskeyText"),
    );
    if (answer) fresh.value = answer.recoveryCodes.codes;
  };
  const drop = async () => {
    const answer = await ask(
      app,
      "secondFactorDrop",
      t("meTurnOff"),
      t("meTurnOffText"),
    );
    if (answer) toast(t("change.SECOND_FACTOR_DROPPED"));
  };
  /** @param {string} text @param {() => any} act @param {string} [kind] */
  const action = (text, act, kind = "") =>
    h("button", {
      class: kind,
      type: "button",
      disabled: () => !app.isOnline.value,
      onclick: act,
    }, text);
  return h(
    "div",
    null,
    h("h2", null, t("meFactor")),
    h("p.explained", null, () => {
      const { on, since, recoveryCodes = 0 } = state.value ?? {};
      if (!on) return t("meFactorText");
      return [
        t("meFactorSince", { time: full(since) }),
        " ",
        t("meCodesLeft", { count: recoveryCodes }),
      ];
    }),
    () => fresh.value && codesCard(app, fresh.value),
    () => begun.value && setUpCard(app, begun),
    h(
      "p.row.actions",
      null,
      () =>
        state.value && (state.value.on
          ? [
            action(t("meRenewCodes"), renew),
            action(t("meNewFactor"), begin),
            action(t("meTurnOff"), drop, "danger"),
          ]
          : !begun.value && [
            action(t("meSetUp"), begin),
            hasPasskeys() && action(t("meDemandPasskey"), demand),
          ]),
    ),
  );
}

/**
 * @param {App} app
 * @param {"recoveryCodesRenew" | "secondFactorBegin" | "secondFactorDrop" | "secondFactorPasskeys"} command
 * @param {string} title
 * @param {string} text
 */
function ask(app, command, title, text) {
  const isDangerous = command === "secondFactorDrop";
  return proven(app, {
    title,
    action: title,
    command,
    before: h("p", null, text),
    isDangerous,
  });
}

/**
 * The secret for the authenticator, and a field for its first code.
 *
 * @param {App} app
 * @param {Begun} begun
 */
function setUpCard(app, begun) {
  const { secret, uri } = begun.value;
  const cancel = () => {
    begun.value = undefined;
  };
  return form(
    { class: "card" },
    async ({ code }) => {
      const answer = await app.read("secondFactorConfirm", {
        code: code.replace(/\s/g, ""),
      });
      if (!answer) return;
      begun.value = undefined;
      fresh.value = answer.recoveryCodes.codes;
    },
    h("h3", null, t("meSetUp")),
    h("p", null, t("meScan")),
    qr(uri, t("meQR")),
    h(
      "p.row",
      null,
      h("code.grow.secret", null, secret.replace(/(.{4})(?=.)/g, "$1 ")),
      copyButton(secret),
      h("a.button", { href: uri }, t("meOpenApp")),
    ),
    field(t("code"), {
      name: "code",
      required: true,
      autocomplete: "one-time-code",
      inputmode: "numeric",
      pattern: "(\\s*\\d){6}\\s*",
    }, t("meFirstCode")),
    h(
      "p.row.end",
      null,
      h("button", { type: "button", onclick: cancel }, t("cancel")),
      h("button.primary", {
        type: "submit",
        disabled: () => !app.isOnline.value,
      }, t("meTurnOn")),
    ),
  );
}

/**
 * @param {App} app
 * @param {string[]} codes
 */
function codesCard(app, codes) {
  const text = codes.join("\n");
  const name = `upfor-${app.login.username}-codes.txt`;
  return h(
    "div.card.codes",
    { role: "group", "aria-labelledby": "codes-title" },
    h(
      "h3",
      { id: "codes-title", tabindex: "-1", ref: focusSoon },
      t("meCodes"),
    ),
    h("p", null, t("meCodesText")),
    h("ol", null, codes.map((code) => h("li", null, h("code", null, code)))),
    h(
      "p.row.actions",
      null,
      copyButton(text),
      h("button", {
        type: "button",
        onclick: () => download(new Blob([`${text}\n`], { type: "text/plain" }), name),
      }, t("meDownload")),
      h("button.primary", { type: "button", onclick: putAway }, t("meKept")),
    ),
  );
}

/** @param {HTMLElement} element */
function focusSoon(element) {
  requestAnimationFrame(() => element.focus());
}

/** @param {string} text */
function copyButton(text) {
  return h("button", {
    type: "button",
    onclick: async () => {
      await navigator.clipboard.writeText(text);
      toast(t("meCopied"));
    },
  }, t("copy"));
}
