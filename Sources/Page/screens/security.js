// What happens to an account, in words.

import { t } from "../texts/index.js";

/** @typedef {import("../client/wire.d.ts").AccountChanged} AccountChanged */

/**
 * What happened to the account, for people.
 *
 * @param {AccountChanged} changed
 * @returns {string}
 */
export function explainChange(
  { change = "ACCOUNT_CHANGE_UNSPECIFIED", device, issuer = "" },
) {
  const text = t(`change.${change}`, { issuer });
  return device ? t("changeOn", { text, device }) : text;
}

/** Changes that may be an intruder's, or that keep one out. */
const ALARMING = new Set([
  "NEW_NETWORK",
  "FAILED_ATTEMPTS",
  "TOKEN_REUSED",
  "TOO_MANY_LOGINS",
  "PASSWORD_RECOVERED",
  "WRONG_CODES",
]);

/**
 * Whether the owner should look closer: what they did here themselves is no surprise.
 *
 * @param {AccountChanged} changed
 * @param {string} device this one
 */
export function isAlarming({ change, device: where }, device) {
  return ALARMING.has(change) || where !== device;
}
