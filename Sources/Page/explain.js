// Error texts for people, in the language of the page.

import { Lost, Refused } from "./client/index.js";
import { t, textIfAny } from "./texts/index.js";
import { bytesOf } from "./view/format.js";

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

/** Why a file was not taken. @param {any} error */
export function explainUpload(error) {
  if (!(error instanceof Refused)) return explain(error);
  if (error.code === "TOO_LARGE") {
    const most = Number(error.message.match(/at most (\d+) bytes/)?.[1]);
    return most ? t("fileTooLargeMost", { size: bytesOf(most) }) : t("fileTooLarge");
  }
  if (error.code === "INVALID_FIELD" && /(^|\.)picture$/.test(error.field ?? "")) {
    return t("fileNoPicture");
  }
  return textIfAny(`file.${error.code}`) ?? explain(error);
}
