// What only the server knows of events, while it is shown.

import { signal } from "../../view/signal.js";
import { readOne, readPages } from "../reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/connection.js").Command} Command
 * @typedef {import("../../client/wire.d.ts").ServerMessage} ServerMessage
 */

/** Counts what this page has changed of events: all is read again. */
export const eventChanges = signal(0);

/** This server has events, as far as is known. */
export const areOffered = signal(true);

/** @type {import("../reading.js").About} */
const ABOUT = {
  areOffered,
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
};

/**
 * The answer to a command that reads.
 *
 * @template {keyof ServerMessage} Key
 * @param {App} app
 * @param {Command} command
 * @param {Key} key of the answer
 * @param {() => any} [fields] follows signals: it is read again when they change
 */
export function remote(app, command, key, fields) {
  return readOne(ABOUT, app, command, key, fields);
}

/**
 * A list that comes in pages.
 *
 * @template Entry
 * @param {App} app
 * @param {Command} command
 * @param {(answer: ServerMessage) => {entries: Entry[], next: any}} take
 * @param {() => any} [fields] follows signals
 */
export function pages(app, command, take, fields) {
  return readPages(ABOUT, app, command, take, fields);
}
