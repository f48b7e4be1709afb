// The texts of the page in the language of its user: at first those of the log-in screen.

import { door as de } from "./de.door.js";
import { activities } from "./en.activities.js";
import { door as en } from "./en.door.js";

/** @typedef {keyof typeof import("./en.js").en} Text */

/** The languages of the page, each by its own name. */
export const languages = { en: "English", de: "Deutsch" };

/** Storage key of the chosen language. */
const KEY = "upfor.language";

/** @returns {keyof typeof languages} */
function chosen() {
  const wanted = [
    globalThis.localStorage?.getItem(KEY),
    ...(globalThis.navigator?.languages ?? []),
  ];
  for (const name of wanted) {
    const base = name?.split("-")[0];
    if (base in languages) return /** @type {keyof typeof languages} */ (base);
  }
  return "en";
}

export const language = chosen();

/** The user's own kind of that language, such as "en-GB": for times and numbers. */
export const locale = (globalThis.navigator?.languages ?? []).find(isOwn) ?? language;

/** @param {string} name */
function isOwn(name) {
  try {
    return new Intl.Locale(name).language === language;
  } catch {
    // Some systems have names like "en-US@posix".
    return false;
  }
}

/** Shows the page in another language. @param {string} name */
export function choose(name) {
  localStorage.setItem(KEY, name);
  location.reload();
}

const texts = /** @type {Record<Text, string>} */ ({ ...{ en, de }[language] });
const plural = new Intl.PluralRules(language);

/** Loads the texts of everything behind the log-in screen, in the one language that is shown. */
export async function loadTexts() {
  Object.assign(
    texts,
    language === "de" ? (await import("./de.js")).de : (await import("./en.js")).en,
  );
}

/**
 * A text. `{name}` is replaced by a value; `{count|one thing|# things}` by the form for a number.
 *
 * @param {Text} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return fill(texts[key], values);
}

/**
 * Texts that only one part of the page loads.
 *
 * @template {string} Key
 * @param {Record<keyof typeof languages, Record<Key, string>>} all
 */
export function teller(all) {
  return (/** @type {Key} */ key, /** @type {Record<string, string | number>} */ values = {}) =>
    fill(all[language][key], values);
}

/** A text with its values. @param {string} text @param {Record<string, string | number>} values */
export function fill(text, values) {
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (_, name, one, other) => {
      const value = values[name];
      if (other === undefined) return isolated(String(value));
      return (plural.select(Number(value)) === "one" ? one : other).replace(
        "#",
        String(value),
      );
    },
  );
}

/** Letters of scripts that are read from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud83a[\udd00-\udd5f]/;

/**
 * Isolates a value in the other direction of writing from the words around it.
 *
 * @param {string} value
 */
function isolated(value) {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

/**
 * The title of an activity: translated, unless the server has given it one of its own.
 *
 * @param {{activity?: string, title?: string}} state
 */
export function activityTitle({ activity, title }) {
  const key = `activity.${activity}`;
  const shipped = /** @type {Record<string, string>} */ (activities)[key];
  return title === undefined || title === shipped
    ? textIfAny(key) ?? title ?? activity
    : title || activity;
}

/**
 * The name of the room of a plan or a project: the server calls that of a plan by the title of its
 * activity.
 *
 * @param {{name?: string, team?: boolean}} group
 */
export function groupName({ name, team }) {
  const [key] = Object.entries(activities).find(([, title]) => title === name) ?? [];
  return team && key ? textIfAny(key) ?? name : name;
}

/**
 * A text that may be missing, such as that of a server's code.
 *
 * @param {string} key
 * @returns {string | undefined}
 */
export function textIfAny(key) {
  return /** @type {Record<string, string>} */ (texts)[key];
}
