// Data of the account that only the server has, while they are shown.

import { effect, onEnd, signal, untracked } from "../../view/signal.js";

/** @typedef {import("../../client/wire.d.ts").ServerMessage} ServerMessage */

/**
 * An answer on display: undefined until it was read. `load` reads it again.
 *
 * @template {keyof ServerMessage} Key
 * @typedef {import("../../view/signal.js").Signal<ServerMessage[Key] | undefined> & {load: () => Promise<void>}} Reading
 */

/**
 * The answer to a command that reads. It is read again in each session, and when the account has
 * changed.
 *
 * @template {keyof ServerMessage} Key
 * @param {import("../../app.js").App} app
 * @param {import("../../client/connection.js").Command} command
 * @param {Key} key of the answer
 * @param {() => void} [follow] reads signals: the answer is read again when they change, too
 * @param {() => Promise<ServerMessage | undefined>} [read] reads it, if that takes more than one
 *   command
 * @returns {Reading<Key>}
 */
export function reading(app, command, key, follow = () => {}, read = () => app.read(command)) {
  /** @type {any} */
  const shown = signal(undefined);
  const load = async () => {
    if (!app.isOnline.peek()) return;
    const answer = await read();
    if (answer) shown.value = answer[key];
  };
  effect(() => {
    app.sessions.value;
    follow();
    untracked(load);
  });
  onEnd(app.world.listen((message) => {
    if (message.accountChanged) load();
  }));
  return Object.defineProperty(shown, "load", { value: load });
}
