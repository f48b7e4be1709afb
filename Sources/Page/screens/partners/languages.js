// Languages by their names, and the row of a language partner.

import { language, t } from "../../texts/index.js";
import { h, icon } from "../../view/dom.js";
import { icons } from "../../view/icons.js";

/** @typedef {import("../../client/wire.d.ts").Speaker} Speaker */

/** The languages of a server without a list of its own; ISO 639. */
const CODES = [
  ..."ar bn cs da de el en es fa fi fr he hi hu id it ja ko nl no pl pt ro ru sv sw th tr uk ur vi zh"
    .split(" "),
];

const names = new Intl.DisplayNames(language, { type: "language", fallback: "code" });

/** "French". @param {string} code */
export function languageName(code) {
  try {
    return names.of(code);
  } catch {
    return code;
  }
}

/**
 * All languages for a choice, by name.
 *
 * @param {string} [chosen] included in any case
 * @returns {[string, string][]} codes and names
 */
export function languageChoices(chosen) {
  const codes = new Set(chosen ? [...CODES, chosen] : CODES);
  const choices = [...codes].map((
    code,
  ) => /** @type {[string, string]} */ ([code, languageName(code)]));
  return choices.sort(([, one], [, other]) => one.localeCompare(other, language));
}

/** "Speaks French, learns German". @param {Speaker} speaker */
export function languagesOf({ known, learn }) {
  return t("speaksLearns", { known: languageName(known), learn: languageName(learn) });
}

/** @param {Speaker} speaker @param {string} [size] */
export function speakerAvatar({ avatar }, size = "") {
  if (!avatar) {
    return h("span.avatar.blank", { class: size, "aria-hidden": "true" }, icon(icons.me));
  }
  return h("img.avatar", { class: size, src: avatar, alt: "", width: "40", height: "40" });
}

/** @param {Speaker} speaker */
export function fullName({ firstName = "", lastName = "" }) {
  return `${firstName} ${lastName}`.trim();
}

/** A name, isolated from the text around it. @param {Speaker} speaker */
export function speakerName(speaker) {
  return h("bdi.name", null, fullName(speaker));
}
