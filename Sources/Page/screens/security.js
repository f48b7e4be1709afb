// Changes of an account, in words.

import { t } from "../texts/index.js";

/** @typedef {import("../client/wire.d.ts").AccountChanged} AccountChanged */

/**
 * The text of a change of the account.
 *
 * @param {AccountChanged} changed
 * @returns {string}
 */
export function explainChange(
  { change = "ACCOUNT_CHANGE_UNSPECIFIED", device, issuer = "", passkey = "" },
) {
  const text = t(`change.${change}`, { issuer, passkey });
  return device ? t("changeOn", { text, device }) : text;
}

/** Changes that an intruder may have made, or that lock one out. */
const ALARMING = new Set([
  "NEW_NETWORK",
  "FAILED_ATTEMPTS",
  "TOKEN_REUSED",
  "TOO_MANY_LOGINS",
  "PASSWORD_RECOVERED",
  "WRONG_CODES",
  "PASSKEY_COPIED",
]);

/**
 * Whether the owner should take notice: changes from this device are no surprise.
 *
 * @param {AccountChanged} changed
 * @param {string} device this one
 */
export function isAlarming({ change, device: where }, device) {
  return ALARMING.has(change) || where !== device;
}
