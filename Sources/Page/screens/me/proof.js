// Commands for which a stolen token must not suffice: they need a proof.

import { newCID, Refused } from "../../client/index.js";
import { explain, isAboutPasskey } from "../../explain.js";
import { begin, takeKept } from "../../issuer.js";
import { opensHere, site, takesPasskeys } from "../../site.js";
import { t } from "../../texts/index.js";
import { dialog, toast } from "../../view/dialog.js";
import { h } from "../../view/dom.js";
import { codeField, form, passwordField } from "../../view/parts.js";
import { signal } from "../../view/signal.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/connection.js").Command} Command
 * @typedef {import("../../client/wire.d.ts").ServerMessage} ServerMessage
 */

/**
 * The form of a command with a proof.
 *
 * @typedef {object} Question
 * @property {string} title
 * @property {string} action text of the button
 * @property {Command} command
 * @property {(values: Record<string, string>) => any} [fields] fields of the command besides the
 *   proof, from the values of the form, or a promise of them. An error that it throws is shown.
 * @property {(error: any) => void} [refused] called when the command was refused
 * @property {import("../../view/dom.js").Content} [before] above the password
 * @property {import("../../view/dom.js").Content} [after] below it
 * @property {boolean} [isDangerous]
 */

/**
 * Asks for a proof, and sends a command with it, until it succeeds or the user gives up.
 *
 * @param {App} app
 * @param {Question} question
 * @returns {Promise<ServerMessage | undefined>} undefined: cancelled
 */
export async function proven(app, question) {
  const {
    title,
    action,
    command,
    fields = () => ({}),
    refused = () => {},
    before,
    after,
    isDangerous,
  } = question;
  // An ID token that the user has just fetched from an issuer is as good as the password.
  const token = signal(takeKept("proof", app.login.device));
  /** A passkey of the user has signed a challenge: that is as good, too. */
  const passkey = signal(/** @type {any} */ (undefined));
  const [needsCode, failure] = [signal(false), signal("")];
  /** @type {ServerMessage | undefined} */
  let answer;
  // Leaving the page for an issuer ends the log-in of a guest.
  const others = token.peek() || app.isGuest ? [] : await issuersOf(app);
  const hasPasskey = await ownsPasskey(app);
  await dialog(title, (close) =>
    form(
      {},
      async (values) => {
        failure.value = "";
        const { password, code } = values;
        const { name: issuer, idToken } = token.peek() ?? {};
        try {
          const more = await fields(values);
          const proof = passkey.peek()
            ? { passkey: passkey.peek() }
            : { password, issuer, idToken, code };
          answer = await app.link.call(command, { ...more, proof });
          close();
        } catch (error) {
          needsCode.value ||= isRefusal(error, "SECOND_FACTOR_NEEDED");
          // Tokens and challenges are valid once.
          if (
            isRefusal(error, "WRONG_CREDENTIALS") && !isAboutCode(error)
          ) token.value = passkey.value = undefined;
          refused(error);
          failure.value = complaint(error);
        }
      },
      before,
      h("input", {
        hidden: true,
        autocomplete: "username",
        value: app.login.username,
      }),
      () =>
        token.value || passkey.value
          ? h(
            "p",
            null,
            t("meProvenBy", { name: token.value?.name ?? t("mePasskey") }),
          )
          : passwordField(t("mePasswordNow")),
      () => needsCode.value && !passkey.value && codeField(t("codeHint")),
      after,
      h("p.error", { role: "alert" }, () => failure.value),
      h("button.wide", {
        class: isDangerous ? "danger" : "primary",
        type: "submit",
        disabled: () => !app.isOnline.value,
      }, action),
      hasPasskey && (() =>
        !passkey.value &&
        h("button.wide", {
          type: "button",
          disabled: () => !app.isOnline.value,
          onclick: async (/** @type {any} */ event) => {
            const { form } = event.target;
            try {
              passkey.value = await signed(app);
              form.requestSubmit();
            } catch (error) {
              failure.value = explain(error);
            }
          },
        }, t("meProveBy", { name: t("mePasskey") }))),
      others.map((name) =>
        h("button.wide", {
          type: "button",
          onclick: () =>
            begin(name, "proof", { device: app.login.device })
              .catch((error) => failure.value = explain(error)),
        }, t("meProveBy", { name }))
      ),
    ));
  return answer;
}

/**
 * The issuers whose identities can prove ownership of the account.
 *
 * @param {App} app
 * @returns {Promise<string[]>}
 */
async function issuersOf(app) {
  const { issuers } = await site();
  if (!issuers.length) return [];
  try {
    const { identities } = (await app.link.call("identityList")).identities;
    return (identities ?? []).map(({ issuer }) => issuer);
  } catch {
    return [];
  }
}

/** Whether the user can prove ownership with a passkey, here. @param {App} app */
async function ownsPasskey(app) {
  if (!takesPasskeys(await site())) return false;
  try {
    return opensHere(
      await site(),
      (await app.link.call("passkeyList")).passkeys,
    );
  } catch {
    return false;
  }
}

/** @param {App} app */
async function signed(app) {
  const { sign } = await import("../../passkeys.js");
  return await sign(
    (await app.link.call("passkeyProveBegin")).passkeyChallenge,
  );
}

/** @param {any} error @param {string} code */
function isRefusal(error, code) {
  return error instanceof Refused && error.code === code;
}

/** @param {any} error */
function isAboutCode(error) {
  return error.field?.endsWith("code") ?? false;
}

/** @param {any} error */
function complaint(error) {
  if (isRefusal(error, "SECOND_FACTOR_NEEDED")) return t("meCodeNeeded");
  if (!isRefusal(error, "WRONG_CREDENTIALS")) return explain(error);
  if (isAboutPasskey(error)) return explain(error);
  return t(isAboutCode(error) ? "meWrongCode" : "meWrongPassword");
}

/**
 * Sends a command that needs a recent proof, and asks for one if there is none.
 *
 * @param {App} app
 * @param {Command} command
 * @param {any} [fields]
 * @returns {Promise<ServerMessage | undefined>} undefined: refused, or cancelled
 */
export async function recentlyProven(app, command, fields = {}) {
  for (;;) {
    try {
      return await app.link.call(command, fields);
    } catch (error) {
      if (!isRefusal(error, "PROOF_NEEDED")) {
        toast(explain(error), { kind: "error" });
        return;
      }
      const question = { title: t("meProve"), action: t("meConfirm") };
      const answer = await proven(app, {
        ...question,
        command: "accountProve",
        before: h("p", null, t("meProveText")),
      });
      if (!answer) return;
    }
  }
}

/**
 * A change that needs a recent proof, and runs once at a time.
 *
 * @param {App} app @param {Command} command @param {any} [fields]
 */
export function change(app, command, fields = {}) {
  return recentlyProven(app, command, { ...fields, cid: newCID() });
}
