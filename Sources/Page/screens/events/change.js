// Commands that change an event, and what all that show one have in common.

import { t } from "../../texts/index.js";
import { eventChanges } from "./read.js";

/** "3 of 5". @param {import("../../client/wire.d.ts").Project} project */
export function placesOf({ size = 0, capacity = 0 }) {
  return t("placesTaken", { size, capacity });
}

/**
 * A command that changes an event, after which lists are read again.
 *
 * @param {import("../../app.js").App} app
 * @param {import("../../client/connection.js").Command} name
 * @param {any} fields
 */
export async function change(app, name, fields) {
  const answer = await app.act(name, fields);
  if (answer) eventChanges.value = eventChanges.peek() + 1;
  return answer;
}
