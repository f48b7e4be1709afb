// Error texts for people, in the language of the page.

import { Lost, Refused } from "./client/index.js";
import { t, textIfAny } from "./texts/index.js";
import { bytesOf } from "./view/format.js";

/** Puts refusals into words of which the code says too little. @type {(refused: Refused) => string | undefined} */
let wordsOf = () => undefined;

/** @param {typeof wordsOf} words of refusals.js, once it is loaded */
export function wordBy(words) {
  wordsOf = words;
}

/**
 * @param {any} error
 * @returns {string}
 */
export function explain(error) {
  if (error instanceof Lost) return t("noConnection");
  if (!(error instanceof Refused)) return String(error?.message ?? error);
  if (isAboutPasskey(error)) return t("passkeyRefused");
  return wordsOf(error) ?? textIfAny(`error.${error.code}`) ?? error.message;
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

/** The name of the field at fault in its form; empty: none. @param {any} error */
export function fieldOf(error) {
  return error instanceof Refused ? error.field?.replace(/^.*\./, "") ?? "" : "";
}
