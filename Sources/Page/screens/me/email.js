// The address of the account: changed with a proof, and confirmed with a code if the server mails.

import { site } from "../../site.js";
import { t } from "../../texts/index.js";
import { toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { codeField, field, form } from "../../view/parts.js";
import { signal } from "../../view/signal.js";
import { proven } from "./proof.js";
import { reading } from "./reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("./reading.js").Reading<"account">} Account
 * @typedef {import("../../view/signal.js").Signal<string>} Waiting the address that a code was mailed to
 */

/** @param {App} app */
export function email(app) {
  const account = reading(app, "accountRead", "account");
  const mails = signal(/** @type {boolean | undefined} */ (undefined));
  site().then((here) => mails.value = here.mail);
  const waiting = signal("");
  return h(
    "div",
    null,
    h("h2", null, t("email")),
    h(
      "p.row",
      null,
      h("span.grow", null, () => standing(account.value, mails.value)),
      h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => changeEmail(app, account, mails.peek(), waiting),
      }, t("meChange")),
    ),
    () =>
      mails.value && !waiting.value && account.value?.email &&
      !account.value.emailVerified &&
      mailCode(app, account, waiting),
    () => waiting.value && enterCode(app, account, waiting),
    () => mails.value === false && h("p", null, h("small", null, t("emailNoMail"))),
  );
}

/**
 * @param {import("../../client/wire.d.ts").AccountOpened | undefined} account
 * @param {boolean} mails
 */
function standing(account, mails) {
  if (!account) return t("loading");
  if (!account.email) return t("meNoEmail");
  const state = account.emailVerified ? t("meConfirmed") : t("meUnconfirmed");
  return [
    h("bdi", null, account.email),
    mails && h("span.preview", null, state),
  ];
}

/**
 * @param {App} app
 * @param {Account} account
 * @param {boolean} mails
 * @param {Waiting} waiting
 */
async function changeEmail(app, account, mails, waiting) {
  let wanted = "";
  const answer = await proven(app, {
    title: t("meChangeEmail"),
    action: t("meChange"),
    command: "emailChange",
    fields: ({ email }) => ({ email: wanted = email.trim() }),
    before: field(t("meNewEmail"), {
      name: "email",
      type: "email",
      required: true,
      autocomplete: "email",
    }, mails && t("meNewEmailHint")),
  });
  if (!answer) return;
  account.value = answer.account;
  const isConfirmed = answer.account.email === wanted &&
    answer.account.emailVerified;
  if (mails && !isConfirmed) waiting.value = wanted;
  else toast(t("meEmailChanged"));
}

/**
 * @param {App} app
 * @param {Account} account
 * @param {Waiting} waiting
 */
function mailCode(app, account, waiting) {
  return h("button", {
    type: "button",
    disabled: () => !app.isOnline.value,
    onclick: () => mail(app, account, waiting),
  }, t("meMailCode"));
}

/**
 * @param {App} app
 * @param {Account} account
 * @param {Waiting} waiting
 */
async function mail(app, account, waiting) {
  const answer = await app.read("emailProve");
  if (!answer) return;
  const { email, verified } = answer.email;
  if (verified) account.load();
  else {
    waiting.value = email;
    toast(t("meCodeMailed", { email }));
  }
}

/**
 * @param {App} app
 * @param {Account} account
 * @param {Waiting} waiting
 */
function enterCode(app, account, waiting) {
  return form(
    { class: "card inline" },
    async ({ code }) => {
      const answer = await app.read("emailConfirm", { code });
      if (!answer) return;
      waiting.value = "";
      account.load();
      toast(t("meEmailConfirmed"));
    },
    codeField(t("meMailedTo", { email: waiting.peek() })),
    h(
      "p.row",
      null,
      h("button.primary", {
        type: "submit",
        disabled: () => !app.isOnline.value,
      }, t("meConfirm")),
      h("button.plain.link", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => mail(app, account, waiting),
      }, t("meMailAgain")),
    ),
  );
}
