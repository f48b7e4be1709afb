// Commands that change an event, and common parts of screens about events.

import { t } from "../../texts/index.js";
import { eventChanges } from "./read.js";

/** "3 of 5". @param {import("../../client/wire.d.ts").Project} project */
export function placesOf({ size = 0, capacity = 0 }) {
  return t("placesTaken", { size, capacity });
}

/**
 * Sends a command that changes an event; then lists are read again.
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
