// Data of words that only the server has, while they are shown.

import { newCID } from "../../client/index.js";
import { effect, onEnd, signal, untracked } from "../../view/signal.js";
import { readOne, readPages } from "../reading.js";

/**
 * @typedef {import("../../app.js").App} App
 * @typedef {import("../../client/connection.js").Command} Command
 * @typedef {import("../../client/wire.d.ts").ServerMessage} ServerMessage
 * @typedef {import("../../client/wire.d.ts").WordLanguage} WordLanguage
 * @typedef {import("../../client/wire.d.ts").WordSettings} WordSettings
 *
 * The common context of the screens of words.
 * @typedef {object} Scene
 * @property {App} app
 * @property {{readonly value: WordSettings | null | undefined}} settings
 * @property {Favourites} favourites
 */

/**
 * The answer to a command that reads.
 *
 * @template {keyof ServerMessage} Key
 * @param {App} app
 * @param {Command} command
 * @param {Key} key of the answer
 * @param {readonly (keyof ServerMessage)[]} [changes] messages after which it is read again
 * @param {() => any} [fields] follows signals
 */
export function remote(app, command, key, changes = [], fields = undefined) {
  return readOne({ areOffered: app.words.isOffered, changes }, app, command, key, fields);
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
  return readPages({ areOffered: app.words.isOffered, changes: [] }, app, command, take, fields);
}

/** @param {App} app @returns {Scene} */
export function scene(app) {
  const settings = remote(app, "wordSettingsRead", "wordSettings", ["wordSettingsChanged"]).shown;
  effect(() => {
    if (settings.value) untracked(() => keepZone(app, settings.value));
  });
  return { app, settings, favourites: new Favourites(app) };
}

/**
 * Sends the time zone of the device, so that the user's days begin when they begin here.
 *
 * @param {App} app
 * @param {WordSettings} settings
 */
function keepZone(app, settings) {
  const zone = -new Date().getTimezoneOffset();
  if (settings.zone === zone) return;
  app.link.call("wordSettingsSet", { zone, cid: newCID() }).catch(() => {});
}

/** The language of the user's settings. @param {Scene} scene @returns {WordLanguage} */
export function languageOf({ app, settings }) {
  const all = app.words.languages.value ?? [];
  return all.find(({ language }) => language === settings.value?.language) ?? all[0] ?? {};
}

/**
 * Whether a game is available in a language.
 *
 * @param {Scene} scene @param {string} language @param {import("../../client/wire.d.ts").WordGame} game
 */
export function hasGame({ app }, language, game) {
  return (app.words.languages.value ?? []).some((one) =>
    one.language === language && (one.games ?? []).includes(game)
  );
}

/** Maximum number of pages of favourites that are read. */
const PAGES_MAX = 50;

/** All favourites of the user in the language of the settings. */
class Favourites {
  /**
   * In alphabetical order; undefined: not read yet.
   *
   * @type {import("../../view/signal.js").Signal<string[] | undefined>}
   */
  words = signal(undefined);
  #language = "";
  #reads = 0;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    effect(() => {
      app.sessions.value;
      if (app.isOnline.value) untracked(() => this.read());
    });
    onEnd(app.world.listen(({ wordFavouriteChanged, wordSettingsChanged }) => {
      if (wordFavouriteChanged) this.#apply(wordFavouriteChanged);
      if (wordSettingsChanged && wordSettingsChanged.language !== this.#language) this.read();
    }));
  }

  async read() {
    const mine = ++this.#reads;
    const found = [];
    let after;
    let language = "";
    try {
      for (let page = 0; page < PAGES_MAX; page++) {
        const { wordFavourites } = await this.app.link.call("wordFavouriteList", { after });
        found.push(...wordFavourites.favourites ?? []);
        language = found[0]?.language ?? "";
        after = wordFavourites.next;
        if (!after) break;
      }
    } catch {
      return; // The next session reads them.
    }
    if (mine !== this.#reads) return;
    this.#language = language;
    this.words.value = found.map(({ word }) => word);
  }

  /** @param {import("../../client/wire.d.ts").WordFavourite} favourite */
  #apply({ word, on, language }) {
    if (this.#language && language !== this.#language) return;
    const others = (this.words.peek() ?? []).filter((one) => one !== word);
    this.words.value = on ? [...others, word].sort() : others;
  }

  /** @param {string} word */
  has(word) {
    return this.words.value?.includes(word) ?? false;
  }

  /** @param {string} word @param {string} language @param {boolean} on */
  async set(word, language, on) {
    const answer = await this.app.act("wordFavouriteSet", { word, language, on });
    if (answer) this.#apply(answer.wordFavourite);
  }
}
