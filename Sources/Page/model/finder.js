// What the finder finds: people and groups of this device, and messages on the server.

import { isGroup } from "./groups.js";

/**
 * @typedef {import("./world.js").World} World
 * @typedef {import("../client/wire.d.ts").RoomMessage} RoomMessage
 * @typedef {import("../client/wire.d.ts").UserProfile} UserProfile
 *
 * @typedef {object} Wanted what is looked for: the fields of a form
 * @property {string} text
 * @property {string} with a conversation; empty: all
 * @property {string} from a username; empty: any
 * @property {string} kind of `MessageKind`; empty: any
 * @property {string} since a day, "2026-11-27"; empty: any
 * @property {string} until the last day; empty: any
 */

/** How long the search waits for the next letter, in milliseconds. */
const PAUSE = 250;
/** People and groups that are shown. */
const KNOWN_MAX = 6;
/** A page may be empty and have older ones behind it: how many are read at once. */
const PAGES_MAX = 5;
/** Letters of a message before the first word that was found. */
const LEAD = 24;

/** @type {Readonly<Wanted>} */
export const NOTHING = Object.freeze({
  text: "",
  with: "",
  from: "",
  kind: "",
  since: "",
  until: "",
});

/** A text in one case, without accents. @param {string} text */
function folded(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
}

/** The words of a text, as they are looked for. @param {string} text */
export function wordsOf(text) {
  return folded(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/**
 * Friends and groups whose names have words that begin with all words of a text. Without words:
 * those of the newest conversations.
 *
 * @param {World} world
 * @param {string} text
 * @returns {{people: UserProfile[], groups: UserProfile[]}}
 */
export function knownBy(world, text) {
  const words = wordsOf(text);
  const newest = (/** @type {string} */ name) => world.rooms.peek().get(name)?.newest?.at ?? "";
  const names = [
    ...world.friends.peek().keys(),
    ...[...world.rooms.peek().keys()].filter(isGroup),
  ];
  const found = names
    .filter((name) => {
      if (!words.length) return newest(name) !== "";
      const { displayName, username } = world.profile(name);
      const parts = wordsOf(`${displayName} ${isGroup(name) ? "" : username}`);
      return words.every((word) => parts.some((part) => part.startsWith(word)));
    })
    .sort((one, other) => newest(one) < newest(other) ? 1 : -1);
  const first = words.length ? found : found.slice(0, KNOWN_MAX);
  const profiles = (/** @type {boolean} */ areGroups) =>
    first.filter((name) => isGroup(name) === areGroups).slice(0, KNOWN_MAX)
      .map((name) => world.profile(name));
  return { people: profiles(false), groups: profiles(true) };
}

/**
 * The command for what is looked for; undefined: there is nothing to look for.
 *
 * @param {Wanted} wanted
 */
export function commandOf({ text, with: room, from, kind, since, until }) {
  const isNarrow = from || kind || since || until;
  if (!wordsOf(text).length && !isNarrow) return;
  const next = until && dayStart(until, 1);
  return {
    text: wordsOf(text).length ? text.trim() : undefined,
    with: room || undefined,
    from: from || undefined,
    kind: kind || undefined,
    since: since ? dayStart(since, 0) : undefined,
    until: next || undefined,
  };
}

/** The user's own midnight. @param {string} day @param {number} later days */
function dayStart(day, later) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/**
 * The part of a text around the first word that was found: what is before it, the word, and what is
 * behind it.
 *
 * @param {string} text
 * @param {string} wanted
 * @returns {[string, string, string]}
 */
export function excerpt(text, wanted) {
  const line = text.replace(/\s+/g, " ");
  const words = new Set(wordsOf(wanted));
  const last = wordsOf(wanted).at(-1);
  for (const match of line.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const word = folded(match[0]);
    if (!words.has(word) && !(last && word.startsWith(last))) continue;
    const before = [...line.slice(0, match.index)];
    const lead = before.length > LEAD ? `…${before.slice(-LEAD).join("")}` : before.join("");
    return [lead, match[0], line.slice(match.index + match[0].length)];
  }
  return [line, "", ""];
}

/** Looks for messages. A newer search replaces an older one. */
export class Search {
  /** @type {any} */
  #timer;
  #latest = 0;

  /**
   * @param {(fields: any) => Promise<import("../client/wire.d.ts").RoomFound>} read
   * @param {(result: {messages?: RoomMessage[], next?: string, error?: any}) => void} show called
   *   with all that was found so far; without messages: it is being looked for
   * @param {number} [pause]
   */
  constructor(read, show, pause = PAUSE) {
    this.read = read;
    this.show = show;
    this.pause = pause;
  }

  /** @param {Wanted} wanted */
  ask(wanted) {
    clearTimeout(this.#timer);
    const mine = ++this.#latest;
    const command = commandOf(wanted);
    if (!command) return this.show({ messages: [] });
    this.show({});
    this.#timer = setTimeout(() => this.#go(mine, command, []), this.pause);
  }

  /**
   * Goes on behind what was found.
   *
   * @param {Wanted} wanted
   * @param {RoomMessage[]} messages
   * @param {string} next
   */
  more(wanted, messages, next) {
    return this.#go(++this.#latest, { ...commandOf(wanted), before: next }, messages);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#latest++;
  }

  /**
   * @param {number} mine
   * @param {any} command
   * @param {RoomMessage[]} former
   */
  async #go(mine, command, former) {
    let before = command.before;
    try {
      for (let page = 1;; page++) {
        const { messages = [], next } = await this.read({ ...command, before });
        if (mine !== this.#latest) return;
        if (messages.length || !next || page === PAGES_MAX) {
          return this.show({ messages: [...former, ...messages], next });
        }
        before = next;
      }
    } catch (error) {
      if (mine === this.#latest) this.show({ messages: former, next: before, error });
    }
  }
}
