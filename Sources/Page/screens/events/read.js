// What only the server knows of events, while it is shown.

import { Refused } from "../../client/index.js";
import { effect, onEnd, signal, untracked } from "../../view/signal.js";

/**
 * @typedef {import("../../client/wire.d.ts").ServerMessage} ServerMessage
 */

/** After these, what is shown may be another. */
const CHANGES = /** @type {const} */ ([
  "teamMatched",
  "teamJoined",
  "teamLeft",
  "teamRoleChanged",
  "projectDeleted",
  "gatheringDeleted",
  "gatheringGranted",
]);

/**
 * The answer to a command that reads: undefined until it was read, null when there is none for me.
 * It is read again in each session, and when something has happened.
 *
 * @template {keyof ServerMessage} Key
 * @param {import("../../app.js").App} app
 * @param {import("../../client/connection.js").Command} command
 * @param {Key} key of the answer
 * @param {() => any} [fields] follows signals: it is read again when they change
 */
export function remote(app, command, key, fields = () => ({})) {
  /** @type {import("../../view/signal.js").Signal<ServerMessage[Key] | null | undefined>} */
  const shown = signal(undefined);
  let reads = 0;
  const load = async () => {
    const mine = ++reads;
    try {
      const answer = await app.link.call(command, untracked(fields));
      if (mine === reads) shown.value = answer[key];
    } catch (error) {
      if (!(error instanceof Refused)) return;
      if (error.code === "UNKNOWN_COMMAND") areOffered.value = false;
      if (mine === reads) shown.value = null;
    }
  };
  effect(() => {
    app.sessions.value;
    eventChanges.value;
    fields();
    if (app.isOnline.value) untracked(load);
  });
  onEnd(app.world.listen((message) => {
    if (CHANGES.some((name) => message[name])) load();
  }));
  return { shown, load };
}

/** Counts what this page has changed of events: all is read again. */
export const eventChanges = signal(0);

/** This server has events, as far as is known. */
export const areOffered = signal(true);

/**
 * A list that comes in pages.
 *
 * @template Entry
 * @param {import("../../app.js").App} app
 * @param {import("../../client/connection.js").Command} command
 * @param {(answer: ServerMessage) => {entries: Entry[], next: any}} take
 * @param {() => any} [fields] follows signals
 */
export function pages(app, command, take, fields = () => ({})) {
  /** @type {import("../../view/signal.js").Signal<Entry[] | undefined>} */
  const entries = signal(undefined);
  /** @type {import("../../view/signal.js").Signal<any>} */
  const next = signal(undefined);
  let reads = 0;
  const load = async (/** @type {any} */ after) => {
    const mine = ++reads;
    try {
      const answer = await app.link.call(command, { ...untracked(fields), after });
      if (mine !== reads) return;
      const page = take(answer);
      entries.value = after ? [...entries.peek() ?? [], ...page.entries] : page.entries;
      next.value = page.next || undefined;
    } catch (error) {
      if (!(error instanceof Refused)) return;
      if (error.code === "UNKNOWN_COMMAND") areOffered.value = false;
      if (mine === reads) entries.value = [];
    }
  };
  effect(() => {
    app.sessions.value;
    eventChanges.value;
    fields();
    if (app.isOnline.value) untracked(() => load(undefined));
  });
  onEnd(app.world.listen((message) => {
    if (CHANGES.some((name) => message[name])) load(undefined);
  }));
  return { entries, next, load };
}
