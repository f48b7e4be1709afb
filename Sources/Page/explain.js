// Error texts for people, in the language of the page.

import { Lost, Refused } from "./client/index.js";
import { t, textIfAny } from "./texts/index.js";

/** For these, the server's own sentence is more specific. */
const SPECIAL = new Set(["INVALID_FIELD", "BANNED"]);

/**
 * @param {any} error
 * @returns {string}
 */
export function explain(error) {
  if (error instanceof Lost) return t("noConnection");
  if (!(error instanceof Refused)) return String(error?.message ?? error);
  if (SPECIAL.has(error.code)) return error.message;
  if (isAboutPasskey(error)) return t("passkeyRefused");
  return textIfAny(`error.${error.code}`) ?? error.message;
}

/** Whether a passkey was not accepted. @param {any} error */
export function isAboutPasskey(error) {
  return error instanceof Refused && error.code === "WRONG_CREDENTIALS" &&
    /(^|\.)passkey$/.test(error.field ?? "");
}
