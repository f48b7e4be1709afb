// Data of events that only the server has, while they are shown.

import { signal } from "../../view/signal.js";
import { readOne, readPages } from "../reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/connection.js").Command} Command
 * @typedef {import("../../client/wire.d.ts").ServerMessage} ServerMessage
 */

/** Counts changes of events by this page: after each, all data are read again. */
export const eventChanges = signal(0);

/** @param {App} app @returns {import("../reading.js").About} */
const about = (app) => ({
  areOffered: app.parts.offered.events,
  own: () => eventChanges.value,
  changes: [
    "teamMatched",
    "teamJoined",
    "teamLeft",
    "teamRoleChanged",
    "projectDeleted",
    "gatheringDeleted",
    "gatheringGranted",
  ],
});

/**
 * The answer to a command that reads.
 *
 * @template {keyof ServerMessage} Key
 * @param {App} app
 * @param {Command} command
 * @param {Key} key of the answer
 * @param {() => any} [fields] follows signals: read again when they change
 */
export function remote(app, command, key, fields) {
  return readOne(about(app), app, command, key, fields);
}

/**
 * A paged list.
 *
 * @template Entry
 * @param {App} app
 * @param {Command} command
 * @param {(answer: ServerMessage) => {entries: Entry[], next: any}} take
 * @param {() => any} [fields] follows signals
 */
export function pages(app, command, take, fields) {
  return readPages(about(app), app, command, take, fields);
}
