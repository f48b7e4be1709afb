// The names of screens, for the title of the document.

import { t, textIfAny } from "../texts/index.js";

/** Screens whose second word is the name of a user or a group. */
const OF_PEOPLE = ["chats", "people"];

/**
 * The name of a screen of the app.
 *
 * @param {import("../app.js").App} app
 * @param {string} place a key of the texts, such as "chats"
 * @param {string} [name] the next word of the address
 */
export function screenTitle(app, place, name = "") {
  if (OF_PEOPLE.includes(place) && name && !name.startsWith("+")) {
    return app.world.profile(name).displayName || name;
  }
  // "meSecurity" is the title of #/me/security.
  const part = place === "me" && name && textIfAny(`me${name[0].toUpperCase()}${name.slice(1)}`);
  return part || t(/** @type {import("../texts/index.js").Text} */ (place));
}

/**
 * Shows a title, and how much waits for the user.
 *
 * @param {string} title
 * @param {number} [count]
 */
export function showTitle(title, count = 0) {
  document.title = `${count ? `(${count}) ` : ""}${title} · Upfor`;
}
