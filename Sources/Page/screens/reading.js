// Data that only the server has, while a screen shows them; and the content while they load.

import { Refused } from "../client/index.js";
import { t } from "../texts/index.js";
import { h } from "../view/dom.js";
import { effect, onEnd, signal, untracked } from "../view/signal.js";

/**
 * @typedef {import("../app.js").App} App
 * @typedef {import("../client/connection.js").Command} Command
 * @typedef {import("../client/wire.d.ts").ServerMessage} ServerMessage
 *
 * The subject of a reading.
 * @typedef {object} About
 * @property {import("../view/signal.js").Signal<boolean>} areOffered false: the server does not
 *   offer it
 * @property {readonly (keyof ServerMessage)[]} changes messages after which the data may have
 *   changed
 * @property {() => any} [own] follows signals: it is read again when they change
 */

/**
 * The answer to a command that reads: undefined until it was read; null when the user may not have
 * it, with the reason. It is read again in each session, and after changes.
 *
 * @template {keyof ServerMessage} Key
 * @param {About} about
 * @param {App} app
 * @param {Command} command
 * @param {Key} key of the answer
 * @param {() => any} [fields] follows signals: it is read again when they change
 */
export function readOne({ areOffered, changes, own }, app, command, key, fields = () => ({})) {
  /** @type {import("../view/signal.js").Signal<ServerMessage[Key] | null | undefined>} */
  const shown = signal(undefined);
  const refusal = signal(/** @type {Refused | undefined} */ (undefined));
  let reads = 0;
  const load = async () => {
    const mine = ++reads;
    try {
      const answer = await app.link.call(command, untracked(fields));
      // An unchanged answer is not rendered again: the user may be writing beside it.
      if (mine === reads && JSON.stringify(answer[key]) !== JSON.stringify(shown.peek())) {
        shown.value = answer[key];
      }
    } catch (error) {
      if (!(error instanceof Refused)) return;
      if (error.code === "UNKNOWN_COMMAND") areOffered.value = false;
      if (mine !== reads) return;
      refusal.value = error;
      shown.value = null;
    }
  };
  effect(() => {
    app.sessions.value;
    own?.();
    fields();
    if (app.isOnline.value) untracked(load);
  });
  onEnd(app.world.listen((message) => {
    if (changes.some((name) => message[name])) load();
  }));
  return { shown, refusal, load };
}

/**
 * A paged list.
 *
 * @template Entry
 * @param {About} about
 * @param {App} app
 * @param {Command} command
 * @param {(answer: ServerMessage) => {entries: Entry[], next: any}} take
 * @param {() => any} [fields] follows signals
 */
export function readPages({ areOffered, changes, own }, app, command, take, fields = () => ({})) {
  /** @type {import("../view/signal.js").Signal<Entry[] | undefined>} */
  const entries = signal(undefined);
  /** @type {import("../view/signal.js").Signal<any>} */
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
    own?.();
    fields();
    if (app.isOnline.value) untracked(() => load(undefined));
  });
  onEnd(app.world.listen((message) => {
    if (changes.some((name) => message[name])) load(undefined);
  }));
  return { entries, next, load };
}

/** @param {App} app */
export function waiting(app) {
  return h(
    "p.note",
    { role: "status" },
    () => app.isOnline.value ? t("loading") : t("noConnection"),
  );
}

/** A button for the next page of a list. @param {App} app @param {{next: {readonly value: any, peek: () => any}, load: (after: any) => any}} pages */
export function more(app, { next, load }) {
  return () =>
    next.value !== undefined && h(
      "p.row.center",
      null,
      h("button", {
        type: "button",
        disabled: () => !app.isOnline.value,
        onclick: () => load(next.peek()),
      }, t("showMore")),
    );
}

/**
 * A button whose action runs once at a time, and only with a connection.
 *
 * @param {App} app
 * @param {import("../view/dom.js").Content} text
 * @param {() => Promise<any>} act
 * @param {string} [name] a class
 */
export function doing(app, text, act, name = "") {
  const isBusy = signal(false);
  return h("button", {
    type: "button",
    class: name,
    disabled: () => isBusy.value || !app.isOnline.value,
    onclick: async () => {
      isBusy.value = true;
      try {
        await act();
      } finally {
        isBusy.value = false;
      }
    },
  }, text);
}
